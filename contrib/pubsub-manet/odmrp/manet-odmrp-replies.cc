// SPDX-License-Identifier: GPL-2.0-only
//
// ODMRP: Join Replies, their acknowledgements, and what happens when there is none.

#include "manet-odmrp.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("OdmrpReplies");

namespace
{

/// Most entries of a reply: their count has one octet.
constexpr std::size_t MAX_ENTRIES = 255;

} // namespace

void
Odmrp::RequestReply(uint32_t group, NodeId source, Time delay)
{
    NS_LOG_FUNCTION(this);
    PendingReply& pending = m_pending[group];
    if (pending.sources.size() < MAX_ENTRIES)
    {
        pending.sources.insert(source);
    }
    if (!pending.timer.IsPending())
    {
        pending.timer = Simulator::Schedule(delay, &Odmrp::SendPendingReply, this, group);
    }
}

void
Odmrp::SendPendingReply(uint32_t group)
{
    const std::set<NodeId> sources = m_pending[group].sources;
    m_pending.erase(group);
    ReplyFor(group, {sources.begin(), sources.end()}, false);
}

void
Odmrp::RefreshReplies()
{
    bool isMember = false;
    m_routes.ForEach(Simulator::Now(), [&](uint32_t group, NodeId source, OdmrpRoute& route) {
        if (route.isMember)
        {
            isMember = true;
            RequestReply(group, source, Jitter(m_timers.replyJitter));
        }
    });
    if (isMember)
    {
        m_refreshTimer = Simulator::Schedule(m_timers.replyRefresh, &Odmrp::RefreshReplies, this);
    }
}

void
Odmrp::ReplyFor(uint32_t group, const std::vector<NodeId>& sources, bool isRepeated)
{
    const Time now = Simulator::Now();
    JoinReply reply;
    reply.flags = static_cast<uint16_t>((isRepeated ? JoinReply::ACK_REQUESTED : 0) |
                                        (IsForwarding(group) ? JoinReply::FORWARDING : 0));
    reply.group = group;
    reply.previousHop = GetNodeId();
    reply.sequence = m_replySequence + 1;
    for (NodeId source : sources)
    {
        OdmrpRoute* route = m_routes.Find(group, source, now);
        if (route != nullptr && route->nextHop != NO_NODE)
        {
            reply.entries.push_back({source, route->nextHop});
            route->awaitsAck = isRepeated || !(m_preAcknowledge && route->upstreamReplied);
            route->firstReply = isRepeated ? route->firstReply : reply.sequence;
            route->tries = isRepeated ? route->tries + 1 : 1;
            route->replySequence = reply.sequence;
            route->repliedAt = now;
        }
    }
    if (reply.entries.empty())
    {
        return;
    }
    ++m_replySequence;
    SendReply(reply);
    if (m_timers.ackTimeout.IsStrictlyPositive())
    {
        Later(m_timers.ackTimeout + Jitter(m_timers.replyJitter),
              [this, group, sequence = reply.sequence]() { CheckReply(group, sequence); });
    }
}

void
Odmrp::SendReply(const JoinReply& reply)
{
    NS_LOG_FUNCTION(this);
    const NodeId first = reply.entries.front().nextHop;
    const bool isForOne =
        std::all_of(reply.entries.begin(), reply.entries.end(), [first](const ReplyEntry& entry) {
            return entry.nextHop == first;
        });
    SendControl(reply, isForOne ? first : NO_NODE);
}

void
Odmrp::CheckReply(uint32_t group, uint32_t sequence)
{
    std::vector<NodeId> again;
    std::vector<NodeId> lost;
    for (NodeId source : m_routes.Sources(group, Simulator::Now()))
    {
        OdmrpRoute* route = m_routes.Find(group, source, Simulator::Now());
        if (route->awaitsAck && route->replySequence == sequence)
        {
            (route->tries < m_timers.maxReplies ? again : lost).push_back(source);
        }
    }
    ReplyFor(group, again, true);
    if (!lost.empty())
    {
        GiveUp(group, lost);
    }
}

void
Odmrp::GiveUp(uint32_t group, const std::vector<NodeId>& sources)
{
    NS_LOG_FUNCTION(this);
    for (NodeId source : sources)
    {
        OdmrpRoute* route = m_routes.Find(group, source, Simulator::Now());
        route->nextHop = NO_NODE;
        route->awaitsAck = false;
    }
    UnreachableMessage lost;
    lost.group = group;
    lost.origin = GetNodeId();
    lost.sequence = ++m_lossSequence;
    lost.ttl = static_cast<uint8_t>(m_timers.timeToLive);
    lost.sources = sources;
    SendControl(lost, NO_NODE);
}

