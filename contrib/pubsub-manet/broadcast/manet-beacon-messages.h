// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_BEACON_MESSAGES_H
#define MANET_BEACON_MESSAGES_H

#include "ns3/pubsub-message.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup pubsub-manet
 * The beacon of all protocols that send beacons.
 */

namespace ns3::pubsub::manet
{

/// Hops to the root that a beacon has room for.
constexpr std::size_t MAX_PATH = 250;

/**
 * @ingroup pubsub-manet
 * @brief What a beacon says of one tree.
 */
struct TreeEntry
{
    NodeId root = NO_NODE;                  ///< the publisher
    uint32_t rootSequence = 0;              ///< how fresh the path is
    NodeId parent = NO_NODE;                ///< the sender's parent
    std::vector<NodeId> path;               ///< from the parent to the root; empty at the root
    uint8_t attached = 0;                   ///< 1 if there is a path now
    std::vector<WeightedFilter> proxied;    ///< s'_i with the number of children that want each
    std::vector<WeightedFilter> advertised; ///< what the root publishes, with weights

    /// @return hops from the sender to the root
    std::size_t Hops() const
    {
        return path.size();
    }

    /**
     * @param a archive
     * @param m message
     */
    template <typename A, typename M>
    static void Fields(A& a, M& m)
    {
        const auto weighted = [](auto& archive, auto& item) {
            archive.Text(item.filter);
            archive.U16(item.count);
        };
        a.U32(m.root);
        a.U32(m.rootSequence);
        a.U32(m.parent);
        a.List8(m.path, [](auto& archive, auto& node) { archive.U32(node); });
        a.U8(m.attached);
        a.List16(m.proxied, weighted);
        a.List16(m.advertised, weighted);
    }
};

/**
 * @ingroup pubsub-manet
 * @brief The periodic beacon: who the sender is, what it wants, and where it stands in each tree.
 */
struct BeaconMessage
{
    static constexpr const char* NAME = "ns3::PubSubBeaconHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{2};                          ///< on the wire
    static constexpr const char* TYPE_NAME = "beacon";             ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    uint32_t sequence = 0;        ///< of the beacon
    std::vector<Filter> inherent; ///< s_i
    std::vector<TreeEntry> trees; ///< one entry for each publisher heard of

    /**
     * @param a archive
     * @param m message
     */
    template <typename A, typename M>
    static void Fields(A& a, M& m)
    {
        a.U32(m.sequence);
        a.List16(m.inherent, [](auto& archive, auto& filter) { archive.Text(filter); });
        a.List8(m.trees, [](auto& archive, auto& entry) { TreeEntry::Fields(archive, entry); });
    }
};

inline const RegisteredMessage<BeaconMessage> g_beaconMessage; ///< registers the type

} // namespace ns3::pubsub::manet

#endif
