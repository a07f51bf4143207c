// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_PROTOCOL_H
#define PUBSUB_PROTOCOL_H

#include "pubsub-duplicate-cache.h"

#include "ns3/application.h"
#include "ns3/event-id.h"
#include "ns3/pubsub-known-messages.h"
#include "ns3/pubsub-message.h"
#include "ns3/pubsub-subscription.h"
#include "ns3/random-variable-stream.h"
#include "ns3/socket.h"
#include "ns3/traced-callback.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ns3::pubsub
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
 * One instance on each node: the UDP socket, duplicate detection, the node's own (inherent)
 * subscriptions, local delivery and the trace sources. Starting it joins the network, stopping it
 * leaves. A protocol adds its messages, its timers and one decision: ShouldForward(). One whose
 * events travel in other ways than "heard first, sent on after a jitter" replaces Originate() and
 * EventReceived().
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
    void Subscribe(const Filter& filter);

    /// @brief Want them no more. @param filter taken out of the inherent subscription
    void Unsubscribe(const Filter& filter);

    /// @return the inherent subscription s_i
    const Subscription& GetInherent() const;

    /// @return its filters in the order they were subscribed; the first is the primary topic
    const std::vector<Filter>& GetTopicList() const;

    /**
     * @brief Become a publisher.
     * @param topics what will be published, with the number of events expected or their proportions
     */
    void Advertise(const std::vector<WeightedFilter>& topics);

    /// @return what this node advertises; empty unless it is a publisher
    const std::vector<WeightedFilter>& GetAdvertised() const;

    /**
     * @brief Publish an event.
     * @param content what it is about
     * @param payloadBytes length of its payload, bytes
     */
    void Publish(const Content& content, uint16_t payloadBytes);

    /// @return whether the node takes part in the network now
    bool IsRunning() const;

    /**
     * @brief Send nothing from now on: the measurement is over, what is on the air may still
     * arrive.
     */
    void Silence();

    int64_t AssignStreams(int64_t stream) override;

    /// @brief TracedCallback signature. @param type message type @param bytes UDP payload @param
    /// peer next hop, or sender
    typedef void (*ControlTracedCallback)(MessageType type, uint32_t bytes, NodeId peer);
    /// @brief TracedCallback signature. @param event the event @param type of the message that
    /// carries it @param bytes UDP payload
    typedef void (*DataTracedCallback)(const EventMessage& event, MessageType type, uint32_t bytes);
    /// @brief TracedCallback signature. @param event the event @param wanted whether s_i matches
    typedef void (*DeliverTracedCallback)(const EventMessage& event, bool wanted);
    /// @brief TracedCallback signature. @param reason why @param bytes UDP payload
    typedef void (*DropTracedCallback)(std::string reason, uint32_t bytes);
    /// @brief TracedCallback signature. @param change the change
    typedef void (*ParentChangeTracedCallback)(const ParentChange& change);
    /// @brief TracedCallback signature. @param filter which @param active whether it is wanted now
    typedef void (*SubscriptionTracedCallback)(const Filter& filter, bool active);
    /// @brief TracedCallback signature. @param event the event
    typedef void (*PublishedTracedCallback)(const EventMessage& event);

  protected:
    void DoDispose() override;

    /// @brief Begin to take part; the socket is open.
    virtual void Join() = 0;

    /// @brief Take leave; the socket is still open.
    virtual void Leave() = 0;

    /**
     * @brief Handle a message other than a plain event.
     * @param type of the message
     * @param packet the rest of it, from the air: anything
     * @param from its sender
     */
    virtual void ReceiveControl(MessageType type, Ptr<Packet> packet, NodeId from);

    /// @brief The node's own subscription or advertisement has changed.
    virtual void InterestChanged();

    /**
     * @brief Send an event of this node's own on its way: by default if ShouldForward().
     * @param event just published, with no hops yet
     */
    virtual void Originate(const EventMessage& event);

    /**
     * @brief A copy of an event came in a plain event message, the first or another.
     *
     * By default Accept() it, and Relay() it if ShouldForward().
     *
     * @param event with the hops of its last transmission
     * @param from the neighbour that sent this copy
     */
    virtual void EventReceived(const EventMessage& event, NodeId from);

    /// @brief An event of another node was heard for the first time. @param event which
    virtual void EventHeard(const EventMessage& event);

    /**
     * @brief The one decision of a protocol: whether to broadcast an event on.
     * @param event seen for the first time
     * @param from the neighbour that sent it, or this node if it publishes it
     * @return whether some other node needs this node to send it
     */
    virtual bool ShouldForward(const EventMessage& event, NodeId from) = 0;

    /**
     * @brief See a copy of an event: the first is delivered if it is wanted, any other is a drop.
     * @param event which
     * @return whether it is the first
     */
    bool Accept(const EventMessage& event);

    /// @brief Broadcast an event on after a jitter, unless it has come too far. @param event heard
    void Relay(const EventMessage& event);

    /// @param event heard @return whether it may cross one more link; if not, that is a drop
    bool MayGoOn(const EventMessage& event);

    /// @brief Broadcast a plain event message now. @param event with the hops of this transmission
    void SendEvent(const EventMessage& event);

    /**
     * @brief Broadcast an event behind a header now.
     * @param header the protocol's own
     * @param event with the hops of this transmission
     */
    template <typename ProtocolHeader>
    void SendCarried(const ProtocolHeader& header, const EventMessage& event);

    /**
     * @brief Read an event behind a header, from the air.
     * @param packet the message without its common header
     * @return both, shared with others who heard the frame; nothing if malformed, which is counted
     * as a drop
     */
    template <typename ProtocolHeader>
    std::shared_ptr<const Carrier<ProtocolHeader>> ReadCarried(Ptr<const Packet> packet);

    /**
     * @brief Broadcast a control message.
     * @param message which
     * @param nextHop the one neighbour it is meant for, or NO_NODE
     */
    template <typename Message>
    void SendControl(Message message, NodeId nextHop);

    /**
     * @brief Read a message that came from the air; nothing but an event's payload may follow it.
     * @param packet the message without its common header
     * @return the message, shared with others who heard the frame; nothing if malformed, which is
     * counted as a drop
     */
    template <typename Message>
    std::shared_ptr<const Message> Read(Ptr<const Packet> packet);

    /// @brief Count a packet that is not used. @param reason why @param bytes its length
    void Drop(const std::string& reason, uint32_t bytes);

    /// @return a number of seconds, uniform in 0 to max, from this node's stream @param max seconds
    Time Jitter(Time max);

    /// @return a number, uniform in 0 to 1, from this node's stream
    double Draw();

    /// @return the greatest jitter before a broadcast that answers another
    Time ForwardJitter() const;

    /// @return what a message should not exceed, bytes of UDP payload
    uint32_t MaxMessageBytes() const;

    /// @brief Tell the trace sink of a change. @param change the change
    void TraceParentChange(const ParentChange& change);

  private:
    void StartApplication() override;
    void StopApplication() override;

    /// @param packet from the air @param count of octets wanted
    /// @return its first ones, as many of them as there are; valid until the next call
    std::span<const uint8_t> Octets(Ptr<const Packet> packet, uint32_t count);

    /// @return the node's first device that can broadcast
    Ptr<NetDevice> Radio() const;

    /// @brief Open the broadcast socket on the radio.
    void OpenSocket();

    /// @brief Packets are waiting. @param socket where
    void Receive(Ptr<Socket> socket);

    /// @brief One packet from the air. @param packet anything
    void ReceiveOne(Ptr<Packet> packet);

    /// @param event from the air @return whether some node may have published it; if not, that is a
    /// drop
    bool IsPossible(const EventMessage& event);

    /// @brief Tell the trace sinks of a broadcast. @param event which @param type of the message
    /// @param bytes UDP payload; 0: nothing was sent
    void TraceData(const EventMessage& event, MessageType type, uint32_t bytes);

    /// @brief Put the common header in front and broadcast. @param packet message @param type of it
    /// @return UDP payload, bytes
    uint32_t Broadcast(Ptr<Packet> packet, MessageType type);

    Time m_forwardJitter;       ///< attribute
    Time m_duplicateLifetime;   ///< attribute
    uint32_t m_maxHops;         ///< attribute
    uint32_t m_maxMessageBytes; ///< attribute

    Ptr<Socket> m_socket;                     ///< open while running
    std::vector<uint8_t> m_octets;            ///< of the last packet received
    Ptr<UniformRandomVariable> m_random;      ///< all jitter
    DuplicateCache m_seen;                    ///< events seen
    Subscription m_inherent;                  ///< s_i
    std::vector<Filter> m_topicList;          ///< s_i in order of subscription
    std::vector<WeightedFilter> m_advertised; ///< what we publish
    bool m_silent = false;                    ///< whether nothing is sent any more
    uint32_t m_eventSequence = 0;             ///< of the last event published
    std::vector<EventId> m_pendingForwards;   ///< events waiting out their jitter

    TracedCallback<MessageType, uint32_t, NodeId> m_txControl;            ///< trace source
    TracedCallback<MessageType, uint32_t, NodeId> m_rxControl;            ///< trace source
    TracedCallback<const EventMessage&, MessageType, uint32_t> m_txData;  ///< trace source
    TracedCallback<const EventMessage&, MessageType, uint32_t> m_forward; ///< trace source
    TracedCallback<const EventMessage&, bool> m_deliver;                  ///< trace source
    TracedCallback<std::string, uint32_t> m_drop;                         ///< trace source
    TracedCallback<const ParentChange&> m_parentChange;                   ///< trace source
    TracedCallback<const Filter&, bool> m_subscriptionChange;             ///< trace source
    TracedCallback<const EventMessage&> m_published;                      ///< trace source
};

