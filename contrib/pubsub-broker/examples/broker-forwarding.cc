// SPDX-License-Identifier: GPL-2.0-only
//
// Brokers in a tree with clients, each of which subscribes to one topic. Measures the processor
// time of published events, and that of plain UDP datagrams which ns-3 forwards by its static
// routes over the same links:
//
//   broker-forwarding --brokers=1000 --clients=10000 --rounds=3
//
// In each round the events come first. Then datagrams with as many bytes go from some clients to
// others, until they have crossed as many links as the events did. Prints a line for each part of
// a round: events or datagrams, how many were sent, received and due, links crossed, seconds.

#include "ns3/broker-network.h"
#include "ns3/broker-trees.h"
#include "ns3/command-line.h"
#include "ns3/config.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/queue.h"
#include "ns3/simulator.h"
#include "ns3/udp-socket-factory.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::broker;

namespace
{

constexpr uint16_t PORT = 9;           ///< of the datagrams
constexpr uint32_t PEERS = 20;         ///< clients that send datagrams, and that get them
constexpr uint32_t FRAME_HEADERS = 30; ///< of PPP, IPv4 and UDP, bytes
const Time SUBSCRIBING = Seconds(10);  ///< until all brokers have all filters
const Time INTERVAL = MilliSeconds(1); ///< between two events
const Time ARRIVING = Seconds(1);      ///< for the last ones
const DataRate RATE("10Gbps");         ///< of each link
const Time DELAY = MilliSeconds(1);    ///< of each link

/// What the command line says.
struct Arguments
{
    uint32_t brokers = 1000;  ///< how many
    uint32_t clients = 10000; ///< spread evenly over them
    uint32_t topics = 100;    ///< each client wants one
    uint32_t events = 100;    ///< in a round
    uint32_t payload = 64;    ///< of an event, bytes
    uint32_t rounds = 1;      ///< how many
    bool datagrams = true;    ///< whether they are measured, too
};

/// What went through the network in one part of a round.
struct Traffic
{
    uint64_t sent = 0;     ///< events or datagrams
    uint64_t received = 0; ///< by clients
    uint64_t due = 0;      ///< that should have been received
    uint64_t crossed = 0;  ///< links
    uint64_t bytes = 0;    ///< of the frames on them
    double seconds = 0;    ///< of processor time
};

/// The network, and what is sent through it.
class Forwarding
{
  public:
    /// @param arguments of the program
    explicit Forwarding(const Arguments& arguments);

    /// @brief Let all clients subscribe.
    void Subscribe();

    /// @return what the events of a round were and took
    Traffic SendEvents();

    /**
     * @brief Forward datagrams over as many links as events have crossed.
     * @param events of the same round
     * @return what the datagrams were and took
     */
    Traffic SendDatagrams(const Traffic& events);

  private:
    /// A client that sends datagrams, and one that gets them.
    struct Flow
    {
        Ptr<Socket> socket; ///< of the sender
        Ipv4Address to;     ///< of the receiver
        uint32_t hops;      ///< links between them
    };

    /// @brief Choose senders and receivers of datagrams, and set the routes between them.
    void InstallFlows();

    /**
     * @brief Set the routes of a flow.
     * @param from broker of the sender
     * @param next broker on the path from each broker
     * @param sender node
     * @param receiver node
     * @return links between them
     */
    uint32_t InstallRoutes(BrokerId from,
                           const std::vector<BrokerId>& next,
                           Ptr<Node> sender,
                           Ptr<Node> receiver);

    /**
     * @brief Set one route, unless it is there.
     * @param from a node
     * @param via a neighbour of it
     * @param to address of the receiver
     */
    void AddRoute(Ptr<Node> from, Ptr<Node> via, Ipv4Address to);

    /// @param client a node @return its address
    static Ipv4Address AddressOf(Ptr<Node> client);

    /// @brief Add what has crossed the links since the beginning. @param traffic to add to
    /// @param sign 1 or -1
    void CountFrames(Traffic& traffic, int sign) const;

    /**
     * @brief Simulate what was scheduled, and measure it.
     * @param traffic of which the links, bytes and time are set
     * @param duration simulated
     */
    void Measure(Traffic& traffic, Time duration);

    /// @brief Take datagrams. @param socket where they are
    void Take(Ptr<Socket> socket);

    /// @brief Sink of Deliver. @param event delivered @param isWanted by the client
    void Delivered(const EventMessage& event, bool isWanted);

