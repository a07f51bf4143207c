// SPDX-License-Identifier: GPL-2.0-only
#include "network-test-case.h"
#include "test-network.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/manet-shop-parent.h"
#include "ns3/manet-topsim.h"
#include "ns3/test.h"

#include <algorithm>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::manet;

namespace
{

/**
 * @param metric of the parent
 * @return SHOPPARENT with it
 */
ObjectFactory
ShopParentWith(ParentMetric metric)
{
    ObjectFactory factory("ns3::ShopParent");
    factory.Set("Metric", EnumValue(metric));
    return factory;
}

/**
 * @brief The paper's Fig. 4 and its sums (TopSim, section IV), nodes numbered from 0.
 *
 *        1 --- 2          0 publishes enemy.troop.location, 2 wants it,
 *       /       \         4 wants enemy.aircraft.status,
 *      0         3        3 joins late, wants enemy.troop.status and,
 *       \       /         as the paper assumes, enemy.troop.location.
 *        4 ----+
 *
 * 100 events. 3 under 4: 0, 1 and 4 relay and do not want them, 2 * 300 = 600.
 * 3 under 2: 0 and 1 relay unwanted, 2 relays and wants them: 2 * 200 + 100 = 500.
 */
class PaperRingTest : public NetworkTestCase
{
  public:
    /**
     * @param name of the rule
     * @param protocol the rule
     * @param parent it gives node 3
     * @param overhead of 100 events
     */
    PaperRingTest(const std::string& name, ObjectFactory protocol, NodeId parent, uint32_t overhead)
        : NetworkTestCase("the paper's ring under " + name),
          m_protocol(std::move(protocol)),
          m_parent(parent),
          m_overhead(overhead)
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork network(5, m_protocol);
        for (NodeId i = 0; i < 5; ++i)
        {
            network.Connect(i, (i + 1) % 5);
        }
        network.At<ShopParent>(0)->Advertise({{*Filter::Parse("enemy.troop.location"), 100}});
        network.Subscribe(2, "enemy.troop.location");
        network.Subscribe(3, "enemy.troop.status");
        network.Subscribe(3, "enemy.troop.location");
        network.Subscribe(4, "enemy.aircraft.status");
        network.JoinAt(3, Seconds(20));
        network.PublishFrom(0, "enemy.troop.location", Seconds(40), 100);
        TestNetwork::RunUntil(Seconds(60));
        const std::vector<NodeId> parents{NO_NODE, 0, 1, m_parent, 0};
        uint32_t overhead = 0;
        for (NodeId i = 0; i < 5; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(network.At<ShopParent>(i)->GetParent(0),
                                  parents[i],
                                  "parent of " << i);
            overhead += network.Sent(i) * (i == 2 ? 1 : 2);
        }
        NS_TEST_EXPECT_MSG_EQ(overhead, m_overhead, "relay overhead");
        NS_TEST_EXPECT_MSG_EQ(network.Delivered(2), 100, "delivered to 2");
        NS_TEST_EXPECT_MSG_EQ(network.Delivered(3), 100, "delivered to 3");
        NS_TEST_EXPECT_MSG_EQ(network.Delivered(4), 0, "delivered to 4");
        for (const auto& [reason, count] : network.Drops())
        {
            NS_TEST_EXPECT_MSG_EQ(reason, "duplicate", count << " packets were not used");
        }
    }

    ObjectFactory m_protocol; ///< the rule
    NodeId m_parent;          ///< of node 3
    uint32_t m_overhead;      ///< of 100 events
};

/**
 * @brief What is said when node 3 joins the ring under TopSim.
 *
 *     2            3            4
 *     |<-- JOIN ---|--- JOIN -->|
 *     |-- STATUS ->|<- STATUS --|      in the order of their jitter
 *     |<- REPORT --|
 *     |- REPORT_ACK>|
 */
