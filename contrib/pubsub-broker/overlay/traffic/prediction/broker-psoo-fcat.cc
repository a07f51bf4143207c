// SPDX-License-Identifier: GPL-2.0-only
#include "broker-psoo-fcat.h"

#include "broker-path-moves.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerPsooFcat");

NS_OBJECT_ENSURE_REGISTERED(PsooFcatStrategy);

namespace
{

/**
 * @param path completed
 * @param broker any
 * @return its index on the path; the length of the path where it is not on it
 */
std::size_t
PlaceOn(const CompletedPath& path, BrokerId broker)
{
    const auto place = std::find_if(path.path.begin(), path.path.end(), [&](const auto& each) {
        return each.broker == broker;
    });
    return static_cast<std::size_t>(place - path.path.begin());
}

/**
 * @param path received
 * @return whether it is a path and has the id of its content
 */
bool
IsConsistent(const CompletedPath& path)
{
    return IsWellFormedPath(path.path) && path.id == PathIdOf(path.message, path.path);
}

} // namespace

TypeId
PsooFcatStrategy::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::broker::PsooFcatStrategy")
            .SetParent<OverlayStrategy>()
            .SetGroupName("PubSub")
            .AddConstructor<PsooFcatStrategy>()
            .AddAttribute("FiltersPerRound",
                          "Messages of greatest traffic cost that a broker looks at in a round; 1 "
                          "as published.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&PsooFcatStrategy::m_filtersPerRound),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("WeightBySimilarity",
                          "Whether a predicted cost is multiplied by the similarity.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&PsooFcatStrategy::m_weightBySimilarity),
                          MakeBooleanChecker())
            .AddAttribute("PredictOnlyUnseen",
                          "Whether only filters without counts get a predicted cost.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&PsooFcatStrategy::m_predictOnlyUnseen),
                          MakeBooleanChecker())
            .AddAttribute("Similarity",
                          "What the number of equal attribute pairs is divided by.",
                          EnumValue(SimilarityKind::JACCARD),
                          MakeEnumAccessor<SimilarityKind>(&PsooFcatStrategy::m_similarity),
                          MakeEnumChecker(SimilarityKind::JACCARD,
                                          "jaccard",
                                          SimilarityKind::LARGER,
                                          "larger",
                                          SimilarityKind::FIRST,
                                          "first"))
            .AddAttribute("Units",
                          "Which neighbours of a path can be reconfiguration units.",
                          EnumValue(UnitRule::STRICT),
                          MakeEnumAccessor<UnitRule>(&PsooFcatStrategy::m_units),
                          MakeEnumChecker(UnitRule::STRICT, "strict", UnitRule::LENIENT, "lenient"))
            .AddAttribute("Advertised",
                          "When a subscription counts as advertised.",
                          EnumValue(AdvertisedRule::COVERED),
                          MakeEnumAccessor<AdvertisedRule>(&PsooFcatStrategy::m_advertisedRule),
                          MakeEnumChecker(AdvertisedRule::COVERED,
                                          "covered",
                                          AdvertisedRule::OVERLAP,
                                          "overlap"))
            .AddAttribute("NoticeAge",
                          "Age up to which a notice is extended; 0: two periods.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&PsooFcatStrategy::m_noticeAge),
                          MakeTimeChecker(Time(0)));
    return tid;
}

bool
PsooFcatStrategy::CountsByFilter() const
{
    return true;
}

void
PsooFcatStrategy::Decide(StrategyContext& context)
{
    NS_LOG_FUNCTION(this);
    ProposePending(context);
    Count(context);
    const PredictionSettings settings{m_similarity, m_weightBySimilarity, m_predictOnlyUnseen};
    const TrafficCosts costs = TrafficCostsOf(m_counts,
                                              context.Costs().Broker(context.Self()),
                                              AdvertisedFilters(context),
                                              settings,
                                              m_numbers);
    m_choices = GreatestCosts(costs, m_filtersPerRound);
    Carry(context, Paths(context).BeginRound(context.Now(), m_choices));
}

void
PsooFcatStrategy::ProposePending(StrategyContext& context)
{
    for (const auto& [id, pending] : m_master)
    {
        const auto moves =
            MovesOfPath(BrokersOf(pending.path.path), pending.upstream, pending.downstream);
        if (!moves.empty())
        {
            context.Propose(moves);
        }
    }
    m_master.clear();
}

void
PsooFcatStrategy::Count(const StrategyContext& context)
{
    m_counts = context.ControlCounts();
    for (const FlowRow& row : context.Flows().Rows())
    {
        m_counts.RecordFlow(row, context.Matching(row.flow));
    }
}

const std::set<Filter>&
PsooFcatStrategy::AdvertisedFilters(const StrategyContext& context)
{
    if (m_version != context.AdvertisementsVersion())
    {
        m_version = context.AdvertisementsVersion();
        m_knownVersion.reset();
        m_known.clear();
        m_advertised.clear();
    }
    if (m_knownVersion == context.SubscriptionsVersion())
    {
        return m_advertised;
    }
    m_knownVersion = context.SubscriptionsVersion();
    for (const RoutedFilter& row : context.Subscriptions())
    {
        if (m_known.insert(row.filter).second && context.IsAdvertised(row.filter, m_advertisedRule))
        {
            m_advertised.insert(row.filter);
        }
    }
    return m_advertised;
}

