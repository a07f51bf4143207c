// SPDX-License-Identifier: GPL-2.0-only
//
// Extended ODMRP: attributes, queries and events.

#include "manet-extended-odmrp.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/pubsub-bloom-keys.h"
#include "ns3/pubsub-protocol-registry.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("ExtendedOdmrp");

NS_OBJECT_ENSURE_REGISTERED(ExtendedOdmrp);

namespace
{

const RegisteredProtocol g_extendedOdmrp({
    .name = "extended-odmrp",
    .label = "Extended ODMRP",
    .type = "ns3::ExtendedOdmrp",
    .rank = 90,
});

} // namespace

TypeId
ExtendedOdmrp::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ExtendedOdmrp")
            .SetParent<Odmrp>()
            .SetGroupName("PubSub")
            .AddConstructor<ExtendedOdmrp>()
            .AddAttribute(
                "FilterBits",
                "Length of a filter of subscriptions, bits, rounded up to words of 64 (our "
                "choice: 0.5 % false positives with 20 filters in it; the same on all nodes)",
                UintegerValue(256),
                MakeUintegerAccessor(&ExtendedOdmrp::m_filterBits),
                MakeUintegerChecker<uint32_t>(1, 16384))
            .AddAttribute(
                "AdvertisementBits",
                "Length of a filter of advertised topics, bits, rounded up to words of 64 "
                "(our choice; the same on all nodes)",
                UintegerValue(256),
                MakeUintegerAccessor(&ExtendedOdmrp::m_advertisementBits),
                MakeUintegerChecker<uint32_t>(1, 16384))
            .AddAttribute(
                "FilterHashes",
                "Bits that a key sets in a filter (our choice; best at ln 2 times the bits "
                "per key)",
                UintegerValue(4),
                MakeUintegerAccessor(&ExtendedOdmrp::m_hashes),
                MakeUintegerChecker<uint8_t>(1, 32))
            .AddAttribute(
                "FilterHash",
                "Hash function of filters, see BloomHash (our choice; the same on all nodes)",
                EnumValue(BloomHash::FNV1A),
                MakeEnumAccessor<BloomHash>(&ExtendedOdmrp::m_hash),
                MakeEnumChecker(BloomHash::FNV1A, "Fnv1a", BloomHash::ONE_AT_A_TIME, "OneAtATime"))
            .AddAttribute(
                "HandOverTime",
                "How long after a query filters that are overheard only grow, s, so that no "
                "way ends before another stands (our choice: 12 hops of jitter and pause)",
                TimeValue(MilliSeconds(500)),
                MakeTimeAccessor(&ExtendedOdmrp::m_handOverTime),
                MakeTimeChecker(Seconds(0)))
            .AddAttribute("RefreshJitter",
                          "Greatest share of RefreshInterval by which a query comes early, drawn "
                          "uniformly, 1 (RFC 5148: a quarter)",
                          DoubleValue(0.25),
                          MakeDoubleAccessor(&ExtendedOdmrp::m_refreshJitter),
                          MakeDoubleChecker<double>(0.0, 0.5));
    return tid;
}

ExtendedOdmrp::ExtendedOdmrp() = default;

ExtendedOdmrp::~ExtendedOdmrp() = default;

void
ExtendedOdmrp::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_queryTimer.Cancel();
    m_groups.clear();
    Odmrp::DoDispose();
}

uint32_t
ExtendedOdmrp::GroupOfPublisher(NodeId publisher)
{
    return 0xEF000000 | (publisher & 0x00FFFFFF);
}

BloomShape
ExtendedOdmrp::Shape() const
{
    return {BloomShape::WholeWords(m_filterBits), m_hashes, m_hash};
}

BloomShape
ExtendedOdmrp::AdvertisedShape() const
{
    return {BloomShape::WholeWords(m_advertisementBits), m_hashes, m_hash};
}

BloomFilter
ExtendedOdmrp::GetWanted(NodeId publisher) const
{
    const auto at = m_groups.find(publisher);
    return at == m_groups.end() ? BloomFilter(Shape())
                                : at->second.downstream.Wanted(Simulator::Now());
}

BloomFilter
ExtendedOdmrp::GetAnnounced(NodeId publisher) const
{
    const auto at = m_groups.find(publisher);
    const bool isValid = at != m_groups.end() && at->second.announcedUntil > Simulator::Now();
    return isValid ? at->second.announced : BloomFilter(Shape());
}

ExtendedOdmrp::Group*
ExtendedOdmrp::Find(NodeId publisher)
{
    const auto at = m_groups.find(publisher);
    return at == m_groups.end() ? nullptr : &at->second;
}

