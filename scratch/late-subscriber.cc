// SPDX-License-Identifier: GPL-2.0-only
//
// The six brokers of Figs 1 and 2 in Sourlas et al. 2011, and a client that comes too late:
//
//     publisher                            client A, from --join on
//         |                                    |
//     broker 1 -- broker 2 -- broker 3 -- broker 4
//                 str2: top_a     |
//                             broker 5 -- broker 6
//                                         str1: top_a, top_b
//
// The publisher publishes on top_a and top_b, and the stores keep the events. Client A joins after
// that, subscribes to both topics, and requests what it has missed: the events of top_a from str2,
// which is nearer than str1, and those of top_b from str1. One more event on top_a comes later, and
// reaches A by its subscription.

#include "ns3/point-to-point-module.h"
#include "ns3/pubsub-broker-module.h"
#include "ns3/pubsub-module.h"
#include "ns3/simulator.h"

#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::broker;

namespace
{

constexpr uint32_t BROKERS = 6;      ///< of the figures; broker i of the paper is node i - 1
constexpr double FIRST_EVENT = 1.0;  ///< when the first event is published, s
constexpr double INTERVAL = 0.1;     ///< between two events, s
constexpr double REQUEST = 0.5;      ///< from the coming of client A to its requests, s
constexpr double LIVE_EVENT = 2.0;   ///< from its coming to the event that it gets at once, s
constexpr double DRAIN = 2.0;        ///< after that event, s
constexpr uint16_t PAYLOAD = 100;    ///< of an event, bytes
const std::string TOPIC_A = "top_a"; ///< kept by both stores
const std::string TOPIC_B = "top_b"; ///< kept by str1 alone

/// @return the links of the figures
BrokerGraph
MakeTree()
{
    BrokerGraph tree(BROKERS);
    for (const auto& [a, b] : std::vector<BrokerLink>{{1, 2}, {2, 3}, {3, 4}, {3, 5}, {5, 6}})
    {
        tree.AddLink(a - 1, b - 1);
    }
    return tree;
}

/**
 * @param text of a filter
 * @return the filter
 */
Filter
FilterOf(const std::string& text)
{
    return *Filter::Parse(text);
}

/**
 * @brief Install a store without limits.
 * @param broker where
 * @param topics that it keeps
 */
void
InstallStore(Ptr<StoringBroker> broker, const std::vector<std::string>& topics)
{
    broker->InstallStore(CreateObject<EventStore>());
    for (const std::string& topic : topics)
    {
        broker->KeepTopic(FilterOf(topic));
    }
}

/// @brief Begin a line of output with the simulated time.
void
PrintTime()
{
    std::cout << std::fixed << std::setprecision(6)
              << static_cast<double>(Simulator::Now().GetNanoSeconds()) / 1e9 << " s: ";
}

/**
 * @brief Sink of Kept.
 * @param broker as the paper numbers it
 * @param topic which
 * @param isKept whether it is kept now
 */
void
PrintKept(uint32_t broker, const Filter& topic, bool isKept)
{
    PrintTime();
    std::cout << "broker " << broker << (isKept ? " keeps " : " drops ") << topic.Text() << "\n";
}

/**
 * @brief Sink of Served.
 * @param broker as the paper numbers it
 * @param request answered
 * @param answers events in the answer
 */
void
PrintServed(uint32_t broker, const RequestMessage& request, uint32_t answers)
{
    PrintTime();
    std::cout << "broker " << broker << " answers request " << request.request << " with "
              << answers << " events\n";
}

/**
 * @brief Sink of Requested.
 * @param request its number
 * @param filter asked for
 */
void
PrintRequested(uint32_t request, const Filter& filter)
{
    PrintTime();
    std::cout << "client A sends request " << request << " for " << filter.Text() << "\n";
}

/**
 * @brief Sink of Responded.
 * @param response of a store
 * @param event stored
 */
void
PrintResponded(const ResponseMessage& response, const EventMessage& event)
{
    PrintTime();
    std::cout << "client A gets stored event " << event.sequence << " for request "
              << response.request << " from broker " << response.store + 1 << "\n";
}

/**
 * @brief Sink of Completed.
 * @param result of a request
 */
void
PrintCompleted(const RequestingClient::Result& result)
{
    PrintTime();
    std::cout << "request " << result.request << " is "
              << (result.isAnswered ? "answered" : "not answered") << ", " << result.events
              << " events over " << result.hops << " links between brokers\n";
}

/**
 * @brief Sink of Deliver.
 * @param event delivered
 * @param isWanted whether client A has subscribed to it
 */
void
PrintDelivered(const EventMessage& event, bool isWanted)
{
    if (isWanted)
    {
        PrintTime();
        std::cout << "client A gets new event " << event.sequence << " by its subscription\n";
    }
}

/**
 * @brief Have the stores and client A print what happens to them.
 * @param network of the run
 * @param client A
 */
void
ConnectSinks(const BrokerNetwork& network, Ptr<RequestingClient> client)
{
    for (uint32_t i = 0; i < BROKERS; ++i)
    {
        const auto broker = network.GetBroker(i);
        broker->TraceConnectWithoutContext("Kept", MakeBoundCallback(&PrintKept, i + 1));
        broker->TraceConnectWithoutContext("Served", MakeBoundCallback(&PrintServed, i + 1));
    }
    client->TraceConnectWithoutContext("Requested", MakeCallback(&PrintRequested));
    client->TraceConnectWithoutContext("Responded", MakeCallback(&PrintResponded));
    client->TraceConnectWithoutContext("Completed", MakeCallback(&PrintCompleted));
    client->TraceConnectWithoutContext("Deliver", MakeCallback(&PrintDelivered));
}

/**
 * @brief Schedule an event.
 * @param publisher of it
 * @param when s
 * @param topic of it
 */
void
SchedulePublish(Ptr<RequestingClient> publisher, double when, const std::string& topic)
{
    Simulator::Schedule(Seconds(when),
                        &Endpoint::Publish,
                        publisher,
                        Content(*Topic::Parse(topic)),
                        PAYLOAD);
}

} // namespace

