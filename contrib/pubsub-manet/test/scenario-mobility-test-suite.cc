// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/double.h"
#include "ns3/manet-connectivity.h"
#include "ns3/object-factory.h"
#include "ns3/pubsub-stream-blocks.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/spatial-wifi-course-mobility-model.h"
#include "ns3/test.h"

#include <algorithm>
#include <cmath>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::manet;

namespace
{

/// @brief Movement is the same, bit for bit, however often it is asked for.
class CourseTest : public TestCase
{
  public:
    CourseTest()
        : TestCase("movement does not depend on who asks for it")
    {
    }

  private:
    /// @return a walk on stream 7
    static Ptr<CourseMobilityModel> Walk()
    {
        const ObjectFactory factory("ns3::SteadyStateRandomWaypointMobilityModel",
                                    "MaxX",
                                    DoubleValue(300.0),
                                    "MaxY",
                                    DoubleValue(300.0),
                                    "MinSpeed",
                                    DoubleValue(5.0),
                                    "MaxSpeed",
                                    DoubleValue(20.0));
        auto course = CreateObject<CourseMobilityModel>();
        course->Follow(factory.Create<MobilityModel>());
        course->AssignStreams(7);
        course->Initialize();
        return course;
    }

    void DoRun() override
    {
        const auto quiet = Walk();
        const auto busy = Walk();
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(8);
        double travelled = 0.0;
        Vector last = busy->GetPosition();
        for (double at = 0.0; at < 200.0; at += random->GetValue(0.0, 0.1))
        {
            Simulator::Schedule(Seconds(at), [&] {
                const Vector here = busy->GetPosition();
                travelled += CalculateDistance(last, here);
                last = here;
            });
        }
        for (uint32_t second = 10; second <= 200; second += 10)
        {
            Simulator::Schedule(Seconds(second), [&] {
                const Vector one = quiet->GetPosition();
                const Vector other = busy->GetPosition();
                NS_TEST_EXPECT_MSG_EQ((one.x == other.x && one.y == other.y), true, "elsewhere");
            });
        }
        Simulator::Stop(Seconds(201));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(travelled, 1000.0, "it moves, at 5 to 20 m/s");
        NS_TEST_EXPECT_MSG_LT(travelled, 4000.0, "it moves, at 5 to 20 m/s");
        Simulator::Destroy();
    }
};

/// @brief Shortest paths against Floyd and Warshall's on random places.
class ShortestHopsTest : public TestCase
{
  public:
    ShortestHopsTest()
        : TestCase("shortest paths against brute force")
    {
    }

  private:
    static constexpr std::size_t NODES = 12; ///< of each network

    /**
     * @param places of nodes
     * @param present each
     * @return hops between all, large where no path
     */
    static std::vector<std::vector<uint32_t>> AllPairs(const std::vector<Vector>& places,
                                                       const std::vector<bool>& present)
    {
        std::vector<std::vector<uint32_t>> hops(NODES, std::vector<uint32_t>(NODES, 1000));
        for (std::size_t i = 0; i < NODES; ++i)
        {
            hops[i][i] = present[i] ? 0 : 1000;
            for (std::size_t j = 0; j < i; ++j)
            {
                const double length =
                    std::hypot(places[i].x - places[j].x, places[i].y - places[j].y);
                if (present[i] && present[j] && length <= 250.0)
                {
                    hops[i][j] = hops[j][i] = 1;
                }
            }
        }
        for (std::size_t via = 0; via < NODES; ++via)
        {
            for (std::size_t i = 0; i < NODES; ++i)
            {
                for (std::size_t j = 0; j < NODES; ++j)
                {
                    hops[i][j] = std::min(hops[i][j], hops[i][via] + hops[via][j]);
                }
            }
        }
        return hops;
    }

    void DoRun() override
    {
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(1);
        for (uint32_t network = 0; network < 200; ++network)
        {
            std::vector<Vector> places;
            std::vector<bool> present;
            for (std::size_t i = 0; i < NODES; ++i)
            {
                places.emplace_back(random->GetValue(0, 900), random->GetValue(0, 900), 0);
                present.push_back(random->GetValue(0, 1) < 0.9);
            }
            const auto all = AllPairs(places, present);
            for (std::size_t source = 0; source < NODES; ++source)
            {
                const auto hops = ShortestHops(places, present, 250.0, source);
                for (std::size_t i = 0; i < NODES; ++i)
                {
                    const uint32_t expected = all[source][i] >= 1000 ? UNREACHABLE : all[source][i];
                    NS_TEST_EXPECT_MSG_EQ(hops[i], expected, source << " to " << i);
                }
            }
        }
    }
};

/// @brief Streams of one concern never reach into those of another.
class StreamBlocksTest : public TestCase
{
  public:
    StreamBlocksTest()
        : TestCase("blocks of random streams")
    {
    }

  private:
    void DoRun() override
    {
        const StreamBlock blocks[] = {StreamBlock::MOBILITY,
                                      StreamBlock::WORKLOAD,
                                      StreamBlock::RADIO,
                                      StreamBlock::PROTOCOL};
        int64_t end = 0;
        for (StreamBlock block : blocks)
        {
            NS_TEST_EXPECT_MSG_GT_OR_EQ(FirstStream(block), end, "blocks overlap");
            end = FirstStream(block) + STREAM_BLOCK_SIZE;
            NS_TEST_EXPECT_MSG_GT(end, 0, "beyond the streams that can be assigned");
        }
    }
};

/// @brief Where nodes are, who can reach whom, and from which streams that comes.
class ScenarioMobilityTestSuite : public TestSuite
{
  public:
    ScenarioMobilityTestSuite()
        : TestSuite("pubsub-scenario-mobility", Type::UNIT)
    {
        AddTestCase(new CourseTest, Duration::QUICK);
        AddTestCase(new ShortestHopsTest, Duration::QUICK);
        AddTestCase(new StreamBlocksTest, Duration::QUICK);
    }
};

ScenarioMobilityTestSuite g_scenarioMobilityTestSuite; ///< the suite

} // namespace
