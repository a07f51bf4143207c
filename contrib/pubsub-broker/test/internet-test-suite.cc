// SPDX-License-Identifier: GPL-2.0-only
//
// Both ways to forward datagrams over an underlay.

#include "broker-test-case.h"
#include "underlay-graphs.h"

#include "ns3/boolean.h"
#include "ns3/broker-underlay-network.h"
#include "ns3/global-value.h"

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <sys/resource.h>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::broker;

namespace
{

constexpr uint16_t PORT = 9;       ///< of the datagrams
constexpr uint32_t LONGEST = 1472; ///< payload that fits into a frame
constexpr uint32_t HEADERS = 30;   ///< of PPP, IPv4 and UDP, bytes
constexpr uint32_t WHOLE = 65535;  ///< bytes of a capture's record

/// Both ways to forward.
const std::vector<Forwarding> WAYS{Forwarding::IP, Forwarding::LIGHT};

/// A datagram that arrived.
struct Arrived
{
    int64_t timeNs = 0;  ///< when
    BrokerId to = 0;     ///< its receiver
    Ipv4Address from{};  ///< its sender
    std::string payload; ///< its content

    /// @param other datagram @return whether it is the same
    bool operator==(const Arrived& other) const = default;
};

/// A network with a transport at each broker, which notes what arrives and what is dropped.
class TestNetwork
{
  public:
    /**
     * @param underlay of it
     * @param brokers their routers
     * @param forwarding how datagrams are forwarded
     * @param queueFrames that wait for a link
     * @param ttl of the datagrams
     */
    TestNetwork(const Underlay& underlay,
                const std::vector<RouterId>& brokers,
                Forwarding forwarding,
                uint32_t queueFrames = UnderlayNetwork::QUEUE_FRAMES,
                uint8_t ttl = UnderlayNetwork::TTL)
        : m_network(underlay, brokers, forwarding, queueFrames)
    {
        m_network.TraceDrops(MakeCallback(&TestNetwork::Dropped, this));
        for (BrokerId broker = 0; broker < brokers.size(); ++broker)
        {
            m_transports.push_back(m_network.MakeTransport(ttl));
            m_transports.back()->SetReceiver(
                Callback<void, Ptr<Packet>, Ipv4Address>(&TestNetwork::Receive, this, broker));
            m_transports.back()->Open(m_network.GetBroker(broker), PORT);
        }
    }

    /**
     * @param from a broker
     * @param to where to
     * @param payload what
     * @return whether it was accepted
     */
    bool Send(BrokerId from, Ipv4Address to, const std::string& payload)
    {
        const auto* bytes = reinterpret_cast<const uint8_t*>(payload.data());
        return m_transports[from]->Send(Create<Packet>(bytes, payload.size()), to);
    }

    /**
     * @param from a broker
     * @param to a broker
     * @param payload what
     */
    void SendTo(BrokerId from, BrokerId to, const std::string& payload)
    {
        Send(from, m_network.GetAddress(to), payload);
    }

    /// @param broker that answers each datagram once
    void LetAnswer(BrokerId broker)
    {
        m_answering.push_back(broker);
    }

    UnderlayNetwork& Network()
    {
        return m_network;
    }

    const std::vector<Arrived>& GetArrived() const
    {
        return m_arrived;
    }

    const std::map<std::string, uint32_t>& GetDrops() const
    {
        return m_drops;
    }

    /**
     * @param broker any
     * @return its transport
     */
    Ptr<DatagramTransport> GetTransport(BrokerId broker) const
    {
        return m_transports[broker];
    }

  private:
    /**
     * @brief Receiver of a transport.
     * @param self this
     * @param broker where
     * @param packet its payload
     * @param from its sender
     */
    static void Receive(TestNetwork* self, BrokerId broker, Ptr<Packet> packet, Ipv4Address from)
    {
        std::string payload(packet->GetSize(), ' ');
        packet->CopyData(reinterpret_cast<uint8_t*>(payload.data()), packet->GetSize());
        self->m_arrived.push_back({Simulator::Now().GetNanoSeconds(), broker, from, payload});
        if (std::count(self->m_answering.begin(), self->m_answering.end(), broker) > 0 &&
            !payload.starts_with("re: "))
        {
            self->Send(broker, from, "re: " + payload.substr(0, 91));
        }
    }

