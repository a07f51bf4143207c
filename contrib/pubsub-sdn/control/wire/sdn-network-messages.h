// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_NETWORK_MESSAGES_H
#define SDN_NETWORK_MESSAGES_H

#include "ns3/pubsub-filter.h"
#include "ns3/pubsub-message.h"
#include "ns3/sdn-clusters.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup pubsub-sdn
 * Messages about links, loads and routes.
 * schema/messages/families/sdn.py is the same list for other readers.
 */

namespace ns3::pubsub::sdn
{

/// The bytes of a topic in a period.
struct TopicBytes
{
    Topic topic;                   ///< registered
    ClusterId source = NO_CLUSTER; ///< of the publishers; NO_CLUSTER: all
    uint64_t bytes = 0;            ///< of IPv6 packets that passed the sender's cluster

    /// @return whether all parts are equal
    bool operator==(const TopicBytes&) const = default;
};

/// The bytes that a cluster sent to a neighbour in a period.
struct EdgeBytes
{
    ClusterId cluster = NO_CLUSTER; ///< the neighbour
    uint64_t bytes = 0;             ///< on all trunks to it

    /// @return whether all parts are equal
    bool operator==(const EdgeBytes&) const = default;
};

/// The end of a trunk.
struct TrunkEnd
{
    ClusterId cluster = NO_CLUSTER; ///< of the switch
    NodeId switchNode = NO_NODE;    ///< node of the switch
    uint32_t port = 0;              ///< of the switch

    /// @return the order by cluster, switch and port
    auto operator<=>(const TrunkEnd&) const = default;
};

/// A link between switches of two clusters. The end in the cluster with the smaller number is a.
struct Trunk
{
    TrunkEnd a; ///< one end
    TrunkEnd b; ///< the other end

    /// @return the order by the ends
    auto operator<=>(const Trunk&) const = default;
};

/**
 * @brief Visit the end of a trunk.
 * @param archive reads, writes or measures
 * @param end of a trunk
 */
template <typename Archive, typename End>
void
TrunkEndFields(Archive& archive, End& end)
{
    archive.U32(end.cluster);
    archive.U32(end.switchNode);
    archive.U32(end.port);
}

/**
 * @ingroup pubsub-sdn
 * @brief The links of a cluster, from its controller to the server.
 */
struct SdnTopologyMessage
{
    static constexpr const char* NAME = "ns3::PubSubSdnTopologyHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{53};                              ///< on the wire
    static constexpr const char* TYPE_NAME = "sdn_topology";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    ClusterId cluster = NO_CLUSTER; ///< whose links they are
    uint64_t timeNs = 0;            ///< when the controller noticed the change, nanoseconds
    std::vector<uint8_t> report;    ///< JSON text, see TopologyReport

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.cluster);
        archive.U64(message.timeNs);
        archive.Bytes16(message.report);
    }
};

/**
 * @ingroup pubsub-sdn
 * @brief What a cluster carried in a period, from its controller to the server.
 */
struct SdnStatisticsMessage
{
    static constexpr const char* NAME =
        "ns3::PubSubSdnStatisticsHeader";                      ///< of the header's TypeId
    static constexpr MessageType TYPE{54};                     ///< on the wire
    static constexpr const char* TYPE_NAME = "sdn_statistics"; ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false;               ///< whether an event travels in it

    ClusterId cluster = NO_CLUSTER; ///< that counted
    uint64_t periodNs = 0;          ///< that was counted in, nanoseconds
    std::vector<TopicBytes> topics; ///< with entries in the cluster
    std::vector<EdgeBytes> edges;   ///< by neighbour

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.cluster);
        archive.U64(message.periodNs);
        archive.List16(message.topics, [](auto& a, auto& item) {
            a.Text(item.topic);
            a.U32(item.source);
            a.U64(item.bytes);
        });
        archive.List16(message.edges, [](auto& a, auto& item) {
            a.U32(item.cluster);
            a.U64(item.bytes);
        });
    }
};

/**
 * @ingroup pubsub-sdn
 * @brief The overlay of a topic, from the server to the controllers that it concerns.
 */
