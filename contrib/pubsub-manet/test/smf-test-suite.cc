// SPDX-License-Identifier: GPL-2.0-only
#include "network-test-case.h"
#include "test-network.h"

#include "ns3/enum.h"
#include "ns3/manet-smf.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::manet;

namespace
{

/// @brief What the cases share: the protocol with a relay set.
class SmfTestCase : public NetworkTestCase
{
  public:
    using NetworkTestCase::NetworkTestCase;

  protected:
    /**
     * @param relaySet of all nodes
     * @return the protocol
     */
    static ObjectFactory SmfWith(RelaySet relaySet)
    {
        ObjectFactory factory("ns3::Smf");
        factory.Set("RelaySet", EnumValue(relaySet));
        return factory;
    }
};

/**
 * @brief Who forwards in a small network, and what happens when a link breaks.
 *
 *          1
 *         / \
 *    0 - 2 - 4 - 5          0 publishes. 4 is the only way to 5; 1, 2 and 3 are three ways to 4.
 *         \ /               0 is linked with 1, 2 and 3.
 *          3
 */
class SmfTimelineTest : public SmfTestCase
{
  public:
    /**
     * @param name of the rule
     * @param relaySet the rule
     * @param before events' senders, 2 and 4 linked
     * @param after events' senders, 2 and 4 not linked
     */
    SmfTimelineTest(const std::string& name,
                    RelaySet relaySet,
                    std::vector<std::string> before,
                    std::vector<std::string> after)
        : SmfTestCase("time-line of " + name),
          m_relaySet(relaySet),
          m_before(std::move(before)),
          m_after(std::move(after))
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork network(6, SmfWith(m_relaySet));
        for (const auto& [a, b] :
             {std::pair{0, 1}, {0, 2}, {0, 3}, {1, 2}, {2, 3}, {1, 4}, {2, 4}, {3, 4}, {4, 5}})
        {
            network.Connect(a, b);
        }
        network.Subscribe(5, "a.b");
        network.PublishFrom(0, "a.b", Seconds(10), 1);
        network.PublishFrom(0, "a.b", Seconds(30), 1);
        TestNetwork::RunUntil(Seconds(20));
        Compare(network.Events(), m_before);
        network.Disconnect(2, 4);
        TestNetwork::RunUntil(Seconds(40));
        auto all = m_before;
        all.insert(all.end(), m_after.begin(), m_after.end());
        Compare(network.Events(), all);
        NS_TEST_EXPECT_MSG_EQ(network.Delivered(5), 2, "delivered to 5");
        // 6 nodes, each every 1.5 to 2 s for 40 s, begun within 2 s.
        NS_TEST_EXPECT_MSG_GT_OR_EQ(network.Timeline().size(), 6 * 19, "HELLOs");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(network.Timeline().size(), 6 * 27, "HELLOs");
    }

    RelaySet m_relaySet;               ///< the rule
    std::vector<std::string> m_before; ///< lines while all links are there
    std::vector<std::string> m_after;  ///< lines without 2 - 4
};

/**
 * @brief How a link becomes symmetric, and what a link in one direction is worth.
 *
 *    0 --- 1 --- 2 --> 3
 */
class SmfLinkTest : public SmfTestCase
{
  public:
    SmfLinkTest()
        : SmfTestCase("links are used in both directions or not at all")
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork network(4, SmfWith(RelaySet::S_MPR));
        network.Connect(0, 1);
        network.Connect(1, 2);
        network.ConnectOneWay(2, 3);
        TestNetwork::RunUntil(Seconds(8));
        ExpectNeighbours(network, {{1}, {0, 2}, {1}, {}});
        NS_TEST_EXPECT_MSG_EQ((network.At<Smf>(1)->GetSelectors() == std::set<NodeId>{0, 2}),
                              true,
                              "0 and 2 reach each other through 1");
        NS_TEST_EXPECT_MSG_EQ(network.At<Smf>(2)->GetSelectors().empty(),
                              true,
                              "3 is not there for 1");
        // Either had a HELLO of the other within the last 2 s, and holds it for 6 s.
        network.Disconnect(1, 2);
        TestNetwork::RunUntil(MilliSeconds(11900));
        ExpectNeighbours(network, {{1}, {0, 2}, {1}, {}});
        TestNetwork::RunUntil(MilliSeconds(14100));
        ExpectNeighbours(network, {{1}, {0}, {}, {}});
        TestNetwork::RunUntil(Seconds(19));
        NS_TEST_EXPECT_MSG_EQ(network.At<Smf>(1)->GetSelectors().empty(),
                              true,
                              "nobody left to reach");
        // 0, which has selected 1, hears it no more and says so; 1 still hears 0.
        network.Connect(1, 2);
        TestNetwork::RunUntil(Seconds(27));
        NS_TEST_EXPECT_MSG_EQ(network.At<Smf>(1)->GetSelectors().contains(0), true, "2 is back");
        network.Disconnect(0, 1);
        network.ConnectOneWay(0, 1);
        TestNetwork::RunUntil(Seconds(36));
        ExpectNeighbours(network, {{}, {2}, {1}, {}});
        NS_TEST_EXPECT_MSG_EQ(network.At<Smf>(1)->GetSelectors().empty(), true, "0 is not there");
    }

    /**
     * @brief Compare.
     * @param network at this moment
     * @param expected symmetric neighbours of each
     */
    void ExpectNeighbours(const TestNetwork& network, const std::vector<std::set<NodeId>>& expected)
    {
        for (NodeId i = 0; i < expected.size(); ++i)
        {
            std::set<NodeId> neighbours;
            for (const auto& [who, links] : network.At<Smf>(i)->GetNeighbourhood().neighbours)
            {
                neighbours.insert(who.node);
            }
            NS_TEST_EXPECT_MSG_EQ((neighbours == expected[i]),
                                  true,
                                  "neighbours of " << i << " at " << Simulator::Now().GetSeconds());
        }
    }
};

/// @brief Simplified Multicast Forwarding.
class SmfTestSuite : public TestSuite
{
  public:
    SmfTestSuite()
        : TestSuite("pubsub-smf", Type::UNIT)
    {
        AddTestCase(
            new SmfTimelineTest("E-CDS",
                                RelaySet::E_CDS,
                                {"10.000 0 event 0.1", "10.004 2 event 0.1", "10.011 4 event 0.1"},
                                {"30.000 0 event 0.2", "30.009 3 event 0.2", "30.019 4 event 0.2"}),
            Duration::QUICK);
        AddTestCase(
            new SmfTimelineTest("S-MPR",
                                RelaySet::S_MPR,
                                {"10.000 0 event 0.1", "10.002 1 event 0.1", "10.009 4 event 0.1"},
                                {"30.000 0 event 0.2", "30.009 1 event 0.2", "30.019 4 event 0.2"}),
            Duration::QUICK);
        AddTestCase(new SmfLinkTest, Duration::QUICK);
    }
};

SmfTestSuite g_smfTestSuite; ///< the suite

} // namespace
