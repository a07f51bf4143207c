// SPDX-License-Identifier: GPL-2.0-only
#include "network-test-case.h"
#include "test-network.h"

#include "ns3/enum.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/smf.h"
#include "ns3/test.h"

#include <algorithm>
#include <deque>

using namespace ns3;

namespace
{

/// Who hears whom.
using Graph = std::map<NodeId, std::set<NodeId>>;

/// @param random source @param nodes how many @return a connected graph
Graph
RandomGraph(Ptr<UniformRandomVariable> random, uint32_t nodes)
{
    Graph graph;
    const double density = random->GetValue(0.0, 0.6);
    for (NodeId i = 0; i < nodes; ++i)
    {
        graph[i];
        for (NodeId other = 0; other < i; ++other)
        {
            if (random->GetValue() < density)
            {
                graph[i].insert(other);
                graph[other].insert(i);
            }
        }
        if (i > 0 && graph[i].empty())
        {
            const NodeId other = random->GetInteger(0, i - 1);
            graph[i].insert(other);
            graph[other].insert(i);
        }
    }
    return graph;
}

/// @param graph links @param node whose @return what it knows of them, its own degree its priority
TwoHopNeighbourhood
ViewOf(const Graph& graph, NodeId node)
{
    TwoHopNeighbourhood view;
    view.self = node;
    for (NodeId neighbour : graph.at(node))
    {
        const std::set<NodeId>& theirs = graph.at(neighbour);
        view.links[neighbour].assign(theirs.begin(), theirs.end());
    }
    for (const auto& [other, links] : graph)
    {
        view.priorities[other] = links.size();
    }
    return view;
}

/// @param graph links @param from a node @param through only these pass on
/// @return all that hear the first or one of the others
std::set<NodeId>
Reached(const Graph& graph, NodeId from, const std::set<NodeId>& through)
{
    std::set<NodeId> reached{from};
    std::deque<NodeId> queue{from};
    while (!queue.empty())
    {
        const NodeId at = queue.front();
        queue.pop_front();
        for (NodeId next : graph.at(at))
        {
            if (reached.insert(next).second && through.contains(next))
            {
                queue.push_back(next);
            }
        }
    }
    return reached;
}

/// @brief The relays of random graphs against what they are for.
class RelaySelectionTest : public TestCase
{
  public:
    /// @param graphs how many
    explicit RelaySelectionTest(uint32_t graphs)
        : TestCase("relays cover what they should on " + std::to_string(graphs) + " graphs"),
          m_graphs(graphs)
    {
    }

  private:
    void DoRun() override
    {
        m_random = CreateObject<UniformRandomVariable>();
        m_random->SetStream(1);
        for (uint32_t i = 0; i < m_graphs; ++i)
        {
            const Graph graph = RandomGraph(m_random, m_random->GetInteger(1, 14));
            CheckEssentialRelays(graph);
            CheckMultipointRelays(graph);
        }
        // Greedy is not best, but near it: within ln(D) + 1 of the fewest, and here far less.
        NS_TEST_EXPECT_MSG_LT(m_selected, 1.05 * m_fewest, "multipoint relays");
        NS_TEST_EXPECT_MSG_LT(m_essential, 0.8 * m_nodes, "not everybody elects itself");
    }

    /// @brief A connected dominating set. @param graph connected
    void CheckEssentialRelays(const Graph& graph)
    {
        std::set<NodeId> relays;
        for (const auto& [node, links] : graph)
        {
            if (IsEssentialRelay(ViewOf(graph, node)))
            {
                relays.insert(node);
            }
        }
        m_nodes += graph.size();
        m_essential += relays.size();
        NS_TEST_EXPECT_MSG_EQ(relays.empty(), (graph.size() < 3), "relays of " << graph.size());
        for (const auto& [node, links] : graph)
        {
            NS_TEST_EXPECT_MSG_EQ(Reached(graph, node, relays).size(),
                                  graph.size(),
                                  "from " << node);
        }
        if (!relays.empty())
        {
            Graph among;
            for (NodeId relay : relays)
            {
                std::set_intersection(graph.at(relay).begin(),
                                      graph.at(relay).end(),
                                      relays.begin(),
                                      relays.end(),
                                      std::inserter(among[relay], among[relay].end()));
            }
            NS_TEST_EXPECT_MSG_EQ(Reached(among, *relays.begin(), relays).size(),
                                  relays.size(),
                                  "relays that are linked");
        }
    }

    /// @brief Every node two hops away, by few. @param graph connected
    void CheckMultipointRelays(const Graph& graph)
    {
        std::map<NodeId, std::set<NodeId>> selected;
        for (const auto& [node, links] : graph)
        {
            const TwoHopNeighbourhood view = ViewOf(graph, node);
            const auto far = view.TwoHopNodes();
            selected[node] = SelectMultipointRelays(view);
            NS_TEST_EXPECT_MSG_EQ(Covers(graph, selected[node], far),
                                  true,
                                  "far nodes of " << node);
            for (NodeId relay : selected[node])
            {
                NS_TEST_EXPECT_MSG_EQ(links.contains(relay), true, "relays are neighbours");
            }
            m_selected += selected[node].size();
            m_fewest += FewestRelays(graph, links, far);
        }
        for (const auto& [node, links] : graph)
        {
            CheckFlood(graph, selected, node);
        }
    }

