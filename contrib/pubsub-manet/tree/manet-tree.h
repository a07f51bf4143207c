// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_TREE_H
#define MANET_TREE_H

#include "manet-event-estimate.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/pubsub-message.h"
#include "ns3/pubsub-subscription.h"

#include <map>
#include <optional>
#include <vector>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief How good a node's position in a tree is: a newer root sequence is better, then fewer hops.
 *
 * A node only ever takes a parent whose label is better than its own, and its own label only ever
 * gets better; so labels get strictly better along every chain of parents and no chain can close,
 * at no moment and whatever beacons are lost or late. (The same argument as for the sequence
 * numbers of DSDV and the feasibility condition of Babel, RFC 8966, section 2.4.)
 */
struct TreeLabel
{
    uint32_t rootSequence = 0; ///< of the root's beacon that the position rests on
    std::size_t hops = 0;      ///< to the root

    /**
     * @param other another label
     * @return whether this one is strictly better
     */
    bool IsBetterThan(const TreeLabel& other) const
    {
        return rootSequence > other.rootSequence ||
               (rootSequence == other.rootSequence && hops < other.hops);
    }
};

/**
 * @ingroup pubsub-manet
 * @brief One node's place in one publish/subscribe tree: its label, its parent, its children.
 */
struct Tree
{
    /// A neighbour that has this node as its parent.
    struct Child
    {
        Subscription effective; ///< S of the child
        Time expires;           ///< forgotten then, unless heard again
    };

    NodeId root = NO_NODE;                  ///< the publisher
    std::optional<TreeLabel> label;         ///< none before the first parent; outlives it for long
    NodeId parent = NO_NODE;                ///< whom we receive from
    std::vector<NodeId> path;               ///< from the parent to the root
    std::map<NodeId, Child> children;       ///< by id
    std::vector<WeightedFilter> advertised; ///< what the root says it publishes
    uint32_t advertisedTold = 0;            ///< own beacons since that changed
    EventEstimate heard;                    ///< what it was heard to publish

    Subscription reported;          ///< S_i as the parent was told
    uint32_t reportSequence = 0;    ///< of the last report
    uint32_t reportsUnanswered = 0; ///< tries of the last report so far
    EventId reportTimer;            ///< sends the report, or sends it again

    EventId shopTimer;        ///< the next look around for a parent
    bool explored = false;    ///< whether the first wait for beacons is over
    NodeId awaited = NO_NODE; ///< the parent we want, once its label is newer than ours
    Time awaitedUntil;        ///< when we stop waiting for it

    Time known;                       ///< when we first heard of it
    Time attachedHeard = Time::Min(); ///< when a neighbour last had a path to the root
    Time confirmed;                   ///< when the parent's label last went with ours
    Time detached = Time::Min();      ///< since when there is no parent, after one

    /**
     * @param self this node
     * @return whether it has a path to the root
     */
    bool IsAttached(NodeId self) const
    {
        return root == self || parent != NO_NODE;
    }

    /// @return s'_i: each filter some child wants, with the number of children that do
    std::vector<WeightedFilter> Proxied() const;

    /// @return s'_i as a subscription
    Subscription ProxiedSubscription() const;

    /**
     * @param content of an event
     * @return whether some child wants it
     */
    bool IsWantedByChild(const Content& content) const;
};

} // namespace ns3::pubsub::manet

#endif
