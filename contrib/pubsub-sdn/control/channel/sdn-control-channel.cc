// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-control-channel.h"

#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/rtt-estimator.h"
#include "ns3/sdn-socket-release.h"
#include "ns3/simulator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnControlChannel");

NS_OBJECT_ENSURE_REGISTERED(ControlChannel);

namespace
{

/**
 * A socket that listens, whatever arrives for connections of an earlier life of its node.
 *
 * A new socket of ns-3 takes the window of its peer to be closed, and probes it when a segment
 * without SYN and ACK comes, even while it listens. The next segment with a window then fails an
 * assertion. Such a first segment is the RST of a peer that gave up before its SYN was answered.
 */
class ListeningSocket : public TcpSocketBase
{
  protected:
    void DoForwardUp(Ptr<Packet> packet,
                     const Address& fromAddress,
                     const Address& toAddress) override
    {
        TcpSocketBase::DoForwardUp(packet, fromAddress, toAddress);
        m_persistEvent.Cancel(); // who listens has no peer whose window could be closed
    }
};

/**
 * @tparam T base class of the new object
 * @param tcp of a node
 * @param attribute of TCP that names a type
 * @return an object of this type
 */
template <typename T>
Ptr<T>
CreatePart(Ptr<const TcpL4Protocol> tcp, const std::string& attribute)
{
    TypeIdValue type;
    tcp->GetAttribute(attribute, type);
    ObjectFactory factory;
    factory.SetTypeId(type.Get());
    return factory.Create<T>();
}

/**
 * @param node that shall listen
 * @return a socket with the parts that all TCP sockets of the node get
 */
Ptr<ListeningSocket>
CreateListener(Ptr<Node> node)
{
    const auto tcp = node->GetObject<TcpL4Protocol>();
    NS_ABORT_MSG_UNLESS(tcp, "node " << node->GetId() << " has no TCP");
    const auto socket = CreateObject<ListeningSocket>();
    socket->SetNode(node);
    socket->SetTcp(tcp);
    socket->SetRtt(CreatePart<RttEstimator>(tcp, "RttEstimatorType"));
    socket->SetCongestionControlAlgorithm(CreatePart<TcpCongestionOps>(tcp, "SocketType"));
    socket->SetRecoveryAlgorithm(CreatePart<TcpRecoveryOps>(tcp, "RecoveryType"));
    return socket;
}

} // namespace

TypeId
ControlChannel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::sdn::ControlChannel")
            .SetParent<Object>()
            .SetGroupName("PubSub")
            .AddConstructor<ControlChannel>()
            .AddAttribute("HeartbeatInterval",
                          "Time between two heartbeats.",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&ControlChannel::m_heartbeat),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute("MissedHeartbeats",
                          "Intervals without a message of the peer that end the connection.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&ControlChannel::m_missedLimit),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("ReconnectDelay",
                          "Pause before the next peer is tried.",
                          TimeValue(MilliSeconds(200)),
                          MakeTimeAccessor(&ControlChannel::m_reconnect),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute("ConnectTimeout",
                          "Time for TCP to connect, after which the next peer is tried.",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&ControlChannel::m_connectTimeout),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute("MaxMessage",
                          "Longest message that is accepted, bytes. A longer one ends the "
                          "connection.",
                          UintegerValue(1 << 20),
                          MakeUintegerAccessor(&ControlChannel::m_longest),
                          MakeUintegerChecker<uint32_t>(256))
            .AddAttribute("MaxUnsent",
                          "Bytes that wait for TCP at most. A message without room is not sent.",
                          UintegerValue(8 << 20),
                          MakeUintegerAccessor(&ControlChannel::m_mostUnsent),
                          MakeUintegerChecker<uint32_t>(1024))
            .AddTraceSource("Sent",
                            "A message was given to TCP: type, bytes, and the peer if it is known",
                            MakeTraceSourceAccessor(&ControlChannel::m_sent),
                            "ns3::pubsub::Endpoint::ControlTracedCallback");
    return tid;
}