    Arguments m_arguments;                                ///< of the program
    BrokerGraph m_tree;                                   ///< of the brokers
    std::unique_ptr<BrokerNetwork> m_network;             ///< simulated
    Ptr<UniformRandomVariable> m_random;                  ///< of all choices
    std::vector<Content> m_topics;                        ///< of events
    std::vector<uint32_t> m_wanted;                       ///< topic of each client
    std::vector<Flow> m_flows;                            ///< of datagrams
    std::vector<Ptr<Socket>> m_receivers;                 ///< of datagrams
    std::map<std::pair<NodeId, NodeId>, uint32_t> m_ends; ///< index of a device, by both nodes
    std::map<std::pair<NodeId, uint32_t>, bool> m_routes; ///< set, by node and destination
    uint64_t m_received = 0;                              ///< in this part of the round
};

Forwarding::Forwarding(const Arguments& arguments)
    : m_arguments(arguments),
      m_random(CreateObject<UniformRandomVariable>())
{
    m_random->SetStream(1);
    m_tree = MakeTree("deg4", arguments.brokers, m_random);
    m_network = std::make_unique<BrokerNetwork>(m_tree.Size(), m_tree.Links(), RATE, DELAY);
    for (uint32_t i = 0; i < arguments.topics; ++i)
    {
        m_topics.emplace_back(*Topic::Parse("news.topic-" + std::to_string(i)));
    }
    for (uint32_t i = 0; i < arguments.clients; ++i)
    {
        const auto client = m_network->AddClient(i % arguments.brokers);
        m_wanted.push_back(m_random->GetInteger(0, arguments.topics - 1));
        client->Subscribe(*Filter::Parse(m_topics[m_wanted.back()].topic.Text()));
        client->TraceConnectWithoutContext("Deliver", MakeCallback(&Forwarding::Delivered, this));
    }
    m_network->AssignStreams(2);
    for (uint32_t end = 0; end < m_network->GetLinks().GetDevices().GetN(); ++end)
    {
        m_ends[{m_network->GetLinks().From(end), m_network->GetLinks().To(end)}] = end;
    }
}

void
Forwarding::Subscribe()
{
    Simulator::Stop(SUBSCRIBING);
    Simulator::Run();
}

Traffic
Forwarding::SendEvents()
{
    Traffic traffic;
    for (uint32_t i = 0; i < m_arguments.events; ++i)
    {
        const uint32_t publisher = m_random->GetInteger(0, m_arguments.clients - 1);
        const uint32_t topic = m_random->GetInteger(0, m_arguments.topics - 1);
        traffic.due += std::count(m_wanted.begin(), m_wanted.end(), topic);
        traffic.due -= m_wanted[publisher] == topic;
        Simulator::Schedule(INTERVAL * i,
                            &Endpoint::Publish,
                            m_network->GetClient(publisher),
                            m_topics[topic],
                            static_cast<uint16_t>(m_arguments.payload));
    }
    traffic.sent = m_arguments.events;
    Measure(traffic, INTERVAL * m_arguments.events + ARRIVING);
    return traffic;
}

Traffic
Forwarding::SendDatagrams(const Traffic& events)
{
    if (m_flows.empty())
    {
        InstallFlows();
    }
    const auto bytes = static_cast<uint32_t>(events.bytes / events.crossed) - FRAME_HEADERS;
    const Time duration = INTERVAL * m_arguments.events;
    Traffic traffic;
    for (uint64_t hops = 0; hops < events.crossed; ++traffic.sent)
    {
        const Flow& flow = m_flows[traffic.sent % m_flows.size()];
        const double share = static_cast<double>(hops) / static_cast<double>(events.crossed);
        Simulator::ScheduleWithContext(
            flow.socket->GetNode()->GetId(),
            duration * share,
            [&flow, bytes] {
                flow.socket->SendTo(Create<Packet>(bytes), 0, InetSocketAddress(flow.to, PORT));
            });
        hops += flow.hops;
    }
    traffic.due = traffic.sent;
    Measure(traffic, duration + ARRIVING);
    return traffic;
}

void
Forwarding::InstallFlows()
{
    const NodeContainer& clients = m_network->GetClients();
    const auto choose = [&] { return m_random->GetInteger(0, m_arguments.clients - 1); };
    std::vector<std::pair<uint32_t, Ptr<Socket>>> senders;
    for (uint32_t i = 0; i < PEERS; ++i)
    {
        const uint32_t sender = choose();
        const auto socket =
            Socket::CreateSocket(clients.Get(sender), UdpSocketFactory::GetTypeId());
        socket->Bind();
        senders.emplace_back(sender, socket);
    }
    for (uint32_t i = 0; i < PEERS; ++i)
    {
        const uint32_t receiver = choose();
        const auto to = clients.Get(receiver);
        m_receivers.push_back(Socket::CreateSocket(to, UdpSocketFactory::GetTypeId()));
        m_receivers.back()->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        m_receivers.back()->SetRecvCallback(MakeCallback(&Forwarding::Take, this));
        const auto next = m_tree.NextHopsTo(receiver % m_arguments.brokers);
        for (const auto& [sender, socket] : senders)
        {
            if (sender != receiver)
            {
                const BrokerId from = sender % m_arguments.brokers;
                const uint32_t hops = InstallRoutes(from, next, clients.Get(sender), to);
                m_flows.push_back({socket, AddressOf(to), hops});
            }
        }
    }
}

uint32_t
Forwarding::InstallRoutes(BrokerId from,
                          const std::vector<BrokerId>& next,
                          Ptr<Node> sender,
                          Ptr<Node> receiver)
{
    const NodeContainer& brokers = m_network->GetBrokers();
    const Ipv4Address to = AddressOf(receiver);
    uint32_t hops = 2;
    AddRoute(sender, brokers.Get(from), to);
    for (; next[from] != NO_BROKER; from = next[from])
    {
        AddRoute(brokers.Get(from), brokers.Get(next[from]), to);
        ++hops;
    }
    return hops; // the last broker knows the receiver's link
}

void
Forwarding::AddRoute(Ptr<Node> from, Ptr<Node> via, Ipv4Address to)
{
    if (!m_routes.emplace(std::pair{from->GetId(), to.Get()}, true).second)
    {
        return;
    }
    const uint32_t end = m_ends.at({from->GetId(), via->GetId()});
    const auto& links = m_network->GetLinks();
    const auto ipv4 = from->GetObject<Ipv4>();
    Ipv4StaticRoutingHelper().GetStaticRouting(ipv4)->AddHostRouteTo(
        to,
        links.AddressOf(end ^ 1), // the ends of a link follow each other
        ipv4->GetInterfaceForDevice(links.GetDevices().Get(end)));
}

Ipv4Address
Forwarding::AddressOf(Ptr<Node> client)
{
    return client->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal();
}

void
Forwarding::CountFrames(Traffic& traffic, int sign) const
{
    const NetDeviceContainer& devices = m_network->GetLinks().GetDevices();
    for (uint32_t end = 0; end < devices.GetN(); ++end)
    {
        const auto queue = DynamicCast<PointToPointNetDevice>(devices.Get(end))->GetQueue();
        traffic.crossed += sign * static_cast<int64_t>(queue->GetTotalReceivedPackets());
        traffic.bytes += sign * static_cast<int64_t>(queue->GetTotalReceivedBytes());
    }
}

/// @brief Simulate until the next stop: what a profiler counts
/// (`valgrind --tool=callgrind --toggle-collect=*Simulate*`).
[[gnu::noinline]] void
Simulate()
{
    Simulator::Run();
    asm volatile(""); // or the call above would be a jump
}

void
Forwarding::Measure(Traffic& traffic, Time duration)
{
    m_received = 0;
    CountFrames(traffic, -1);
    Simulator::Stop(duration);
    const std::clock_t start = std::clock();
    Simulate();
    traffic.seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    CountFrames(traffic, 1);
    traffic.received = m_received;
}

void
Forwarding::Take(Ptr<Socket> socket)
{
    Address from;
    while (socket->RecvFrom(from))
    {
        ++m_received;
    }
}

void
Forwarding::Delivered(const EventMessage& event, bool isWanted)
{
    static_cast<void>(event);
    m_received += isWanted;
}

/**
 * @brief Print what was sent in one part of a round.
 * @param what events or datagrams
 * @param traffic to print
 */
void
Print(const std::string& what, const Traffic& traffic)
{
    std::cout << what << ": " << traffic.sent << " sent, " << traffic.received << " of "
              << traffic.due << " received, " << traffic.crossed << " links crossed, "
              << traffic.seconds << " s" << std::endl;
}

} // namespace