class TopSimTimelineTest : public NetworkTestCase
{
  public:
    TopSimTimelineTest()
        : NetworkTestCase("the messages of a join under TopSim")
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork network(5, ObjectFactory("ns3::TopSim"));
        for (NodeId i = 0; i < 5; ++i)
        {
            network.Connect(i, (i + 1) % 5);
        }
        network.At<ShopParent>(0)->Advertise({{*Filter::Parse("enemy.troop.location"), 1}});
        network.Subscribe(2, "enemy.troop.location");
        network.Subscribe(3, "enemy.troop.status");
        network.Subscribe(4, "enemy.aircraft.status");
        network.JoinAt(3, Seconds(20));
        TestNetwork::RunUntil(Seconds(20));
        const std::size_t before = network.Timeline().size();
        TestNetwork::RunUntil(Seconds(24));
        std::vector<std::string> said;
        for (std::size_t i = before; i < network.Timeline().size(); ++i)
        {
            const std::string& line = network.Timeline()[i];
            said.push_back(line.substr(line.find(' ') + 1));
        }
        NS_TEST_ASSERT_MSG_GT(said.size(), 5, "messages around the join");
        NS_TEST_EXPECT_MSG_EQ(said[0], "3 join>-1", "first the inquiry");
        std::sort(said.begin() + 1, said.begin() + 3);
        NS_TEST_EXPECT_MSG_EQ(said[1], "2 status>3", "one candidate");
        NS_TEST_EXPECT_MSG_EQ(said[2], "4 status>3", "the other");
        NS_TEST_EXPECT_MSG_EQ(said[3], "3 report>2", "the closest in topic");
        NS_TEST_EXPECT_MSG_EQ(said[4], "2 report_ack>3", "agreed");
        NS_TEST_EXPECT_MSG_EQ(said[5], "2 report>1", "and on to the root");
    }
};

/// @brief With a threshold that nobody reaches TopSim is SHOPPARENT.
class TopSimFallbackTest : public NetworkTestCase
{
  public:
    TopSimFallbackTest()
        : NetworkTestCase("TopSim with no similar candidate takes SHOPPARENT's best")
    {
    }

  private:
    void DoRun() override
    {
        ObjectFactory factory("ns3::TopSim");
        factory.Set("Threshold", DoubleValue(2.0));
        TestNetwork network(5, factory);
        for (NodeId i = 0; i < 5; ++i)
        {
            network.Connect(i, (i + 1) % 5);
        }
        network.At<ShopParent>(0)->Advertise({{*Filter::Parse("enemy.troop.location"), 1}});
        network.Subscribe(2, "enemy.troop.location");
        network.Subscribe(3, "enemy.troop.status");
        network.JoinAt(3, Seconds(20));
        TestNetwork::RunUntil(Seconds(30));
        NS_TEST_EXPECT_MSG_EQ(network.At<ShopParent>(3)->GetParent(0), 4, "one hop from the root");
    }
};

/**
 * @brief A diamond with a tail: 0 - {1, 2} - 3 - 4. A link breaks and comes back.
 */
class ParentLossTest : public NetworkTestCase
{
  public:
    ParentLossTest()
        : NetworkTestCase("a broken link and the way round it")
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork network(5, ShopParentWith(ParentMetric::HOPS));
        network.Connect(0, 1);
        network.Connect(0, 2);
        network.Connect(1, 3);
        network.Connect(2, 3);
        network.Connect(3, 4);
        network.At<ShopParent>(0)->Advertise({{*Filter::Parse("a"), 1}});
        network.Subscribe(4, "a");
        TestNetwork::RunUntil(Seconds(20));
        NS_TEST_EXPECT_MSG_EQ(network.At<ShopParent>(3)->GetParent(0),
                              1,
                              "the lower id of two equals");
        network.Disconnect(1, 3);
        TestNetwork::RunUntil(Seconds(30));
        NS_TEST_EXPECT_MSG_EQ(network.At<ShopParent>(3)->GetParent(0), 2, "the other way round");
        network.PublishFrom(0, "a", Seconds(30.1), 10);
        network.Connect(1, 3);
        TestNetwork::RunUntil(Seconds(45));
        NS_TEST_EXPECT_MSG_EQ(network.Delivered(4), 10, "events come by the new way");
        NS_TEST_EXPECT_MSG_EQ(network.Sent(1), 0, "and only by that");
        NS_TEST_EXPECT_MSG_EQ(network.Cycles(), 0, "no cycle");
    }
};