ExtendedOdmrp::Group*
ExtendedOdmrp::Make(NodeId publisher)
{
    const Time now = Simulator::Now();
    // This node's own group always finds room: others' must not keep it from publishing.
    if (m_groups.size() >= MAX_PUBLISHERS && publisher != GetNodeId() &&
        !m_groups.contains(publisher))
    {
        std::erase_if(m_groups, [this, now](const auto& entry) {
            return entry.second.downstream.IsEmpty(now) &&
                   Routes().Find(GroupOfPublisher(entry.first), entry.first, now) == nullptr;
        });
        if (m_groups.size() >= MAX_PUBLISHERS)
        {
            Drop("publisher table full", 0);
            return nullptr;
        }
    }
    const BloomFilter nothing(Shape());
    Group fresh{DownstreamTable(Shape()), std::nullopt, nothing, Time()};
    return &m_groups.try_emplace(publisher, std::move(fresh)).first->second;
}

void
ExtendedOdmrp::Join()
{
    NS_LOG_FUNCTION(this);
    Odmrp::Join();
    StartQuerying();
}

void
ExtendedOdmrp::Leave()
{
    NS_LOG_FUNCTION(this);
    m_queryTimer.Cancel();
    m_groups.clear();
    Odmrp::Leave();
}

void
ExtendedOdmrp::InterestChanged()
{
    NS_LOG_FUNCTION(this);
    Odmrp::InterestChanged();
    if (!IsRunning())
    {
        return;
    }
    if (GetAdvertised() != m_queriedFor)
    {
        StartQuerying();
    }
    for (const auto& [publisher, group] : m_groups)
    {
        OdmrpRoute* route = Routes().Find(GroupOfPublisher(publisher), publisher, Simulator::Now());
        if (route != nullptr)
        {
            route->isMember = !OwnInterest(group).IsEmpty();
        }
        Update(publisher, group);
    }
}

void
ExtendedOdmrp::StartQuerying()
{
    m_queryTimer.Cancel();
    m_queriedFor = GetAdvertised();
    if (m_publishes || !m_queriedFor.empty())
    {
        m_queryTimer =
            Simulator::Schedule(Jitter(Timers().queryJitter), &ExtendedOdmrp::Query, this);
    }
}

void
ExtendedOdmrp::Query()
{
    Make(GetNodeId());
    FilterQuery message;
    message.query = NewQuery(GroupOfPublisher(GetNodeId()));
    message.hashes = m_hashes;
    if (!m_queriedFor.empty())
    {
        message.advertised = AdvertisementFilter(m_queriedFor, AdvertisedShape()).Octets();
    }
    SendControl(message, NO_NODE);
    const Time interval = Timers().refreshInterval;
    m_queryTimer = Simulator::Schedule(interval - Jitter(interval * m_refreshJitter),
                                       &ExtendedOdmrp::Query,
                                       this);
}

void
ExtendedOdmrp::ReceiveControl(MessageType type, Ptr<Packet> packet, NodeId from)
{
    if (type == FilterQuery::TYPE)
    {
        if (const auto query = Read<FilterQuery>(packet))
        {
            FilterQueryReceived(*query, from);
        }
    }
    else if (type == FilterReply::TYPE)
    {
        if (const auto reply = Read<FilterReply>(packet))
        {
            FilterReplyReceived(*reply, from);
        }
    }
    else if (type == ReplyAckMessage::TYPE)
    {
        Odmrp::ReceiveControl(type, packet, from);
    }
    else
    {
        BroadcastProtocol::ReceiveControl(type, packet, from);
    }
}

void
ExtendedOdmrp::FilterQueryReceived(const FilterQuery& message, NodeId from)
{
    const JoinQuery& query = message.query;
    const uint32_t bytes = MessageHeader<FilterQuery>(message).GetSerializedSize();
    const auto advertised = BloomFilter::FromOctets(message.advertised, AdvertisedShape());
    const bool isKnownShape = advertised && message.hashes == m_hashes;
    if (!IsSound(query, from) || query.group != GroupOfPublisher(query.source) ||
        !(message.advertised.empty() || isKnownShape))
    {
        Drop("malformed filter_query", bytes);
        return;
    }
    if (query.source == GetNodeId() || !LearnFrom(query, from))
    {
        Drop("duplicate", bytes);
        return;
    }
    if (Group* group = Make(query.source))
    {
        group->advertisement = advertised;
        group->downstream.BeginRound(Simulator::Now() + m_handOverTime);
        if (!OwnInterest(*group).IsEmpty())
        {
            BecomeMember(query, from);
        }
    }
    if (query.ttl <= 1)
    {
        Drop("time to live", bytes);
        return;
    }
    FilterQuery onward = message;
    onward.query = Onward(query);
    Later(Jitter(Timers().queryJitter), [this, onward]() { SendControl(onward, NO_NODE); });
}

bool
ExtendedOdmrp::ServesAllAlike() const
{
    return false; // A next hop may forward what others want and not what this node wants.
}

void
ExtendedOdmrp::Originate(const EventMessage& event)
{
    NS_LOG_FUNCTION(this);
    if (!m_publishes && m_queriedFor.empty())
    {
        m_publishes = true;
        StartQuerying();
    }
    BroadcastProtocol::Originate(event);
}

bool
ExtendedOdmrp::ShouldForward(const EventMessage& event, NodeId)
{
    return MayMatch(GetWanted(event.publisher), event.content.topic);
}

} // namespace ns3::pubsub::manet
