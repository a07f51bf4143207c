// SPDX-License-Identifier: GPL-2.0-only
#include "broker-link-counter.h"

#include "ns3/log.h"

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerLinkCounter");

namespace
{

/// Neighbours that lead to the origins of changed filters.
struct ChangedSides
{
    std::set<NodeId> added;   ///< of filters that were added
    std::set<NodeId> deleted; ///< of filters that were deleted
};

/**
 * @param sides of some filters
 * @param neighbour of the broker
 * @param isBehind whether filters behind the neighbour are looked for; else all others
 * @return whether there is one
 */
bool
HasSide(const std::set<NodeId>& sides, NodeId neighbour, bool isBehind)
{
    const bool isThere = sides.contains(neighbour);
    return isBehind ? isThere : sides.size() > (isThere ? 1 : 0);
}

/**
 * @brief The changes of one routing table, and which of them each flow matches.
 */
class ChangeMatcher
{
  public:
    /**
     * @param changes of the table in a step
     * @param contents of the flows of the step
     */
    ChangeMatcher(const std::vector<FilterChange>& changes, const LinkCounter::Contents& contents)
        : m_changes(changes),
          m_contents(contents)
    {
    }

    /**
     * @brief Count notifications that match changed filters.
     * @param flows of a direction, with counts
     * @param neighbour the other end
     * @param isBehind whether filters behind the neighbour count; else all others
     * @return those that match added filters, minus those that match deleted ones
     */
    int64_t Change(const std::unordered_map<FlowId, uint64_t>& flows,
                   NodeId neighbour,
                   bool isBehind)
    {
        int64_t change = 0;
        for (const auto& [flow, count] : m_changes.empty() ? NONE : flows)
        {
            const ChangedSides& sides = SidesOf(flow);
            const auto notifications = static_cast<int64_t>(count);
            change += HasSide(sides.added, neighbour, isBehind) ? notifications : 0;
            change -= HasSide(sides.deleted, neighbour, isBehind) ? notifications : 0;
        }
        return change;
    }

  private:
    inline static const std::unordered_map<FlowId, uint64_t> NONE; ///< no flow

    /**
     * @param flow of the step
     * @return the neighbours behind which filters that it matches have changed
     */
    const ChangedSides& SidesOf(FlowId flow)
    {
        const auto [place, isNew] = m_sides.try_emplace(flow);
        if (isNew)
        {
            for (const FilterChange& change : m_changes)
            {
                auto& sides = change.isAdded ? place->second.added : place->second.deleted;
                if (!sides.contains(change.via) && change.filter.Matches(m_contents.at(flow)))
                {
                    sides.insert(change.via);
                }
            }
        }
        return place->second;
    }

    const std::vector<FilterChange>& m_changes;       ///< of the table
    const LinkCounter::Contents& m_contents;          ///< of the flows
    std::unordered_map<FlowId, ChangedSides> m_sides; ///< of the flows looked at
};

} // namespace

void
LinkCounter::Begin(bool isWhole)
{
    NS_LOG_FUNCTION(this << isWhole);
    m_isWhole = isWhole;
}

void
LinkCounter::Record(NodeId neighbour, FlowDirection direction, FlowId flow, const Content& content)
{
    NS_LOG_FUNCTION(this << neighbour << flow);
    ++m_counts[{neighbour, direction}][flow];
    m_contents.try_emplace(flow, content);
}

void
LinkCounter::LinkChanged(NodeId neighbour)
{
    NS_LOG_FUNCTION(this << neighbour);
    m_changed.insert(neighbour);
}

std::vector<LinkStep>
LinkCounter::EndStep(const std::vector<NodeId>& neighbours, const OverlayRoutes& routes)
{
    NS_LOG_FUNCTION(this);
    const auto subscribed = m_subscriptions.EndStep(routes.Subscriptions());
    const auto advertised = m_advertisements.EndStep(routes.Advertisements());
    ChangeMatcher subscriptions(subscribed, m_contents);
    ChangeMatcher advertisements(advertised, m_contents);
    std::vector<LinkStep> steps;
    for (const NodeId neighbour : neighbours)
    {
        for (const auto direction : {FlowDirection::IN, FlowDirection::OUT})
        {
            if (!m_isWhole || m_changed.contains(neighbour))
            {
                continue;
            }
            const FlowCounts& flows = m_counts[{neighbour, direction}];
            const bool isOut = direction == FlowDirection::OUT;
            LinkStep step{.neighbour = neighbour, .direction = direction};
            for (const auto& [flow, count] : flows)
            {
                step.notifications += count;
            }
            step.subscriptionChange = subscriptions.Change(flows, neighbour, isOut);
            step.advertisementChange = advertisements.Change(flows, neighbour, !isOut);
            steps.push_back(step);
        }
    }
    m_counts.clear();
    m_changed.clear();
    m_lastContents = std::move(m_contents);
    m_contents.clear();
    m_isWhole = true;
    return steps;
}

void
LinkCounter::Clear()
{
    NS_LOG_FUNCTION(this);
    *this = LinkCounter();
}

} // namespace ns3::pubsub::broker
