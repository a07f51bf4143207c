// SPDX-License-Identifier: GPL-2.0-only
//
// Extended ODMRP: replies with filters, and what they ask for.

#include "manet-extended-odmrp.h"

#include "ns3/log.h"
#include "ns3/pubsub-bloom-keys.h"
#include "ns3/simulator.h"

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("ExtendedOdmrpReplies");

void
ExtendedOdmrp::FilterReplyReceived(const FilterReply& reply, NodeId from)
{
    const uint32_t bytes = MessageHeader<FilterReply>(reply).GetSerializedSize();
    if (reply.kind != JoinReply::KIND || reply.previousHop != from)
    {
        Drop("malformed filter_reply", bytes);
        return;
    }
    JoinReply plain;
    plain.kind = reply.kind;
    plain.flags = reply.flags;
    plain.group = reply.group;
    plain.previousHop = reply.previousHop;
    plain.sequence = reply.sequence;
    std::vector<BloomFilter> filters;
    for (const FilterEntry& entry : reply.entries)
    {
        const auto filter = BloomFilter::FromOctets(entry.filter, Shape());
        if (!filter || entry.hashes != m_hashes || reply.group != GroupOfPublisher(entry.sender))
        {
            Drop("malformed filter_reply", bytes);
            return;
        }
        filters.push_back(*filter);
        plain.entries.push_back({entry.sender, entry.nextHop});
    }
    for (std::size_t i = 0; i < filters.size(); ++i)
    {
        const FilterEntry& entry = reply.entries[i];
        if (entry.nextHop == GetNodeId())
        {
            NoteDemand(entry, filters[i], from);
        }
        else if (!Overheard(entry, filters[i], from))
        {
            plain.flags &= ~JoinReply::FORWARDING;
        }
    }
    ReplyReceived(plain, from);
}

void
ExtendedOdmrp::NoteDemand(const FilterEntry& entry, const BloomFilter& filter, NodeId from)
{
    const Time now = Simulator::Now();
    const NodeId publisher = entry.sender;
    Group* group = Find(publisher);
    OdmrpRoute* route = Routes().Find(GroupOfPublisher(publisher), publisher, now);
    const bool hasWay = publisher == GetNodeId() ||
                        (route != nullptr && route->nextHop != NO_NODE && route->nextHop != from);
    if (group == nullptr || !hasWay)
    {
        return; // ReplyReceived() counts the drop.
    }
    if (!group->downstream.Ask(from, filter, now, now + Timers().groupTimeout))
    {
        Drop("downstream table full", sizeof(entry));
    }
    if (route != nullptr && IsOutdated(publisher, *group, *route))
    {
        route->upstreamReplied = false;
    }
}

bool
ExtendedOdmrp::Overheard(const FilterEntry& entry, const BloomFilter& filter, NodeId from)
{
    Group* group = Find(entry.sender);
    if (group == nullptr)
    {
        return true;
    }
    if (group->downstream.Overhear(from, filter, Simulator::Now()))
    {
        Update(entry.sender, *group);
    }
    return filter.Covers(Needed(entry.sender, *group));
}

BloomFilter
ExtendedOdmrp::OwnInterest(const Group& group) const
{
    Subscription relevant;
    for (const Filter& filter : GetInherent().Filters())
    {
        if (!group.advertisement || MayOverlap(*group.advertisement, filter))
        {
            relevant.Add(filter);
        }
    }
    return SubscriptionFilter(relevant, Shape());
}

BloomFilter
ExtendedOdmrp::Needed(NodeId publisher, const Group& group) const
{
    BloomFilter needed = OwnInterest(group);
    needed.Unite(group.downstream.WantedLately(Simulator::Now(),
                                               GetNextHop(GroupOfPublisher(publisher), publisher)));
    return needed;
}

bool
ExtendedOdmrp::IsOutdated(NodeId publisher, const Group& group, const OdmrpRoute& route) const
{
    const BloomFilter needed = Needed(publisher, group);
    // What was said in an earlier round was perhaps said to another next hop.
    return needed != GetAnnounced(publisher) || (route.tries == 0 && !needed.IsEmpty());
}

void
ExtendedOdmrp::Update(NodeId publisher, const Group& group)
{
    OdmrpRoute* route = Routes().Find(GroupOfPublisher(publisher), publisher, Simulator::Now());
    if (route != nullptr && route->nextHop != NO_NODE && IsOutdated(publisher, group, *route))
    {
        route->upstreamReplied = false;
        RequestReply(GroupOfPublisher(publisher), publisher, Jitter(Timers().replyJitter));
    }
}

bool
ExtendedOdmrp::IsNewDemand(const OdmrpRoute& route,
                           uint32_t address,
                           const ReplyEntry& entry,
                           NodeId from) const
{
    NS_LOG_FUNCTION(this);
    const auto at = m_groups.find(entry.sender);
    if (at == m_groups.end())
    {
        return false;
    }
    return IsOutdated(entry.sender, at->second, route) ||
           (!Needed(entry.sender, at->second).IsEmpty() &&
            Odmrp::IsNewDemand(route, address, entry, from));
}

void
ExtendedOdmrp::SendReply(const JoinReply& reply)
{
    NS_LOG_FUNCTION(this);
    FilterReply message;
    message.flags = reply.flags;
    message.group = reply.group;
    message.previousHop = reply.previousHop;
    message.sequence = reply.sequence;
    for (const ReplyEntry& entry : reply.entries)
    {
        if (Group* group = Find(entry.sender))
        {
            group->announced = Needed(entry.sender, *group);
            group->announcedUntil = Simulator::Now() + Timers().groupTimeout;
            message.entries.push_back(
                {entry.sender, entry.nextHop, m_hashes, group->announced.Octets()});
        }
    }
    if (!message.entries.empty())
    {
        SendControl(message, message.entries.front().nextHop);
    }
}

void
ExtendedOdmrp::GiveUp(uint32_t address, const std::vector<NodeId>& sources)
{
    NS_LOG_FUNCTION(this);
    for (NodeId source : sources)
    {
        if (OdmrpRoute* route = Routes().Find(address, source, Simulator::Now()))
        {
            route->awaitsAck = false;
        }
    }
}

} // namespace ns3::pubsub::manet
