// SPDX-License-Identifier: GPL-2.0-only
#include "broker-strategy-runner.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerStrategyRunner");

namespace
{

/// Flows whose matching subscriptions are remembered.
constexpr std::size_t MATCHED_FLOWS = 65536;

} // namespace

StrategyRunner::StrategyRunner(Broker broker, const OverlayRoutes& routes)
    : m_broker(std::move(broker)),
      m_routes(routes),
      m_predictor(CreateObject<TrafficPredictor>()),
      m_random(CreateObject<UniformRandomVariable>())
{
}

StrategyRunner::~StrategyRunner()
{
    m_windowEnd.Cancel();
    m_decision.Cancel();
}

void
StrategyRunner::SetStrategy(Ptr<OverlayStrategy> strategy)
{
    NS_LOG_FUNCTION(this << strategy);
    m_strategy = strategy;
}

Ptr<OverlayStrategy>
StrategyRunner::GetStrategy() const
{
    return m_strategy;
}

void
StrategyRunner::SetPredictor(Ptr<TrafficPredictor> predictor)
{
    m_predictor = predictor;
    m_countsLinks = m_reportsLinks || m_predictor->CountsLinks();
}

Ptr<TrafficPredictor>
StrategyRunner::GetPredictor() const
{
    return m_predictor;
}

void
StrategyRunner::SetCostSeed(uint64_t seed)
{
    m_costSeed = seed;
    m_costs = OverlayCosts(seed);
}

uint64_t
StrategyRunner::GetCostSeed() const
{
    return m_costSeed;
}

void
StrategyRunner::SetWholeWindows(bool wholeWindows)
{
    m_wholeWindows = wholeWindows;
}

void
StrategyRunner::SetCountsLinks(bool countsLinks)
{
    NS_LOG_FUNCTION(this << countsLinks);
    m_reportsLinks = countsLinks;
    m_countsLinks = m_reportsLinks || m_predictor->CountsLinks();
}

void
StrategyRunner::CountLink(NodeId neighbour,
                          FlowDirection direction,
                          FlowId flow,
                          const Content& content)
{
    if (m_countsLinks && m_strategy)
    {
        m_links.Record(neighbour, direction, flow, content);
    }
}

void
StrategyRunner::LinkChanged(NodeId neighbour)
{
    if (m_countsLinks)
    {
        m_links.LinkChanged(neighbour);
    }
}

void
StrategyRunner::Interrupt()
{
    NS_LOG_FUNCTION(this);
    m_flows.Restart();
    m_isCut = true;
}

void
StrategyRunner::AssignStream(int64_t stream)
{
    m_random->SetStream(stream);
}

void
StrategyRunner::Start()
{
    NS_LOG_FUNCTION(this);
    // The draw is made in any case, so that a strategy leaves the other draws as they are.
    const double share = m_random->GetValue(0.0, 1.0);
    if (!m_strategy)
    {
        return;
    }
    const int64_t window = m_strategy->Window().GetTimeStep();
    const int64_t passed = Simulator::Now().GetTimeStep() % window;
    m_isCut = passed > 0;
    m_links.Begin(passed == 0);
    m_windowEnd = Simulator::Schedule(TimeStep(window - passed), &StrategyRunner::EndWindow, this);
    m_decision = Simulator::Schedule(m_strategy->Period() * share, &StrategyRunner::Decide, this);
}

void
StrategyRunner::Stop()
{
    NS_LOG_FUNCTION(this);
    m_windowEnd.Cancel();
    m_decision.Cancel();
    m_flows = FlowTable();
    m_links.Clear();
    m_predictor->Forget();
    m_openCounts.Clear();
    m_counts.Clear();
    m_contents.clear();
    m_previous.clear();
    m_matching.clear();
}

void
StrategyRunner::EndWindow()
{
    m_flows.EndWindow();
    if (m_wholeWindows && m_isCut)
    {
        m_flows.Restart();
    }
    ReportWindow();
    m_isCut = false;
    m_counts = std::exchange(m_openCounts, {});
    m_previous = std::exchange(m_contents, {});
    m_windowEnd = Simulator::Schedule(m_strategy->Window(), &StrategyRunner::EndWindow, this);
}

void
StrategyRunner::ReportWindow()
{
    const Time window = m_strategy->Window();
    const auto number = static_cast<uint32_t>(Now().GetTimeStep() / window.GetTimeStep() - 1);
    const auto links =
        m_countsLinks ? m_links.EndStep(m_broker.neighbours(), m_routes) : std::vector<LinkStep>();
    if (m_reportsLinks)
    {
        m_broker.counted(number, links);
    }
    m_predictor->WindowEnded({.broker = Self(),
                              .number = number,
                              .length = window,
                              .isCut = m_isCut,
                              .flows = m_flows,
                              .links = links,
                              .contents = m_links.LastContents(),
                              .filtersVersion = m_routes.Subscriptions().GetFiltersVersion() +
                                                m_routes.Advertisements().GetFiltersVersion()});
}

