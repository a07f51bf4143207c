// SPDX-License-Identifier: GPL-2.0-only
#include "reception-log.h"

#include "ns3/constant-position-mobility-model.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/spatial-wifi-cutoff-propagation-loss-model.h"
#include "ns3/test.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"

#include <algorithm>
#include <cmath>

using namespace ns3;

namespace
{

/// @brief Both channels give the same receptions, to the last bit.
class SameReceptionsTest : public TestCase
{
  public:
    /// @param network to be simulated @param seeds how many
    SameReceptionsTest(const BroadcastNetwork& network, uint64_t seeds)
        : TestCase(std::to_string(network.nodes) + " nodes, " + network.mobility + ", " +
                   network.loss),
          m_network(network),
          m_seeds(seeds)
    {
    }

  private:
    void DoRun() override
    {
        for (m_network.seed = 1; m_network.seed <= m_seeds; ++m_network.seed)
        {
            std::string whyNot;
            const auto stock = Simulate(m_network, false);
            const auto spatial = Simulate(m_network, true, &whyNot);
            NS_TEST_ASSERT_MSG_EQ(whyNot, "", "the index is used");
            NS_TEST_ASSERT_MSG_GT(stock.size(), m_network.nodes, "somebody hears something");
            const auto differ =
                std::mismatch(stock.begin(), stock.end(), spatial.begin(), spatial.end());
            NS_TEST_EXPECT_MSG_EQ(differ.first - stock.begin(),
                                  static_cast<std::ptrdiff_t>(stock.size()),
                                  "seed " << m_network.seed
                                          << ": number of the first that differs");
            NS_TEST_EXPECT_MSG_EQ(spatial.size(), stock.size(), "seed " << m_network.seed);
        }
    }

    BroadcastNetwork m_network; ///< to be simulated
    uint64_t m_seeds;           ///< how many
};

/// @brief Without the last bits, everything but these is the same.
class LastBitsTest : public TestCase
{
  public:
    LastBitsTest()
        : TestCase("without the last bits of moving nodes")
    {
    }

  private:
    void DoRun() override
    {
        for (const std::string mobility : {"random-waypoint", "gauss-markov"})
        {
            BroadcastNetwork network;
            network.mobility = mobility;
            network.lastBits = false;
            network.seconds = 5.0;
            const auto stock = Simulate(network, false);
            const auto spatial = Simulate(network, true);
            NS_TEST_ASSERT_MSG_EQ(spatial.size(), stock.size(), mobility);
            for (std::size_t i = 0; i < stock.size(); ++i)
            {
                NS_TEST_ASSERT_MSG_EQ(spatial[i].time, stock[i].time, mobility << " " << i);
                NS_TEST_ASSERT_MSG_EQ(spatial[i].receiver, stock[i].receiver, mobility << " " << i);
                NS_TEST_ASSERT_MSG_EQ_TOL(spatial[i].power, stock[i].power, 1e-9, mobility);
            }
        }
    }
};

/// @brief A chain without a known range is not cut, and that is said.
class UnboundedTest : public TestCase
{
  public:
    UnboundedTest()
        : TestCase("works as YansWifiChannel where the range is not known")
    {
    }

  private:
    void DoRun() override
    {
        BroadcastNetwork network;
        network.loss = "open-nakagami";
        std::string whyNot;
        const auto stock = Simulate(network, false);
        const auto spatial = Simulate(network, true, &whyNot);
        NS_TEST_EXPECT_MSG_EQ(whyNot,
                              "ns3::NakagamiPropagationLossModel may answer otherwise if not "
                              "everybody is asked; expected it within a "
                              "CutoffPropagationLossModel",
                              "and why");
        NS_TEST_EXPECT_MSG_EQ((spatial == stock), true, "receptions");
    }
};

} // namespace