void
Odmrp::ReplyReceived(const JoinReply& reply, NodeId from)
{
    NS_LOG_FUNCTION(this);
    if (reply.kind != JoinReply::KIND || reply.previousHop != from)
    {
        Drop("malformed join_reply", MessageHeader<JoinReply>(reply).GetSerializedSize());
        return;
    }
    Overhear(reply, from);
    ReplyAckMessage ack;
    ack.group = reply.group;
    ack.replier = from;
    ack.sequence = reply.sequence;
    bool isAckDue = (reply.flags & JoinReply::ACK_REQUESTED) != 0;
    for (const ReplyEntry& entry : reply.entries)
    {
        if (entry.nextHop != GetNodeId())
        {
            continue;
        }
        if (entry.sender == GetNodeId())
        {
            // Nobody hears a source reply: it must acknowledge.
            isAckDue = true;
            ack.senders.push_back(entry.sender);
            continue;
        }
        const OdmrpRoute* route = m_routes.Find(reply.group, entry.sender, Simulator::Now());
        if (route == nullptr || route->nextHop == from)
        {
            Drop("join_reply without a way on", sizeof(entry));
            continue;
        }
        ack.senders.push_back(entry.sender);
        JoinForwardingGroup(reply.group, entry, from);
        // One that has given up its way has told its neighbours; they bring it the events.
        if (route->nextHop != NO_NODE && IsNewDemand(*route, reply.group, entry, from))
        {
            RequestReply(reply.group,
                         entry.sender,
                         m_timers.collectPause + Jitter(m_timers.replyJitter));
        }
    }
    if (isAckDue && !ack.senders.empty())
    {
        Later(Jitter(m_timers.replyJitter), [this, ack]() { SendControl(ack, ack.replier); });
    }
}

void
Odmrp::Overhear(const JoinReply& reply, NodeId from)
{
    if ((reply.flags & JoinReply::FORWARDING) == 0)
    {
        return;
    }
    for (const ReplyEntry& entry : reply.entries)
    {
        OdmrpRoute* route = m_routes.Find(reply.group, entry.sender, Simulator::Now());
        if (route != nullptr && route->nextHop == from)
        {
            route->upstreamReplied = true;
            route->awaitsAck = false;
        }
    }
}

void
Odmrp::JoinForwardingGroup(uint32_t group, const ReplyEntry&, NodeId)
{
    SetForwarding(group);
}

void
Odmrp::SetForwarding(uint32_t group)
{
    NS_LOG_FUNCTION(this);
    const Time now = Simulator::Now();
    if (!m_forwarding.Set(group, now, now + m_timers.groupTimeout))
    {
        Drop("forwarding group table full", sizeof(group));
    }
}

bool
Odmrp::IsNewDemand(const OdmrpRoute& route, uint32_t, const ReplyEntry&, NodeId) const
{
    NS_LOG_FUNCTION(this);
    if (route.tries == 0)
    {
        return true;
    }
    // Where members repeat their replies, so do the nodes on the way, once per repetition.
    return m_timers.replyRefresh.IsStrictlyPositive() &&
           route.repliedAt + m_timers.replyRefresh / 2 <= Simulator::Now();
}

void
Odmrp::AckReceived(const ReplyAckMessage& ack, NodeId from)
{
    const bool isForMe = ack.replier == GetNodeId();
    for (NodeId sender : ack.senders)
    {
        OdmrpRoute* route = m_routes.Find(ack.group, sender, Simulator::Now());
        if (route == nullptr || route->nextHop != from)
        {
            continue;
        }
        // On a busy medium an acknowledgement may be overtaken by the reply's repetition.
        const bool isOfRound = route->tries > 0 && route->firstReply <= ack.sequence &&
                               ack.sequence <= route->replySequence;
        // Meant for another, it still shows that the next hop is the source or forwards for it.
        if (isForMe ? isOfRound : ServesAllAlike())
        {
            route->upstreamReplied = route->upstreamReplied || ServesAllAlike();
            route->awaitsAck = false;
        }
    }
}

bool
Odmrp::ServesAllAlike() const
{
    return m_preAcknowledge;
}

void
Odmrp::UnreachableReceived(const UnreachableMessage& lost, NodeId from)
{
    const Time now = Simulator::Now();
    if (lost.origin == NO_NODE || lost.ttl == 0 || lost.sources.empty())
    {
        Drop("malformed unreachable", MessageHeader<UnreachableMessage>(lost).GetSerializedSize());
        return;
    }
    if (lost.origin == GetNodeId() ||
        m_lossesSeen.CheckAndRemember(lost.origin, lost.sequence, now, DUPLICATE_MEMORY))
    {
        return;
    }
    bool isHelped = false;
    for (NodeId source : lost.sources)
    {
        const OdmrpRoute* route = m_routes.Find(lost.group, source, now);
        const bool hasWay = route != nullptr && route->nextHop != NO_NODE &&
                            route->nextHop != from && route->nextHop != lost.origin;
        isHelped = isHelped || hasWay || source == GetNodeId();
        if (hasWay && route->tries == 0)
        {
            RequestReply(lost.group, source, Jitter(m_timers.replyJitter));
        }
    }
    SetForwarding(lost.group);
    if (!isHelped && lost.ttl > 1)
    {
        UnreachableMessage onward = lost;
        --onward.ttl;
        Later(Jitter(m_timers.replyJitter), [this, onward]() { SendControl(onward, NO_NODE); });
    }
}

} // namespace ns3::pubsub::manet
