// SPDX-License-Identifier: GPL-2.0-only
#include "broker-light-forwarder.h"

#include "ns3/broker-addresses.h"
#include "ns3/ipv4-header.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/udp-header.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerLightForwarder");

NS_OBJECT_ENSURE_REGISTERED(LightForwarder);

namespace
{

constexpr uint32_t MTU = 1500;              ///< longest packet of a link, bytes
constexpr uint8_t UDP = 17;                 ///< protocol of a datagram
constexpr uint8_t VERSION_AND_WORDS = 0x45; ///< first octet of a header without options
constexpr uint32_t TTL_AT = 8;              ///< octet of the time to live

} // namespace

TypeId
LightForwarder::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::broker::LightForwarder")
            .SetParent<Object>()
            .SetGroupName("PubSub")
            .AddConstructor<LightForwarder>()
            .AddTraceSource("Tx",
                            "The broker here sent a datagram: with its headers",
                            MakeTraceSourceAccessor(&LightForwarder::m_tx),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Rx",
                            "A datagram for the broker here arrived: with its "
                            "headers",
                            MakeTraceSourceAccessor(&LightForwarder::m_rx),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Drop",
                            "A packet was not used: reason, bytes",
                            MakeTraceSourceAccessor(&LightForwarder::m_drop),
                            "ns3::pubsub::broker::LightForwarder::DropTracedCallback");
    return tid;
}

LightForwarder::LightForwarder() = default;

LightForwarder::~LightForwarder() = default;

void
LightForwarder::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_links.clear();
    m_receivers.clear();
    Object::DoDispose();
}

void
LightForwarder::Install(std::shared_ptr<const ForwardingMatrix> matrix,
                        RouterId router,
                        BrokerId broker,
                        std::vector<LightLink> links)
{
    NS_LOG_FUNCTION(this << router << broker << links.size());
    m_matrix = std::move(matrix);
    m_router = router;
    m_broker = broker;
    m_links = std::move(links);
    m_hasChecksums = Node::ChecksumEnabled();
}

uint64_t
LightForwarder::CountSent() const
{
    return std::transform_reduce(m_links.begin(),
                                 m_links.end(),
                                 uint64_t{0},
                                 std::plus<>(),
                                 [](const LightLink& link) { return link.GetSent(); });
}

bool
LightForwarder::Bind(uint16_t port, Receiver receiver)
{
    NS_LOG_FUNCTION(this << port);
    const auto isThere = [port](const auto& entry) { return entry.first == port; };
    if (std::any_of(m_receivers.begin(), m_receivers.end(), isThere))
    {
        return false;
    }
    m_receivers.emplace_back(port, receiver);
    return true;
}

void
LightForwarder::Release(uint16_t port)
{
    NS_LOG_FUNCTION(this << port);
    std::erase_if(m_receivers, [port](const auto& entry) { return entry.first == port; });
}

bool
LightForwarder::Send(Ptr<Packet> packet, Ipv4Address to, uint16_t port, uint8_t ttl)
{
    NS_LOG_FUNCTION(this << packet << to << port);
    const BrokerId broker = BrokerAtAddress(to.Get(), m_matrix->GetBrokers());
    if (m_broker == NO_BROKER || broker == NO_BROKER || broker == m_broker)
    {
        return false;
    }
    if (packet->GetSize() + DatagramOctets::MOST_BYTES > MTU)
    {
        return false;
    }
    AddHeaders(packet, broker, port, ttl);
    if (!m_tx.IsEmpty())
    {
        m_tx(packet->Copy()); // which others may keep, while routers change the packet
    }
    Transmit(std::move(packet), broker);
    return true;
}

void
LightForwarder::AddHeaders(Ptr<Packet> packet, BrokerId to, uint16_t port, uint8_t ttl)
{
    m_identifications.resize(m_matrix->GetBrokers());
    const uint16_t identification = m_identifications[to]++;
    if (m_hasChecksums)
    {
        AddCheckedHeaders(packet, to, port, ttl, identification);
        return;
    }
    const uint32_t bytes = packet->GetSize() + DatagramOctets::UDP_BYTES;
    DatagramOctets headers;
    headers.Octets()[0] = VERSION_AND_WORDS;
    headers.Put16(2, DatagramOctets::IPV4_BYTES + bytes);
    headers.Put16(4, identification);
    headers.Octets()[TTL_AT] = ttl;
    headers.Octets()[9] = UDP;
    headers.Put32(12, FIRST_BROKER_ADDRESS + m_broker);
    headers.Put32(16, FIRST_BROKER_ADDRESS + to);
    headers.Put16(20, port);
    headers.Put16(22, port);
    headers.Put16(24, bytes);
    packet->AddHeader(headers);
}

