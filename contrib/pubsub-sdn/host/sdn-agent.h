// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_AGENT_H
#define SDN_AGENT_H

#include "sdn-data-link.h"

#include "ns3/event-id.h"
#include "ns3/pubsub-endpoint.h"
#include "ns3/sdn-clusters.h"
#include "ns3/sdn-control-channel.h"
#include "ns3/sdn-control-records.h"
#include "ns3/sdn-network-messages.h"
#include "ns3/sdn-policy.h"
#include "ns3/sdn-session-messages.h"
#include "ns3/sdn-topic-address.h"
#include "ns3/traced-callback.h"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief An agent broker: the publish/subscribe endpoint of a host on a network of switches.
 *
 * It publishes an event as one UDP datagram to the IPv6 multicast address of the topic's code, and
 * sends a copy by TCP to its representative broker, the controller of its cluster. It accepts the
 * events of the groups that its subscription covers. It registers its topics and learns codes
 * through the controller, and floods its subscriptions through the switches.
 */
class SdnAgent : public Endpoint
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    SdnAgent();
    ~SdnAgent() override;

    /**
     * @brief Set the data link, before the application starts.
     * @param device to the switch; it needs no IP stack, because the agent builds its packets
     * @param cluster of the switch
     */
    void SetDataLink(Ptr<NetDevice> device, ClusterId cluster);

    /**
     * @brief Set the representative broker, before the application starts.
     * @param controllers where that of the cluster listens to hosts, then those that take its place
     */
    void SetControllers(const std::vector<InetSocketAddress>& controllers);

    /**
     * @brief Register a topic with the server, to publish it later.
     * @param topic that is going to be published
     * @param rateBps that is expected, bit/s
     */
    void Register(const Topic& topic, uint64_t rateBps);

    /// @return topics that have a code here
    std::size_t KnownCodes() const;

    /**
     * @param topic any
     * @return the address that its events have, or nothing if it has no code here
     */
    std::optional<Ipv6Address> AddressFor(const Topic& topic) const;

    /// @return address that events of this host have as their source
    Ipv6Address SourceAddress() const;

    /// @return whether the controller has confirmed where the host is
    bool IsAttached() const;

    /// @return how often a notice of a changed subscription was flooded
    uint32_t NoticesSent() const;

    /**
     * @brief TracedCallback signature of a refused topic.
     * @param topic without a code
     * @param sentence of the server
     */
    typedef void (*RefusedTracedCallback)(const Topic& topic, const std::string& sentence);

  protected:
    void DoDispose() override;
    void OpenTransport() override;
    void CloseTransport() override;
    void Join() override;
    void Leave() override;
    void InterestChanged() override;
    void Originate(const EventMessage& event) override;

  private:
    /// @brief The channel to a controller is open: introduce the host.
    void ChannelOpened();

    /**
     * @brief The channel to the controller is over.
     * @param reason why
     */
    void ChannelClosed(const std::string& reason);

    /**
     * @brief A message of the controller has arrived.
     * @param message which may be anything
     */
    void ReceiveControl(const ChannelMessage& message);

    /**
     * @brief Read a message of the controller, or count it as malformed.
     * @param message which may be anything
     * @return the fields, or null
     */
    template <typename Message>
    std::shared_ptr<const Message> ReadChannel(const ChannelMessage& message);

    /**
     * @brief Learn codes.
     * @param codes of topics
     */
    void TakeCodes(const SdnCodesMessage& codes);

    /**
     * @brief A topic has no code.
     * @param refusal of the server
     */
    void TakeRefusal(const SdnRefusalMessage& refusal);

    /**
     * @brief Learn the policy.
     * @param policy of the server
     */
    void TakePolicy(const SdnPolicyMessage& policy);

    /// @brief Send a greeting on the data link, and again until the controller has found the port.
    void Greet();

    /// @brief Flood what has changed in the subscription.
    void Announce();

    /**
     * @brief Flood a notice, in several datagrams if the filters are many.
     * @tparam Notice SdnSubscribeMessage or SdnUnsubscribeMessage
     * @param kind of the event
     * @param filters of the notice
     * @param isComplete whether they are all that the host wants
     */
    template <typename Notice>
    void Flood(EventKind kind, const std::vector<Filter>& filters, bool isComplete = false);

    /**
     * @param filter of a subscription
     * @return the code of its topic, or of the nearest topic above it that has one
     */
    BitString CodeFor(const Filter& filter) const;

    /// @brief Receive the addresses of the topics that the subscription matches, and no others.
    void JoinGroups();

    /**
     * @brief Send an event whose topic has a code.
     * @param event of this host
     * @param code of its topic
     */
    void SendEvent(const EventMessage& event, const BitString& code);

    /// @brief Send the events that waited for codes that are known now.
    void SendHeld();

    /**
     * @brief A datagram has arrived.
     * @param packet of the data link
     */
    void ReceiveData(const EventPacket& packet);

    /**
     * @brief Sink of the channel's Sent.
     * @param type of the message
     * @param bytes of it
     * @param peer that it is sent to
     */
    void TraceChannel(MessageType type, uint32_t bytes, NodeId peer);

    bool m_hasCopies = true;                      ///< whether the representative broker gets copies
    Time m_greetingInterval;                      ///< of greetings
    uint32_t m_mostHeld = 0;                      ///< events that wait for codes at most
    Ptr<NetDevice> m_device;                      ///< of the data link
    ClusterId m_cluster = NO_CLUSTER;             ///< of the host
    std::vector<InetSocketAddress> m_controllers; ///< representative broker first
    Ptr<DataLink> m_link;                         ///< open while running
    Ptr<ControlChannel> m_channel;                ///< open while running
    std::map<Topic, uint64_t> m_registered;       ///< topics and their rates
    std::map<Topic, BitString> m_codes;           ///< known
    std::deque<EventMessage> m_held;              ///< waiting for codes
    std::set<Filter> m_announced;                 ///< filters that were flooded
    Policy m_policy;                              ///< of the server
    bool m_isAttached = false;                    ///< whether the controller has found the port
    uint32_t m_greetings = 0;                     ///< sent
    uint32_t m_greetingLimit = 0;                 ///< without an answer
    uint32_t m_unanswered = 0;                    ///< since the connection
    uint32_t m_notices = 0;                       ///< sent
    EventId m_greeting;                           ///< the next one
    TracedCallback<const ControlRecord&> m_controlSent;         ///< messages
    TracedCallback<const Topic&, const std::string&> m_refused; ///< topics
};

} // namespace ns3::pubsub::sdn

#endif