int
main(int argc, char* argv[])
{
    int64_t events = 3;
    double join = 10.0;
    bool captures = true;
    ScenarioParameters parameters(
        "late-subscriber",
        "a client that asks stores for what was published before it came");
    parameters.SetKind("wired");
    parameters.Add("events", events, 1, 10000, "events", "published on each topic, ten a second");
    parameters.Add("join", join, 0.0, 10000.0, "s", "when client A comes");
    parameters.Add("captures", captures, "write what each node sends on each link, as pcap");
    parameters.Parse(argc, argv);

    const BrokerGraph tree = MakeTree();
    BrokerNetwork network(tree.Size(), tree.Links(), DataRate("10Mbps"), MilliSeconds(1));
    const auto publisher = network.AddClient(0);
    const auto client = network.AddClient(3);
    client->SetStartTime(Seconds(join));
    CheckStreams(network.AssignStreams(FirstStream(StreamBlock::PROTOCOL)));

    BrokerRun run(parameters, network, tree, captures ? 65535 : 0);
    ConnectSinks(network, client);
    InstallStore(network.GetBroker(1), {TOPIC_A});
    InstallStore(network.GetBroker(5), {TOPIC_A, TOPIC_B});
    client->Subscribe(FilterOf(TOPIC_A));
    client->Subscribe(FilterOf(TOPIC_B));
    for (int64_t i = 0; i < events; ++i)
    {
        SchedulePublish(publisher, FIRST_EVENT + INTERVAL * i, TOPIC_A);
        SchedulePublish(publisher, FIRST_EVENT + INTERVAL * i, TOPIC_B);
    }
    for (const std::string& topic : {TOPIC_A, TOPIC_B})
    {
        Simulator::Schedule(Seconds(join + REQUEST),
                            &RequestingClient::Request,
                            client,
                            FilterOf(topic));
    }
    SchedulePublish(publisher, join + LIVE_EVENT, TOPIC_A);
    run.Simulate(join + LIVE_EVENT + DRAIN);
    run.PrintRequests();
    Simulator::Destroy();
    return 0;
}
