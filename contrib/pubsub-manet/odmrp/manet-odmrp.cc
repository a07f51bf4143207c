// SPDX-License-Identifier: GPL-2.0-only
//
// ODMRP: attributes, queries and events.

#include "manet-odmrp.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/pubsub-protocol-registry.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("Odmrp");

NS_OBJECT_ENSURE_REGISTERED(Odmrp);

namespace
{

const RegisteredProtocol g_odmrp({
    .name = "odmrp",
    .label = "ODMRP",
    .type = "ns3::Odmrp",
    .rank = 80,
});

} // namespace

const Time Odmrp::DUPLICATE_MEMORY = Seconds(30);

namespace
{

/**
 * @param value of an attribute
 * @param chosen replaced by it unless it is 0
 */
template <typename T>
void
Override(const T& value, T& chosen)
{
    chosen = value == T() ? chosen : value;
}

} // namespace

TypeId
Odmrp::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::Odmrp")
            .SetParent<BroadcastProtocol>()
            .SetGroupName("PubSub")
            .AddConstructor<Odmrp>()
            .AddAttribute(
                "Timers",
                "Whose numbers are used where an attribute is 0: draft-00 (1998), "
                "glomosim (as in GloMoSim 2.02) or draft-04 (2002; it gives none: refresh "
                "3 s as in the INFOCOM 2000 comparison, FG timeout three times that)",
                EnumValue(OdmrpTimerSet::DRAFT_04),
                MakeEnumAccessor<OdmrpTimerSet>(&Odmrp::m_timerSet),
                MakeEnumChecker(OdmrpTimerSet::DRAFT_00,
                                "draft-00",
                                OdmrpTimerSet::GLOMOSIM,
                                "glomosim",
                                OdmrpTimerSet::DRAFT_04,
                                "draft-04"))
            .AddAttribute("RefreshInterval",
                          "A publisher's event is a Join Query again after that, s; 0: of the "
                          "timer set (draft-00's MEM_REFRESH 0.4 s, else 3 s)",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&Odmrp::m_refreshInterval),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("ForwardingGroupTimeout",
                          "How long a node forwards for a group after a Join Reply has named "
                          "it, s; 0: of the timer set (draft-00's FG_TIMEOUT 0.48 s, glomosim 4 "
                          "s, draft-04 9 s)",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&Odmrp::m_groupTimeout),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("RouteTimeout",
                          "How long the way back to a source is known after its query, s; 0: of "
                          "the timer set (draft-00's MEM_TIMEOUT 0.96 s, else the FG timeout, "
                          "our choice)",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&Odmrp::m_routeTimeout),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("ReplyRefresh",
                          "A member repeats its Join Reply so often, s; 0: of the timer set "
                          "(draft-00's JT_REFRESH 0.16 s, else it answers queries only)",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&Odmrp::m_replyRefresh),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("ReplyTimeout",
                          "Wait for the acknowledgement of a Join Reply, s; 0: of the timer set "
                          "(75 ms as in GloMoSim; draft-00 has no acknowledgements)",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&Odmrp::m_ackTimeout),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("QueryJitter",
                          "Greatest wait before a Join Query is sent on, drawn uniformly, s; 0: "
                          "of the timer set (10 ms as in GloMoSim)",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&Odmrp::m_queryJitter),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("ReplyJitter",
                          "Greatest wait before a Join Reply or an acknowledgement, drawn "
                          "uniformly, s; 0: of the timer set (15 ms as in GloMoSim)",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&Odmrp::m_replyJitter),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("CollectPause",
                          "How long a forwarding node collects Join Replies before its own, "
                          "besides the jitter, s; 0: of the timer set (25 ms as in GloMoSim)",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&Odmrp::m_collectPause),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("QueryHoldOff",
                          "No Join Query so soon after another publisher's of the same group, "
                          "s; 0: of the timer set (glomosim 250 ms, else none)",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&Odmrp::m_queryHoldOff),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("MaxReplies",
                          "Transmissions of a Join Reply before the next hop counts as "
                          "unreachable; 0: of the timer set (3 as in GloMoSim)",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Odmrp::m_maxReplies),
                          MakeUintegerChecker<uint32_t>(0, 255))
            .AddAttribute("TimeToLive",
                          "Links that a Join Query may cross; 0: of the timer set (32 as in "
                          "draft-00, glomosim 10)",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Odmrp::m_timeToLive),
                          MakeUintegerChecker<uint32_t>(0, 255))
            .AddAttribute(
                "SetUpTime",
                "How long after a publisher's first Join Query of a group, or the first "
                "after a pause as long as the FG timeout, its further events wait for the "
                "replies, s; 0: not at all (our choice: 12 hops of jitter and pause; the "
                "drafts say nothing of it)",
                TimeValue(MilliSeconds(500)),
                MakeTimeAccessor(&Odmrp::m_setUpTime),
                MakeTimeChecker(Seconds(0)))
            .AddAttribute("GroupWords",
                          "Leading words of a topic that make its group; 0: all of them (our "
                          "choice; ODMRP knows groups only)",
                          UintegerValue(1),
                          MakeUintegerAccessor(&Odmrp::m_groupWords),
                          MakeUintegerChecker<uint32_t>(0, 255))
            .AddAttribute(
                "PreAcknowledgement",
                "Whether the next hop's Join Reply acknowledges ours even if it was heard "
                "before (as in draft-gerla-manet-odmrp-05)",
                BooleanValue(true),
                MakeBooleanAccessor(&Odmrp::m_preAcknowledge),
                MakeBooleanChecker());
    return tid;
}