void
PsooFcatStrategy::Carry(StrategyContext& context, const PathOutput& output)
{
    for (const auto& [neighbour, notice] : output.notices)
    {
        SendTo(context, neighbour, notice);
    }
    for (const auto& [neighbour, end] : output.ends)
    {
        SendTo(context, neighbour, end);
    }
    for (const CompletedPath& path : output.completed)
    {
        Deliver(context, path);
    }
}

void
PsooFcatStrategy::Deliver(StrategyContext& context, const CompletedPath& path)
{
    const BrokerId master = MasterOf(path.path);
    if (master == context.Self())
    {
        m_master[path.id] = {path, {}, {}};
        PassRequest(context, {path, PathSide::UPSTREAM});
        PassRequest(context, {path, PathSide::DOWNSTREAM});
        return;
    }
    const std::size_t place = PlaceOn(path, context.Self());
    SendTo(context, path.path[PlaceOn(path, master) < place ? place - 1 : place + 1].broker, path);
}

void
PsooFcatStrategy::PassRequest(StrategyContext& context, const UnitRequest& request)
{
    const bool isUpstream = request.side == PathSide::UPSTREAM;
    const auto& path = request.path.path;
    const std::size_t place = PlaceOn(request.path, context.Self());
    if (place != (isUpstream ? 0 : path.size() - 1))
    {
        SendTo(context, path[isUpstream ? place - 1 : place + 1].broker, request);
        return;
    }
    const PredictingMessage& message = request.path.message;
    const FlowDirection direction = isUpstream ? FlowDirection::IN : FlowDirection::OUT;
    for (BrokerId neighbour : context.Neighbours())
    {
        if (PlaceOn(request.path, neighbour) == path.size() &&
            m_counts.Count({message.kind, message.filter, direction, neighbour}) > 0)
        {
            context.Send(neighbour, request);
        }
    }
}

void
PsooFcatStrategy::SendTo(StrategyContext& context, BrokerId to, const StrategyMessage& message)
{
    const std::vector<BrokerId> neighbours = context.Neighbours();
    // A link of the path may have been moved since; then the path is found anew.
    if (std::binary_search(neighbours.begin(), neighbours.end(), to))
    {
        context.Send(to, message);
    }
}

bool
PsooFcatStrategy::Receive(StrategyContext& context, BrokerId from, const StrategyMessage& message)
{
    NS_LOG_FUNCTION(this << from);
    return std::visit([&](const auto& each) { return Handle(context, from, each); }, message);
}

bool
PsooFcatStrategy::Handle(StrategyContext& context, BrokerId from, const PathNotice& message)
{
    if (!PredictingPaths::IsWellFormed(from, message, context.Now()))
    {
        return false;
    }
    Carry(context, Paths(context).OnNotice(from, message, context.Now()));
    return true;
}

bool
PsooFcatStrategy::Handle(StrategyContext& context, BrokerId from, const PathEnd& message)
{
    Carry(context, Paths(context).OnEnd(from, message));
    return true;
}

bool
PsooFcatStrategy::Handle(StrategyContext& context, BrokerId from, const CompletedPath& message)
{
    const std::size_t length = message.path.size();
    if (!IsConsistent(message) || PlaceOn(message, from) == length ||
        PlaceOn(message, context.Self()) == length)
    {
        return false;
    }
    Deliver(context, message);
    return true;
}

bool
PsooFcatStrategy::Handle(StrategyContext& context, BrokerId from, const UnitRequest& message)
{
    const auto& path = message.path.path;
    if (!IsConsistent(message.path) || PlaceOn(message.path, from) == path.size())
    {
        return false;
    }
    if (PlaceOn(message.path, context.Self()) != path.size())
    {
        PassRequest(context, message);
        return true;
    }
    const BrokerId end =
        message.side == PathSide::UPSTREAM ? path.front().broker : path.back().broker;
    if (from != end)
    {
        return false;
    }
    const bool isUnit =
        m_units == UnitRule::LENIENT || Paths(context).IsChosen(message.path.message);
    SendTo(context, from, UnitReply{message.path, message.side, isUnit, context.Self()});
    return true;
}

bool
PsooFcatStrategy::Handle(StrategyContext& context, BrokerId /* from */, const UnitReply& message)
{
    const std::size_t place = PlaceOn(message.path, context.Self());
    if (!IsConsistent(message.path) || place == message.path.path.size() ||
        message.unit >= LOCAL_CLIENTS ||
        PlaceOn(message.path, message.unit) < message.path.path.size())
    {
        return false;
    }
    const BrokerId master = MasterOf(message.path.path);
    if (master != context.Self())
    {
        const bool isBefore = PlaceOn(message.path, master) < place;
        SendTo(context, message.path.path[isBefore ? place - 1 : place + 1].broker, message);
        return true;
    }
    const auto pending = m_master.find(message.path.id);
    if (pending != m_master.end() && message.isAccepted)
    {
        const bool isUpstream = message.side == PathSide::UPSTREAM;
        (isUpstream ? pending->second.upstream : pending->second.downstream).insert(message.unit);
    }
    return true;
}

PredictingPaths&
PsooFcatStrategy::Paths(const StrategyContext& context)
{
    if (!m_paths)
    {
        m_paths.emplace(context.Self(), m_noticeAge.IsZero() ? Period() * 2 : m_noticeAge);
    }
    return *m_paths;
}

} // namespace ns3::pubsub::broker
