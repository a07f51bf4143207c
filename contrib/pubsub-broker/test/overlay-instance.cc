// SPDX-License-Identifier: GPL-2.0-only
#include "overlay-instance.h"

#include <algorithm>
#include <deque>
#include <tuple>

namespace ns3::pubsub::broker
{

FlowId
OverlayInstance::FlowOf(const Publication& publication)
{
    return MakeFlowId(publication.publisher, ContentClassOf(publication.content));
}

std::vector<OverlayFlow>
OverlayInstance::Flows() const
{
    std::vector<OverlayFlow> flows;
    for (const Publication& publication : publications)
    {
        OverlayFlow flow{FlowOf(publication), {}, publication.count};
        for (const auto& [broker, filter] : subscriptions)
        {
            if (filter.Matches(publication.content))
            {
                flow.consumers.push_back(broker);
            }
        }
        flows.push_back(flow);
    }
    return flows;
}

std::vector<RoutedFilter>
OverlayInstance::RoutingTable(BrokerId broker,
                              const std::vector<std::pair<BrokerId, Filter>>& of) const
{
    std::vector<RoutedFilter> rows;
    for (const auto& [origin, filter] : of)
    {
        const BrokerId place = origin == broker ? LOCAL_CLIENTS : tree.Path(broker, origin)[1];
        rows.push_back({filter, place, origin});
    }
    return rows;
}

RecordingContext::RecordingContext(const OverlayInstance& instance, BrokerId self)
    : m_instance(instance),
      m_self(self),
      m_flows(FlowTablesOf(instance.tree, instance.Flows())[self]),
      m_subscriptions(instance.RoutingTable(self, instance.subscriptions)),
      m_advertisements(instance.RoutingTable(self, instance.advertisements))
{
    for (const auto& publication : instance.publications)
    {
        for (const RoutedFilter& row : m_subscriptions)
        {
            if (row.filter.Matches(publication.content))
            {
                m_matching[OverlayInstance::FlowOf(publication)].push_back(row);
            }
        }
    }
}

BrokerId
RecordingContext::Self() const
{
    return m_self;
}

Time
RecordingContext::Now() const
{
    return now;
}

std::vector<BrokerId>
RecordingContext::Neighbours() const
{
    return m_instance.tree.Neighbours(m_self);
}

const OverlayCosts&
RecordingContext::Costs() const
{
    return m_instance.costs;
}

const FlowTable&
RecordingContext::Flows() const
{
    return m_flows;
}

const CountTable&
RecordingContext::ControlCounts() const
{
    return control;
}

const std::vector<RoutedFilter>&
RecordingContext::Subscriptions() const
{
    return m_subscriptions;
}

const std::vector<RoutedFilter>&
RecordingContext::Advertisements() const
{
    return m_advertisements;
}

uint64_t
RecordingContext::SubscriptionsVersion() const
{
    return 0;
}

uint64_t
RecordingContext::AdvertisementsVersion() const
{
    return 0;
}

bool
RecordingContext::IsAdvertised(const Filter& filter, AdvertisedRule rule) const
{
    return std::any_of(m_advertisements.begin(), m_advertisements.end(), [&](const auto& row) {
        return IsAdvertisedBy(filter, row.filter, rule);
    });
}

const std::vector<RoutedFilter>&
RecordingContext::Matching(FlowId flow) const
{
    const auto known = m_matching.find(flow);
    return known == m_matching.end() ? m_none : known->second;
}

void
RecordingContext::Send(BrokerId neighbour, const StrategyMessage& message)
{
    sent.emplace_back(neighbour, message);
}

void
RecordingContext::Propose(const std::vector<Move>& alternatives)
{
    proposals.push_back(alternatives);
}

void
PlayRound(std::vector<RecordingContext>& contexts,
          const std::vector<Ptr<OverlayStrategy>>& strategies,
          Time now)
{
    std::deque<std::tuple<BrokerId, BrokerId, StrategyMessage>> waiting;
    const auto collect = [&](BrokerId from) {
        for (auto& [to, message] : std::exchange(contexts[from].sent, {}))
        {
            waiting.emplace_back(from, to, message);
        }
    };
    for (BrokerId broker = 0; broker < contexts.size(); ++broker)
    {
        contexts[broker].now = now;
        strategies[broker]->Decide(contexts[broker]);
        collect(broker);
    }
    while (!waiting.empty())
    {
        const auto [from, to, message] = waiting.front();
        waiting.pop_front();
        strategies[to]->Receive(contexts[to], from, message);
        collect(to);
    }
}

EvalSum
EvaluateMove(const Move& move, const std::vector<FlowTable>& tables, const OverlayCosts& costs)
{
    EvalSum sum;
    std::vector<EvalRow> rows;
    for (std::size_t place = 0; place < move.path.size(); ++place)
    {
        sum += EvalStep(move, place, tables[move.path[place]], costs, rows);
    }
    return sum;
}

std::vector<Move>
AllMoves(const OverlayTree& tree)
{
    std::vector<Move> moves;
    for (BrokerId x = 0; x < tree.Size(); ++x)
    {
        for (BrokerId to = 0; to < tree.Size(); ++to)
        {
            const std::vector<BrokerId> path = tree.Path(x, to);
            if (path.size() >= 3)
            {
                moves.push_back(MakeMove(x, {path.begin() + 1, path.end()}));
            }
        }
    }
    return moves;
}

} // namespace ns3::pubsub::broker
