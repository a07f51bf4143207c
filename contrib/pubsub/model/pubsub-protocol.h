// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_PROTOCOL_H
#define PUBSUB_PROTOCOL_H

#include "duplicate-cache.h"
#include "message.h"
#include "neighbour-table.h"
#include "subscription.h"

#include "ns3/application.h"
#include "ns3/event-id.h"
#include "ns3/random-variable-stream.h"
#include "ns3/socket.h"
#include "ns3/traced-callback.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup pubsub
 * @brief A change of parent in one tree, as the ParentChange trace source reports it.
 */
struct ParentChange
{
    NodeId root = NO_NODE;      ///< which tree
    NodeId oldParent = NO_NODE; ///< before
    NodeId newParent = NO_NODE; ///< after
    double metric = 0.0;        ///< of the new parent, NaN where there is none
    double similarity = 0.0;    ///< of the new parent, NaN where there is none
};

/**
 * @ingroup pubsub
 * @brief What every publish/subscribe routing protocol shares.
 *
 * One instance on each node: the UDP socket, beacons and the neighbour table, duplicate detection,
 * the node's own (inherent) subscriptions, local delivery and the trace sources. Starting it joins
 * the network, stopping it leaves. A protocol adds its messages, its timers and one decision:
 * ShouldForward().
 *
 * Every frame is a local broadcast, so that one transmission serves all children, as in O(E) of
 * SHOPPARENT. An event is taken from whichever neighbour's copy comes first.
 */
class PubSubProtocol : public Application
{
  public:
    static constexpr uint16_t PORT = 9999; ///< UDP port of all messages

    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    PubSubProtocol();
    ~PubSubProtocol() override;

    /// @return this node's identity on the wire
    NodeId GetNodeId() const;

    /// @brief Want events. @param filter added to the inherent subscription
    void Subscribe(const TopicFilter& filter);

    /// @brief Want them no more. @param filter taken out of the inherent subscription
    void Unsubscribe(const TopicFilter& filter);

    /// @return the inherent subscription s_i
    const Subscription& GetInherent() const;

    /// @return its filters in the order they were subscribed; the first is the primary topic
    const std::vector<TopicFilter>& GetTopicList() const;

    /**
     * @brief Become a publisher.
     * @param topics what will be published, with the number of events expected or their proportions
     */
    void Advertise(const std::vector<WeightedFilter>& topics);

    /// @return what this node advertises; empty unless it is a publisher
    const std::vector<WeightedFilter>& GetAdvertised() const;

    /**
     * @brief Publish an event.
     * @param topic what it is about
     * @param payloadBytes length of its payload, bytes
     */
    void Publish(const Topic& topic, uint16_t payloadBytes);

    /// @return whether the node takes part in the network now
    bool IsRunning() const;

    /**
     * @brief Send nothing from now on: the measurement is over, what is on the air may still arrive.
     */
    void Silence();

    int64_t AssignStreams(int64_t stream) override;

    /// @brief TracedCallback signature. @param type message type @param bytes UDP payload @param peer next hop, or sender
    typedef void (*ControlTracedCallback)(MessageType type, uint32_t bytes, NodeId peer);
    /// @brief TracedCallback signature. @param event the event @param bytes UDP payload
    typedef void (*DataTracedCallback)(const EventMessage& event, uint32_t bytes);
    /// @brief TracedCallback signature. @param event the event @param wanted whether s_i matches
    typedef void (*DeliverTracedCallback)(const EventMessage& event, bool wanted);
    /// @brief TracedCallback signature. @param reason why @param bytes UDP payload
    typedef void (*DropTracedCallback)(std::string reason, uint32_t bytes);
    /// @brief TracedCallback signature. @param change the change
    typedef void (*ParentChangeTracedCallback)(const ParentChange& change);
    /// @brief TracedCallback signature. @param filter which @param active whether it is wanted now
    typedef void (*SubscriptionTracedCallback)(const TopicFilter& filter, bool active);
    /// @brief TracedCallback signature. @param event the event
    typedef void (*PublishedTracedCallback)(const EventMessage& event);

  protected:
    void DoDispose() override;

    /// @brief Begin to take part; the socket is open.
    virtual void Join() = 0;

    /// @brief Take leave; the socket is still open.
    virtual void Leave() = 0;

    /**
     * @brief Handle a control message other than a beacon.
     * @param type of the message
     * @param packet the rest of it, from the air: anything
     * @param from its sender
     */
    virtual void ReceiveControl(MessageType type, Ptr<Packet> packet, NodeId from) = 0;

    /// @brief The node's own subscription or advertisement has changed.
    virtual void InterestChanged() = 0;

    /// @brief A neighbour's beacon has come in. @param from who @param beacon what it said
    virtual void BeaconReceived(NodeId from, const BeaconMessage& beacon) = 0;

    /// @brief A neighbour was not heard of for long. @param node who
    virtual void NeighbourLost(NodeId node) = 0;

    /// @brief What the next beacon says of each tree. @return the entries
    virtual std::vector<TreeEntry> DescribeTrees() = 0;

    /// @brief An event of another node was heard for the first time. @param event which
    virtual void EventHeard(const EventMessage& event);

    /**
     * @brief The one decision of a protocol: whether to broadcast an event on.
     * @param event seen for the first time
     * @return whether some other node needs this node to send it
     */
    virtual bool ShouldForward(const EventMessage& event) = 0;

