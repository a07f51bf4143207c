// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/random-variable-stream.h"
#include "ns3/spatial-wifi-cell-grid.h"
#include "ns3/test.h"

#include <algorithm>

using namespace ns3;

namespace
{

/// @brief Points found against all points looked at, while they move, also out of the first cells.
class FindTest : public TestCase
{
  public:
    FindTest()
        : TestCase("points in a disk against brute force")
    {
    }

  private:
    /// @return a place, far away now and then
    Vector Anywhere()
    {
        const double scale = m_random->GetValue() < 0.1 ? 1e5 : 1000.0;
        return Vector(m_random->GetValue(-scale, scale), m_random->GetValue(-scale, scale), 7.0);
    }

    /// @brief Compare. @param grid of the points @param places of the points
    void Check(const CellGrid& grid, const std::vector<Vector>& places)
    {
        const Vector centre = Anywhere();
        const double radius = m_random->GetValue(0.0, 800.0);
        std::vector<uint32_t> found;
        grid.Find(centre, radius, found);
        std::sort(found.begin(), found.end());
        std::vector<uint32_t> expected;
        for (uint32_t i = 0; i < places.size(); ++i)
        {
            const double dx = places[i].x - centre.x;
            const double dy = places[i].y - centre.y;
            if (dx * dx + dy * dy <= radius * radius)
            {
                expected.push_back(i);
            }
        }
        NS_TEST_EXPECT_MSG_EQ((found == expected), true, places.size() << " points");
    }

    void DoRun() override
    {
        m_random->SetStream(1);
        for (uint32_t round = 0; round < 200; ++round)
        {
            std::vector<Vector> places(m_random->GetInteger(0, 60));
            std::generate(places.begin(), places.end(), [this] { return Anywhere(); });
            CellGrid grid;
            grid.Build(places, m_random->GetValue(0.1, 500.0));
            for (uint32_t step = 0; step < 20; ++step)
            {
                Check(grid, places);
                if (!places.empty())
                {
                    const uint32_t one = m_random->GetInteger(0, places.size() - 1);
                    places[one] = Anywhere();
                    grid.Move(one, places[one]);
                }
            }
        }
    }

    Ptr<UniformRandomVariable> m_random = CreateObject<UniformRandomVariable>(); ///< places
};

/// @brief Points in cells.
class CellGridTestSuite : public TestSuite
{
  public:
    CellGridTestSuite()
        : TestSuite("spatial-wifi-channel-cell-grid", Type::UNIT)
    {
        AddTestCase(new FindTest, Duration::QUICK);
    }
};

CellGridTestSuite g_cellGridTestSuite; ///< the suite

} // namespace
