// SPDX-License-Identifier: GPL-2.0-only
//
// Datagrams between random brokers of an underlay, by default of one that BRITE generates.
// Measures the processor time of forwarding them by ns-3's IP stack and by LightForwarders, in
// turn:
//
//   overlay-forwarding --routers=5000 --brokers=1000 --datagrams=20000 --rounds=3
//
// Prints what the network takes to build, and for each way and round a line: datagrams sent and
// received, links crossed, seconds, microseconds per link crossed. --forwarding=light or ip
// measures one of both, whose memory the last line has.

#include "ns3/broker-input.h"
#include "ns3/broker-underlay-network.h"
#include "ns3/broker-underlay-source.h"
#include "ns3/command-line.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <ctime>
#include <iostream>
#include <memory>
#include <string>
#include <sys/resource.h>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::pubsub::broker;

namespace
{

constexpr uint16_t PORT = 9;             ///< of the datagrams
const Time INTERVAL = MicroSeconds(100); ///< between two datagrams
const Time ARRIVING = Seconds(1);        ///< for the last ones

/// What the command line says.
struct Arguments
{
    std::string kind = "waxman";     ///< of the underlay
    uint32_t routers = 1000;         ///< how many
    uint32_t brokers = 200;          ///< how many of them carry one
    uint32_t datagrams = 10000;      ///< in a round
    uint32_t payload = 200;          ///< of a datagram, bytes
    uint32_t rounds = 1;             ///< how many
    std::string forwarding = "both"; ///< light, ip or both
    std::string captures;            ///< folder for those of all brokers, if any
};

/// @return processor time of this process, s
double
ProcessorSeconds()
{
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// A network with a transport at each broker.
class Traffic
{
  public:
    /**
     * @param arguments of the program
     * @param underlay of the network
     * @param forwarding of the network
     */
    Traffic(const Arguments& arguments, const Underlay& underlay, Forwarding forwarding);

    /**
     * @brief Send the datagrams of a round, and print what they took.
     * @param name of the way to forward
     */
    void SendRound(const std::string& name);

  private:
    /**
     * @brief Send a datagram.
     * @param from its sender
     * @param to its receiver
     */
    void Send(BrokerId from, BrokerId to);

    /**
     * @brief Take a datagram.
     * @param packet its payload
     * @param from its sender
     */
    void Receive(Ptr<Packet> packet, Ipv4Address from);

    Arguments m_arguments;                            ///< of the program
    Ptr<UniformRandomVariable> m_random;              ///< of all choices
    std::unique_ptr<UnderlayNetwork> m_network;       ///< simulated
    std::vector<Ptr<DatagramTransport>> m_transports; ///< by broker
    uint64_t m_received = 0;                          ///< datagrams
};

Traffic::Traffic(const Arguments& arguments, const Underlay& underlay, Forwarding forwarding)
    : m_arguments(arguments),
      m_random(CreateObject<UniformRandomVariable>())
{
    m_random->SetStream(2);
    const auto places = underlay.DrawRouters(arguments.brokers, m_random);
    m_network = std::make_unique<UnderlayNetwork>(underlay, places, forwarding);
    for (BrokerId broker = 0; broker < arguments.brokers; ++broker)
    {
        m_transports.push_back(m_network->MakeTransport());
        m_transports.back()->SetReceiver(MakeCallback(&Traffic::Receive, this));
        m_transports.back()->Open(m_network->GetBroker(broker), PORT);
    }
    if (!arguments.captures.empty())
    {
        std::vector<BrokerId> all;
        for (BrokerId broker = 0; broker < arguments.brokers; ++broker)
        {
            all.push_back(broker);
        }
        m_network->Capture(arguments.captures, 65535, all);
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
Traffic::SendRound(const std::string& name)
{
    for (uint32_t i = 0; i < m_arguments.datagrams; ++i)
    {
        const BrokerId from = m_random->GetInteger(0, m_arguments.brokers - 1);
        const BrokerId other = m_random->GetInteger(0, m_arguments.brokers - 2);
        const BrokerId to = other < from ? other : other + 1;
        Simulator::ScheduleWithContext(m_network->GetBroker(from)->GetId(),
                                       INTERVAL * i,
                                       [this, from, to] { Send(from, to); });
    }
    m_received = 0;
    const uint64_t before = m_network->CountCrossings();
    Simulator::Stop(INTERVAL * m_arguments.datagrams + ARRIVING);
    const double start = ProcessorSeconds();
    Simulate();
    const double seconds = ProcessorSeconds() - start;
    const uint64_t crossed = m_network->CountCrossings() - before;
    m_network->CloseCaptures();
    std::cout << name << ": " << m_arguments.datagrams << " sent, " << m_received << " received, "
              << crossed << " links crossed, " << seconds << " s, "
              << 1e6 * seconds / static_cast<double>(crossed) << " us per link" << std::endl;
}

void
Traffic::Send(BrokerId from, BrokerId to)
{
    m_transports[from]->Send(Create<Packet>(m_arguments.payload), m_network->GetAddress(to));
}

void
Traffic::Receive(Ptr<Packet> packet, Ipv4Address from)
{
    m_received += packet->GetSize() == m_arguments.payload && from != Ipv4Address::GetAny();
}

} // namespace

int
main(int argc, char* argv[])
{
    Arguments arguments;
    CommandLine command(__FILE__);
    command.AddValue("underlay", "a model of BRITE, or a kind of tree", arguments.kind);
    command.AddValue("routers", "how many", arguments.routers);
    command.AddValue("brokers", "how many, 2 or more", arguments.brokers);
    command.AddValue("datagrams", "sent in a round, 1 or more", arguments.datagrams);
    command.AddValue("payload", "bytes of a datagram, up to 1472", arguments.payload);
    command.AddValue("rounds", "how many", arguments.rounds);
    command.AddValue("forwarding", "light, ip or both", arguments.forwarding);
    command.AddValue("captures", "folder for the captures of all brokers", arguments.captures);
    command.Parse(argc, argv);
    if (arguments.brokers < 2 || arguments.datagrams < 1 || arguments.payload > 1472)
    {
        std::cerr << "expected two brokers and one datagram or more, and payloads that fit a frame"
                  << std::endl;
        return 2;
    }
    const auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(1);
    const std::vector<std::pair<std::string, Forwarding>> all{{"light", Forwarding::LIGHT},
                                                              {"ip", Forwarding::IP}};
    try
    {
        UnderlaySource source;
        source.kind = arguments.kind;
        source.brite.routers = arguments.routers;
        const Underlay underlay = MakeUnderlay(source, random).underlay;
        std::vector<std::pair<std::string, std::unique_ptr<Traffic>>> networks;
        for (const auto& [name, forwarding] : all)
        {
            if (arguments.forwarding == name || arguments.forwarding == "both")
            {
                const double start = ProcessorSeconds();
                networks.emplace_back(name,
                                      std::make_unique<Traffic>(arguments, underlay, forwarding));
                std::cout << name << ": " << underlay.Size() << " routers, "
                          << underlay.Links().size() << " links, built in "
                          << ProcessorSeconds() - start << " s" << std::endl;
            }
        }
        for (uint32_t round = 0; round < arguments.rounds; ++round)
        {
            for (const auto& [name, traffic] : networks)
            {
                traffic->SendRound(name);
            }
        }
    }
    catch (const BrokerInputError& error)
    {
        std::cerr << "overlay-forwarding: " << error.what() << std::endl;
        return 2;
    }
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::cout << "memory: " << usage.ru_maxrss / 1024 << " MB at most" << std::endl;
    Simulator::Destroy();
    return 0;
}