/// @brief A leave is heard at once: nobody waits for beacons to fail.
class LeaveTest : public NetworkTestCase
{
  public:
    LeaveTest()
        : NetworkTestCase("children of a node that leaves find another parent at once")
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork network(4, ShopParentWith(ParentMetric::HOPS));
        network.Connect(0, 1);
        network.Connect(0, 2);
        network.Connect(1, 3);
        network.Connect(2, 3);
        network.At<ShopParent>(0)->Advertise({{*Filter::Parse("a"), 1}});
        network.Subscribe(3, "a");
        network.At<ShopParent>(1)->SetStopTime(Seconds(20));
        TestNetwork::RunUntil(Seconds(19.9));
        NS_TEST_EXPECT_MSG_EQ(network.At<ShopParent>(3)->GetParent(0), 1, "before");
        TestNetwork::RunUntil(Seconds(22.5));
        NS_TEST_EXPECT_MSG_EQ(network.At<ShopParent>(3)->GetParent(0), 2, "within a beacon period");
        NS_TEST_EXPECT_MSG_EQ(network.At<ShopParent>(0)->GetChildren(0).size(),
                              1,
                              "the root knows it, too");
        network.PublishFrom(0, "a", Seconds(23), 5);
        TestNetwork::RunUntil(Seconds(25));
        NS_TEST_EXPECT_MSG_EQ(network.Delivered(3), 5, "events");
    }
};

/// @brief Interests and publishers that change at run time, on a line 0 - 1 - 2 - 3.
class SubscriptionChangeTest : public NetworkTestCase
{
  public:
    SubscriptionChangeTest()
        : NetworkTestCase("subscribing, unsubscribing and a new publisher at run time")
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork network(4, ShopParentWith(ParentMetric::OVERHEAD));
        for (NodeId i = 0; i < 3; ++i)
        {
            network.Connect(i, i + 1);
        }
        network.At<ShopParent>(0)->Advertise({{*Filter::Parse("a.b"), 1}});
        network.PublishFrom(0, "a.b", Seconds(20), 5);
        TestNetwork::RunUntil(Seconds(25));
        NS_TEST_EXPECT_MSG_EQ(network.Sent(0), 0, "nobody wants it: nothing is sent");
        network.Subscribe(3, "a.#");
        network.PublishFrom(0, "a.b", Seconds(25.5), 5);
        TestNetwork::RunUntil(Seconds(30));
        NS_TEST_EXPECT_MSG_EQ(network.Delivered(3), 5, "half a second after the subscription");
        network.At<ShopParent>(3)->Unsubscribe(*Filter::Parse("a.#"));
        network.PublishFrom(0, "a.b", Seconds(30.5), 5);
        TestNetwork::RunUntil(Seconds(35));
        NS_TEST_EXPECT_MSG_EQ(network.Sent(0), 5, "and stopped half a second after the end of it");
        network.At<ShopParent>(2)->Advertise({{*Filter::Parse("c"), 1}});
        network.Subscribe(0, "c");
        network.PublishFrom(2, "c", Seconds(50), 5);
        TestNetwork::RunUntil(Seconds(55));
        NS_TEST_EXPECT_MSG_EQ(network.At<ShopParent>(0)->GetParent(2), 1, "a second tree");
        NS_TEST_EXPECT_MSG_EQ(network.At<ShopParent>(1)->GetParent(0), 0, "beside the first");
        NS_TEST_EXPECT_MSG_EQ(network.Delivered(0), 5, "carries its events");
        NS_TEST_EXPECT_MSG_EQ(network.Sent(3), 0, "a leaf relays nothing");
    }
};

/**
 * @brief The metrics by hand (design, section 7): dO_k(i) and what a child takes out of s'_k.
 */
class MetricTest : public TestCase
{
  public:
    MetricTest()
        : TestCase("the growth of a candidate's overhead")
    {
    }