struct SdnRouteMessage
{
    static constexpr const char* NAME = "ns3::PubSubSdnRouteHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{55};                           ///< on the wire
    static constexpr const char* TYPE_NAME = "sdn_route";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    uint32_t batch = 0;            ///< of route changes
    Filter topic;                  ///< a topic, or # for the spanning tree of subscriptions
    ClusterId source = NO_CLUSTER; ///< of the publishers; NO_CLUSTER: all of them
    std::vector<Trunk>
        branches; ///< of the overlay; none: the receiver's clusters are no part of it

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.batch);
        archive.Text(message.topic);
        archive.U32(message.source);
        archive.List16(message.branches, [](auto& a, auto& item) {
            TrunkEndFields(a, item.a);
            TrunkEndFields(a, item.b);
        });
    }
};

/**
 * @ingroup pubsub-sdn
 * @brief All messages of a batch are sent: install it.
 */
struct SdnCommitMessage
{
    static constexpr const char* NAME = "ns3::PubSubSdnCommitHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{57};                            ///< on the wire
    static constexpr const char* TYPE_NAME = "sdn_commit";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    uint32_t batch = 0;     ///< of route changes
    uint8_t isComplete = 0; ///< 1: routes that are not in the batch are to be removed

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.batch);
        archive.U8(message.isComplete);
    }
};

/**
 * @ingroup pubsub-sdn
 * @brief All switches of a cluster have confirmed a batch.
 */
struct SdnInstalledMessage
{
    static constexpr const char* NAME = "ns3::PubSubSdnInstalledHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{58};                               ///< on the wire
    static constexpr const char* TYPE_NAME = "sdn_installed";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    uint32_t batch = 0;             ///< of route changes
    ClusterId cluster = NO_CLUSTER; ///< whose switches they are
    uint32_t flowMods = 0;          ///< sent for it
    uint32_t groupMods = 0;         ///< sent for it

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.batch);
        archive.U32(message.cluster);
        archive.U32(message.flowMods);
        archive.U32(message.groupMods);
    }
};

/**
 * @ingroup pubsub-sdn
 * @brief A controller's probe of a link, sent out of a port of a switch.
 */
struct SdnProbeMessage
{
    static constexpr const char* NAME = "ns3::PubSubSdnProbeHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{61};                           ///< on the wire
    static constexpr const char* TYPE_NAME = "sdn_probe";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    ClusterId cluster = NO_CLUSTER; ///< of the switch
    NodeId switchNode = NO_NODE;    ///< that sends it
    uint32_t port = 0;              ///< that sends it
    uint32_t sequence = 0;          ///< counted up

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.cluster);
        archive.U32(message.switchNode);
        archive.U32(message.port);
        archive.U32(message.sequence);
    }
};

/**
 * @ingroup pubsub-sdn
 * @brief A host's first packet on its data link, so that its controller finds the port.
 */
struct SdnGreetingMessage
{
    static constexpr const char* NAME = "ns3::PubSubSdnGreetingHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{62};                              ///< on the wire
    static constexpr const char* TYPE_NAME = "sdn_greeting";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    ClusterId cluster = NO_CLUSTER; ///< of the host
    uint32_t sequence = 0;          ///< counted up

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.cluster);
        archive.U32(message.sequence);
    }
};

inline const RegisteredMessage<SdnTopologyMessage> g_sdnTopologyMessage;     ///< registers the type
inline const RegisteredMessage<SdnStatisticsMessage> g_sdnStatisticsMessage; ///< registers the type
inline const RegisteredMessage<SdnRouteMessage> g_sdnRouteMessage;           ///< registers the type
inline const RegisteredMessage<SdnCommitMessage> g_sdnCommitMessage;         ///< registers the type
inline const RegisteredMessage<SdnInstalledMessage> g_sdnInstalledMessage;   ///< registers the type
inline const RegisteredMessage<SdnProbeMessage> g_sdnProbeMessage;           ///< registers the type
inline const RegisteredMessage<SdnGreetingMessage> g_sdnGreetingMessage;     ///< registers the type

} // namespace ns3::pubsub::sdn

#endif
