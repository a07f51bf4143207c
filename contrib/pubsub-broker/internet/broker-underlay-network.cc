// SPDX-License-Identifier: GPL-2.0-only
#include "broker-underlay-network.h"

#include "ns3/abort.h"
#include "ns3/broker-addresses.h"
#include "ns3/broker-light-transport.h"
#include "ns3/broker-matrix-routing.h"
#include "ns3/broker-udp-transport.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-routing-helper.h"
#include "ns3/log.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/queue.h"
#include "ns3/uinteger.h"

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerUnderlayNetwork");

namespace
{

constexpr uint32_t IPV4_AND_UDP = 28;  ///< bytes of both headers
constexpr uint32_t ADDRESSES_AT = 12;  ///< octet of an IPv4 header
constexpr uint32_t ADDRESSES_END = 20; ///< octet of an IPv4 header

/// Gives IP stacks a MatrixRouting.
class MatrixRoutingHelper : public Ipv4RoutingHelper
{
  public:
    MatrixRoutingHelper* Copy() const override
    {
        return new MatrixRoutingHelper(*this);
    }

    Ptr<Ipv4RoutingProtocol> Create(Ptr<Node> /* node */) const override
    {
        return CreateObject<MatrixRouting>();
    }
};

/**
 * @brief Sink of LightForwarder's Tx and Rx.
 * @param capture of the broker
 * @param datagram that it sends or receives
 */
void
CaptureDatagram(std::shared_ptr<DatagramCapture> capture, Ptr<const Packet> datagram)
{
    capture->Write(datagram);
}

/**
 * @brief Sink of Ipv4L3Protocol's Tx and Rx, which are called for datagrams in transit, too.
 * @param capture of the broker
 * @param address of the broker
 * @param at octet of the header where this address is, unless the datagram is in transit
 * @param datagram with its header
 */
void
CaptureOwn(std::shared_ptr<DatagramCapture> capture,
           Ipv4Address address,
           uint32_t at,
           Ptr<const Packet> datagram,
           Ptr<Ipv4> /* ipv4 */,
           uint32_t /* interface */)
{
    uint8_t octets[ADDRESSES_END];
    const bool isWhole = datagram->CopyData(octets, sizeof(octets)) == sizeof(octets);
    if (isWhole && Ipv4Address::Deserialize(octets + at) == address)
    {
        capture->Write(datagram);
    }
}

/**
 * @brief Sink of a queue's Drop.
 * @param sink of the drops
 * @param node where
 * @param frame that found the queue full
 */
void
ReportFullQueue(UnderlayNetwork::DropSink sink, uint32_t node, Ptr<const Packet> frame)
{
    sink(node, "queue is full", frame->GetSize() - LightLink::PPP_BYTES);
}

/**
 * @brief Sink of LightForwarder's Drop.
 * @param sink of the drops
 * @param node where
 * @param reason why
 * @param bytes of the packet
 */
void
ReportDrop(UnderlayNetwork::DropSink sink, uint32_t node, const std::string& reason, uint32_t bytes)
{
    sink(node, reason, bytes);
}

} // namespace

UnderlayNetwork::UnderlayNetwork(const Underlay& underlay,
                                 const std::vector<RouterId>& brokers,
                                 Forwarding forwarding,
                                 uint32_t queueFrames)
    : m_matrix(std::make_shared<ForwardingMatrix>(underlay, brokers)),
      m_forwarding(forwarding),
      m_brokers(brokers),
      m_brokerAt(underlay.Size(), NO_BROKER)
{
    NS_LOG_FUNCTION(this << underlay.Size() << brokers.size() << queueFrames);
    for (BrokerId broker = 0; broker < brokers.size(); ++broker)
    {
        NS_ABORT_MSG_UNLESS(m_brokerAt[brokers[broker]] == NO_BROKER,
                            "router " << brokers[broker] << " carries two brokers");
        m_brokerAt[brokers[broker]] = broker;
    }
    m_nodes.Create(underlay.Size());
    if (forwarding == Forwarding::IP)
    {
        InstallIp(underlay, queueFrames);
    }
    else
    {
        InstallLight(underlay, queueFrames);
    }
}

void
UnderlayNetwork::InstallDevices(const Underlay& underlay, uint32_t queueFrames)
{
    m_devices.resize(underlay.Size());
    PointToPointHelper helper;
    helper.SetDeviceAttribute("Mtu", UintegerValue(MTU));
    helper.SetQueue("ns3::DropTailQueue",
                    "MaxSize",
                    QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, queueFrames)));
    helper.DisableFlowControl(); // or else frames would wait in a queue discipline, too
    for (const UnderlayLink& link : underlay.Links())
    {
        helper.SetDeviceAttribute("DataRate", DataRateValue(DataRate(link.speed.rateBps)));
        helper.SetChannelAttribute("Delay", TimeValue(NanoSeconds(link.speed.delayNs)));
        const NetDeviceContainer ends = helper.Install(m_nodes.Get(link.a), m_nodes.Get(link.b));
        // In the order of the underlay's links, so that their ports are those of the underlay.
        m_devices[link.a].push_back(ends.Get(0));
        m_devices[link.b].push_back(ends.Get(1));
    }
}