  private:
    void DoRun() override
    {
        const auto f = [](const char* text) { return *Filter::Parse(text); };
        const std::vector<WeightedFilter> events{{f("a.x"), 100}, {f("a.y"), 10}, {f("b"), 1}};
        const Subscription all({f("#")});
        const Subscription none;
        NS_TEST_EXPECT_MSG_EQ(MarginalOverhead(events, all, none, none), 222, "receive and send");
        NS_TEST_EXPECT_MSG_EQ(MarginalOverhead(events, all, all, none), 111, "send only");
        NS_TEST_EXPECT_MSG_EQ(MarginalOverhead(events, all, none, all), 0, "sent already");
        const Subscription x({f("a.x")});
        NS_TEST_EXPECT_MSG_EQ(MarginalOverhead(events, all, x, Subscription({f("b")})), 120, "mix");
        const std::vector<WeightedFilter> proxied{{f("a.x"), 1}, {f("b"), 2}};
        const Subscription others = ProxiedForOthers(proxied, Subscription({f("a.x"), f("b")}));
        NS_TEST_EXPECT_MSG_EQ((others == Subscription({f("b")})), true, "b has another child");
        NS_TEST_EXPECT_MSG_EQ(ParentMetricValue(ParentMetric::COMBO, 0, 222),
                              0,
                              "the root is free");
        NS_TEST_EXPECT_MSG_EQ(ParentMetricValue(ParentMetric::COMBO, 2, 100), 200, "a product");
    }
};

/// @brief What a child with predicates costs a candidate parent that knows topics only.
class ContentOverheadTest : public TestCase
{
  public:
    ContentOverheadTest()
        : TestCase("marginal overhead with predicates")
    {
    }

  private:
    void DoRun() override
    {
        const auto f = [](const std::string& text) { return *Filter::Parse(text); };
        const std::vector<WeightedFilter> events{{f("a"), 10}, {f("b"), 1}};
        const auto cost = [&events,
                           &f](const std::string& s, const std::string& k, const std::string& p) {
            const auto one = [&f](const std::string& text) {
                return text.empty() ? Subscription() : Subscription({f(text)});
            };
            return MarginalOverhead(events, one(s), one(k), one(p));
        };
        NS_TEST_EXPECT_MSG_EQ(cost("a[x>1]", "", ""), 20, "some of its events may be wanted");
        NS_TEST_EXPECT_MSG_EQ(cost("#[x>1]", "", ""), 22, "of both topics");
        NS_TEST_EXPECT_MSG_EQ(cost("a[x>1]", "a[x>0]", ""), 10, "and are by the candidate");
        NS_TEST_EXPECT_MSG_EQ(cost("a[x>1]", "a[x>2]", ""), 20, "but not all of them");
        NS_TEST_EXPECT_MSG_EQ(cost("a[x>1]", "", "a[x>0]"), 0, "all are relayed already");
        NS_TEST_EXPECT_MSG_EQ(cost("a[x>1]", "", "a[x>2]"), 20, "not all are");
        NS_TEST_EXPECT_MSG_EQ(cost("c[x>1]", "", ""), 0, "nobody publishes that");
    }
};

/// @brief SHOPPARENT and TopSim.
class ShopParentTestSuite : public TestSuite
{
  public:
    ShopParentTestSuite()
        : TestSuite("pubsub-shop-parent", Type::UNIT)
    {
        const auto hops = ShopParentWith(ParentMetric::HOPS);
        const auto overhead = ShopParentWith(ParentMetric::OVERHEAD);
        const auto combo = ShopParentWith(ParentMetric::COMBO);
        AddTestCase(new MetricTest, Duration::QUICK);
        AddTestCase(new ContentOverheadTest, Duration::QUICK);
        AddTestCase(new PaperRingTest("SP-NHOP", hops, 4, 600), Duration::QUICK);
        AddTestCase(new PaperRingTest("SP-OVHD", overhead, 2, 500), Duration::QUICK);
        AddTestCase(new PaperRingTest("SP-COMBO", combo, 4, 600), Duration::QUICK);
        AddTestCase(new PaperRingTest("TopSim", ObjectFactory("ns3::TopSim"), 2, 500),
                    Duration::QUICK);
        AddTestCase(new TopSimTimelineTest, Duration::QUICK);
        AddTestCase(new TopSimFallbackTest, Duration::QUICK);
        AddTestCase(new ParentLossTest, Duration::QUICK);
        AddTestCase(new LeaveTest, Duration::QUICK);
        AddTestCase(new SubscriptionChangeTest, Duration::QUICK);
    }
};

ShopParentTestSuite g_shopParentTestSuite; ///< the suite

} // namespace