void
LightForwarder::AddCheckedHeaders(Ptr<Packet> packet,
                                  BrokerId to,
                                  uint16_t port,
                                  uint8_t ttl,
                                  uint16_t identification)
{
    UdpHeader udp;
    udp.EnableChecksums();
    udp.InitializeChecksum(AddressOfBroker(m_broker), AddressOfBroker(to), UDP);
    udp.SetSourcePort(port);
    udp.SetDestinationPort(port);
    packet->AddHeader(udp);
    Ipv4Header ipv4;
    ipv4.EnableChecksum();
    ipv4.SetSource(AddressOfBroker(m_broker));
    ipv4.SetDestination(AddressOfBroker(to));
    ipv4.SetProtocol(UDP);
    ipv4.SetPayloadSize(packet->GetSize());
    ipv4.SetTtl(ttl);
    ipv4.SetMayFragment();
    ipv4.SetIdentification(identification);
    packet->AddHeader(ipv4);
}

void
LightForwarder::Transmit(Ptr<Packet> packet, BrokerId to)
{
    const uint32_t bytes = packet->GetSize();
    if (!m_links[m_matrix->PortTo(to, m_router)].Send(std::move(packet)))
    {
        Drop("queue is full", bytes);
    }
}

void
LightForwarder::Receive(Ptr<Packet> packet)
{
    NS_LOG_FUNCTION(this << packet);
    const auto fields = ReadIpv4Fields(*packet);
    if (!fields)
    {
        Drop("malformed IPv4 header", packet->GetSize());
        return;
    }
    const BrokerId to = BrokerAtAddress(fields->destination, m_matrix->GetBrokers());
    if (to == NO_BROKER)
    {
        Drop("no route", packet->GetSize());
    }
    else if (to == m_broker)
    {
        Deliver(std::move(packet), *fields);
    }
    else if (fields->ttl <= 1)
    {
        Drop("time to live expired", packet->GetSize());
    }
    else
    {
        Forward(std::move(packet), *fields, to);
    }
}

void
LightForwarder::Forward(Ptr<Packet> packet, const Ipv4Fields& fields, BrokerId to)
{
    if (m_hasChecksums)
    {
        Ipv4Header header;
        header.EnableChecksum();
        packet->RemoveHeader(header);
        if (!header.IsChecksumOk())
        {
            Drop("malformed IPv4 header", packet->GetSize() + fields.headerBytes);
            return;
        }
        header.SetTtl(fields.ttl - 1);
        packet->AddHeader(header);
    }
    else
    {
        DatagramOctets beginning(fields.beginning.size());
        std::copy(fields.beginning.begin(), fields.beginning.end(), beginning.Octets().begin());
        beginning.Octets()[TTL_AT] = fields.ttl - 1;
        packet->RemoveAtStart(fields.beginning.size());
        packet->AddHeader(beginning);
    }
    Transmit(std::move(packet), to);
}

void
LightForwarder::Deliver(Ptr<Packet> packet, const Ipv4Fields& fields)
{
    if (!m_rx.IsEmpty())
    {
        m_rx(packet->Copy());
    }
    const uint32_t size = packet->GetSize();
    const auto port = RemoveHeaders(packet, fields);
    if (!port)
    {
        return;
    }
    for (const auto& [bound, receiver] : m_receivers)
    {
        if (bound == *port)
        {
            const Receiver receive = receiver; // it may release the port
            receive(packet, Ipv4Address(fields.source));
            return;
        }
    }
    Drop("no receiver at the port", size);
}

std::optional<uint16_t>
LightForwarder::RemoveHeaders(Ptr<Packet> packet, const Ipv4Fields& fields)
{
    const uint32_t size = packet->GetSize();
    const auto refuse = [&](const char* reason) {
        Drop(reason, size);
        return std::nullopt;
    };
    Ipv4Header ipv4;
    UdpHeader udp;
    if (m_hasChecksums)
    {
        ipv4.EnableChecksum();
        packet->PeekHeader(ipv4);
        udp.EnableChecksums();
        udp.InitializeChecksum(ipv4.GetSource(), ipv4.GetDestination(), UDP);
    }
    packet->RemoveAtEnd(size - fields.totalBytes); // padding
    packet->RemoveAtStart(fields.headerBytes);
    if (!ipv4.IsChecksumOk())
    {
        return refuse("malformed IPv4 header");
    }
    if (fields.isFragment)
    {
        return refuse("fragment");
    }
    if (fields.protocol != UDP)
    {
        return refuse("not UDP");
    }
    const auto read = ReadUdpFields(*packet);
    if (!read)
    {
        return refuse("malformed UDP header");
    }
    packet->RemoveAtEnd(packet->GetSize() - read->bytes);
    if (m_hasChecksums)
    {
        packet->PeekHeader(udp);
    }
    if (!udp.IsChecksumOk())
    {
        return refuse("wrong UDP checksum");
    }
    packet->RemoveAtStart(DatagramOctets::UDP_BYTES);
    return read->destinationPort;
}

void
LightForwarder::Drop(const std::string& reason, uint32_t bytes)
{
    NS_LOG_DEBUG("router " << m_router << " drops " << bytes << " bytes: " << reason);
    m_drop(reason, bytes);
}

} // namespace ns3::pubsub::broker