Odmrp::Odmrp() = default;

Odmrp::~Odmrp() = default;

void
Odmrp::DoDispose()
{
    NS_LOG_FUNCTION(this);
    Forget();
    BroadcastProtocol::DoDispose();
}

uint32_t
Odmrp::GroupOf(const Topic& topic) const
{
    return TopicGroup(topic, m_groupWords).Address();
}

bool
Odmrp::IsForwarding(uint32_t group) const
{
    return m_forwarding.IsSet(group, Simulator::Now());
}

NodeId
Odmrp::GetNextHop(uint32_t group, NodeId source) const
{
    const OdmrpRoute* route = m_routes.Find(group, source, Simulator::Now());
    return route == nullptr ? NO_NODE : route->nextHop;
}

const OdmrpTimers&
Odmrp::Timers() const
{
    return m_timers;
}

OdmrpRouteTable&
Odmrp::Routes()
{
    return m_routes;
}

OdmrpTimers
Odmrp::ChosenTimers() const
{
    OdmrpTimers timers = OdmrpTimers::Of(m_timerSet);
    Override(m_refreshInterval, timers.refreshInterval);
    Override(m_groupTimeout, timers.groupTimeout);
    Override(m_routeTimeout, timers.routeTimeout);
    Override(m_replyRefresh, timers.replyRefresh);
    Override(m_ackTimeout, timers.ackTimeout);
    Override(m_queryJitter, timers.queryJitter);
    Override(m_replyJitter, timers.replyJitter);
    Override(m_collectPause, timers.collectPause);
    Override(m_queryHoldOff, timers.queryHoldOff);
    Override(m_maxReplies, timers.maxReplies);
    Override(m_timeToLive, timers.timeToLive);
    return timers;
}

void
Odmrp::Join()
{
    m_timers = ChosenTimers();
}

void
Odmrp::Leave()
{
    Forget();
}

void
Odmrp::Forget()
{
    for (EventId& later : m_later)
    {
        later.Cancel();
    }
    m_later.clear();
    m_refreshTimer.Cancel();
    for (auto& [group, pending] : m_pending)
    {
        pending.timer.Cancel();
    }
    m_pending.clear();
    m_routes.Clear();
    m_forwarding.Clear();
    m_queriesDue.clear();
    m_setUps.clear();
}

void
Odmrp::Later(Time delay, std::function<void()> action)
{
    NS_LOG_FUNCTION(this);
    std::erase_if(m_later, [](const EventId& id) { return id.IsExpired(); });
    m_later.push_back(Simulator::Schedule(delay, std::move(action)));
}

void
Odmrp::InterestChanged()
{
    NS_LOG_FUNCTION(this);
    // The next query asks anew who is a member.
    m_routes.ForEach(Simulator::Now(),
                     [](uint32_t, NodeId, OdmrpRoute& route) { route.isMember = false; });
}

void
Odmrp::ReceiveControl(MessageType type, Ptr<Packet> packet, NodeId from)
{
    if (type == JoinQuery::TYPE)
    {
        if (const auto query = ReadCarried<JoinQuery>(packet))
        {
            QueryReceived(query->header, query->event, from);
        }
    }
    else if (type == JoinReply::TYPE)
    {
        if (const auto reply = Read<JoinReply>(packet))
        {
            ReplyReceived(*reply, from);
        }
    }
    else if (type == ReplyAckMessage::TYPE)
    {
        if (const auto ack = Read<ReplyAckMessage>(packet))
        {
            AckReceived(*ack, from);
        }
    }
    else if (type == UnreachableMessage::TYPE)
    {
        if (const auto lost = Read<UnreachableMessage>(packet))
        {
            UnreachableReceived(*lost, from);
        }
    }
    else
    {
        BroadcastProtocol::ReceiveControl(type, packet, from);
    }
}

bool
Odmrp::IsQueryDue(uint32_t group)
{
    NS_LOG_FUNCTION(this);
    const Time now = Simulator::Now();
    const auto due = m_queriesDue.find(group);
    if (due != m_queriesDue.end() && due->second > now)
    {
        return false;
    }
    const auto sources = m_routes.Sources(group, now);
    return std::none_of(sources.begin(), sources.end(), [this, group, now](NodeId source) {
        return m_routes.Find(group, source, now)->learnt + m_timers.queryHoldOff > now;
    });
}

