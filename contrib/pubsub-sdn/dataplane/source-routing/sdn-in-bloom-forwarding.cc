// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-in-bloom-forwarding.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/sdn-openflow-constants.h"
#include "ns3/sdn-packet-fields.h"
#include "ns3/sdn-switch.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnInBloomForwarding");

NS_OBJECT_ENSURE_REGISTERED(InBloomForwarding);

namespace
{

/// Next header of a packet that carries an IPv6 packet.
constexpr uint8_t IPV6_IN_IPV6 = 41;

/**
 * @param state of a generator, which is advanced
 * @return its next number (SplitMix64, Steele et al. 2014)
 */
uint64_t
NextHash(uint64_t& state)
{
    state += 0x9e3779b97f4a7c15;
    uint64_t hash = state;
    hash = (hash ^ hash >> 30) * 0xbf58476d1ce4e5b9;
    hash = (hash ^ hash >> 27) * 0x94d049bb133111eb;
    return hash ^ hash >> 31;
}

/**
 * @param filter any
 * @param isSource whether of its first half, or of the other one
 * @return the half as an address; bit 0 is the first of the source
 */
Ipv6Address
HalfOf(const InPacketFilter& filter, bool isSource)
{
    std::array<uint8_t, 16> octets{};
    for (std::size_t bit = 0; bit < 128; ++bit)
    {
        octets[bit / 8] |= filter[bit + (isSource ? 0 : 128)] << (7 - bit % 8);
    }
    return Ipv6Address(octets.data());
}

/**
 * @param header of a packet
 * @return the filter in its addresses
 */
InPacketFilter
FilterIn(const Ipv6Header& header)
{
    std::array<uint8_t, 32> octets;
    header.GetSource().GetBytes(octets.data());
    header.GetDestination().GetBytes(octets.data() + 16);
    InPacketFilter filter;
    for (std::size_t bit = 0; bit < filter.size(); ++bit)
    {
        filter[bit] = octets[bit / 8] >> (7 - bit % 8) & 1;
    }
    return filter;
}

} // namespace

InPacketFilter
LinkIdentifier(uint32_t from, uint32_t to, uint8_t table, uint32_t ones)
{
    InPacketFilter identifier;
    uint64_t state = uint64_t{from} << 32 | to;
    state = NextHash(state) ^ table;
    while (identifier.count() < ones)
    {
        identifier.set(NextHash(state) % identifier.size());
    }
    return identifier;
}

InPacketRoute
ChooseInPacketRoute(const std::vector<DirectedLink>& links, uint8_t tables, uint32_t ones)
{
    InPacketRoute best;
    for (uint8_t table = 0; table < tables; ++table)
    {
        InPacketRoute route{{}, table};
        for (const auto& [from, to] : links)
        {
            route.filter |= LinkIdentifier(from, to, table, ones);
        }
        if (table == 0 || route.filter.count() < best.filter.count())
        {
            best = route;
        }
    }
    return best;
}

TypeId
InBloomForwarding::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::sdn::InBloomForwarding")
            .SetParent<SourceRouting>()
            .SetGroupName("PubSub")
            .AddConstructor<InBloomForwarding>()
            .AddAttribute("Ones",
                          "Bits of a link's identifier that are set. Set it before the links.",
                          UintegerValue(5),
                          MakeUintegerAccessor(&InBloomForwarding::m_ones),
                          MakeUintegerChecker<uint32_t>(1, 64))
            .AddAttribute("MaxFill",
                          "Part of a filter's bits that may be set. A packet with more is dropped: "
                          "it would go nearly everywhere, which an attacker could want.",
                          DoubleValue(0.7),
                          MakeDoubleAccessor(&InBloomForwarding::m_maxFill),
                          MakeDoubleChecker<double>(0, 1));
    return tid;
}

InBloomForwarding::InBloomForwarding()
{
    NS_LOG_FUNCTION(this);
}

void
InBloomForwarding::SetLink(uint32_t port, DirectedLink link, bool isEgress)
{
    NS_LOG_FUNCTION(this << port << link.first << link.second << isEgress);
    std::erase_if(m_links, [port](const Link& known) { return known.port == port; });
    Link added{port, {}, isEgress};
    for (uint8_t table = 0; table < added.identifiers.size(); ++table)
    {
        added.identifiers[table] = LinkIdentifier(link.first, link.second, table, m_ones);
    }
    m_links.push_back(added);
    std::ranges::sort(m_links, {}, &Link::port);
}

void
InBloomForwarding::SetIngress(Ipv6Address address, uint8_t length, const InPacketRoute& route)
{
    m_ingress.Set(address, length, route);
}

void
InBloomForwarding::RemoveIngress(Ipv6Address address, uint8_t length)
{
    m_ingress.Remove(address, length);
}

std::size_t
InBloomForwarding::IngressEntries() const
{
    return m_ingress.Size();
}

std::size_t
InBloomForwarding::LinkEntries() const
{
    return m_links.size();
}

bool
InBloomForwarding::Forward(SdnSwitch& device,
                           uint32_t inPort,
                           const Ipv6Header& header,
                           Ptr<const Packet> packet)
{
    const bool isInside = header.GetNextHeader() == IPV6_IN_IPV6;
    const InPacketRoute* entered = isInside ? nullptr : m_ingress.Find(header.GetDestination());
    if (!isInside && !entered)
    {
        return false;
    }
    const InPacketRoute route =
        isInside ? InPacketRoute{FilterIn(header), static_cast<uint8_t>(header.GetFlowLabel() % 8)}
                 : *entered;
    if (header.GetHopLimit() <= 1)
    {
        device.Drop("hop limit", inPort, packet);
        return true;
    }
    if (route.filter.count() > m_maxFill * route.filter.size())
    {
        device.Drop("full filter", inPort, packet);
        return true;
    }
    Ptr<Packet> plain = packet->Copy();
    Ipv6Header outer;
    if (isInside)
    {
        plain->RemoveHeader(outer);
        if (!FieldsOf(*plain, ETHER_TYPE_IPV6, inPort))
        {
            device.Drop("malformed", inPort, packet);
            return true;
        }
    }
    outer.SetSource(HalfOf(route.filter, true));
    outer.SetDestination(HalfOf(route.filter, false));
    outer.SetFlowLabel(route.table);
    outer.SetNextHeader(IPV6_IN_IPV6);
    outer.SetPayloadLength(plain->GetSize());
    outer.SetHopLimit(header.GetHopLimit() - 1);
    for (const Link& link : m_links)
    {
        const InPacketFilter& identifier = link.identifiers[route.table];
        if (link.port == inPort || (route.filter & identifier) != identifier)
        {
            continue;
        }
        Ptr<Packet> copy = plain->Copy();
        if (!link.isEgress)
        {
            copy->AddHeader(outer);
        }
        device.Output(copy, ETHER_TYPE_IPV6, inPort, link.port);
    }
    return true;
}

} // namespace ns3::pubsub::sdn
