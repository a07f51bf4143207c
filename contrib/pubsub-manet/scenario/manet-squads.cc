// SPDX-License-Identifier: GPL-2.0-only
#include "manet-squads.h"

#include "ns3/log.h"
#include "ns3/mobility-model.h"
#include "ns3/random-variable-stream.h"

#include <algorithm>
#include <numeric>

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("Squads");

void
Squads::AddTo(ScenarioParameters& parameters)
{
    NS_LOG_FUNCTION(this);
    parameters.Add("squads",
                   m_squads,
                   0,
                   1000,
                   "squads",
                   "nodes close together at the start, whose subscribers have one first topic; 0: "
                   "none");
}

void
Squads::Check(const ScenarioParameters& parameters, int64_t nodes) const
{
    NS_LOG_FUNCTION(this);
    if (m_squads > nodes)
    {
        parameters.Refuse("--squads=" + std::to_string(m_squads) +
                          " is above --nodes; expected at most " + std::to_string(nodes));
    }
}

std::vector<uint32_t>
Squads::Draw(const NodeContainer& nodes, int64_t stream) const
{
    NS_LOG_FUNCTION(this << stream);
    if (m_squads == 0)
    {
        return {};
    }
    const auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(stream);
    std::vector<uint32_t> leaders(nodes.GetN());
    std::iota(leaders.begin(), leaders.end(), 0);
    for (int64_t i = 0; i < m_squads; ++i)
    {
        std::swap(leaders[i], leaders[random->GetInteger(i, nodes.GetN() - 1)]);
    }
    leaders.resize(m_squads);
    std::vector<uint32_t> squads;
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        const auto position = (*node)->GetObject<MobilityModel>();
        const auto nearest = std::ranges::min_element(leaders, {}, [&](uint32_t leader) {
            return position->GetDistanceFrom(nodes.Get(leader)->GetObject<MobilityModel>());
        });
        squads.push_back(nearest - leaders.begin());
    }
    return squads;
}

} // namespace ns3::pubsub::manet
