// SPDX-License-Identifier: GPL-2.0-only
//
// What is checked of any overlay: its links form a tree, and each event arrives once and in order.
#ifndef OVERLAY_WATCH_H
#define OVERLAY_WATCH_H

#include "broker-test-case.h"

#include "ns3/broker-overlay-broker.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3::pubsub::broker
{

/// A link between two brokers, the lower id first.
using OverlayEdge = std::pair<NodeId, NodeId>;

/// Brokers by identity, from 0.
using OverlayBrokers = std::vector<Ptr<OverlayBroker>>;

/**
 * @param brokers of the overlay
 * @param a a broker
 * @param b another
 * @return whether both use the link between them; where one does not run, the other end's word
 * counts
 */
inline bool
IsLinkInUse(const OverlayBrokers& brokers, NodeId a, NodeId b)
{
    const OverlayLink* there = brokers[a]->GetLinks().Find(b);
    const OverlayLink* back = brokers[b]->GetLinks().Find(a);
    if (!brokers[a]->IsRunning() || !brokers[b]->IsRunning())
    {
        const OverlayLink* known = brokers[a]->IsRunning() ? there : back;
        return known && known->state == LinkState::ACTIVE;
    }
    return there && back && there->state != LinkState::DRAINING &&
           back->state != LinkState::DRAINING &&
           (there->state == LinkState::ACTIVE || back->state == LinkState::ACTIVE);
}

/**
 * @param brokers of the overlay
 * @return the links that are in use now
 */
inline std::set<OverlayEdge>
LinksInUse(const OverlayBrokers& brokers)
{
    std::set<OverlayEdge> links;
    for (NodeId a = 0; a < brokers.size(); ++a)
    {
        for (const auto& [b, link] : brokers[a]->GetLinks().All())
        {
            if (b < brokers.size() && IsLinkInUse(brokers, a, b))
            {
                links.insert(std::minmax(a, b));
            }
        }
    }
    return links;
}

/**
 * @param links of an overlay
 * @param size number of its brokers
 * @return whether the links form one tree of all brokers
 */
inline bool
IsOneTree(const std::set<OverlayEdge>& links, std::size_t size)
{
    std::vector<NodeId> part(size);
    for (NodeId i = 0; i < size; ++i)
    {
        part[i] = i;
    }
    const auto find = [&part](NodeId broker) {
        while (part[broker] != broker)
        {
            broker = part[broker] = part[part[broker]];
        }
        return broker;
    };
    for (const auto& [a, b] : links)
    {
        if (find(a) == find(b))
        {
            return false; // a cycle
        }
        part[find(a)] = find(b);
    }
    return links.size() + 1 == size;
}

/**
 * @param links of an overlay
 * @return them as `0-1 1-2`
 */
inline std::string
TextOfLinks(const std::set<OverlayEdge>& links)
{
    std::string text;
    for (const auto& [a, b] : links)
    {
        text += (text.empty() ? "" : " ") + std::to_string(a) + "-" + std::to_string(b);
    }
    return text;
}

/**
 * @param brokers of the overlay
 * @return whether no link is changing, both ends of each agree, and no broker is locked
 */
inline bool
AreSettled(const OverlayBrokers& brokers)
{
    for (NodeId a = 0; a < brokers.size(); ++a)
    {
        for (const auto& [b, link] : brokers[a]->GetLinks().All())
        {
            const OverlayLink* other = brokers.at(b)->GetLinks().Find(a);
            if (link.state != LinkState::ACTIVE || !other || other->epoch != link.epoch ||
                link.isHeld || link.plan != NO_PLAN)
            {
                return false;
            }
        }
        const MoveMember& moves = brokers[a]->GetMoves();
        if (!moves.Moves().empty() || moves.LockHolder() != NO_PLAN)
        {
            return false;
        }
    }
    return true;
}

/**
 * @ingroup pubsub-broker-test
 * @brief Looks at the links in use at each change, and counts the changes that leave no tree.
 */
class TreeWatch
{
  public:
    /// @param brokers that are watched from now on, by identity
    explicit TreeWatch(const OverlayBrokers& brokers)
        : m_brokers(brokers)
    {
        for (const auto& broker : brokers)
        {
            broker->TraceConnectWithoutContext("Link", MakeCallback(&TreeWatch::LinkChanged, this));
            broker->TraceConnectWithoutContext("Plan", MakeCallback(&TreeWatch::Plan, this));
        }
    }

    /// @return changes of links
    uint32_t Changes() const
    {
        return m_changes;
    }

    /// @return changes that left no tree
    uint32_t Broken() const
    {
        return m_broken;
    }

    /**
     * @param state of plans
     * @return how many there were
     */
    uint32_t Plans(PlanState state) const
    {
        const auto found = m_plans.find(state);
        return found == m_plans.end() ? 0 : found->second;
    }

  private:
    /**
     * @param peer the other end
     * @param isUp whether the link is in the tree
     * @param plan that changes it
     */
    void LinkChanged(NodeId peer, bool isUp, PlanId plan)
    {
        static_cast<void>(peer);
        static_cast<void>(isUp);
        static_cast<void>(plan);
        ++m_changes;
        m_broken += !IsOneTree(LinksInUse(m_brokers), m_brokers.size());
    }

    /// @param report of a plan
    void Plan(const PlanReport& report)
    {
        ++m_plans[report.state];
    }

    OverlayBrokers m_brokers;              ///< watched
    uint32_t m_changes = 0;                ///< of links
    uint32_t m_broken = 0;                 ///< of them
    std::map<PlanState, uint32_t> m_plans; ///< reports
};

/**
 * @ingroup pubsub-broker-test
 * @brief Compares what was published with what was delivered.
 */
class DeliveryCheck
{
  public:
    /// @param brokers that are watched from now on, by identity
    explicit DeliveryCheck(const OverlayBrokers& brokers)
        : m_brokers(brokers)
    {
        for (std::size_t i = 0; i < brokers.size(); ++i)
        {
            const std::string node = std::to_string(i);
            brokers[i]->TraceConnect("Published",
                                     node,
                                     MakeCallback(&DeliveryCheck::Published, this));
            brokers[i]->TraceConnect("Deliver",
                                     node,
                                     MakeCallback(&DeliveryCheck::Delivered, this));
        }
    }

    /// @return deliveries that were due, and came
    uint32_t Good() const
    {
        return m_good;
    }

    /// @return deliveries of an event that had been delivered
    uint32_t Duplicates() const
    {
        return m_duplicates;
    }

    /// @return deliveries behind a later event of the same publisher
    uint32_t Reordered() const
    {
        return m_reordered;
    }

    /// @return deliveries that were due and did not come
    uint32_t Lost() const
    {
        return m_due.size();
    }

  private:
    using Due = std::pair<NodeId, std::pair<NodeId, uint32_t>>; ///< subscriber, event

    /**
     * @param context of the publisher
     * @param event published
     */
    void Published(std::string context, const EventMessage& event)
    {
        static_cast<void>(context);
        for (NodeId i = 0; i < m_brokers.size(); ++i)
        {
            if (i != event.publisher && m_brokers[i]->GetInherent().Matches(event.content))
            {
                m_due.insert({i, {event.publisher, event.sequence}});
            }
        }
    }

    /**
     * @param context of the subscriber
     * @param event delivered
     * @param wanted whether it is subscribed
     */
    void Delivered(std::string context, const EventMessage& event, bool wanted)
    {
        static_cast<void>(wanted);
        const auto node = static_cast<NodeId>(std::stoul(context));
        const bool isDue = m_due.erase({node, {event.publisher, event.sequence}}) > 0;
        m_good += isDue;
        m_duplicates += !isDue;
        if (isDue)
        {
            uint32_t& last = m_last[{node, event.publisher}];
            m_reordered += event.sequence < last;
            last = std::max(last, event.sequence);
        }
    }

    OverlayBrokers m_brokers;                             ///< watched
    std::set<Due> m_due;                                  ///< deliveries still to come
    std::map<std::pair<NodeId, NodeId>, uint32_t> m_last; ///< by subscriber and publisher
    uint32_t m_good = 0;                                  ///< deliveries
    uint32_t m_duplicates = 0;                            ///< deliveries
    uint32_t m_reordered = 0;                             ///< deliveries
};

} // namespace ns3::pubsub::broker

#endif