    /**
     * @brief Sink of drops.
     * @param node where
     * @param reason why
     * @param bytes of the packet
     */
    void Dropped(uint32_t node, const std::string& reason, uint32_t bytes)
    {
        ++m_drops[reason];
        m_drops["at node " + std::to_string(node)] += bytes;
    }

    UnderlayNetwork m_network;                        ///< simulated
    std::vector<Ptr<DatagramTransport>> m_transports; ///< by broker
    std::vector<BrokerId> m_answering;                ///< brokers
    std::vector<Arrived> m_arrived;                   ///< in order
    std::map<std::string, uint32_t> m_drops;          ///< how many, and their bytes by node
};

/**
 * @param routers number of them
 * @return a path of links with different delays and rates, of whose datagrams of 100 bytes each
 * takes a whole number of nanoseconds
 */
Underlay
PathOf(uint32_t routers)
{
    const uint64_t rates[] = {1'000'000, 8'000'000, 100'000'000};
    Underlay underlay(routers);
    for (RouterId router = 0; router + 1 < routers; ++router)
    {
        underlay.AddLink(router, router + 1, {1'000'003 * (router + 1), rates[router % 3]});
    }
    return underlay;
}

/// @brief A datagram takes the sum of the delays and of the times to send it.
class LatencyTest : public TestCase
{
  public:
    LatencyTest()
        : TestCase("latency to the nanosecond, links crossed and addresses")
    {
    }