int
main(int argc, char* argv[])
{
    Arguments arguments;
    CommandLine command(__FILE__);
    command.AddValue("brokers", "how many, 2 or more", arguments.brokers);
    command.AddValue("clients", "how many, 2 or more", arguments.clients);
    command.AddValue("topics", "how many; each client subscribes to one", arguments.topics);
    command.AddValue("events", "published in a round", arguments.events);
    command.AddValue("payload", "bytes of an event", arguments.payload);
    command.AddValue("rounds", "how many", arguments.rounds);
    command.AddValue("datagrams", "whether datagrams are measured, too", arguments.datagrams);
    command.Parse(argc, argv);
    if (std::min({arguments.brokers, arguments.clients}) < 2 || arguments.topics < 1)
    {
        std::cerr << "expected two brokers, two clients and one topic or more" << std::endl;
        return 2;
    }
    // Forwarding alone is measured: filters are sent once.
    Config::SetDefault("ns3::pubsub::broker::FilterEndpoint::RefreshPeriod", TimeValue(Seconds(0)));
    Forwarding forwarding(arguments);
    forwarding.Subscribe();
    for (uint32_t i = 0; i < arguments.rounds; ++i)
    {
        const Traffic events = forwarding.SendEvents();
        Print("events", events);
        if (arguments.datagrams)
        {
            Print("datagrams", forwarding.SendDatagrams(events));
        }
    }
    Simulator::Destroy();
    return 0;
}