/// @param node with a protocol on it @return the protocol
Ptr<PubSubProtocol> PubSubOf(Ptr<Node> node);

template <typename Message>
void
PubSubProtocol::SendControl(Message message, NodeId nextHop)
{
    Ptr<Packet> packet = Create<Packet>();
    packet->AddHeader(MessageHeader<Message>(std::move(message)));
    const uint32_t bytes = Broadcast(packet, Message::TYPE);
    if (bytes > 0)
    {
        m_txControl(Message::TYPE, bytes, nextHop);
    }
}

template <typename ProtocolHeader>
void
PubSubProtocol::SendCarried(const ProtocolHeader& header, const EventMessage& event)
{
    Ptr<Packet> packet = Create<Packet>(event.payloadBytes);
    packet->AddHeader(MessageHeader<Carrier<ProtocolHeader>>({header, event}));
    TraceData(event, ProtocolHeader::TYPE, Broadcast(packet, ProtocolHeader::TYPE));
}

template <typename ProtocolHeader>
std::shared_ptr<const Carrier<ProtocolHeader>>
PubSubProtocol::ReadCarried(Ptr<const Packet> packet)
{
    auto carrier = Read<Carrier<ProtocolHeader>>(packet);
    return carrier && IsPossible(carrier->event) ? carrier : nullptr;
}

template <typename Message>
std::shared_ptr<const Message>
PubSubProtocol::Read(Ptr<const Packet> packet)
{
    const uint32_t bytes = packet->GetSize();
    const auto known = ReadMessage<Message>(Octets(packet, bytes));
    if (!known || bytes - known->octets.size() != PayloadBytes(known->message))
    {
        Drop("malformed " + MessageTypeName(Message::TYPE), bytes);
        return nullptr;
    }
    return {known, &known->message};
}

} // namespace ns3::pubsub

#endif
