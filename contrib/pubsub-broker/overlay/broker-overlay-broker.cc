// SPDX-License-Identifier: GPL-2.0-only
//
// The life of an overlay's broker and the way of events through it. broker-overlay-control.cc has
// its control messages.
#include "broker-overlay-broker.h"

#include "ns3/boolean.h"
#include "ns3/broker-udp-transport.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerOverlayBroker");

NS_OBJECT_ENSURE_REGISTERED(OverlayBroker);

namespace
{

/// Flows whose routes are remembered.
constexpr std::size_t FLOW_ROUTES = 65536;

/// Time between two looks for filters of clients that have ended.
const Time EXPIRY_PERIOD = Seconds(10);

} // namespace

TypeId
OverlayBroker::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::broker::OverlayBroker")
            .SetParent<LinkedEndpoint>()
            .SetGroupName("PubSub")
            .AddConstructor<OverlayBroker>()
            .AddAttribute("ByAdvertisement",
                          "Send subscriptions only to neighbours from whose side matching events "
                          "are advertised, rather than to all brokers",
                          BooleanValue(false),
                          MakeBooleanAccessor(&OverlayBroker::m_byAdvertisement),
                          MakeBooleanChecker())
            .AddAttribute("Lock",
                          "Brokers that a reconfiguration locks: the one that moves and its whole "
                          "path, or only the ends of the links that change, or none. Only the "
                          "first keeps the overlay a tree",
                          EnumValue<LockRule>(LockRule::PATH),
                          MakeEnumAccessor<LockRule>(&OverlayBroker::m_lockRule),
                          MakeEnumChecker(LockRule::PATH,
                                          "path",
                                          LockRule::ENDPOINTS,
                                          "endpoints",
                                          LockRule::NONE,
                                          "none"))
            .AddAttribute("Lease",
                          "Time after which a lock ends by itself",
                          TimeValue(Seconds(10)),
                          MakeTimeAccessor(&OverlayBroker::m_lease),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute("MaxDegree",
                          "Links that a broker may have at most; 0: any number",
                          UintegerValue(0),
                          MakeUintegerAccessor(&OverlayBroker::m_maxDegree),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("MaxAttempts",
                          "Times that the locks of a plan are asked for",
                          UintegerValue(3),
                          MakeUintegerAccessor(&OverlayBroker::m_maxAttempts),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Frozen",
                          "Neither propose reconfigurations nor take part in them",
                          BooleanValue(false),
                          MakeBooleanAccessor(&OverlayBroker::m_isFrozen),
                          MakeBooleanChecker())
            .AddAttribute("WholeWindows",
                          "After a move, decide and evaluate only when a whole window has passed. "
                          "Otherwise the rest of the window that the move has cut counts as one, "
                          "so that predicted changes of cost are those of less traffic",
                          BooleanValue(true),
                          MakeBooleanAccessor(&OverlayBroker::m_wholeWindows),
                          MakeBooleanChecker())
            .AddAttribute("CountLinks",
                          "Count what crosses each link in each window of the strategy, for the "
                          "trace source LinkSteps",
                          BooleanValue(false),
                          MakeBooleanAccessor(&OverlayBroker::m_countsLinks),
                          MakeBooleanChecker())
            .AddAttribute("CostSeed",
                          "Seed of the costs of links and brokers, the same at all brokers",
                          UintegerValue(1),
                          MakeUintegerAccessor(&OverlayBroker::m_costSeed),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("ControlTimeout",
                          "Time after which a control message is sent again",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&OverlayBroker::m_controlTimeout),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute("ControlTries",
                          "Times that a control message is sent before its receiver counts as lost",
                          UintegerValue(3),
                          MakeUintegerAccessor(&OverlayBroker::m_controlTries),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("MaxFilters",
                          "Filters of one broker's clients at most, of each kind; more are not "
                          "recorded",
                          UintegerValue(10000),
                          MakeUintegerAccessor(&OverlayBroker::m_maxFilters),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("MaxHeld",
                          "Messages that wait on one link while it is made; more are dropped",
                          UintegerValue(100000),
                          MakeUintegerAccessor(&OverlayBroker::m_maxHeld),
                          MakeUintegerChecker<uint32_t>())
            .AddTraceSource("Link",
                            "A link of the tree was made or ended, as this end has it: the other "
                            "end, whether the tree has it now, plan",
                            MakeTraceSourceAccessor(&OverlayBroker::m_linkChange),
                            "ns3::pubsub::broker::OverlayBroker::LinkTracedCallback")
            .AddTraceSource("Plan",
                            "A plan of this broker was proposed, refused, given up or executed",
                            MakeTraceSourceAccessor(&OverlayBroker::m_planChange),
                            "ns3::pubsub::broker::OverlayBroker::PlanTracedCallback")
            .AddTraceSource("Lock",
                            "The lock of this broker was granted, refused, released, or expired",
                            MakeTraceSourceAccessor(&OverlayBroker::m_lockChange),
                            "ns3::pubsub::broker::OverlayBroker::LockTracedCallback")
            .AddTraceSource("LinkSteps",
                            "A window of the strategy has ended, if CountLinks is set: its "
                            "number, what crossed each link",
                            MakeTraceSourceAccessor(&OverlayBroker::m_linkSteps),
                            "ns3::pubsub::broker::OverlayBroker::LinkStepsTracedCallback");
    return tid;
}

OverlayBroker::OverlayBroker()
    : m_routes([this](TrafficKind kind,
                      NodeId to,
                      const OriginFilters& filters) { SendFilters(kind, to, filters); },
               [this] { return m_links.Active(); }),
      m_strategy(
          StrategyRunner::Broker{
              .self = [this] { return GetNodeId(); },
              .neighbours = [this] { return m_links.Active(); },
              .send = [this](NodeId to, const StrategyMessage& m) { SendStrategy(to, m); },
              .propose = [this](const std::vector<Move>& moves) { Propose(moves); },
              .counted = [this](uint32_t step, const auto& links) { m_linkSteps(step, links); }},
          m_routes),
      m_member(*this),
      m_evaluator(*this),
      m_executor(*this)
{
    m_control.SetLost([this](NodeId peer) { PeerLost(peer); });
    auto transport = CreateObject<UdpTransport>();
    transport->SetAttribute("Ttl", UintegerValue(64)); // a link crosses any number of routers
    SetTransport(transport);
}

OverlayBroker::~OverlayBroker() = default;

void
OverlayBroker::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_update.Cancel();
    m_expiry.Cancel();
    m_reopening.Cancel();
    m_control.Clear();
    m_strategy.Stop();
    m_strategy.SetStrategy(nullptr);
    m_member.Clear();
    m_executor.Clear();
    m_book = nullptr;
    LinkedEndpoint::DoDispose();
}

int64_t
OverlayBroker::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    m_strategy.AssignStream(stream);
    m_executor.AssignStream(stream + 1);
    return 2;
}

void
OverlayBroker::SetAddressBook(Ptr<AddressBook> book)
{
    NS_LOG_FUNCTION(this << book);
    m_book = book;
}

void
OverlayBroker::LinkTo(NodeId peer)
{
    NS_LOG_FUNCTION(this << peer);
    m_links.Add(peer, LinkState::ACTIVE);
}

void
OverlayBroker::SetStrategy(Ptr<OverlayStrategy> strategy)
{
    NS_LOG_FUNCTION(this << strategy);
    NS_ASSERT_MSG(!IsRunning(), "broker " << GetNodeId() << " is running");
    m_strategy.SetStrategy(strategy);
}

void
OverlayBroker::SetPredictor(Ptr<TrafficPredictor> predictor)
{
    NS_LOG_FUNCTION(this << predictor);
    m_strategy.SetPredictor(predictor);
}

Ptr<TrafficPredictor>
OverlayBroker::GetPredictor() const
{
    return m_strategy.GetPredictor();
}

void
OverlayBroker::Propose(const std::vector<Move>& alternatives)
{
    NS_LOG_FUNCTION(this << alternatives.size());
    UpdateRules();
    m_executor.Propose(alternatives);
}

void
OverlayBroker::Fail()
{
    NS_LOG_FUNCTION(this);
    StopApplication();
    m_hasFailed = true;
}

void
OverlayBroker::Restart()
{
    NS_LOG_FUNCTION(this);
    if (!IsRunning())
    {
        StartApplication();
    }
}

const OverlayLinks&
OverlayBroker::GetLinks() const
{
    return m_links;
}

const OverlayRoutes&
OverlayBroker::GetRoutes() const
{
    return m_routes;
}

const MoveMember&
OverlayBroker::GetMoves() const
{
    return m_member;
}

const FlowTable&
OverlayBroker::GetFlows() const
{
    return m_strategy.Counted();
}

bool
OverlayBroker::IsReconfiguring() const
{
    return m_executor.IsBusy();
}

std::optional<Ipv4Address>
OverlayBroker::AddressOfPeer(NodeId peer) const
{
    const auto address = m_book ? m_book->AddressOf(peer) : std::nullopt;
    return address ? address : LinkedEndpoint::AddressOfPeer(peer);
}

std::optional<NodeId>
OverlayBroker::PeerAt(Ipv4Address address) const
{
    const auto peer = m_book ? m_book->BrokerAt(address) : std::nullopt;
    return peer ? peer : LinkedEndpoint::PeerAt(address);
}

void
OverlayBroker::Join()
{
    NS_LOG_FUNCTION(this);
    UpdateRules();
    m_control.SetTimeout(m_controlTimeout);
    m_control.SetTries(m_controlTries);
    m_routes.SetSelf(GetNodeId());
    m_routes.SetByAdvertisement(m_byAdvertisement);
    m_strategy.SetCostSeed(m_costSeed);
    m_strategy.SetWholeWindows(m_wholeWindows);
    m_strategy.SetCountsLinks(m_countsLinks);
    m_strategy.Start();
    m_expiry = Simulator::Schedule(EXPIRY_PERIOD, &OverlayBroker::ExpireClients, this);
    if (m_hasFailed)
    {
        // Others may still be waiting for this broker. After a lease they no longer do.
        m_reopening = Simulator::Schedule(m_rules.lease, &OverlayBroker::Reopen, this);
    }
    else
    {
        InterestChanged();
    }
}

void
OverlayBroker::Leave()
{
    NS_LOG_FUNCTION(this);
    ++m_generation;
    m_update.Cancel();
    m_expiry.Cancel();
    m_reopening.Cancel();
    m_control.Clear();
    m_routes.Clear();
    m_strategy.Stop();
    m_member.Clear();
    m_evaluator.Clear();
    m_executor.Clear();
    m_clientSubscriptions.Clear();
    m_clientAdvertised.Clear();
    m_flowRoutes.clear();
    m_awaited.clear();
    for (auto& [peer, link] : m_links.All())
    {
        link.held.clear();
        link.isLost = false;
    }
}

void
OverlayBroker::InterestChanged()
{
    NS_LOG_FUNCTION(this);
    // Changes of one moment travel together.
    if (IsRunning() && !m_reopening.IsPending() && !m_update.IsPending())
    {
        m_update = Simulator::ScheduleNow(&OverlayBroker::UpdateOwn, this);
    }
}

void
OverlayBroker::UpdateOwn()
{
    NS_LOG_FUNCTION(this);
    Subscription advertised;
    for (const WeightedFilter& topic : GetAdvertised())
    {
        advertised.Add(topic.filter);
    }
    Subscription wanted = GetInherent();
    for (const auto& [client, filters] : m_clientAdvertised.All())
    {
        advertised.Merge(filters);
    }
    for (const auto& [client, filters] : m_clientSubscriptions.All())
    {
        wanted.Merge(filters);
    }
    m_routes.SetOwn(TrafficKind::ADVERTISEMENT, advertised);
    m_routes.SetOwn(TrafficKind::SUBSCRIPTION, wanted);
}

void
OverlayBroker::ExpireClients()
{
    const bool hasEnded = m_clientSubscriptions.Expire(Simulator::Now());
    if (m_clientAdvertised.Expire(Simulator::Now()) || hasEnded)
    {
        InterestChanged();
    }
    m_expiry = Simulator::Schedule(EXPIRY_PERIOD, &OverlayBroker::ExpireClients, this);
}

// ---- events

void
OverlayBroker::Originate(const EventMessage& event)
{
    NS_LOG_FUNCTION(this << event.sequence);
    Forward(event, MakeFlowId(GetNodeId(), ContentClassOf(event.content)), GetNodeId());
}

void
OverlayBroker::ReceiveEvent(const EventMessage& event, NodeId from)
{
    NS_LOG_FUNCTION(this << event.publisher << event.sequence << from);
    if (!GetNeighbours().contains(from))
    {
        Drop("event that a client has not sent", event.payloadBytes);
    }
    else if (Accept(event))
    {
        Forward(event, MakeFlowId(GetNodeId(), ContentClassOf(event.content)), from);
    }
}

void
OverlayBroker::TakeNotify(NodeId from, Ptr<Packet> packet)
{
    const auto carrier = ReadCarried<OverlayNotifyMessage>(packet);
    if (!carrier)
    {
        return;
    }
    OverlayLink* link = m_links.Find(from);
    if (!link || link->epoch != carrier->header.epoch)
    {
        Drop(link ? "event of another epoch" : "event without a link", packet->GetSize());
    }
    else if (link->isHeld)
    {
        Hold(*link,
             [this, carrier, from] { AcceptNotify(carrier->event, carrier->header.flow, from); });
    }
    else
    {
        AcceptNotify(carrier->event, carrier->header.flow, from);
    }
}

void
OverlayBroker::AcceptNotify(const EventMessage& event, FlowId flow, NodeId from)
{
    if (Accept(event))
    {
        Forward(event, flow, m_member.Successor(from));
    }
}

void
OverlayBroker::Forward(const EventMessage& event, FlowId flow, NodeId from)
{
    NS_LOG_FUNCTION(this << event.publisher << event.sequence << from);
    FlowTable& flows = m_strategy.Counted();
    const bool isOwn = !m_links.Find(from);
    m_strategy.RememberContent(flow, event.content);
    flows.Record(flow, isOwn ? LOCAL_CLIENTS : from, FlowDirection::IN);
    if (!isOwn)
    {
        m_strategy.CountLink(from, FlowDirection::IN, flow, event.content);
    }
    const bool isDelivered = ForwardToClients(event, from);
    if (isDelivered || (from != GetNodeId() && GetInherent().Matches(event.content)))
    {
        flows.Record(flow, LOCAL_CLIENTS, FlowDirection::OUT);
    }
    for (NodeId hop : NextHops(event, flow, from))
    {
        if (hop != from)
        {
            flows.Record(flow, hop, FlowDirection::OUT);
            SendNotify(event, flow, hop);
        }
    }
}

bool
OverlayBroker::ForwardToClients(const EventMessage& event, NodeId from)
{
    bool isDelivered = false;
    for (const auto& [client, filters] : m_clientSubscriptions.All())
    {
        if (client != from && filters.Matches(event.content))
        {
            SendEvent(event, client);
            isDelivered = true;
        }
    }
    return isDelivered;
}

std::vector<NodeId>
OverlayBroker::NextHops(const EventMessage& event, FlowId flow, NodeId from)
{
    FlowRoute& route = RouteOf(event, flow);
    if (m_member.HasDetours())
    {
        return m_routes.NextHops(route.subscribers, [this, from](NodeId via, NodeId origin) {
            return m_member.IsServed(from, via, origin);
        });
    }
    const uint64_t version = m_routes.Subscriptions().GetVersion();
    if (route.version != version)
    {
        route.version = version;
        route.hops = m_routes.NextHops(route.subscribers, [](NodeId, NodeId) { return false; });
    }
    return route.hops;
}

OverlayBroker::FlowRoute&
OverlayBroker::RouteOf(const EventMessage& event, FlowId flow)
{
    if (m_flowRoutes.size() >= FLOW_ROUTES)
    {
        m_flowRoutes.clear();
    }
    FlowRoute& route = m_flowRoutes[flow];
    const uint64_t version = m_routes.Subscriptions().GetFiltersVersion();
    // The content is compared, because the flow is what the sender says.
    if (route.filtersVersion != version || route.content != event.content)
    {
        route.content = event.content;
        route.filtersVersion = version;
        route.subscribers = m_routes.Subscribers(event.content);
        route.version = 0;
    }
    return route;
}

void
OverlayBroker::SendNotify(const EventMessage& event, FlowId flow, NodeId to)
{
    const OverlayLink* link = m_links.Find(to);
    if (!link)
    {
        Drop("no link to send an event on", event.payloadBytes);
        return;
    }
    EventMessage next = event;
    next.hops += next.hops < 255;
    const OverlayNotifyMessage header{.epoch = link->epoch, .flow = flow};
    m_control.SendBehindMarkers(to, [this, header, next, to] {
        m_strategy.CountLink(to, FlowDirection::OUT, header.flow, next.content);
        SendCarried(header, next, to);
    });
}

void
OverlayBroker::Hold(OverlayLink& link, std::function<void()> arrived)
{
    if (link.held.size() >= m_maxHeld)
    {
        Drop("too much waits on a link", 0);
        return;
    }
    link.held.push_back(std::move(arrived));
}

void
OverlayBroker::Release(NodeId peer)
{
    NS_LOG_FUNCTION(this << peer);
    OverlayLink* link = m_links.Find(peer);
    if (!link)
    {
        return;
    }
    link->isHeld = false;
    const auto held = std::exchange(link->held, {});
    for (const auto& arrived : held)
    {
        arrived();
    }
}

} // namespace ns3::pubsub::broker
