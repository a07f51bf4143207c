// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-openflow-connection.h"

#include "sdn-socket-release.h"

#include "ns3/log.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnOpenFlowConnection");

NS_OBJECT_ENSURE_REGISTERED(OpenFlowConnection);

namespace
{

/**
 * @param hello of the other side
 * @return whether it speaks our version
 */
bool
HasOurVersion(const Hello& hello)
{
    if (hello.versions.empty())
    {
        // The lower one of both sides' versions is spoken, and we have no lower one than ours.
        return hello.version >= OPENFLOW_VERSION;
    }
    return hello.versions[0] >> OPENFLOW_VERSION & 1;
}

} // namespace

TypeId
OpenFlowConnection::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::sdn::OpenFlowConnection")
            .SetParent<Object>()
            .SetGroupName("PubSub")
            .AddConstructor<OpenFlowConnection>()
            .AddAttribute("EchoInterval",
                          "Silence of the other side after which an echo is asked for.",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&OpenFlowConnection::m_echoInterval),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("EchoMisses",
                          "Intervals of silence after which the connection is given up.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&OpenFlowConnection::m_echoMisses),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("ConnectTimeout",
                          "Time for the TCP connection and HELLO.",
                          TimeValue(Seconds(3)),
                          MakeTimeAccessor(&OpenFlowConnection::m_connectTimeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddTraceSource("Sent",
                            "A message was given to TCP: its type and bytes.",
                            MakeTraceSourceAccessor(&OpenFlowConnection::m_sent),
                            "ns3::pubsub::sdn::SdnSwitch::MessageTracedCallback")
            .AddTraceSource("Received",
                            "A message came: its type and bytes.",
                            MakeTraceSourceAccessor(&OpenFlowConnection::m_received),
                            "ns3::pubsub::sdn::SdnSwitch::MessageTracedCallback")
            .AddTraceSource("Refused",
                            "A message was malformed: its type and bytes.",
                            MakeTraceSourceAccessor(&OpenFlowConnection::m_refused),
                            "ns3::pubsub::sdn::SdnSwitch::MessageTracedCallback");
    return tid;
}

OpenFlowConnection::OpenFlowConnection()
{
    NS_LOG_FUNCTION(this);
}

OpenFlowConnection::~OpenFlowConnection()
{
    NS_LOG_FUNCTION(this);
}

void
OpenFlowConnection::DoDispose()
{
    NS_LOG_FUNCTION(this);
    if (m_socket)
    {
        ReleaseSocket(m_socket);
        m_socket = nullptr;
    }
    Close();
    Object::DoDispose();
}

void
OpenFlowConnection::Connect(Ptr<Socket> socket, const Address& controller, Events events)
{
    NS_LOG_FUNCTION(this << socket << controller);
    NS_ASSERT(m_state == State::IDLE);
    m_state = State::CONNECTING;
    m_events = std::move(events);
    m_socket = socket;
    Listen();
    m_timer = Simulator::Schedule(m_connectTimeout, [this] { Fail("no connection in time"); });
    if (m_socket->Connect(controller) != 0)
    {
        m_timer.Cancel();
        // Not at once: the owner has not even got its own call back.
        m_timer = Simulator::ScheduleNow([this] { Fail("no route to the controller"); });
    }
}

void
OpenFlowConnection::Accept(Ptr<Socket> socket, Events events)
{
    NS_LOG_FUNCTION(this << socket);
    NS_ASSERT(m_state == State::IDLE);
    m_events = std::move(events);
    m_socket = socket;
    Listen();
    m_timer = Simulator::Schedule(m_connectTimeout, [this] { Fail("no HELLO in time"); });
    Connected();
}

void
OpenFlowConnection::Listen()
{
    m_socket->SetConnectCallback(
        Callback<void, Ptr<Socket>>([this](Ptr<Socket>) { Connected(); }),
        Callback<void, Ptr<Socket>>([this](Ptr<Socket>) { Fail("refused"); }));
    m_socket->SetCloseCallbacks(
        Callback<void, Ptr<Socket>>([this](Ptr<Socket>) { Fail("closed"); }),
        Callback<void, Ptr<Socket>>([this](Ptr<Socket>) { Fail("reset"); }));
    m_socket->SetRecvCallback(Callback<void, Ptr<Socket>>([this](Ptr<Socket>) { Read(); }));
    m_socket->SetSendCallback(
        Callback<void, Ptr<Socket>, uint32_t>([this](Ptr<Socket>, uint32_t) { Write(); }));
}

void
OpenFlowConnection::Forget()
{
    m_timer.Cancel();
    if (m_socket)
    {
        CloseSocket(m_socket);
        m_socket = nullptr;
    }
}

void
OpenFlowConnection::Close()
{
    NS_LOG_FUNCTION(this);
    m_state = State::CLOSED;
    m_events = {};
    Forget();
}

void
OpenFlowConnection::Fail(const std::string& reason)
{
    NS_LOG_FUNCTION(this << reason);
    if (m_state == State::CLOSED)
    {
        return;
    }
    // The owner may let go of us in its function.
    const Ptr<OpenFlowConnection> self(this);
    const auto closed = std::move(m_events.closed);
    Close();
    if (closed)
    {
        closed(reason);
    }
}

bool
OpenFlowConnection::IsOpen() const
{
    return m_state == State::OPEN;
}

uint64_t
OpenFlowConnection::Malformed() const
{
    return m_malformed;
}

std::size_t
OpenFlowConnection::Unsent() const
{
    return m_unsent.size();
}

void
OpenFlowConnection::Connected()
{
    NS_LOG_FUNCTION(this);
    m_state = State::HELLO_SENT;
    Send(Hello{});
    Read();
}

uint32_t
OpenFlowConnection::Send(const OpenFlowMessage& message)
{
    const uint32_t xid = m_nextXid++;
    Reply(xid, message);
    return xid;
}

void
OpenFlowConnection::Reply(uint32_t xid, const OpenFlowMessage& message)
{
    NS_LOG_FUNCTION(this << xid);
    if (m_state != State::HELLO_SENT && m_state != State::OPEN)
    {
        return;
    }
    const auto octets = EncodeOpenFlow(xid, message);
    m_sent(OpenFlowTypeName(TypeOf(message)), octets.size());
    SendRaw(octets);
}

void
OpenFlowConnection::SendRaw(const std::vector<uint8_t>& octets)
{
    m_unsent.insert(m_unsent.end(), octets.begin(), octets.end());
    Write();
}

void
OpenFlowConnection::Write()
{
    while (m_socket && !m_unsent.empty())
    {
        const std::size_t room = m_socket->GetTxAvailable();
        const std::size_t size = std::min(room, m_unsent.size());
        if (size == 0)
        {
            return;
        }
        const std::vector<uint8_t> octets(m_unsent.begin(), m_unsent.begin() + size);
        if (m_socket->Send(Create<Packet>(octets.data(), octets.size())) < 0)
        {
            return;
        }
        m_unsent.erase(m_unsent.begin(), m_unsent.begin() + size);
    }
}

void
OpenFlowConnection::Read()
{
    const Ptr<OpenFlowConnection> self(this);
    while (m_socket)
    {
        const Ptr<Packet> packet = m_socket->Recv();
        if (!packet || packet->GetSize() == 0)
        {
            return;
        }
        std::vector<uint8_t> octets(packet->GetSize());
        packet->CopyData(octets.data(), octets.size());
        m_stream.Feed(octets);
        while (m_state != State::CLOSED)
        {
            const auto incoming = m_stream.Next();
            if (!incoming)
            {
                break;
            }
            Handle(*incoming);
        }
    }
}

void
OpenFlowConnection::Handle(const ReceivedOpenFlow& incoming)
{
    m_silent = 0;
    if (const OpenFlowFault* fault = incoming.Fault())
    {
        ++m_malformed;
        m_refused(OpenFlowTypeName(incoming.type), incoming.bytes);
        // An error about an error would be answered for ever.
        if (incoming.type != OpenFlowType::ERROR)
        {
            Reply(incoming.xid, fault->error);
        }
        if (fault->isFatal)
        {
            Fail("unreadable");
        }
        return;
    }
    m_received(OpenFlowTypeName(incoming.type), incoming.bytes);
    const OpenFlowMessage& message = *incoming.Message();
    if (const auto* hello = std::get_if<Hello>(&message))
    {
        HandleHello(incoming.xid, *hello);
    }
    else if (m_state != State::OPEN)
    {
        Fail("a message before HELLO");
    }
    else if (const auto* echo = std::get_if<EchoRequest>(&message))
    {
        Reply(incoming.xid, EchoReply{echo->data});
    }
    else if (!std::holds_alternative<EchoReply>(message) && m_events.received)
    {
        m_events.received(incoming.xid, message);
    }
}

void
OpenFlowConnection::HandleHello(uint32_t xid, const Hello& hello)
{
    if (!HasOurVersion(hello))
    {
        const std::string text = "OpenFlow 1.3 only";
        Reply(
            xid,
            ErrorMessage{ErrorType::HELLO_FAILED, HELLO_INCOMPATIBLE, {text.begin(), text.end()}});
        Fail("another version");
    }
    else if (m_state == State::HELLO_SENT)
    {
        m_state = State::OPEN;
        m_timer.Cancel();
        m_timer = Simulator::Schedule(m_echoInterval, &OpenFlowConnection::CheckSilence, this);
        if (m_events.opened)
        {
            m_events.opened();
        }
    }
}

void
OpenFlowConnection::CheckSilence()
{
    if (m_silent >= m_echoMisses)
    {
        Fail("silent");
        return;
    }
    if (m_silent > 0 || m_echoMisses == 1)
    {
        Send(EchoRequest{});
    }
    ++m_silent;
    m_timer = Simulator::Schedule(m_echoInterval, &OpenFlowConnection::CheckSilence, this);
}

} // namespace ns3::pubsub::sdn