    /**
     * @brief Broadcast a control message.
     * @param message which
     * @param nextHop the one neighbour it is meant for, or NO_NODE
     */
    template <typename Message>
    void SendControl(const Message& message, NodeId nextHop);

    /**
     * @brief Read a control message that came from the air.
     * @param packet the message without its common header
     * @return the message; nothing if malformed, which is counted as a drop
     */
    template <typename Message>
    std::optional<Message> Read(Ptr<Packet> packet);

    /// @brief Count a packet that is not used. @param reason why @param bytes its length
    void Drop(const std::string& reason, uint32_t bytes);

    /// @brief Send a beacon soon instead of at the end of the period.
    void TriggerBeacon();

    /// @return the neighbours
    NeighbourTable& Neighbours();

    /// @return the neighbours
    const NeighbourTable& Neighbours() const;

    /// @return a number of seconds, uniform in 0 to max, from this node's stream @param max seconds
    Time Jitter(Time max);

    /// @return the beacon period
    Time BeaconPeriod() const;

    /// @return silence after which a neighbour is lost
    Time HoldTime() const;

    /// @return what a message should not exceed, bytes of UDP payload
    uint32_t MaxMessageBytes() const;

    /// @brief Tell the trace sink of a change. @param change the change
    void TraceParentChange(const ParentChange& change);

  private:
    void StartApplication() override;
    void StopApplication() override;

    /// @return the node's first device that can broadcast
    Ptr<NetDevice> Radio() const;

    /// @brief Open the broadcast socket on the radio.
    void OpenSocket();

    /// @brief Packets are waiting. @param socket where
    void Receive(Ptr<Socket> socket);

    /// @brief One packet from the air. @param packet anything
    void ReceiveOne(Ptr<Packet> packet);

    /// @brief An event message. @param packet without the common header @param bytes its length
    void ReceiveEvent(Ptr<Packet> packet, uint32_t bytes);

    /// @brief A beacon. @param packet without the common header @param from its sender
    void ReceiveBeacon(Ptr<Packet> packet, NodeId from);

    /// @brief Broadcast an event for others. @param event with the hops of this transmission
    void ForwardEvent(const EventMessage& event);

    /// @brief Send the periodic beacon and plan the next.
    void SendBeacon();

    /// @brief Send some tree entries. @param entries as many as one frame takes
    void SendBeaconFrame(const std::vector<TreeEntry>& entries);

    /// @brief Forget silent neighbours.
    void ExpireNeighbours();

    /// @brief Put the common header in front and broadcast. @param packet message @param type of it
    /// @return UDP payload, bytes
    uint32_t Broadcast(Ptr<Packet> packet, MessageType type);

    Time m_beaconPeriod;         ///< attribute
    Time m_beaconJitter;         ///< attribute
    uint32_t m_holdBeacons;      ///< attribute
    Time m_forwardJitter;        ///< attribute
    Time m_duplicateLifetime;    ///< attribute
    uint32_t m_maxHops;          ///< attribute
    uint32_t m_maxMessageBytes;  ///< attribute

    Ptr<Socket> m_socket;                      ///< open while running
    Ptr<UniformRandomVariable> m_random;       ///< all jitter
    NeighbourTable m_neighbours;               ///< by beacons
    DuplicateCache m_seen;                     ///< events seen
    Subscription m_inherent;                   ///< s_i
    std::vector<TopicFilter> m_topicList;      ///< s_i in order of subscription
    std::vector<WeightedFilter> m_advertised;  ///< what we publish
    bool m_silent = false;                     ///< whether nothing is sent any more
    uint32_t m_eventSequence = 0;              ///< of the last event published
    uint32_t m_beaconSequence = 0;             ///< of the last beacon
    EventId m_beaconTimer;                     ///< the next beacon
    std::vector<EventId> m_pendingForwards;    ///< events waiting out their jitter

    TracedCallback<MessageType, uint32_t, NodeId> m_txControl;    ///< trace source
    TracedCallback<MessageType, uint32_t, NodeId> m_rxControl;    ///< trace source
    TracedCallback<const EventMessage&, uint32_t> m_txData;       ///< trace source
    TracedCallback<const EventMessage&, uint32_t> m_forward;      ///< trace source
    TracedCallback<const EventMessage&, bool> m_deliver;          ///< trace source
    TracedCallback<std::string, uint32_t> m_drop;                 ///< trace source
    TracedCallback<const ParentChange&> m_parentChange;           ///< trace source
    TracedCallback<const TopicFilter&, bool> m_subscriptionChange; ///< trace source
    TracedCallback<const EventMessage&> m_published;              ///< trace source
};

template <typename Message>
void
PubSubProtocol::SendControl(const Message& message, NodeId nextHop)
{
    Ptr<Packet> packet = Create<Packet>();
    packet->AddHeader(MessageHeader<Message>(message));
    const uint32_t bytes = Broadcast(packet, Message::TYPE);
    if (bytes > 0)
    {
        m_txControl(Message::TYPE, bytes, nextHop);
    }
}

template <typename Message>
std::optional<Message>
PubSubProtocol::Read(Ptr<Packet> packet)
{
    MessageHeader<Message> header;
    const uint32_t bytes = packet->GetSize();
    packet->RemoveHeader(header);
    if (!header.IsGood())
    {
        Drop("malformed " + MessageTypeName(Message::TYPE), bytes);
        return std::nullopt;
    }
    return header.Get();
}

} // namespace ns3

#endif