void
StrategyRunner::Decide()
{
    NS_LOG_FUNCTION(this);
    m_decision = Simulator::Schedule(m_strategy->Period(), &StrategyRunner::Decide, this);
    if (m_flows.IsCurrent())
    {
        m_strategy->Decide(*this);
    }
}

bool
StrategyRunner::Receive(NodeId from, const StrategyMessage& message)
{
    return m_strategy && m_strategy->Receive(*this, from, message);
}

void
StrategyRunner::RecordFilters(TrafficKind kind,
                              const std::vector<Filter>& filters,
                              FlowDirection direction,
                              NodeId neighbour)
{
    if (m_strategy && m_strategy->CountsByFilter())
    {
        m_openCounts.RecordFilters(
            {.kind = kind, .direction = direction, .place = neighbour, .filters = filters});
    }
}

void
StrategyRunner::RememberContent(FlowId flow, const Content& content)
{
    if (m_strategy && m_strategy->CountsByFilter())
    {
        m_contents.try_emplace(flow, content);
    }
}

const FlowTable&
StrategyRunner::Predicted() const
{
    return m_predictor->Predict(m_flows);
}

BrokerId
StrategyRunner::Self() const
{
    return m_broker.self();
}

Time
StrategyRunner::Now() const
{
    return Simulator::Now();
}

std::vector<BrokerId>
StrategyRunner::Neighbours() const
{
    return m_broker.neighbours();
}

const OverlayCosts&
StrategyRunner::Costs() const
{
    return m_costs;
}

const FlowTable&
StrategyRunner::Flows() const
{
    return Predicted();
}

const CountTable&
StrategyRunner::ControlCounts() const
{
    return m_counts;
}

const std::vector<RoutedFilter>&
StrategyRunner::Rows(View& view, const OriginTable& table) const
{
    if (!view.isMade || view.version != table.GetVersion())
    {
        view.rows.clear();
        for (const auto& [origin, entry] : table.All())
        {
            for (const Filter& filter : entry.filters->Filters())
            {
                view.rows.push_back({.filter = filter, .place = PlaceOf(entry), .origin = origin});
            }
        }
        view.version = table.GetVersion();
        view.isMade = true;
    }
    return view.rows;
}

const std::vector<RoutedFilter>&
StrategyRunner::Subscriptions() const
{
    return Rows(m_subscriptions, m_routes.Subscriptions());
}

const std::vector<RoutedFilter>&
StrategyRunner::Advertisements() const
{
    return Rows(m_advertisements, m_routes.Advertisements());
}

uint64_t
StrategyRunner::SubscriptionsVersion() const
{
    return m_routes.Subscriptions().GetVersion();
}

uint64_t
StrategyRunner::AdvertisementsVersion() const
{
    return m_routes.Advertisements().GetVersion();
}

bool
StrategyRunner::IsAdvertised(const Filter& filter, AdvertisedRule rule) const
{
    const auto& all = m_routes.Advertisements().All();
    return std::any_of(all.begin(), all.end(), [&](const auto& entry) {
        return entry.second.filters->Advertises(filter, rule);
    });
}

const std::vector<RoutedFilter>&
StrategyRunner::Matching(FlowId flow) const
{
    static const std::vector<RoutedFilter> none;
    const auto known = m_previous.find(flow);
    const Content* content =
        known == m_previous.end() ? m_predictor->ContentOf(flow) : &known->second;
    if (!content)
    {
        return none;
    }
    const uint64_t version = m_routes.Subscriptions().GetFiltersVersion();
    if (m_matchVersion != version || m_matching.size() >= MATCHED_FLOWS)
    {
        m_matching.clear();
        m_matchVersion = version;
    }
    Matched& matched = m_matching[flow];
    // The content is compared, because the flow is what the sender says.
    if (matched.content != *content)
    {
        matched = {*content, 0, {}};
    }
    UpdateMatched(matched);
    return matched.rows;
}

void
StrategyRunner::UpdateMatched(Matched& matched) const
{
    const uint64_t version = SubscriptionsVersion();
    if (matched.version == 0)
    {
        const auto& rows = Subscriptions();
        std::copy_if(
            rows.begin(),
            rows.end(),
            std::back_inserter(matched.rows),
            [&matched](const RoutedFilter& row) { return row.filter.Matches(matched.content); });
    }
    else if (matched.version != version)
    {
        for (RoutedFilter& row : matched.rows)
        {
            row.place = PlaceOf(m_routes.Subscriptions().All().at(row.origin));
        }
    }
    matched.version = version;
}

BrokerId
StrategyRunner::PlaceOf(const OriginTable::Entry& entry) const
{
    return entry.via == Self() ? LOCAL_CLIENTS : entry.via;
}

void
StrategyRunner::Send(BrokerId neighbour, const StrategyMessage& message)
{
    m_broker.send(neighbour, message);
}

void
StrategyRunner::Propose(const std::vector<Move>& alternatives)
{
    m_broker.propose(alternatives);
}

} // namespace ns3::pubsub::broker
