// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_ENDPOINT_H
#define PUBSUB_ENDPOINT_H

#include "pubsub-duplicate-cache.h"

#include "ns3/application.h"
#include "ns3/packet.h"
#include "ns3/pubsub-known-messages.h"
#include "ns3/pubsub-message-registry.h"
#include "ns3/pubsub-message.h"
#include "ns3/pubsub-subscription.h"
#include "ns3/traced-callback.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ns3::pubsub
{

/**
 * @ingroup pubsub
 * @brief The publish/subscribe application of a node, whatever the network.
 *
 * It has the node's own (inherent) subscriptions, publishes, recognises copies of events, delivers
 * events locally, validates received messages and has the trace sources. It sends nothing itself: a
 * derived class opens the transport and moves events through the network. Starting the application
 * joins the network, stopping it leaves.
 */
class Endpoint : public Application
{
  public:
    static constexpr uint16_t PORT = 9999; ///< UDP port of all messages

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Endpoint();
    ~Endpoint() override;

    /// @return this node's identity in messages
    NodeId GetNodeId() const;

    /**
     * @brief Add a filter to the inherent subscription.
     * @param filter what the node wants from now on
     */
    void Subscribe(const Filter& filter);

    /**
     * @brief Remove a filter from the inherent subscription.
     * @param filter what the node no longer wants
     */
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
     * @param content topic and attributes of the event
     * @param payloadBytes length of its payload, bytes
     */
    void Publish(const Content& content, uint16_t payloadBytes);

    /// @return whether the node takes part in the network now
    bool IsRunning() const;

    /**
     * @brief Send nothing from now on: the measurement is over, and messages in flight may still
     * arrive.
     */
    void Silence();

    /**
     * @brief TracedCallback signature of a control message.
     * @param type of the message
     * @param bytes of UDP payload
     * @param peer next hop of a message sent, sender of a message received
     */
    typedef void (*ControlTracedCallback)(MessageType type, uint32_t bytes, NodeId peer);

    /**
     * @brief TracedCallback signature of a transmission of an event.
     * @param event the event
     * @param type of the message that carries it
     * @param bytes of UDP payload
     * @param nextHop the one node it is sent to, or NO_NODE
     */
    typedef void (*DataTracedCallback)(const EventMessage& event,
                                       MessageType type,
                                       uint32_t bytes,
                                       NodeId nextHop);

    /**
     * @brief TracedCallback signature of a delivery.
     * @param event the event
     * @param wanted whether the inherent subscription matches it
     */
    typedef void (*DeliverTracedCallback)(const EventMessage& event, bool wanted);

    /**
     * @brief TracedCallback signature of a packet that is not used.
     * @param reason why it is not used
     * @param bytes of UDP payload
     */
    typedef void (*DropTracedCallback)(std::string reason, uint32_t bytes);

    /**
     * @brief TracedCallback signature of a change of the inherent subscription.
     * @param filter added or removed
     * @param active whether it is wanted now
     */
    typedef void (*SubscriptionTracedCallback)(const Filter& filter, bool active);

    /**
     * @brief TracedCallback signature of a publication.
     * @param event the event
     */
    typedef void (*PublishedTracedCallback)(const EventMessage& event);

  protected:
    void DoDispose() override;
    void StartApplication() override;
    void StopApplication() override;

    /// @brief Open what messages are sent and received with.
    virtual void OpenTransport() = 0;

    /// @brief Close what messages are sent and received with.
    virtual void CloseTransport() = 0;

    /// @brief Begin to take part; the transport is open.
    virtual void Join() = 0;

    /// @brief Take leave; the transport is still open.
    virtual void Leave() = 0;

    /// @brief The node's own subscription or advertisement has changed.
    virtual void InterestChanged();

    /**
     * @brief Send an event of this node's own on its way.
     * @param event just published, with no hops yet
     */
    virtual void Originate(const EventMessage& event) = 0;

    /**
     * @brief An event of another node has arrived for the first time.
     * @param event which
     */
    virtual void EventHeard(const EventMessage& event);

    /**
     * @brief Take in a copy of an event: the first is delivered if it is wanted, any other is a
     * drop.
     * @param event which
     * @return whether it is the first
     */
    bool Accept(const EventMessage& event);

    /**
     * @brief Check an event from an untrusted packet.
     * @param event which
     * @return whether some node may have published it; if not, that is counted as a drop
     */
    bool IsPossible(const EventMessage& event);

    /**
     * @brief Take the common header off a message from an untrusted packet.
     * @param packet the message, afterwards without its common header
     * @param common the header
     * @return whether it is one of our messages; if not, that is counted as a drop
     */
    bool ReadCommon(Ptr<Packet> packet, CommonMessage& common);

    /**
     * @brief Read a message from an untrusted packet; only an event's payload may follow it.
     * @param packet the message without its common header
     * @return the message, shared with other receivers of the same octets; nothing if malformed,
     * which is counted as a drop
     */
    template <typename Message>
    std::shared_ptr<const Message> Read(Ptr<const Packet> packet);

    /**
     * @brief Read an event behind a header from an untrusted packet.
     * @param packet the message without its common header
     * @return both, shared with other receivers of the same octets; nothing if malformed, which is
     * counted as a drop
     */
    template <typename ProtocolHeader>
    std::shared_ptr<const Carrier<ProtocolHeader>> ReadCarried(Ptr<const Packet> packet);

    /**
     * @brief Count a packet that is not used.
     * @param reason why it is not used
     * @param bytes of UDP payload
     */
    void Drop(const std::string& reason, uint32_t bytes);

    /**
     * @brief Fire TxData for an event of this node's own, Forward for any other.
     * @param event sent
     * @param type of the message that carries it
     * @param bytes of UDP payload; 0: nothing was sent, and nothing is traced
     * @param nextHop the one node it is sent to, or NO_NODE
     */
    void TraceData(const EventMessage& event, MessageType type, uint32_t bytes, NodeId nextHop);

    /**
     * @brief Fire TxControl.
     * @param type of the message
     * @param bytes of UDP payload; 0: nothing was sent, and nothing is traced
     * @param nextHop the one node it is meant for, or NO_NODE
     */
    void TraceControl(MessageType type, uint32_t bytes, NodeId nextHop);

    /**
     * @brief Fire RxControl.
     * @param type of the message
     * @param bytes of UDP payload
     * @param from its sender
     */
    void TraceReceivedControl(MessageType type, uint32_t bytes, NodeId from)
    {
        m_rxControl(type, bytes, from);
    }

    /// @return whether nothing is sent any more
    bool IsSilent() const;

    /// @return how long an event is remembered to recognise copies of it
    Time DuplicateLifetime() const;

    /// @param lifetime how long an event is remembered to recognise copies of it
    void SetDuplicateLifetime(Time lifetime);

  private:
    /**
     * @brief Copy the first octets of an untrusted packet.
     * @param packet any
     * @param count of octets wanted
     * @return as many of them as the packet has; valid until the next call
     */
    std::span<const uint8_t> Octets(Ptr<const Packet> packet, uint32_t count);

    Time m_duplicateLifetime = Seconds(30);   ///< how long an event is remembered
    std::vector<uint8_t> m_octets;            ///< of the last packet received
    DuplicateCache m_seen;                    ///< events seen
    Subscription m_inherent;                  ///< s_i
    std::vector<Filter> m_topicList;          ///< s_i in order of subscription
    std::vector<WeightedFilter> m_advertised; ///< what the node publishes
    bool m_isRunning = false;                 ///< whether the transport is open
    bool m_isSilent = false;                  ///< whether nothing is sent any more
    uint32_t m_eventSequence = 0;             ///< of the last event published

    TracedCallback<MessageType, uint32_t, NodeId> m_txControl;
    TracedCallback<MessageType, uint32_t, NodeId> m_rxControl;
    TracedCallback<const EventMessage&, MessageType, uint32_t, NodeId> m_txData;
    TracedCallback<const EventMessage&, MessageType, uint32_t, NodeId> m_forward;
    TracedCallback<const EventMessage&, bool> m_deliver;
    TracedCallback<std::string, uint32_t> m_drop;
    TracedCallback<const Filter&, bool> m_subscriptionChange;
    TracedCallback<const EventMessage&> m_published;
};

/**
 * @param node with an endpoint on it
 * @return its endpoint; without one the program ends with a sentence
 */
Ptr<Endpoint> PubSubOf(Ptr<Node> node);

template <typename ProtocolHeader>
std::shared_ptr<const Carrier<ProtocolHeader>>
Endpoint::ReadCarried(Ptr<const Packet> packet)
{
    auto carrier = Read<Carrier<ProtocolHeader>>(packet);
    return carrier && IsPossible(carrier->event) ? carrier : nullptr;
}

template <typename Message>
std::shared_ptr<const Message>
Endpoint::Read(Ptr<const Packet> packet)
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