namespace
{

/// @brief Nodes that are moved by hand, far, while frames are sent. @param nodes all
void
Teleport(NodeContainer nodes)
{
    for (uint32_t i = 0; i < nodes.GetN(); ++i)
    {
        const auto place = nodes.Get(i)->GetObject<MobilityModel>();
        Simulator::Schedule(MilliSeconds(40 * i), [place] {
            const Vector at = place->GetPosition();
            place->SetPosition(Vector(at.y, at.x - 2000.0, at.z));
        });
    }
}

/// @brief Every third radio is tuned to another channel, and back again. @param nodes all
void
Retune(NodeContainer nodes)
{
    for (uint32_t i = 0; i < nodes.GetN(); i += 3)
    {
        const auto phy = DynamicCast<WifiNetDevice>(nodes.Get(i)->GetDevice(0))->GetPhy();
        phy->SetOperatingChannel(WifiPhy::ChannelTuple{6, 20, WIFI_PHY_BAND_2_4GHZ, 0});
        Simulator::Schedule(MilliSeconds(20 * i), [phy] {
            phy->SetOperatingChannel(WifiPhy::ChannelTuple{1, 20, WIFI_PHY_BAND_2_4GHZ, 0});
        });
    }
}

/// @brief Every second radio senses less, or has an antenna with gain. @param nodes all
void
Unequal(NodeContainer nodes)
{
    for (uint32_t i = 0; i < nodes.GetN(); i += 2)
    {
        const auto phy = DynamicCast<WifiNetDevice>(nodes.Get(i)->GetDevice(0))->GetPhy();
        i % 4 == 0 ? phy->SetRxSensitivity(-80.0) : phy->SetRxGain(6.0);
        phy->SetTxPowerStart(16.0 + i % 5);
        phy->SetTxPowerEnd(16.0 + i % 5);
    }
}

/// @brief Some links are worse than others, which only the mobility models themselves tell.
/// @param nodes all
void
Worsen(NodeContainer nodes)
{
    PointerValue loss;
    nodes.Get(0)->GetDevice(0)->GetChannel()->GetAttribute("PropagationLossModel", loss);
    const auto within = loss.Get<CutoffPropagationLossModel>()->GetWithin();
    const auto matrix = DynamicCast<MatrixPropagationLossModel>(within);
    matrix->SetDefaultLoss(90.0);
    for (uint32_t i = 1; i < nodes.GetN(); i += 2)
    {
        matrix->SetLoss(nodes.Get(i)->GetObject<MobilityModel>(),
                        nodes.Get(i - 1)->GetObject<MobilityModel>(),
                        60.0 + i);
    }
}

/// @brief The reception logs of both channels.
class SameReceptionsTestSuite : public TestSuite
{
  public:
    SameReceptionsTestSuite()
        : TestSuite("spatial-wifi-channel-same-receptions", Type::SYSTEM)
    {
        for (const auto& [nodes, seconds, duration] : {std::tuple{50, 2.0, Duration::QUICK},
                                                       std::tuple{200, 2.0, Duration::EXTENSIVE},
                                                       std::tuple{1000, 1.0, Duration::EXTENSIVE}})
        {
            AddAll(nodes, seconds, duration);
        }
        BroadcastNetwork network;
        network.nodes = 200;
        network.mobility = "random-waypoint-course";
        AddTestCase(new SameReceptionsTest(network, 1), Duration::QUICK);
        AddSpecial("range", Teleport);
        AddSpecial("friis", Retune);
        AddSpecial("log-distance", Unequal);
        AddSpecial("matrix", Worsen);
        AddSpecial("range-nakagami", {});
        AddTestCase(new LastBitsTest, Duration::QUICK);
        AddTestCase(new UnboundedTest, Duration::QUICK);
    }

  private:
    /// @brief All mobilities and chains. @param nodes how many @param seconds to simulate
    /// @param duration of the tests
    void AddAll(uint32_t nodes, double seconds, Duration duration)
    {
        for (const std::string mobility : {"static",
                                           "random-waypoint",
                                           "random-waypoint-course",
                                           "gauss-markov",
                                           "gauss-markov-course"})
        {
            for (const std::string loss : {"friis", "two-ray", "nakagami"})
            {
                BroadcastNetwork network;
                network.nodes = nodes;
                network.mobility = mobility;
                network.loss = loss;
                network.seconds = seconds;
                AddTestCase(new SameReceptionsTest(network, 5), duration);
            }
        }
    }

    /// @brief Radios at rest to which something happens. @param loss chain @param also what happens
    void AddSpecial(const std::string& loss, std::function<void(NodeContainer)> also)
    {
        BroadcastNetwork network;
        network.loss = loss;
        network.also = std::move(also);
        AddTestCase(new SameReceptionsTest(network, 2), Duration::QUICK);
    }
};

SameReceptionsTestSuite g_sameReceptionsTestSuite; ///< the suite

} // namespace
