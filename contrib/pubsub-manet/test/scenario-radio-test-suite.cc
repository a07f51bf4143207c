// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/constant-position-mobility-model.h"
#include "ns3/inet-socket-address.h"
#include "ns3/manet-adhoc-radio-helper.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/test.h"
#include "ns3/udp-socket-factory.h"

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::manet;

namespace
{

/**
 * @brief Radios on a line that broadcast and count what they hear.
 */
class RadioLine
{
  public:
    /**
     * @param arguments of a scenario program
     * @param places along the line, m
     */
    RadioLine(std::vector<std::string> arguments, const std::vector<double>& places)
        : m_heard(places.size()),
          m_random(CreateObject<UniformRandomVariable>())
    {
        AdhocRadioHelper radio;
        ScenarioParameters parameters("test", "");
        radio.AddTo(parameters);
        arguments.insert(arguments.begin(), "test");
        std::vector<char*> argv;
        for (std::string& argument : arguments)
        {
            argv.push_back(argument.data());
        }
        parameters.Parse(static_cast<int>(argv.size()), argv.data());
        radio.Check(parameters);
        NodeContainer nodes(static_cast<uint32_t>(places.size()));
        for (uint32_t i = 0; i < nodes.GetN(); ++i)
        {
            auto place = CreateObject<ConstantPositionMobilityModel>();
            place->SetPosition(Vector(places[i], 0, 0));
            nodes.Get(i)->AggregateObject(place);
        }
        radio.Install(nodes);
        m_random->SetStream(radio.AssignStreams(1) + 1);
        for (uint32_t i = 0; i < nodes.GetN(); ++i)
        {
            auto socket = Socket::CreateSocket(nodes.Get(i), UdpSocketFactory::GetTypeId());
            socket->SetAllowBroadcast(true);
            socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
            socket->BindToNetDevice(nodes.Get(i)->GetDevice(0));
            socket->SetRecvCallback(MakeBoundCallback(&RadioLine::Hear, &m_heard[i]));
            m_sockets.push_back(socket);
        }
    }

    /**
     * @brief Broadcast at random times.
     * @param node who
     * @param frames how many
     * @param seconds within
     */
    void Send(uint32_t node, uint32_t frames, double seconds)
    {
        for (uint32_t i = 0; i < frames; ++i)
        {
            const Time when = Seconds(1.0 + m_random->GetValue(0.0, seconds));
            Simulator::Schedule(when, &RadioLine::Broadcast, m_sockets[node]);
        }
    }

    /**
     * @brief Let everything arrive.
     * @return frames heard by each
     */
    std::vector<uint32_t> Run()
    {
        Simulator::Stop(Seconds(60));
        Simulator::Run();
        Simulator::Destroy();
        return m_heard;
    }

  private:
    static constexpr uint16_t PORT = 9999; ///< UDP
    static constexpr uint32_t BYTES = 500; ///< of a frame's payload

    /**
     * @brief Send one frame.
     * @param socket of the sender
     */
    static void Broadcast(Ptr<Socket> socket)
    {
        socket->SendTo(Create<Packet>(BYTES),
                       0,
                       InetSocketAddress(Ipv4Address::GetBroadcast(), PORT));
    }

    /**
     * @brief Count frames.
     * @param heard so far
     * @param socket of the receiver
     */
    static void Hear(uint32_t* heard, Ptr<Socket> socket)
    {
        while (socket->Recv())
        {
            ++*heard;
        }
    }

    std::vector<uint32_t> m_heard;       ///< frames by node
    std::vector<Ptr<Socket>> m_sockets;  ///< by node
    Ptr<UniformRandomVariable> m_random; ///< when to send
};

/// @brief The nominal range is where reception ends, whatever the radio.
class RangeTest : public TestCase
{
  public:
    /// @param radio its arguments
    explicit RangeTest(const std::vector<std::string>& radio)
        : TestCase("range with " + radio.back()),
          m_radio(radio)
    {
    }

  private:
    void DoRun() override
    {
        RadioLine line(m_radio, {0.0, 245.0, -255.0});
        line.Send(0, 200, 20.0);
        const auto heard = line.Run();
        NS_TEST_EXPECT_MSG_EQ(heard[1], 200, "at 0.98 of the range every frame is received");
        NS_TEST_EXPECT_MSG_EQ(heard[2], 0, "at 1.02 of the range none is");
    }

    std::vector<std::string> m_radio; ///< arguments
};

/// @brief Two senders that do not receive each other spare their common neighbour, if they sense.
class CarrierSenseTest : public TestCase
{
  public:
    CarrierSenseTest()
        : TestCase("the medium is busy beyond the range")
    {
    }

  private:
    /**
     * @param carrierSense argument
     * @return frames of 2000 that the node in the middle received
     */
    static uint32_t Received(const std::string& carrierSense)
    {
        RadioLine line({"--carrier_sense=" + carrierSense}, {0.0, 225.0, 450.0});
        line.Send(0, 1000, 3.0);
        line.Send(2, 1000, 3.0);
        return line.Run()[1];
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_GT(Received("0"), 1900, "they hear each other's energy at 1.8 ranges");
        NS_TEST_EXPECT_MSG_LT(Received("250"), 1500, "without it they are hidden terminals");
    }
};

/// @brief Ideal links neither lose nor wait.
class IdealLinkTest : public TestCase
{
  public:
    IdealLinkTest()
        : TestCase("ideal links have no contention")
    {
    }

  private:
    void DoRun() override
    {
        RadioLine line({"--radio=ideal"}, {0.0, 225.0, 450.0});
        line.Send(0, 1000, 0.1);
        line.Send(2, 1000, 0.1);
        const auto heard = line.Run();
        NS_TEST_EXPECT_MSG_EQ(heard[1], 2000, "both neighbours' frames");
        NS_TEST_EXPECT_MSG_EQ(heard[0] + heard[2], 0, "450 m are no link");
    }
};

/// @brief The physics of the scenarios' radios.
class ScenarioRadioTestSuite : public TestSuite
{
  public:
    ScenarioRadioTestSuite()
        : TestSuite("pubsub-scenario-radio", Type::SYSTEM)
    {
        AddTestCase(new RangeTest({"--radio=ideal"}), Duration::QUICK);
        AddTestCase(new RangeTest({"--propagation=friis"}), Duration::QUICK);
        AddTestCase(new RangeTest({"--propagation=log-distance"}), Duration::QUICK);
        AddTestCase(new RangeTest({"--propagation=two-ray"}), Duration::QUICK);
        AddTestCase(new RangeTest({"--rate=54"}), Duration::QUICK);
        AddTestCase(new RangeTest({"--standard=80211a"}), Duration::QUICK);
        AddTestCase(new RangeTest({"--rate=5.5", "--standard=80211b"}), Duration::QUICK);
        AddTestCase(new CarrierSenseTest, Duration::QUICK);
        AddTestCase(new IdealLinkTest, Duration::QUICK);
    }
};

ScenarioRadioTestSuite g_scenarioRadioTestSuite; ///< the suite

} // namespace