void
UnderlayNetwork::InstallLight(const Underlay& underlay, uint32_t queueFrames)
{
    for (RouterId router = 0; router < underlay.Size(); ++router)
    {
        m_forwarders.push_back(CreateObject<LightForwarder>());
        m_nodes.Get(router)->AggregateObject(m_forwarders.back());
    }
    for (RouterId router = 0; router < underlay.Size(); ++router)
    {
        std::vector<LightLink> links;
        for (const UnderlayPort& port : underlay.Ports(router))
        {
            links.emplace_back(underlay.Links()[port.link].speed,
                               queueFrames,
                               PeekPointer(m_forwarders[port.neighbour]),
                               m_nodes.Get(port.neighbour)->GetId());
        }
        m_forwarders[router]->Install(m_matrix, router, m_brokerAt[router], std::move(links));
    }
}

void
UnderlayNetwork::InstallIp(const Underlay& underlay, uint32_t queueFrames)
{
    InstallDevices(underlay, queueFrames);
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.SetRoutingHelper(MatrixRoutingHelper());
    internet.Install(m_nodes);
    for (RouterId router = 0; router < m_nodes.GetN(); ++router)
    {
        const auto ipv4 = m_nodes.Get(router)->GetObject<Ipv4>();
        const BrokerId broker = m_brokerAt[router];
        for (const Ptr<NetDevice>& device : m_devices[router])
        {
            const uint32_t interface = ipv4->AddInterface(device);
            if (broker != NO_BROKER)
            {
                ipv4->AddAddress(interface, {AddressOfBroker(broker), Ipv4Mask::GetOnes()});
            }
            ipv4->SetUp(interface);
        }
        DynamicCast<MatrixRouting>(ipv4->GetRoutingProtocol())
            ->Install(m_matrix, router, broker, m_devices[router]);
    }
}

const NodeContainer&
UnderlayNetwork::GetRouters() const
{
    return m_nodes;
}

Ptr<Node>
UnderlayNetwork::GetBroker(BrokerId broker) const
{
    return m_nodes.Get(m_brokers[broker]);
}

Ipv4Address
UnderlayNetwork::GetAddress(BrokerId broker) const
{
    return AddressOfBroker(broker);
}

const ForwardingMatrix&
UnderlayNetwork::GetMatrix() const
{
    return *m_matrix;
}

Ptr<DatagramTransport>
UnderlayNetwork::MakeTransport(uint8_t ttl) const
{
    NS_LOG_FUNCTION(this << static_cast<uint32_t>(ttl));
    if (m_forwarding == Forwarding::IP)
    {
        return CreateObjectWithAttributes<UdpTransport>("Ttl",
                                                        UintegerValue(ttl),
                                                        "MaxPayload",
                                                        UintegerValue(MTU - IPV4_AND_UDP));
    }
    return CreateObjectWithAttributes<LightTransport>("Ttl", UintegerValue(ttl));
}

uint64_t
UnderlayNetwork::CountCrossings() const
{
    uint64_t crossings = 0;
    for (const Ptr<LightForwarder>& forwarder : m_forwarders)
    {
        crossings += forwarder->CountSent();
    }
    for (const auto& devices : m_devices)
    {
        for (const Ptr<NetDevice>& device : devices)
        {
            const auto queue = StaticCast<PointToPointNetDevice>(device)->GetQueue();
            crossings += queue->GetTotalReceivedPackets() - queue->GetNPackets();
        }
    }
    return crossings;
}

void
UnderlayNetwork::TraceDrops(DropSink sink) const
{
    NS_LOG_FUNCTION(this);
    for (RouterId router = 0; router < m_devices.size(); ++router)
    {
        for (const Ptr<NetDevice>& device : m_devices[router])
        {
            StaticCast<PointToPointNetDevice>(device)->GetQueue()->TraceConnectWithoutContext(
                "Drop",
                MakeBoundCallback(&ReportFullQueue, sink, m_nodes.Get(router)->GetId()));
        }
    }
    for (RouterId router = 0; router < m_forwarders.size(); ++router)
    {
        m_forwarders[router]->TraceConnectWithoutContext(
            "Drop",
            MakeBoundCallback(&ReportDrop, sink, m_nodes.Get(router)->GetId()));
    }
}

void
UnderlayNetwork::Capture(const std::string& folder,
                         uint32_t bytes,
                         const std::vector<BrokerId>& brokers)
{
    NS_LOG_FUNCTION(this << folder << bytes << brokers.size());
    for (const BrokerId broker : brokers)
    {
        const auto node = GetBroker(broker);
        const std::string file = folder + "/broker-" + std::to_string(node->GetId()) + ".pcap";
        const auto capture = std::make_shared<DatagramCapture>(file, bytes);
        m_captures.push_back(capture);
        if (const auto forwarder = node->GetObject<LightForwarder>())
        {
            const auto sink = MakeBoundCallback(&CaptureDatagram, capture);
            forwarder->TraceConnectWithoutContext("Tx", sink);
            forwarder->TraceConnectWithoutContext("Rx", sink);
            continue;
        }
        const auto ipv4 = node->GetObject<Ipv4L3Protocol>();
        const Ipv4Address own = AddressOfBroker(broker);
        const uint32_t destination = ADDRESSES_AT + 4;
        ipv4->TraceConnectWithoutContext(
            "Tx",
            MakeBoundCallback(&CaptureOwn, capture, own, ADDRESSES_AT));
        ipv4->TraceConnectWithoutContext("Rx",
                                         MakeBoundCallback(&CaptureOwn, capture, own, destination));
    }
}

void
UnderlayNetwork::CloseCaptures()
{
    NS_LOG_FUNCTION(this);
    for (const auto& capture : m_captures)
    {
        capture->Flush();
    }
}

} // namespace ns3::pubsub::broker
