// SPDX-License-Identifier: GPL-2.0-only
#include "test-network.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/manet-shop-parent.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/vector.h"

#include <array>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::manet;

namespace
{

/**
 * @brief Nodes that walk from point to point, links by distance, lost packets, two publishers,
 * late joiners and early leavers, changing interests; after every change of parent anywhere in the
 * network the parents of all nodes are followed, and must not lead back.
 */
class LoopFreedomTest : public TestCase
{
  public:
    /**
     * @param name of the rule
     * @param protocol the rule
     * @param runs how many networks
     */
    LoopFreedomTest(const std::string& name, ObjectFactory protocol, uint32_t runs)
        : TestCase("no loop at any moment under " + name),
          m_protocol(std::move(protocol)),
          m_runs(runs)
    {
    }

  private:
    static constexpr uint32_t NODES = 20;  ///< in each network
    static constexpr double SIDE = 600.0;  ///< of the area, m
    static constexpr double RANGE = 200.0; ///< of a link, m
    static constexpr double STEP = 0.25;   ///< between two looks at the positions, s
    static constexpr double LENGTH = 90.0; ///< of a run, s

    /// A walking node.
    struct Walker
    {
        Vector at;          ///< where it is
        Vector to;          ///< where it goes
        double speed = 1.0; ///< m/s
    };

    void DoRun() override
    {
        uint32_t changes = 0;
        for (uint32_t run = 1; run <= m_runs; ++run)
        {
            RngSeedManager::SetSeed(1);
            RngSeedManager::SetRun(run);
            changes += RunOne(run);
            Simulator::Destroy();
        }
        NS_TEST_EXPECT_MSG_GT(changes, m_runs * NODES, "the networks must have been restless");
    }

    /**
     * @param run number of it
     * @return changes of parent
     */
    uint32_t RunOne(uint32_t run)
    {
        m_random = CreateObject<UniformRandomVariable>();
        m_random->SetStream(1000000);
        TestNetwork network(NODES, m_protocol);
        m_network = &network;
        network.LosePackets(0.2);
        m_walkers.assign(NODES, Walker());
        m_linked.fill(false);
        for (Walker& walker : m_walkers)
        {
            walker.at = RandomPoint();
            walker.to = walker.at;
        }
        for (NodeId i = 0; i < NODES; ++i)
        {
            network.Subscribe(i, Interest());
            if (m_random->GetValue() < 0.2)
            {
                network.JoinAt(i, Seconds(m_random->GetValue(0, LENGTH / 2)));
            }
            if (i > 1 && m_random->GetValue() < 0.2)
            {
                network.At<Endpoint>(i)->SetStopTime(
                    Seconds(m_random->GetValue(LENGTH / 2, LENGTH)));
            }
        }
        for (NodeId publisher : {0, 1})
        {
            network.At<ShopParent>(publisher)->Advertise({{*Filter::Parse("a.x"), 3},
                                                          {*Filter::Parse("a.y"), 2},
                                                          {*Filter::Parse("b.x"), 1}});
        }
        Walk();
        TestNetwork::RunUntil(Seconds(LENGTH));
        NS_TEST_EXPECT_MSG_EQ(network.Cycles(), 0, "cycles in run " << run);
        return network.ParentChanges();
    }

    /// @return a filter
    std::string Interest()
    {
        const char* filters[] = {"a.x", "a.y", "b.x", "a.#", "c"};
        return filters[m_random->GetInteger(0, 4)];
    }

    /// @return a point in the area
    Vector RandomPoint()
    {
        return Vector(m_random->GetValue(0, SIDE), m_random->GetValue(0, SIDE), 0);
    }

    /// @brief Move everybody, set the links, change an interest now and then, and come back.
    void Walk()
    {
        for (Walker& walker : m_walkers)
        {
            const double left = CalculateDistance(walker.at, walker.to);
            const double step = walker.speed * STEP;
            if (left <= step)
            {
                walker.at = walker.to;
                walker.to = RandomPoint();
                walker.speed = m_random->GetValue(1, 20);
            }
            else
            {
                walker.at.x += (walker.to.x - walker.at.x) * step / left;
                walker.at.y += (walker.to.y - walker.at.y) * step / left;
            }
        }
        for (NodeId i = 0; i < NODES; ++i)
        {
            for (NodeId j = 0; j < i; ++j)
            {
                SetLink(i, j, CalculateDistance(m_walkers[i].at, m_walkers[j].at) <= RANGE);
            }
        }
        if (m_random->GetValue() < 0.1)
        {
            m_network->Subscribe(m_random->GetInteger(0, NODES - 1), Interest());
        }
        Simulator::Schedule(Seconds(STEP), &LoopFreedomTest::Walk, this);
    }

    /**
     * @brief Make or cut a link. A channel looks through all its cut links for each call, so only
     * changes are passed on.
     * @param i one node
     * @param j another
     * @param near whether they are in range of each other
     */
    void SetLink(NodeId i, NodeId j, bool near)
    {
        bool& linked = m_linked[i * NODES + j];
        if (linked != near)
        {
            near ? m_network->Connect(i, j) : m_network->Disconnect(i, j);
            linked = near;
        }
    }

    ObjectFactory m_protocol;                   ///< the rule
    uint32_t m_runs;                            ///< how many networks
    Ptr<UniformRandomVariable> m_random;        ///< of the present run
    TestNetwork* m_network = nullptr;           ///< of the present run
    std::vector<Walker> m_walkers;              ///< of the present run
    std::array<bool, NODES * NODES> m_linked{}; ///< pairs in range at the last look
};

/// @brief Freedom from loops: 100 mobile networks.
class LoopTestSuite : public TestSuite
{
  public:
    LoopTestSuite()
        : TestSuite("pubsub-loop", Type::SYSTEM)
    {
        for (const auto& [name, metric] : {std::pair{"SP-NHOP", ParentMetric::HOPS},
                                           std::pair{"SP-OVHD", ParentMetric::OVERHEAD},
                                           std::pair{"SP-COMBO", ParentMetric::COMBO}})
        {
            ObjectFactory factory("ns3::ShopParent");
            factory.Set("Metric", EnumValue(metric));
            AddTestCase(new LoopFreedomTest(name, factory, 25), Duration::QUICK);
        }
        ObjectFactory topsim("ns3::TopSim");
        topsim.Set("Reshop", BooleanValue(true));
        topsim.Set("Metric", EnumValue(ParentMetric::OVERHEAD));
        AddTestCase(new LoopFreedomTest("TopSim", topsim, 25), Duration::QUICK);
    }
};

LoopTestSuite g_loopTestSuite; ///< the suite

} // namespace
