// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/manet-relay-selection.h"
#include "ns3/random-variable-stream.h"
#include "ns3/test.h"

#include <algorithm>
#include <deque>
#include <map>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::manet;

namespace
{

/// Who hears whom.
using Graph = std::map<NodeId, std::set<NodeId>>;

/**
 * @param random source
 * @param nodes how many
 * @return a connected graph
 */
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

/// A view that owns the lists it points into.
struct OwnedView
{
    /**
     * @param node any
     * @return its own rank and what it tells of its neighbours
     */
    void Add(RankedNode node, std::vector<RankedNode> links)
    {
        lists.push_back(std::move(links));
        view.neighbours.push_back({node, lists.back()});
    }

    std::vector<std::vector<RankedNode>> lists; ///< of the neighbours
    TwoHopNeighbourhood view;                   ///< of these
};

/**
 * @param graph links
 * @param node whose
 * @return what it knows of them, its own degree its priority
 */
OwnedView
ViewOf(const Graph& graph, NodeId node)
{
    const auto ranked = [&](NodeId other) {
        return RankedNode{other, static_cast<uint32_t>(graph.at(other).size())};
    };
    OwnedView owned;
    owned.view.self = ranked(node);
    for (NodeId neighbour : graph.at(node))
    {
        const std::set<NodeId>& theirs = graph.at(neighbour);
        std::vector<RankedNode> links(theirs.size());
        std::transform(theirs.begin(), theirs.end(), links.begin(), ranked);
        owned.Add(ranked(neighbour), std::move(links));
    }
    return owned;
}

/**
 * @param graph links
 * @param node any
 * @return the nodes exactly two hops away from it
 */
std::set<NodeId>
TwoHopNodes(const Graph& graph, NodeId node)
{
    std::set<NodeId> far;
    for (NodeId neighbour : graph.at(node))
    {
        far.insert(graph.at(neighbour).begin(), graph.at(neighbour).end());
    }
    std::erase_if(far,
                  [&](NodeId other) { return other == node || graph.at(node).contains(other); });
    return far;
}

/**
 * @param graph links
 * @param from a node
 * @param through only these pass on
 * @return all that hear the first or one of the others
 */
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

