// SPDX-License-Identifier: GPL-2.0-only
#include "broker-datagram-transport.h"

#include "ns3/log.h"

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerDatagramTransport");

NS_OBJECT_ENSURE_REGISTERED(DatagramTransport);

TypeId
DatagramTransport::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::broker::DatagramTransport").SetParent<Object>().SetGroupName("PubSub");
    return tid;
}

DatagramTransport::DatagramTransport() = default;

DatagramTransport::~DatagramTransport() = default;

void
DatagramTransport::SetReceiver(Receiver receiver)
{
    NS_LOG_FUNCTION(this);
    m_receiver = receiver;
}

void
DatagramTransport::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_receiver.Nullify();
    Object::DoDispose();
}

void
DatagramTransport::Deliver(Ptr<Packet> packet, Ipv4Address from)
{
    NS_LOG_FUNCTION(this << from);
    if (!m_receiver.IsNull())
    {
        m_receiver(packet, from);
    }
}

} // namespace ns3::pubsub::broker