ControlChannel::ControlChannel()
    : m_stream(0)
{
}

ControlChannel::~ControlChannel() = default;

void
ControlChannel::DoDispose()
{
    NS_LOG_FUNCTION(this);
    Close();
    Object::DoDispose();
}

void
ControlChannel::Connect(Ptr<Node> node,
                        const std::vector<InetSocketAddress>& peers,
                        const Identity& identity,
                        Events events)
{
    NS_LOG_FUNCTION(this << node << peers.size());
    NS_ABORT_MSG_IF(peers.empty(), "a channel needs an address to connect to");
    m_node = node;
    m_peers = peers;
    m_identity = identity;
    m_events = std::move(events);
    Begin();
}

void
ControlChannel::Accept(Ptr<Socket> socket, const Identity& identity, Events events)
{
    NS_LOG_FUNCTION(this << socket);
    m_identity = identity;
    m_events = std::move(events);
    m_socket = socket;
    Listen();
    Opened();
}

void
ControlChannel::SetIdentity(const Identity& identity)
{
    m_identity = identity;
}

uint32_t
ControlChannel::SendFrame(std::span<const uint8_t> frame)
{
    const auto bytes = static_cast<uint32_t>(FrameStream::LENGTH_BYTES + frame.size());
    if (!m_isOpen || m_unsent.size() + bytes > m_mostUnsent || frame.size() > m_longest)
    {
        NS_LOG_INFO("no room for a message of " << bytes << " bytes");
        return 0;
    }
    for (int shift = 24; shift >= 0; shift -= 8)
    {
        m_unsent.push_back(static_cast<uint8_t>(frame.size() >> shift));
    }
    m_unsent.insert(m_unsent.end(), frame.begin(), frame.end());
    m_sent(MessageType{frame[3]}, bytes, m_peer);
    WriteSocket();
    return bytes;
}

void
ControlChannel::Close()
{
    NS_LOG_FUNCTION(this);
    m_events = {};
    m_peers.clear();
    Forget();
}

void
ControlChannel::TryNext()
{
    NS_LOG_FUNCTION(this);
    Over("the next peer is tried");
}

bool
ControlChannel::IsOpen() const
{
    return m_isOpen;
}

NodeId
ControlChannel::Peer() const
{
    return m_peer;
}

uint64_t
ControlChannel::Malformed() const
{
    return m_malformed;
}

void
ControlChannel::Begin()
{
    NS_LOG_FUNCTION(this << m_peerAt);
    m_socket = Socket::CreateSocket(m_node, TcpSocketFactory::GetTypeId());
    m_socket->Bind();
    m_socket->SetConnectCallback(
        Callback<void, Ptr<Socket>>([this](Ptr<Socket>) { Opened(); }),
        Callback<void, Ptr<Socket>>([this](Ptr<Socket>) { Over("the peer does not answer"); }));
    m_timer = Simulator::Schedule(m_connectTimeout, [this] { Over("the peer does not answer"); });
    Listen();
    m_socket->Connect(m_peers[m_peerAt]);
}

void
ControlChannel::Listen()
{
    m_socket->SetRecvCallback(Callback<void, Ptr<Socket>>([this](Ptr<Socket>) { ReadSocket(); }));
    m_socket->SetSendCallback(
        Callback<void, Ptr<Socket>, uint32_t>([this](Ptr<Socket>, uint32_t) { WriteSocket(); }));
    const Callback<void, Ptr<Socket>> closed([this](Ptr<Socket>) { Over("the peer closed"); });
    m_socket->SetCloseCallbacks(closed, closed);
}

void
ControlChannel::Opened()
{
    NS_LOG_FUNCTION(this);
    m_isOpen = true;
    m_silent = 0;
    m_peer = NO_NODE;
    m_stream = FrameStream(m_longest);
    m_timer.Cancel();
    m_timer = Simulator::Schedule(m_heartbeat, &ControlChannel::Beat, this);
    if (m_events.opened)
    {
        m_events.opened();
    }
}

