// SPDX-License-Identifier: GPL-2.0-only
#include "manet-hodmrp.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/pubsub-protocol-registry.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("Hodmrp");

NS_OBJECT_ENSURE_REGISTERED(Hodmrp);

namespace
{

const RegisteredProtocol g_hodmrp({
    .name = "hodmrp",
    .label = "HODMRP",
    .type = "ns3::Hodmrp",
    .rank = 100,
});

} // namespace

void
PathHistory::Add(uint8_t degree)
{
    minimum = std::min(minimum, degree);
    sum += degree;
}

bool
PathHistory::IsSound(uint8_t relays) const
{
    if (relays == 0)
    {
        return minimum == MAX_DEGREE && sum == 0;
    }
    return sum >= relays * minimum && sum <= minimum + (relays - 1) * MAX_DEGREE;
}

double
PathHistory::Mean(uint8_t relays) const
{
    return relays == 0 ? MAX_DEGREE : static_cast<double>(sum) / relays;
}

TypeId
Hodmrp::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::Hodmrp")
            .SetParent<Odmrp>()
            .SetGroupName("PubSub")
            .AddConstructor<Hodmrp>()
            .AddAttribute("DestinationWait",
                          "A member collects copies of a query so long before it replies, s (the "
                          "paper: an appropriate time; 30 ms is our choice, three times the "
                          "greatest jitter of a query)",
                          TimeValue(MilliSeconds(30)),
                          MakeTimeAccessor(&Hodmrp::m_destinationWait),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("DestinationCopies",
                          "Copies of a query that a node chooses from; with so many a member waits "
                          "no longer (the paper: a specific number of packets; 3 is our choice)",
                          UintegerValue(3),
                          MakeUintegerAccessor(&Hodmrp::m_destinationCopies),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("PathMeasure",
                          "What makes a way's history of its relays' degrees: their mean, or the "
                          "minimum (our choice)",
                          EnumValue(PathHistoryMeasure::MEAN),
                          MakeEnumAccessor<PathHistoryMeasure>(&Hodmrp::m_measure),
                          MakeEnumChecker(PathHistoryMeasure::MEAN,
                                          "Mean",
                                          PathHistoryMeasure::MINIMUM,
                                          "Minimum"))
            .AddAttribute("HistoryThreshold",
                          "From this history degree on, of 0 to 1, a node sends queries on at once "
                          "(the paper: beyond a certain history; 0.1 is our choice, some 7 s of "
                          "sessions)",
                          DoubleValue(0.1),
                          MakeDoubleAccessor(&Hodmrp::m_threshold),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("LowHistoryWait",
                          "A node below the threshold waits so long, besides the jitter, before it "
                          "sends a query on, s (our choice, the greatest jitter)",
                          TimeValue(MilliSeconds(10)),
                          MakeTimeAccessor(&Hodmrp::m_lowHistoryWait),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("SessionCap",
                          "An active session counts its age, but not more than this; sessions that "
                          "count this in all make a history degree of one half, s (our choice)",
                          TimeValue(Seconds(60)),
                          MakeTimeAccessor(&Hodmrp::m_sessionCap),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute("PastWeight",
                          "A past session counts this share of its duration (our choice; the "
                          "paper: active sessions count more)",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&Hodmrp::m_pastWeight),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("PastDecay",
                          "A past session counts the less the older it is, by a factor e in this "
                          "time, s (our choice)",
                          TimeValue(Seconds(60)),
                          MakeTimeAccessor(&Hodmrp::m_pastDecay),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute("PastSessions",
                          "Past sessions kept, the latest (the paper: old ones are removed beyond "
                          "a few; 8 is our choice)",
                          UintegerValue(8),
                          MakeUintegerAccessor(&Hodmrp::m_pastSessions),
                          MakeUintegerChecker<uint32_t>(0, 256));
    return tid;
}

Hodmrp::Hodmrp() = default;

Hodmrp::~Hodmrp() = default;

uint8_t
Hodmrp::GetDegree()
{
    return static_cast<uint8_t>(std::lround(Degree() * PathHistory::MAX_DEGREE));
}

double
Hodmrp::Degree()
{
    return m_history.Degree(Simulator::Now(),
                            {m_sessionCap, m_pastWeight, m_pastDecay, m_pastSessions});
}

void
Hodmrp::Leave()
{
    NS_LOG_FUNCTION(this);
    m_rounds.clear();
    m_history.Clear();
    Odmrp::Leave();
}

void
Hodmrp::ReceiveControl(MessageType type, Ptr<Packet> packet, NodeId from)
{
    if (type == JoinQuery::TYPE)
    {
        // It would put ways without a history among those with one.
        BroadcastProtocol::ReceiveControl(type, packet, from);
    }
    else if (type != HistoryQuery::TYPE)
    {
        Odmrp::ReceiveControl(type, packet, from);
    }
    else if (const auto heard = ReadCarried<HistoryQuery>(packet))
    {
        const HistoryQuery& header = heard->header;
        if (!header.path.IsSound(header.query.hops))
        {
            Drop("malformed history_query", heard->event.payloadBytes);
            return;
        }
        m_heard = header.path;
        QueryReceived(header.query, heard->event, from);
    }
}

bool
Hodmrp::LearnFrom(const JoinQuery& query, NodeId from)
{
    NS_LOG_FUNCTION(this);
    if (!Odmrp::LearnFrom(query, from))
    {
        return false;
    }
    const Time now = Simulator::Now();
    if (m_rounds.size() >= OdmrpRouteTable::MAX_ROUTES)
    {
        std::erase_if(m_rounds, [this, now](const auto& entry) {
            const auto& [group, source] = entry.first;
            return Routes().Find(group, source, now) == nullptr;
        });
    }
    if (Routes().Find(query.group, query.source, now) != nullptr)
    {
        Round round;
        round.sequence = query.sequence;
        round.hops = query.hops;
        round.path = m_heard;
        round.label = query.hops + 1;
        m_rounds[{query.group, query.source}] = round;
    }
    return true;
}

Hodmrp::Round*
Hodmrp::FindRound(const JoinQuery& query)
{
    const auto at = m_rounds.find({query.group, query.source});
    return at != m_rounds.end() && at->second.sequence == query.sequence ? &at->second : nullptr;
}

double
Hodmrp::Score(const PathHistory& path, uint8_t relays) const
{
    return m_measure == PathHistoryMeasure::MEAN ? path.Mean(relays) : path.minimum;
}

bool
Hodmrp::IsBetter(const JoinQuery& query, const Round& round) const
{
    const double score = Score(m_heard, query.hops);
    const double best = Score(round.path, round.hops);
    return score > best || (score == best && query.hops < round.hops);
}

void
Hodmrp::QueryCopyReceived(const JoinQuery& query, NodeId from)
{
    NS_LOG_FUNCTION(this);
    Round* round = FindRound(query);
    OdmrpRoute* route = Routes().Find(query.group, query.source, Simulator::Now());
    // Once this node has replied, its neighbours count on the way it named.
    if (round == nullptr || route == nullptr || route->tries > 0 || query.hops >= round->label ||
        round->copies >= m_destinationCopies)
    {
        return;
    }
    if (IsBetter(query, *round))
    {
        round->hops = query.hops;
        round->path = m_heard;
        route->nextHop = from;
        route->hops = query.hops + 1;
        route->upstreamReplied = false;
    }
    ++round->copies;
    if (round->isWaiting && round->copies >= m_destinationCopies)
    {
        EndWait(query);
    }
}

void
Hodmrp::AnswerQuery(const JoinQuery& query, NodeId)
{
    NS_LOG_FUNCTION(this);
    TakePart(query.group, query.source);
    Round* round = FindRound(query);
    if (round == nullptr)
    {
        return;
    }
    round->isWaiting = true;
    if (m_destinationCopies <= 1)
    {
        EndWait(query);
        return;
    }
    Later(m_destinationWait, [this, query]() { EndWait(query); });
}

void
Hodmrp::EndWait(const JoinQuery& query)
{
    Round* round = FindRound(query);
    if (round == nullptr || !round->isWaiting)
    {
        return;
    }
    round->isWaiting = false;
    const OdmrpRoute* route = Routes().Find(query.group, query.source, Simulator::Now());
    // It may have replied for others behind it, or want the events no more.
    if (route != nullptr && route->isMember && route->tries == 0)
    {
        RequestReply(query.group, query.source, Jitter(Timers().replyJitter));
    }
}

void
Hodmrp::SendQuery(const JoinQuery& query, const EventMessage& event)
{
    NS_LOG_FUNCTION(this);
    if (query.hops == 0)
    {
        SendCarried(HistoryQuery{query, PathHistory()}, event);
    }
    else if (Degree() < m_threshold)
    {
        Later(m_lowHistoryWait, [this, query, event]() { SendOn(query, event); });
    }
    else
    {
        SendOn(query, event);
    }
}

void
Hodmrp::SendOn(const JoinQuery& query, const EventMessage& event)
{
    HistoryQuery onward{query, PathHistory{0, 0}}; // nothing known: no history
    EventMessage carried = event;
    if (Round* round = FindRound(query))
    {
        onward.query.hops = round->hops + 1;
        onward.path = round->path;
        onward.path.Add(GetDegree());
        carried.hops = onward.query.hops + 1;
        round->label = onward.query.hops;
    }
    SendCarried(onward, carried);
}

void
Hodmrp::JoinForwardingGroup(uint32_t group, const ReplyEntry& entry, NodeId from)
{
    NS_LOG_FUNCTION(this);
    TakePart(group, entry.sender);
    Odmrp::JoinForwardingGroup(group, entry, from);
}

void
Hodmrp::TakePart(uint32_t group, NodeId source)
{
    const Time now = Simulator::Now();
    m_history.TakePart(group, source, now, now + Timers().groupTimeout);
}

} // namespace ns3::pubsub::manet