    /**
     * @brief A connected dominating set.
     * @param graph connected
     */
    void CheckEssentialRelays(const Graph& graph)
    {
        std::set<NodeId> relays;
        for (const auto& [node, links] : graph)
        {
            if (IsEssentialRelay(ViewOf(graph, node).view))
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

    /**
     * @brief Every node two hops away, by few.
     * @param graph connected
     */
    void CheckMultipointRelays(const Graph& graph)
    {
        std::map<NodeId, std::set<NodeId>> selected;
        for (const auto& [node, links] : graph)
        {
            const auto far = TwoHopNodes(graph, node);
            selected[node] = SelectMultipointRelays(ViewOf(graph, node).view);
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

    /**
     * @brief Flood with the first copy deciding, in any order.
     * @param graph links
     * @param selected relays of each
     * @param publisher where it begins
     */
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

    /**
     * @param graph links
     * @param relays some nodes
     * @param far others
     * @return whether each of these hears a relay
     */
    static bool Covers(const Graph& graph,
                       const std::set<NodeId>& relays,
                       const std::set<NodeId>& far)
    {
        return std::all_of(far.begin(), far.end(), [&](NodeId node) {
            return std::any_of(relays.begin(), relays.end(), [&](NodeId relay) {
                return graph.at(node).contains(relay);
            });
        });
    }

    /**
     * @param graph links
     * @param neighbours of a node
     * @param far two hops away
     * @return the size of the smallest set of neighbours that covers these
     */
    static uint32_t FewestRelays(const Graph& graph,
                                 const std::set<NodeId>& neighbours,
                                 const std::set<NodeId>& far)
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

/// @brief Relays by what neighbours tell that do not agree, against the definitions, word by word.
class DisagreementTest : public TestCase
{
  public:
    /// @param views how many
    explicit DisagreementTest(uint32_t views)
        : TestCase("relays by " + std::to_string(views) + " views that contradict themselves"),
          m_views(views)
    {
    }

  private:
    /// Who tells of links to whom.
    using Told = std::map<NodeId, std::set<NodeId>>;

    void DoRun() override
    {
        m_random = CreateObject<UniformRandomVariable>();
        m_random->SetStream(1);
        uint32_t essential = 0;
        for (uint32_t i = 0; i < m_views; ++i)
        {
            const OwnedView known = RandomView();
            const bool isRelay = IsEssentialRelay(known.view);
            NS_TEST_EXPECT_MSG_EQ(isRelay, IsRelayByDefinition(known.view), "election " << i);
            NS_TEST_EXPECT_MSG_EQ(
                (SelectMultipointRelays(known.view) == RelaysByDefinition(known.view)),
                true,
                "multipoint relays " << i);
            essential += isRelay ? 1 : 0;
        }
        NS_TEST_EXPECT_MSG_GT(essential, m_views / 4, "some elect themselves");
        NS_TEST_EXPECT_MSG_LT(essential, m_views * 3 / 4, "some do not");
    }

    /// @return what a node may be told: links by one end only, several priorities of one node,
    /// itself
    OwnedView RandomView()
    {
        const uint32_t nodes = m_random->GetInteger(2, 16);
        const auto ranked = [&](NodeId node) {
            // Ids that share places of a small hash table.
            return RankedNode{node % 3 * 1000 + node, m_random->GetInteger(0, 3)};
        };
        const double density = m_random->GetValue(0.1, 0.6);
        OwnedView owned;
        owned.view.self = ranked(m_random->GetInteger(0, nodes - 1));
        for (NodeId node = 0; node < nodes; ++node)
        {
            const RankedNode neighbour = ranked(node);
            if (neighbour.node == owned.view.self.node || m_random->GetValue() < 0.4)
            {
                continue;
            }
            std::vector<RankedNode> links;
            for (NodeId other = nodes; other-- > 0;)
            {
                if (other != node && m_random->GetValue() < density)
                {
                    links.push_back(ranked(other));
                }
            }
            owned.Add(neighbour, links);
        }
        // In order of id.
        std::sort(owned.view.neighbours.begin(),
                  owned.view.neighbours.end(),
                  [](const auto& a, const auto& b) { return a.who.node < b.who.node; });
        return owned;
    }

    /**
     * @param view any
     * @return the decision of RFC 6621, appendix A
     */
    static bool IsRelayByDefinition(const TwoHopNeighbourhood& view)
    {
        Graph graph;
        std::map<NodeId, uint32_t> priorities;
        for (const auto& [who, links] : view.neighbours)
        {
            for (const RankedNode& other : links)
            {
                graph[who.node].insert(other.node);
                graph[other.node].insert(who.node);
                priorities[other.node] = std::max(priorities[other.node], other.priority);
            }
        }
        std::set<std::pair<uint32_t, NodeId>> neighbours;
        for (const auto& [who, links] : view.neighbours)
        {
            graph[who.node];
            priorities[who.node] = who.priority;
            neighbours.emplace(who.priority, who.node);
        }
        const std::pair own(view.self.priority, view.self.node);
        if (neighbours.size() < 2 || *neighbours.rbegin() < own)
        {
            return neighbours.size() >= 2;
        }
        std::set<NodeId> greater;
        for (const auto& [node, priority] : priorities)
        {
            if (node != view.self.node && std::pair(priority, node) > own)
            {
                greater.insert(node);
            }
        }
        const auto reached = Reached(graph, neighbours.rbegin()->second, greater);
        return !std::all_of(neighbours.begin(), neighbours.end(), [&](const auto& neighbour) {
            return reached.contains(neighbour.second);
        });
    }

    /**
     * @param reach of neighbours
     * @param relays some of them
     * @return what these reach
     */
    static std::set<NodeId> ReachedBy(const Told& reach, const std::set<NodeId>& relays)
    {
        std::set<NodeId> reached;
        for (NodeId relay : relays)
        {
            reached.insert(reach.at(relay).begin(), reach.at(relay).end());
        }
        return reached;
    }

    /**
     * @param nodes any
     * @param node one of them
     * @return the others
     */
    static std::set<NodeId> Without(std::set<NodeId> nodes, NodeId node)
    {
        nodes.erase(node);
        return nodes;
    }

    /**
     * @param view any
     * @return the multipoint relays of RFC 3626, section 8.3.1
     */
    static std::set<NodeId> RelaysByDefinition(const TwoHopNeighbourhood& view)
    {
        std::set<NodeId> neighbours;
        for (const auto& [who, links] : view.neighbours)
        {
            neighbours.insert(who.node);
        }
        Told reach;
        for (const auto& [who, links] : view.neighbours)
        {
            reach[who.node];
            for (const RankedNode& other : links)
            {
                if (other.node != view.self.node && !neighbours.contains(other.node))
                {
                    reach[who.node].insert(other.node);
                }
            }
        }
        const std::set<NodeId> far = ReachedBy(reach, neighbours);
        std::set<NodeId> relays;
        for (NodeId neighbour : neighbours)
        {
            if (ReachedBy(reach, Without(neighbours, neighbour)) != far)
            {
                relays.insert(neighbour);
            }
        }
        for (auto reached = ReachedBy(reach, relays); reached != far;
             reached = ReachedBy(reach, relays))
        {
            const auto worth = [&](NodeId neighbour) {
                auto with = relays;
                with.insert(neighbour);
                return std::pair(ReachedBy(reach, with).size(), reach.at(neighbour).size());
            };
            relays.insert(
                *std::max_element(neighbours.begin(), neighbours.end(), [&](NodeId a, NodeId b) {
                    return worth(a) < worth(b);
                }));
        }
        for (NodeId neighbour : neighbours)
        {
            if (ReachedBy(reach, Without(relays, neighbour)) == far)
            {
                relays.erase(neighbour);
            }
        }
        return relays;
    }

    uint32_t m_views;                    ///< how many
    Ptr<UniformRandomVariable> m_random; ///< draws them
};

/// @brief Who relays by what is known of the links up to two hops away.
class RelaySelectionTestSuite : public TestSuite
{
  public:
    RelaySelectionTestSuite()
        : TestSuite("pubsub-relay-selection", Type::UNIT)
    {
        AddTestCase(new RelaySelectionTest(200), Duration::QUICK);
        AddTestCase(new RelaySelectionTest(20000), Duration::EXTENSIVE);
        AddTestCase(new DisagreementTest(1000), Duration::QUICK);
        AddTestCase(new DisagreementTest(100000), Duration::EXTENSIVE);
    }
};

RelaySelectionTestSuite g_relaySelectionTestSuite; ///< the suite

} // namespace