void
ControlChannel::ReadSocket()
{
    NS_LOG_FUNCTION(this);
    const Ptr<ControlChannel> alive = this; // the owner may drop the channel
    while (m_socket)
    {
        const Ptr<Packet> packet = m_socket->Recv();
        if (!packet || packet->GetSize() == 0)
        {
            return;
        }
        std::vector<uint8_t> octets(packet->GetSize());
        packet->CopyData(octets.data(), static_cast<uint32_t>(octets.size()));
        m_stream.Feed(octets);
        while (auto frame = m_stream.Next())
        {
            Handle(std::move(*frame));
            if (!m_socket)
            {
                return;
            }
        }
        if (m_stream.IsBroken())
        {
            ++m_malformed;
            Over("a message is too long");
        }
    }
}

void
ControlChannel::Handle(std::vector<uint8_t> frame)
{
    CommonMessage common;
    WireReader reader(frame);
    CommonMessage::Fields(reader, common);
    if (!reader.IsGood() || common.magic != CommonMessage::MAGIC ||
        common.version != CommonMessage::VERSION)
    {
        ++m_malformed;
        return;
    }
    m_silent = 0;
    m_peer = common.node;
    if (MessageType{common.type} == SdnHeartbeatMessage::TYPE)
    {
        return;
    }
    const ChannelMessage message{.type = MessageType{common.type},
                                 .from = common.node,
                                 .frame = std::move(frame)};
    if (m_events.received)
    {
        m_events.received(message);
    }
}

void
ControlChannel::WriteSocket()
{
    while (m_socket && m_isOpen && !m_unsent.empty())
    {
        const auto bytes =
            std::min<std::size_t>({m_unsent.size(), m_socket->GetTxAvailable(), 1U << 16});
        if (bytes == 0)
        {
            return;
        }
        const std::vector<uint8_t> next(m_unsent.begin(),
                                        m_unsent.begin() + static_cast<std::ptrdiff_t>(bytes));
        const int taken =
            m_socket->Send(Create<Packet>(next.data(), static_cast<uint32_t>(next.size())));
        if (taken <= 0)
        {
            return;
        }
        m_unsent.erase(m_unsent.begin(), m_unsent.begin() + taken);
    }
}

void
ControlChannel::Beat()
{
    if (++m_silent > m_missedLimit)
    {
        Over("heartbeats are missing");
        return;
    }
    m_timer = Simulator::Schedule(m_heartbeat, &ControlChannel::Beat, this);
    SdnHeartbeatMessage beat;
    beat.sequence = ++m_sequence;
    beat.role = static_cast<uint8_t>(m_identity.role);
    beat.term = m_identity.term;
    Send(beat);
}

void
ControlChannel::Over(const std::string& reason)
{
    NS_LOG_FUNCTION(this << reason);
    if (!m_socket)
    {
        return;
    }
    const Ptr<ControlChannel> alive = this; // the owner may drop the channel
    const bool wasOpen = m_isOpen;
    Forget();
    if (!m_peers.empty())
    {
        m_peerAt = (m_peerAt + 1) % m_peers.size();
        m_timer = Simulator::Schedule(m_reconnect, &ControlChannel::Begin, this);
    }
    if (wasOpen && m_events.closed)
    {
        m_events.closed(reason);
    }
}

void
ControlChannel::Forget()
{
    m_timer.Cancel();
    m_isOpen = false;
    m_unsent.clear();
    if (m_socket)
    {
        CloseSocket(m_socket);
        m_socket = nullptr;
    }
}

Ptr<Socket>
ListenForTcp(Ptr<Node> node, uint16_t port, std::function<void(Ptr<Socket> socket)> accepted)
{
    const auto socket = CreateListener(node);
    NS_ABORT_MSG_IF(socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), port)) != 0,
                    "node " << node->GetId() << " has no free TCP port " << port);
    socket->Listen();
    socket->SetAcceptCallback(
        MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
        Callback<void, Ptr<Socket>, const Address&>(
            [accepted](Ptr<Socket> connection, const Address&) { accepted(connection); }));
    return socket;
}

} // namespace ns3::pubsub::sdn
