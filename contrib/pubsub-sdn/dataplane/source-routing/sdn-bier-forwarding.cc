// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-bier-forwarding.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/sdn-openflow-constants.h"
#include "ns3/sdn-switch.h"
#include "ns3/uinteger.h"

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnBierForwarding");

NS_OBJECT_ENSURE_REGISTERED(BierForwarding);

namespace
{

/// Next header of a packet with hop-by-hop options.
constexpr uint8_t HOP_BY_HOP = 0;

} // namespace

TypeId
BierForwarding::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::sdn::BierForwarding")
            .SetParent<SourceRouting>()
            .SetGroupName("PubSub")
            .AddConstructor<BierForwarding>()
            .AddAttribute("BitStringLength",
                          "Bits of a packet, one per egress: 64, 128, 256, 512 or 1,024.",
                          UintegerValue(256),
                          MakeUintegerAccessor(&BierForwarding::SetBits, &BierForwarding::Bits),
                          MakeUintegerChecker<uint16_t>(64, BIER_MAX_BITS));
    return tid;
}

BierForwarding::BierForwarding()
{
    NS_LOG_FUNCTION(this);
}

void
BierForwarding::SetBits(uint16_t bits)
{
    NS_ABORT_MSG_UNLESS(BierHeader::IsLength(bits),
                        "BitStringLength is 64, 128, 256, 512 or 1,024, not " << bits);
    m_bits = bits;
}

uint16_t
BierForwarding::Bits() const
{
    return m_bits;
}

void
BierForwarding::SetReach(uint32_t port, const BierBits& egresses, bool isEgress)
{
    NS_LOG_FUNCTION(this << port << isEgress);
    m_reach.insert_or_assign(port, Reach{egresses, isEgress});
}

void
BierForwarding::SetIngress(Ipv6Address address, uint8_t length, const BierBits& egresses)
{
    NS_ABORT_MSG_IF((egresses >> m_bits).any(),
                    "an egress with a BFR-id above the bit string's length " << m_bits);
    m_ingress.Set(address, length, egresses);
}

void
BierForwarding::RemoveIngress(Ipv6Address address, uint8_t length)
{
    m_ingress.Remove(address, length);
}

std::size_t
BierForwarding::IngressEntries() const
{
    return m_ingress.Size();
}

std::size_t
BierForwarding::LinkEntries() const
{
    return m_reach.size();
}

bool
BierForwarding::Forward(SdnSwitch& device,
                        uint32_t inPort,
                        const Ipv6Header& header,
                        Ptr<const Packet> packet)
{
    BierHeader bier;
    bool isInside = false;
    if (header.GetNextHeader() == HOP_BY_HOP)
    {
        const Ptr<Packet> payload = packet->Copy();
        Ipv6Header outer;
        payload->RemoveHeader(outer);
        isInside = payload->PeekHeader(bier) > 0;
    }
    const BierBits* entered = isInside ? nullptr : m_ingress.Find(header.GetDestination());
    if (!isInside && !entered)
    {
        return false;
    }
    if (header.GetHopLimit() <= 1 || (isInside && bier.ttl <= 1))
    {
        device.Drop("hop limit", inPort, packet);
        return true;
    }
    const Ptr<Packet> payload = packet->Copy();
    Ipv6Header outer;
    payload->RemoveHeader(outer);
    if (isInside)
    {
        payload->RemoveHeader(bier);
    }
    else
    {
        bier.length = m_bits;
        bier.egresses = *entered;
        bier.ttl = header.GetHopLimit();
        bier.nextHeader = header.GetNextHeader();
    }
    SendCopies(device, inPort, header, bier, payload);
    return true;
}

void
BierForwarding::SendCopies(SdnSwitch& device,
                           uint32_t inPort,
                           const Ipv6Header& header,
                           const BierHeader& bier,
                           Ptr<const Packet> payload)
{
    Ipv6Header outer = header;
    outer.SetHopLimit(header.GetHopLimit() - 1);
    BierHeader forwarded = bier;
    forwarded.ttl = bier.ttl - 1;
    for (const auto& [port, reach] : m_reach)
    {
        forwarded.egresses = bier.egresses & reach.egresses;
        if (port == inPort || forwarded.egresses.none())
        {
            continue;
        }
        const Ptr<Packet> copy = payload->Copy();
        if (reach.isEgress)
        {
            outer.SetNextHeader(bier.nextHeader);
        }
        else
        {
            copy->AddHeader(forwarded);
            outer.SetNextHeader(HOP_BY_HOP);
        }
        outer.SetPayloadLength(copy->GetSize());
        copy->AddHeader(outer);
        device.Output(copy, ETHER_TYPE_IPV6, inPort, port);
    }
}

} // namespace ns3::pubsub::sdn
