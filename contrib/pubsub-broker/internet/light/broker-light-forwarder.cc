// SPDX-License-Identifier: GPL-2.0-only
#include "broker-light-forwarder.h"

#include "ns3/broker-addresses.h"
#include "ns3/ipv4-header.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/udp-header.h"

#include <algorithm>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerLightForwarder");

NS_OBJECT_ENSURE_REGISTERED(LightForwarder);

namespace
{

constexpr uint16_t IPV4 = 0x0800;           ///< protocol of a link's frame
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
    m_devices.clear();
    m_receivers.clear();
    Object::DoDispose();
}

void
LightForwarder::Install(std::shared_ptr<const ForwardingMatrix> matrix,
                        RouterId router,
                        BrokerId broker,
                        const std::vector<Ptr<NetDevice>>& devices)
{
    NS_LOG_FUNCTION(this << router << broker << devices.size());
    m_matrix = std::move(matrix);
    m_router = router;
    m_broker = broker;
    m_devices = devices;
    m_hasChecksums = Node::ChecksumEnabled();
    for (const Ptr<NetDevice>& device : devices)
    {
        m_anyone = device->GetBroadcast();
        device->SetReceiveCallback(MakeCallback(&LightForwarder::Receive, this));
    }
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
    const PortId next = m_matrix->PortTo(broker, m_router);
    if (packet->GetSize() + DatagramOctets::MOST_BYTES > m_devices[next]->GetMtu())
    {
        return false;
    }
    AddHeaders(packet, broker, port, ttl);
    m_tx(packet);
    Transmit(packet, broker);
    return true;
}

void
LightForwarder::AddHeaders(Ptr<Packet> packet, BrokerId to, uint16_t port, uint8_t ttl)
{
    m_identifications.resize(m_matrix->GetBrokers());
    const uint16_t identification = m_identifications[to]++;
    if (m_hasChecksums)
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
LightForwarder::Transmit(Ptr<Packet> packet, BrokerId to)
{
    m_devices[m_matrix->PortTo(to, m_router)]->Send(packet, m_anyone, IPV4);
}

bool
LightForwarder::Receive(Ptr<NetDevice> device,
                        Ptr<const Packet> packet,
                        uint16_t protocol,
                        const Address& from)
{
    NS_LOG_FUNCTION(this << device << packet << protocol << from);
    if (protocol != IPV4)
    {
        Drop("not IPv4", packet->GetSize());
        return false;
    }
    const auto fields = ReadIpv4Fields(*packet);
    if (!fields)
    {
        Drop("malformed IPv4 header", packet->GetSize());
        return true;
    }
    const BrokerId to = BrokerAtAddress(fields->destination, m_matrix->GetBrokers());
    if (to == m_broker && to != NO_BROKER)
    {
        Deliver(packet, *fields);
    }
    else if (to == NO_BROKER)
    {
        Drop("no route", packet->GetSize());
    }
    else if (fields->ttl <= 1)
    {
        Drop("time to live expired", packet->GetSize());
    }
    else
    {
        Forward(packet->Copy(), *fields, to);
    }
    return true;
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
    Transmit(packet, to);
}

void
LightForwarder::Deliver(Ptr<const Packet> packet, const Ipv4Fields& fields)
{
    m_rx(packet);
    const uint32_t size = packet->GetSize();
    const auto payload = packet->Copy();
    payload->RemoveAtEnd(size - fields.totalBytes); // padding
    Ipv4Header ipv4;
    if (m_hasChecksums)
    {
        ipv4.EnableChecksum();
        payload->PeekHeader(ipv4);
    }
    payload->RemoveAtStart(fields.headerBytes);
    if (!ipv4.IsChecksumOk())
    {
        Drop("malformed IPv4 header", size);
        return;
    }
    if (fields.protocol != UDP || fields.isFragment)
    {
        Drop(fields.isFragment ? "fragment" : "not UDP", size);
        return;
    }
    const auto udp = ReadUdpFields(*payload);
    if (!udp)
    {
        Drop("malformed UDP header", size);
        return;
    }
    UdpHeader checked;
    if (m_hasChecksums)
    {
        checked.EnableChecksums();
        checked.InitializeChecksum(ipv4.GetSource(), ipv4.GetDestination(), UDP);
        payload->PeekHeader(checked);
    }
    if (!checked.IsChecksumOk())
    {
        Drop("wrong UDP checksum", size);
        return;
    }
    payload->RemoveAtEnd(payload->GetSize() - udp->bytes);
    payload->RemoveAtStart(DatagramOctets::UDP_BYTES);
    for (const auto& [port, receiver] : m_receivers)
    {
        if (port == udp->destinationPort)
        {
            const Receiver receive = receiver; // it may release the port
            receive(payload, Ipv4Address(fields.source));
            return;
        }
    }
    Drop("no receiver at the port", size);
}

void
LightForwarder::Drop(const std::string& reason, uint32_t bytes)
{
    NS_LOG_DEBUG("router " << m_router << " drops " << bytes << " bytes: " << reason);
    m_drop(reason, bytes);
}

} // namespace ns3::pubsub::broker