    /// @brief Flood with the first copy deciding, in any order. @param graph links @param selected
    /// relays of each @param publisher where it begins
    void CheckFlood(const Graph& graph,
                    const std::map<NodeId, std::set<NodeId>>& selected,
                    NodeId publisher)
    {
        std::set<NodeId> heard{publisher};
        std::vector<NodeId> senders{publisher};
        while (!senders.empty())
        {
            const std::size_t pick = m_random->GetInteger(0, senders.size() - 1);
            const NodeId sender = senders[pick];
            senders.erase(senders.begin() + pick);
            for (NodeId receiver : graph.at(sender))
            {
                if (heard.insert(receiver).second && selected.at(sender).contains(receiver))
                {
                    senders.push_back(receiver);
                }
            }
        }
        NS_TEST_EXPECT_MSG_EQ(heard.size(), graph.size(), "reached from " << publisher);
    }

    /// @param graph links @param relays some nodes @param far others @return whether each of these
    /// hears a relay
    static bool Covers(const Graph& graph,
                       const std::set<NodeId>& relays,
                       const std::vector<NodeId>& far)
    {
        return std::all_of(far.begin(), far.end(), [&](NodeId node) {
            return std::any_of(relays.begin(), relays.end(), [&](NodeId relay) {
                return graph.at(node).contains(relay);
            });
        });
    }

    /// @param graph links @param neighbours of a node @param far two hops away @return the size of
    /// the smallest set of neighbours that covers these
    static uint32_t FewestRelays(const Graph& graph,
                                 const std::set<NodeId>& neighbours,
                                 const std::vector<NodeId>& far)
    {
        const std::vector<NodeId> all(neighbours.begin(), neighbours.end());
        uint32_t fewest = all.size();
        for (uint32_t choice = 0; choice < (1U << all.size()); ++choice)
        {
            std::set<NodeId> relays;
            for (std::size_t i = 0; i < all.size(); ++i)
            {
                if (choice >> i & 1)
                {
                    relays.insert(all[i]);
                }
            }
            if (relays.size() < fewest && Covers(graph, relays, far))
            {
                fewest = relays.size();
            }
        }
        return fewest;
    }

    uint32_t m_graphs;                   ///< how many
    Ptr<UniformRandomVariable> m_random; ///< draws them
    uint32_t m_nodes = 0;                ///< of all graphs
    uint32_t m_essential = 0;            ///< of them elected themselves
    uint32_t m_selected = 0;             ///< multipoint relays of all nodes
    uint32_t m_fewest = 0;               ///< that would do
};

/// @brief What the cases share: the protocol with a relay set.
class SmfTestCase : public NetworkTestCase
{
  public:
    using NetworkTestCase::NetworkTestCase;

  protected:
    /// @param relaySet of all nodes @return the protocol
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
    /// @param name of the rule @param relaySet the rule @param before events' senders, 2 and 4
    /// linked @param after events' senders, 2 and 4 not linked
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
        Expect(network, m_before, 0);
        network.Disconnect(2, 4);
        TestNetwork::RunUntil(Seconds(40));
        Expect(network, m_after, m_before.size());
        NS_TEST_EXPECT_MSG_EQ(network.Delivered(5), 2, "delivered to 5");
        // 6 nodes, each every 1.5 to 2 s for 40 s, begun within 2 s.
        NS_TEST_EXPECT_MSG_GT_OR_EQ(network.Timeline().size(), 6 * 19, "HELLOs");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(network.Timeline().size(), 6 * 27, "HELLOs");
    }

    /// @brief Compare. @param network with events @param expected lines @param from the first line
    void Expect(const TestNetwork& network,
                const std::vector<std::string>& expected,
                std::size_t from)
    {
        NS_TEST_ASSERT_MSG_EQ(network.Events().size(), from + expected.size(), "transmissions");
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(network.Events()[from + i], expected[i], "transmission " << i);
        }
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
    }

    /// @brief Compare. @param network at this moment @param expected symmetric neighbours of each
    void ExpectNeighbours(const TestNetwork& network, const std::vector<std::set<NodeId>>& expected)
    {
        for (NodeId i = 0; i < expected.size(); ++i)
        {
            std::set<NodeId> neighbours;
            for (const auto& [node, links] : network.At<Smf>(i)->GetNeighbourhood().links)
            {
                neighbours.insert(node);
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
        AddTestCase(new RelaySelectionTest(200), Duration::QUICK);
        AddTestCase(new RelaySelectionTest(20000), Duration::EXTENSIVE);
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