JoinQuery
Odmrp::NewQuery(uint32_t group)
{
    NS_LOG_FUNCTION(this);
    JoinQuery query;
    query.ttl = static_cast<uint8_t>(m_timers.timeToLive);
    query.group = group;
    query.sequence = ++m_querySequence;
    query.source = GetNodeId();
    query.previousHop = GetNodeId();
    const Time now = Simulator::Now();
    const auto last = m_queriesDue.find(group);
    if (last == m_queriesDue.end() ||
        last->second - m_timers.refreshInterval + m_timers.groupTimeout <= now)
    {
        m_setUps[group] = now + m_setUpTime;
    }
    m_queriesDue[group] = now + m_timers.refreshInterval;
    m_queriesSeen.CheckAndRemember(query.source, query.sequence, now, DUPLICATE_MEMORY);
    return query;
}

void
Odmrp::Originate(const EventMessage& event)
{
    NS_LOG_FUNCTION(this);
    EventMessage first = event;
    first.hops = 1;
    const uint32_t group = GroupOf(event.content.topic);
    if (IsQueryDue(group))
    {
        SendQuery(NewQuery(group), first);
    }
    else if (const auto setUp = m_setUps.find(group);
             setUp != m_setUps.end() && setUp->second > Simulator::Now())
    {
        Later(setUp->second - Simulator::Now(), [this, first]() { SendEvent(first); });
    }
    else
    {
        SendEvent(first);
    }
}

bool
Odmrp::ShouldForward(const EventMessage& event, NodeId)
{
    return IsForwarding(GroupOf(event.content.topic));
}

void
Odmrp::SendQuery(const JoinQuery& query, const EventMessage& event)
{
    SendCarried(query, event);
}

bool
Odmrp::IsMember(const Content& content) const
{
    const TopicGroup group(content.topic, m_groupWords);
    const auto& filters = GetInherent().Filters();
    return std::any_of(filters.begin(), filters.end(), [&group](const Filter& filter) {
        return group.MayMatch(filter);
    });
}

bool
Odmrp::IsSound(const JoinQuery& query, NodeId from)
{
    NS_LOG_FUNCTION_NOARGS();
    return query.kind == JoinQuery::KIND && query.ttl > 0 && query.previousHop == from &&
           query.source != NO_NODE;
}

bool
Odmrp::LearnFrom(const JoinQuery& query, NodeId from)
{
    NS_LOG_FUNCTION(this);
    const Time now = Simulator::Now();
    if (query.source == GetNodeId() ||
        m_queriesSeen.CheckAndRemember(query.source, query.sequence, now, DUPLICATE_MEMORY))
    {
        return false;
    }
    if (OdmrpRoute* route = m_routes.Renew(query.group, query.source, now))
    {
        route->nextHop = from;
        route->hops = query.hops + 1;
        route->learnt = now;
        route->expires = now + m_timers.routeTimeout;
    }
    return true;
}

void
Odmrp::QueryReceived(const JoinQuery& query, const EventMessage& event, NodeId from)
{
    NS_LOG_FUNCTION(this);
    if (!IsSound(query, from) || query.source != event.publisher ||
        query.group != GroupOf(event.content.topic) || query.hops + 1 != event.hops)
    {
        Drop("malformed join_query", event.payloadBytes);
        return;
    }
    if (!LearnFrom(query, from))
    {
        QueryCopyReceived(query, from);
        Drop("duplicate", event.payloadBytes);
        return;
    }
    if (IsMember(event.content))
    {
        BecomeMember(query, from);
    }
    if (Accept(event))
    {
        RelayQuery(query, event);
    }
}

void
Odmrp::QueryCopyReceived(const JoinQuery&, NodeId)
{
}

void
Odmrp::BecomeMember(const JoinQuery& query, NodeId from)
{
    NS_LOG_FUNCTION(this);
    OdmrpRoute* route = m_routes.Find(query.group, query.source, Simulator::Now());
    if (route == nullptr)
    {
        return;
    }
    route->isMember = true;
    AnswerQuery(query, from);
    if (m_timers.replyRefresh.IsStrictlyPositive() && !m_refreshTimer.IsPending())
    {
        m_refreshTimer = Simulator::Schedule(m_timers.replyRefresh, &Odmrp::RefreshReplies, this);
    }
}

void
Odmrp::AnswerQuery(const JoinQuery& query, NodeId)
{
    RequestReply(query.group, query.source, Jitter(m_timers.replyJitter));
}

void
Odmrp::RelayQuery(const JoinQuery& query, const EventMessage& event)
{
    if (!CanCrossAnotherLink(event))
    {
        return;
    }
    if (query.ttl <= 1)
    {
        Drop("time to live", event.payloadBytes);
        return;
    }
    EventMessage onward = event;
    ++onward.hops;
    Later(Jitter(m_timers.queryJitter),
          [this, query = Onward(query), onward]() { SendQuery(query, onward); });
}

JoinQuery
Odmrp::Onward(const JoinQuery& query) const
{
    NS_LOG_FUNCTION(this);
    JoinQuery onward = query;
    --onward.ttl;
    ++onward.hops;
    onward.previousHop = GetNodeId();
    return onward;
}

} // namespace ns3::pubsub::manet
