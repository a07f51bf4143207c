// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-processing-transport.h"

#include "ns3/log.h"
#include "ns3/pubsub-message-registry.h"
#include "ns3/pubsub-message.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnProcessingTransport");

NS_OBJECT_ENSURE_REGISTERED(ProcessingTransport);

namespace
{

/// Routers that a datagram may cross: switches count as such.
constexpr uint8_t HOP_LIMIT = 64;

/**
 * @param packet payload of a datagram, which may have any content
 * @return whether it may be an event
 */
bool
LooksLikeEvent(const Ptr<const Packet>& packet)
{
    std::array<uint8_t, CommonMessage::BYTES> octets{};
    const uint32_t count = packet->CopyData(octets.data(), octets.size());
    WireReader reader({octets.data(), count});
    CommonMessage common;
    CommonMessage::Fields(reader, common);
    return reader.IsGood() && common.type == static_cast<uint8_t>(EventMessage::TYPE);
}

} // namespace

TypeId
ProcessingTransport::GetTypeId()
{
    static TypeId tid = TypeId("ns3::pubsub::sdn::ProcessingTransport")
                            .SetParent<broker::DatagramTransport>()
                            .SetGroupName("PubSub")
                            .AddConstructor<ProcessingTransport>()
                            .AddAttribute("Processing",
                                          "Time that an event is processed.",
                                          TimeValue(Seconds(0)),
                                          MakeTimeAccessor(&ProcessingTransport::m_processing),
                                          MakeTimeChecker(Seconds(0)));
    return tid;
}

ProcessingTransport::ProcessingTransport()
    : m_datagrams(CreateObject<broker::UdpTransport>())
{
    m_datagrams->SetAttribute("Ttl", UintegerValue(HOP_LIMIT));
    m_datagrams->SetReceiver(MakeCallback(&ProcessingTransport::Enqueue, this));
}

ProcessingTransport::~ProcessingTransport() = default;

void
ProcessingTransport::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_finish.Cancel();
    m_waiting.clear();
    m_datagrams->Dispose();
    DatagramTransport::DoDispose();
}

bool
ProcessingTransport::Open(Ptr<Node> node, uint16_t port)
{
    NS_LOG_FUNCTION(this << node << port);
    return m_datagrams->Open(node, port);
}

void
ProcessingTransport::Close()
{
    NS_LOG_FUNCTION(this);
    m_finish.Cancel();
    m_waiting.clear();
    m_datagrams->Close();
}

bool
ProcessingTransport::IsOpen() const
{
    return m_datagrams->IsOpen();
}

bool
ProcessingTransport::Send(Ptr<Packet> packet, Ipv4Address to)
{
    NS_LOG_FUNCTION(this << packet << to);
    return m_datagrams->Send(packet, to);
}

void
ProcessingTransport::Enqueue(Ptr<Packet> packet, Ipv4Address from)
{
    NS_LOG_FUNCTION(this << packet << from);
    const Time takes = LooksLikeEvent(packet) ? m_processing : Seconds(0);
    if (m_waiting.empty() && takes.IsZero())
    {
        Deliver(packet, from);
        return;
    }
    m_waiting.push_back({.packet = packet, .from = from, .takes = takes});
    if (m_waiting.size() == 1)
    {
        m_finish = Simulator::Schedule(takes, &ProcessingTransport::Finish, this);
    }
}

void
ProcessingTransport::Finish()
{
    NS_LOG_FUNCTION(this);
    const Waiting done = m_waiting.front();
    m_waiting.pop_front();
    if (!m_waiting.empty())
    {
        m_finish = Simulator::Schedule(m_waiting.front().takes, &ProcessingTransport::Finish, this);
    }
    Deliver(done.packet, done.from);
}

} // namespace ns3::pubsub::sdn
