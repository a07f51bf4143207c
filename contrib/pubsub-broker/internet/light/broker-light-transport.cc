// SPDX-License-Identifier: GPL-2.0-only
#include "broker-light-transport.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerLightTransport");

NS_OBJECT_ENSURE_REGISTERED(LightTransport);

TypeId
LightTransport::GetTypeId()
{
    static TypeId tid = TypeId("ns3::pubsub::broker::LightTransport")
                            .SetParent<DatagramTransport>()
                            .SetGroupName("PubSub")
                            .AddConstructor<LightTransport>()
                            .AddAttribute("Ttl",
                                          "Time to live of a datagram: links that it may cross.",
                                          UintegerValue(64),
                                          MakeUintegerAccessor(&LightTransport::m_ttl),
                                          MakeUintegerChecker<uint8_t>(1));
    return tid;
}

LightTransport::LightTransport() = default;

LightTransport::~LightTransport() = default;

void
LightTransport::DoDispose()
{
    NS_LOG_FUNCTION(this);
    if (m_forwarder)
    {
        Close();
    }
    DatagramTransport::DoDispose();
}

bool
LightTransport::Open(Ptr<Node> node, uint16_t port)
{
    NS_LOG_FUNCTION(this << node << port);
    const auto forwarder = node->GetObject<LightForwarder>();
    NS_ABORT_MSG_UNLESS(forwarder, "node " << node->GetId() << " has no LightForwarder");
    if (!forwarder->Bind(port, MakeCallback(&LightTransport::Deliver, this)))
    {
        return false;
    }
    m_forwarder = forwarder;
    m_port = port;
    return true;
}

void
LightTransport::Close()
{
    NS_LOG_FUNCTION(this);
    m_forwarder->Release(m_port);
    m_forwarder = nullptr;
}

bool
LightTransport::IsOpen() const
{
    return m_forwarder != nullptr;
}

bool
LightTransport::Send(Ptr<Packet> packet, Ipv4Address to)
{
    NS_LOG_FUNCTION(this << to);
    return m_forwarder->Send(packet, to, m_port, m_ttl);
}

} // namespace ns3::pubsub::broker
