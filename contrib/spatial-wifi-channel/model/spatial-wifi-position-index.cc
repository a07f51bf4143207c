// SPDX-License-Identifier: GPL-2.0-only
#include "spatial-wifi-position-index.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <set>
#include <string>

namespace ns3
{

namespace
{

/// For how long the grid is to serve at the greatest speed, s.
constexpr double SERVES = 1.0;

/// Models whose position does not depend on how often it was asked for.
const std::set<std::string> AS_SOON_AS_TOLD{
    "ns3::ConstantPositionMobilityModel",
    "ns3::CourseMobilityModel",
};

/// Models that keep their velocity until they tell of a new course, but for the last bits.
const std::set<std::string> TELL_OF_TURNS{
    "ns3::ConstantVelocityMobilityModel",
    "ns3::GaussMarkovMobilityModel",
    "ns3::RandomDirection2dMobilityModel",
    "ns3::RandomWalk2dMobilityModel",
    "ns3::RandomWaypointMobilityModel",
    "ns3::SteadyStateRandomWaypointMobilityModel",
};

/// @param model of mobility @param lastBits whether they matter @return whether to ask it each time
bool
IsAsked(Ptr<MobilityModel> model, bool lastBits)
{
    // Types derived from these may do as they please.
    const std::string type = model->GetInstanceTypeId().GetName();
    return !AS_SOON_AS_TOLD.contains(type) && (lastBits || !TELL_OF_TURNS.contains(type));
}

} // namespace

PositionIndex::~PositionIndex()
{
    Forget();
}

void
PositionIndex::Watch(std::vector<Ptr<MobilityModel>> models, double radius, bool lastBits)
{
    Forget();
    m_models = std::move(models);
    m_radius = radius;
    for (uint32_t one = 0; one < m_models.size(); ++one)
    {
        if (IsAsked(m_models[one], lastBits))
        {
            m_asked.push_back(one);
            continue;
        }
        const auto point = static_cast<uint32_t>(m_placed.size());
        m_placed.push_back(one);
        m_sinks.push_back(MakeBoundCallback(&PositionIndex::Turned, this, point));
        m_models[one]->TraceConnectWithoutContext("CourseChange", m_sinks.back());
    }
    Place();
}

void
PositionIndex::Forget()
{
    for (std::size_t point = 0; point < m_placed.size(); ++point)
    {
        m_models[m_placed[point]]->TraceDisconnectWithoutContext("CourseChange", m_sinks[point]);
    }
    m_models.clear();
    m_asked.clear();
    m_placed.clear();
    m_sinks.clear();
}

void
PositionIndex::Place()
{
    std::vector<Vector> places;
    places.reserve(m_placed.size());
    m_greatestSpeed = 0.0;
    for (uint32_t one : m_placed)
    {
        places.push_back(m_models[one]->GetPosition());
        m_greatestSpeed = std::max(m_greatestSpeed, m_models[one]->GetVelocity().GetLength());
    }
    m_made = Simulator::Now();
    m_slack = m_greatestSpeed * SERVES;
    m_grid.Build(places, m_radius + m_slack);
}

const std::vector<uint32_t>&
PositionIndex::Near(const Vector& centre, double radius)
{
    if (m_greatestSpeed * (Simulator::Now() - m_made).GetSeconds() > m_slack)
    {
        Place();
    }
    m_found.clear();
    // A millionth more, so that rounding loses nobody at the edge.
    const double wide = (radius + m_slack) * (1.0 + 1e-6);
    m_grid.Find(centre, wide, m_found);
    for (uint32_t& each : m_found)
    {
        each = m_placed[each];
    }
    for (uint32_t one : m_asked)
    {
        const Vector place = m_models[one]->GetPosition();
        const double dx = place.x - centre.x;
        const double dy = place.y - centre.y;
        if (dx * dx + dy * dy <= wide * wide)
        {
            m_found.push_back(one);
        }
    }
    std::sort(m_found.begin(), m_found.end());
    return m_found;
}

void
PositionIndex::Turned(PositionIndex* index, uint32_t point, Ptr<const MobilityModel> model)
{
    index->m_grid.Move(point, model->GetPosition());
    index->m_greatestSpeed = std::max(index->m_greatestSpeed, model->GetVelocity().GetLength());
}

} // namespace ns3