  private:
    void DoRun() override
    {
        const Underlay path = PathOf(5);
        int64_t expected = 0;
        for (const UnderlayLink& link : path.Links())
        {
            const uint64_t bits = 8 * (100 + HEADERS);
            expected += link.speed.delayNs +
                        static_cast<int64_t>(bits * 1'000'000'000 / link.speed.rateBps);
        }
        for (const Forwarding forwarding : WAYS)
        {
            SimulationEnd end;
            TestNetwork test(path, {4, 0}, forwarding);
            const std::string payload(100, 'x');
            Simulator::ScheduleWithContext(0, Seconds(1), [&] { test.SendTo(1, 0, payload); });
            RunUntil(Seconds(3));
            const std::vector<Arrived> arrived{
                {1'000'000'000 + expected, 0, Ipv4Address("10.0.0.2"), payload}};
            NS_TEST_ASSERT_MSG_EQ(test.GetArrived().size(), 1, "datagrams");
            NS_TEST_EXPECT_MSG_EQ(test.GetArrived()[0].timeNs, arrived[0].timeNs, "time");
            NS_TEST_EXPECT_MSG_EQ((test.GetArrived() == arrived), true, "receiver and content");
            NS_TEST_EXPECT_MSG_EQ(test.Network().CountCrossings(), 4, "links");
            NS_TEST_EXPECT_MSG_EQ(test.Network().GetMatrix().Hops(1, 0), 4, "links");
        }
    }
};

/// @brief What both ways to forward leave behind.
struct Outcome
{
    std::vector<Arrived> arrived;          ///< in order
    std::map<std::string, uint32_t> drops; ///< by reason and node
    std::vector<std::string> captures;     ///< content of the files
    uint64_t crossings = 0;                ///< of links
};

/// @brief The same traffic has the same bytes and times with both ways to forward.
class SameTrafficTest : public TestCase
{
  public:
    /**
     * @param name of the case
     * @param isUniform whether all links have the same speed, so that many events have one time
     * @param hasChecksums whether checksums are computed
     */
    SameTrafficTest(const std::string& name, bool isUniform, bool hasChecksums)
        : TestCase(name),
          m_isUniform(isUniform),
          m_hasChecksums(hasChecksums)
    {
    }

  private:
    void DoRun() override
    {
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(m_hasChecksums));
        const Outcome ip = Simulate(Forwarding::IP);
        const Outcome light = Simulate(Forwarding::LIGHT);
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(false));
        NS_TEST_EXPECT_MSG_GT(ip.arrived.size(), 1000, "datagrams that arrived");
        NS_TEST_EXPECT_MSG_EQ(light.arrived.size(), ip.arrived.size(), "datagrams that arrived");
        NS_TEST_EXPECT_MSG_EQ((light.arrived == ip.arrived), true, "times and contents");
        NS_TEST_ASSERT_MSG_EQ(ip.drops.contains("queue is full"), true, "drops");
        NS_TEST_EXPECT_MSG_GT(ip.drops.at("queue is full"), 10, "drops");
        NS_TEST_EXPECT_MSG_EQ((light.drops == ip.drops), true, "drops at each node");
        NS_TEST_EXPECT_MSG_EQ(light.crossings, ip.crossings, "links crossed");
        for (std::size_t i = 0; i < ip.captures.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_GT(ip.captures[i].size(), 10000, "bytes");
            NS_TEST_EXPECT_MSG_EQ((light.captures[i] == ip.captures[i]), true, "capture " << i);
        }
    }

    /**
     * @param forwarding of the network
     * @return what came of it
     */
    Outcome Simulate(Forwarding forwarding)
    {
        SimulationEnd end;
        const auto random = RandomOf(5);
        Underlay underlay = RandomUnderlay(40, 30, 3000, random);
        if (m_isUniform)
        {
            BrokerGraph graph(underlay.Size());
            for (const UnderlayLink& link : underlay.Links())
            {
                graph.AddLink(link.a, link.b);
            }
            // Without a delay, the end of sending and the arrival have the same time, too.
            underlay = Underlay(graph, {0, 500'000});
        }
        const auto brokers = underlay.DrawRouters(12, random);
        TestNetwork test(underlay, brokers, forwarding, 5);
        test.LetAnswer(3);
        test.LetAnswer(7);
        const std::string folder =
            std::filesystem::path(CreateTempDirFilename("x")).parent_path().string();
        std::vector<BrokerId> captured{0, 3, 7, 11};
        test.Network().Capture(folder, WHOLE, captured);
        for (uint32_t i = 0; i < 3000; ++i)
        {
            const BrokerId from = random->GetInteger(0, 11);
            const BrokerId to = (from + random->GetInteger(1, 11)) % 12;
            // 95 bytes and the headers take 2 ms at 500 kbit/s.
            std::string payload(m_isUniform ? 95 : random->GetInteger(0, LONGEST), 'a');
            for (char& each : payload)
            {
                each = static_cast<char>(random->GetInteger(0, 255));
            }
            // Several at once, at round times, so that frames have to wait and many are dropped.
            Simulator::ScheduleWithContext(
                test.Network().GetBroker(from)->GetId(),
                MicroSeconds(500 * random->GetInteger(0, 2000)),
                [&test, from, to, payload] { test.SendTo(from, to, payload); });
        }
        RunUntil(Seconds(10));
        test.Network().CloseCaptures();
        Outcome outcome{test.GetArrived(), test.GetDrops(), {}, test.Network().CountCrossings()};
        for (const BrokerId broker : captured)
        {
            const uint32_t node = test.Network().GetBroker(broker)->GetId();
            std::ifstream file(folder + "/broker-" + std::to_string(node) + ".pcap",
                               std::ios::binary);
            outcome.captures.emplace_back(std::istreambuf_iterator<char>(file),
                                          std::istreambuf_iterator<char>());
        }
        return outcome;
    }

    bool m_isUniform;    ///< whether all links have the same speed
    bool m_hasChecksums; ///< whether checksums are computed
};

/// @brief A datagram crosses as many links as its time to live.
class TimeToLiveTest : public TestCase
{
  public:
    TimeToLiveTest()
        : TestCase("time to live")
    {
    }

  private:
    void DoRun() override
    {
        for (const Forwarding forwarding : WAYS)
        {
            for (const uint8_t ttl : {4, 5})
            {
                SimulationEnd end;
                TestNetwork test(PathOf(6), {0, 5}, forwarding, 10, ttl);
                const std::string file = CreateTempDirFilename("broker-5.pcap");
                test.Network().Capture(std::filesystem::path(file).parent_path().string(),
                                       WHOLE,
                                       {1});
                Simulator::ScheduleWithContext(0, Seconds(1), [&] { test.SendTo(0, 1, "x"); });
                RunUntil(Seconds(3));
                test.Network().CloseCaptures();
                const bool isExpired = ttl < 5;
                NS_TEST_EXPECT_MSG_EQ(test.GetArrived().size(), (isExpired ? 0 : 1), "datagrams");
                NS_TEST_EXPECT_MSG_EQ(test.Network().CountCrossings(), ttl, "links, and no answer");
                if (forwarding == Forwarding::LIGHT && isExpired)
                {
                    const std::map<std::string, uint32_t> drops{{"time to live expired", 1},
                                                                {"at node 4", 29}};
                    NS_TEST_EXPECT_MSG_EQ((test.GetDrops() == drops), true, "at the fourth link");
                }
                std::ifstream capture(file, std::ios::binary);
                const std::string bytes{std::istreambuf_iterator<char>(capture), {}};
                NS_TEST_EXPECT_MSG_EQ(bytes.size(), (isExpired ? 24 : 24 + 16 + 29), "records");
                if (!isExpired)
                {
                    const int left = bytes[24 + 16 + 8];
                    NS_TEST_EXPECT_MSG_EQ(ttl - left + 1, 5, "links crossed, by the capture");
                }
            }
        }
    }
};

/// @brief What a transport refuses, and when it is open.
class TransportTest : public TestCase
{
  public:
    TransportTest()
        : TestCase("transports")
    {
    }

  private:
    void DoRun() override
    {
        for (const Forwarding forwarding : WAYS)
        {
            SimulationEnd end;
            TestNetwork test(PathOf(3), {0, 2}, forwarding);
            const Ipv4Address other = test.Network().GetAddress(1);
            Simulator::ScheduleWithContext(0, Seconds(1), [&] {
                Expect(test.Send(0, other, std::string(LONGEST, 'x')), true, "fits");
                Expect(test.Send(0, other, std::string(LONGEST + 1, 'x')), false, "too long");
                Expect(test.Send(0, other, ""), true, "empty");
                Expect(test.Send(0, Ipv4Address("10.0.0.3"), "x"), false, "no such broker");
                Expect(test.Send(0, Ipv4Address("10.0.0.0"), "x"), false, "before the first");
                Expect(test.Send(0, Ipv4Address("255.255.255.255"), "x"), false, "everyone");
                Expect(test.Send(0, test.Network().GetAddress(0), "x"), false, "itself");
            });
            RunUntil(Seconds(2));
            Expect(test.GetArrived().size() == 2, true, "both that were accepted");
            const auto second = test.Network().MakeTransport();
            Expect(second->IsOpen(), false, "not open yet");
            Expect(second->Open(test.Network().GetBroker(1), PORT), false, "the port is taken");
            test.GetTransport(1)->Close();
            Expect(test.GetTransport(1)->IsOpen(), false, "closed");
            test.SendTo(0, 1, "lost");
            RunUntil(Seconds(3));
            Expect(test.GetArrived().size() == 2, true, "nothing arrives at a closed port");
            Expect(second->Open(test.Network().GetBroker(1), PORT), true, "the port is free");
            Expect(second->IsOpen(), true, "open");
        }
    }

    /**
     * @param actual value
     * @param expected value
     * @param what it is
     */
    void Expect(bool actual, bool expected, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(actual, expected, what);
    }
};

/// @brief A light router counts what it cannot use.
class MalformedTest : public TestCase
{
  public:
    MalformedTest()
        : TestCase("malformed packets at a router without an IP stack")
    {
    }

  private:
    /// Octets of a datagram from broker 0 to broker 1.
    const std::string m_good = Sound();

    void DoRun() override
    {
        SimulationEnd end;
        TestNetwork test(PathOf(3), {0, 2}, Forwarding::LIGHT);
        const std::string padding = m_good + std::string(18, '\0');
        Inject(test, 2, padding, "");
        NS_TEST_ASSERT_MSG_EQ(test.GetArrived().size(), 1, "with padding behind it");
        NS_TEST_EXPECT_MSG_EQ(test.GetArrived()[0].payload, "abcd", "payload without padding");
        Inject(test, 2, "", "malformed IPv4 header");
        Inject(test, 2, m_good.substr(0, 19), "malformed IPv4 header");
        Inject(test, 2, Changed(0, 0x65), "malformed IPv4 header");
        Inject(test, 2, Changed(0, 0x44), "malformed IPv4 header");
        Inject(test, 2, Changed(0, 0x4f), "malformed IPv4 header");
        Inject(test, 2, Changed(3, 33), "malformed IPv4 header");
        Inject(test, 2, Changed(3, 19), "malformed IPv4 header");
        Inject(test, 2, Changed(19, 3), "no route");
        Inject(test, 1, Changed(8, 1), "time to live expired");
        Inject(test, 1, Changed(8, 0), "time to live expired");
        Inject(test, 2, Changed(6, 0x20), "fragment");
        Inject(test, 2, Changed(7, 1), "fragment");
        Inject(test, 2, Changed(9, 6), "not UDP");
        Inject(test, 2, Changed(3, 27), "malformed UDP header");
        Inject(test, 2, Changed(25, 7), "malformed UDP header");
        Inject(test, 2, Changed(25, 13), "malformed UDP header");
        Inject(test, 2, Changed(23, 8), "no receiver at the port");
        NS_TEST_EXPECT_MSG_EQ(test.GetArrived().size(), 1, "no other arrived");
        Mutate(test);
    }

    /**
     * @brief Let each of many changed packets arrive at a router.
     * @param test network
     */
    void Mutate(TestNetwork& test)
    {
        const auto random = RandomOf(6);
        const uint32_t packets = 20000;
        for (uint32_t i = 0; i < packets; ++i)
        {
            std::string octets = m_good.substr(0, random->GetInteger(0, 40));
            for (uint32_t changes = random->GetInteger(0, 3); changes > 0 && !octets.empty();
                 --changes)
            {
                octets[random->GetInteger(0, octets.size() - 1)] =
                    static_cast<char>(random->GetInteger(0, 255));
            }
            Arrive(test, random->GetInteger(0, 2), octets);
        }
        RunUntil(Simulator::Now() + Seconds(3600));
        uint64_t drops = 0;
        for (const auto& [reason, count] : test.GetDrops())
        {
            drops += reason.starts_with("at node") ? 0 : count;
        }
        NS_TEST_EXPECT_MSG_EQ(test.GetArrived().size() + drops,
                              packets + m_injected,
                              "accounted for");
        NS_TEST_EXPECT_MSG_GT(test.GetArrived().size(), packets / 20, "many are still good");
    }

    /// @return the octets of a good datagram
    static std::string Sound()
    {
        const std::string addresses{10, 0, 0, 1, 10, 0, 0, 2};
        const std::string ipv4{0x45, 0, 0, 32, 0, 0, 0, 0, 5, 17, 0, 0};
        const std::string udp{0, PORT, 0, PORT, 0, 12, 0, 0};
        return ipv4 + addresses + udp + "abcd";
    }

    /**
     * @param at index of an octet
     * @param value that it gets
     * @return the good datagram with it
     */
    std::string Changed(std::size_t at, int value) const
    {
        std::string octets = m_good;
        octets[at] = static_cast<char>(value);
        return octets;
    }

    /**
     * @brief Let a packet arrive, and check that it is dropped.
     * @param test network
     * @param router where it arrives
     * @param octets of it
     * @param reason for which it should be dropped; empty: it should not
     */
    void Inject(TestNetwork& test,
                RouterId router,
                const std::string& octets,
                const std::string& reason)
    {
        auto expected = test.GetDrops();
        if (!reason.empty())
        {
            ++expected[reason];
            expected["at node " + std::to_string(router)] += octets.size();
        }
        Arrive(test, router, octets);
        RunUntil(Simulator::Now() + Seconds(1));
        NS_TEST_EXPECT_MSG_EQ((test.GetDrops() == expected), true, reason);
        ++m_injected;
    }

    /**
     * @param test network
     * @param router where a packet arrives
     * @param octets of it
     */
    static void Arrive(TestNetwork& test, RouterId router, const std::string& octets)
    {
        const auto* bytes = reinterpret_cast<const uint8_t*>(octets.data());
        test.Network().GetRouters().Get(router)->GetObject<LightForwarder>()->Receive(
            Create<Packet>(bytes, octets.size()));
    }

    uint64_t m_injected = 0; ///< packets
};

/// @brief More captures than files that may be open, and only of the brokers that are named.
class CaptureFilesTest : public TestCase
{
  public:
    CaptureFilesTest()
        : TestCase("captures of many brokers")
    {
    }

  private:
    void DoRun() override
    {
        rlimit before{};
        getrlimit(RLIMIT_NOFILE, &before);
        const rlimit few{64, before.rlim_max};
        setrlimit(RLIMIT_NOFILE, &few);
        const auto folder = std::filesystem::path(CreateTempDirFilename("x")).parent_path();
        for (const Forwarding forwarding : WAYS)
        {
            SimulationEnd end;
            std::vector<RouterId> routers;
            std::vector<BrokerId> captured;
            for (uint32_t i = 0; i < 200; ++i)
            {
                routers.push_back(199 - i);
                captured.push_back(i);
            }
            captured.pop_back(); // broker 199, at router 0
            // A ring: each sends to the next, some of it in pieces of a file.
            TestNetwork test(PathOf(200), routers, forwarding);
            test.Network().Capture(folder.string(), 100, captured);
            for (uint32_t i = 0; i < 50; ++i)
            {
                Simulator::Schedule(MilliSeconds(10 * i), [&] {
                    for (uint32_t from = 0; from < 200; ++from)
                    {
                        test.SendTo(from, (from + 1) % 200, std::string(1000, 'x'));
                    }
                });
            }
            RunUntil(Seconds(200));
            test.Network().CloseCaptures();
            const std::size_t record = 16 + 100;
            NS_TEST_EXPECT_MSG_EQ(test.GetArrived().size(), 199 * 50, "all but over 199 links");
            NS_TEST_EXPECT_MSG_EQ(SizeOf(folder / "broker-150.pcap"),
                                  24 + 100 * record,
                                  "both ways");
            NS_TEST_EXPECT_MSG_EQ(std::filesystem::exists(folder / "broker-0.pcap"),
                                  false,
                                  "not named");
        }
        setrlimit(RLIMIT_NOFILE, &before);
    }

    /**
     * @param file any
     * @return bytes of it
     */
    static uintmax_t SizeOf(const std::filesystem::path& file)
    {
        return std::filesystem::file_size(file);
    }
};

/// @brief Brokers and clients work over an underlay as over links of their own.
class OverlayEndpointsTest : public TestCase
{
  public:
    OverlayEndpointsTest()
        : TestCase("brokers and clients over an underlay")
    {
    }

  private:
    void DoRun() override
    {
        for (const Forwarding forwarding : WAYS)
        {
            SimulationEnd end;
            m_delivered = 0;
            // Publisher, two brokers and subscriber, with two routers between each two.
            UnderlayNetwork network(PathOf(10), {0, 3, 6, 9}, forwarding);
            const auto publisher = Install<RequestingClient>(network, 0);
            const auto left = Install<StoringBroker>(network, 1);
            const auto right = Install<StoringBroker>(network, 2);
            const auto subscriber = Install<RequestingClient>(network, 3);
            publisher->Connect(3, network.GetAddress(1), true);
            left->Connect(0, network.GetAddress(0), false);
            left->Connect(6, network.GetAddress(2), true);
            right->Connect(3, network.GetAddress(1), true);
            right->Connect(9, network.GetAddress(3), false);
            subscriber->Connect(6, network.GetAddress(2), true);
            subscriber->TraceConnectWithoutContext(
                "Deliver",
                MakeCallback(&OverlayEndpointsTest::Delivered, this));
            subscriber->Subscribe(FilterOf("news.#"));
            RunUntil(Seconds(2));
            publisher->Publish(ContentOf("news.art"), 100);
            publisher->Publish(ContentOf("weather"), 100);
            RunUntil(Seconds(4));
            NS_TEST_EXPECT_MSG_EQ(m_delivered, 1, "events");
        }
    }

    /**
     * @tparam App type of the application
     * @param network of it
     * @param broker number of its node
     * @return the application
     */
    template <typename App>
    static Ptr<App> Install(const UnderlayNetwork& network, BrokerId broker)
    {
        auto app = CreateObject<App>();
        network.GetBroker(broker)->AddApplication(app);
        app->SetStartTime(Seconds(0));
        app->SetTransport(network.MakeTransport());
        app->AssignStreams(1 + broker);
        return app;
    }

    /**
     * @brief Sink of Deliver.
     * @param event which
     * @param wanted whether it is
     */
    void Delivered(const EventMessage& event, bool wanted)
    {
        m_delivered += wanted && event.content.topic.Text() == "news.art";
    }

    uint32_t m_delivered = 0; ///< events
};

/// @brief Both ways to forward.
class BrokerInternetTestSuite : public TestSuite
{
  public:
    BrokerInternetTestSuite()
        : TestSuite("broker-internet", Type::SYSTEM)
    {
        AddTestCase(new LatencyTest, Duration::QUICK);
        AddTestCase(new SameTrafficTest("the same traffic", false, false), Duration::QUICK);
        AddTestCase(new SameTrafficTest("the same traffic on equal links", true, false),
                    Duration::QUICK);
        AddTestCase(new SameTrafficTest("the same traffic with checksums", false, true),
                    Duration::QUICK);
        AddTestCase(new TimeToLiveTest, Duration::QUICK);
        AddTestCase(new TransportTest, Duration::QUICK);
        AddTestCase(new MalformedTest, Duration::QUICK);
        AddTestCase(new CaptureFilesTest, Duration::QUICK);
        AddTestCase(new OverlayEndpointsTest, Duration::QUICK);
    }
};

BrokerInternetTestSuite g_brokerInternetTestSuite; ///< registers itself

} // namespace
