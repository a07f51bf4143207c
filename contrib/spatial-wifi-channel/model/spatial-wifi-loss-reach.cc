// SPDX-License-Identifier: GPL-2.0-only
#include "spatial-wifi-loss-reach.h"

#include "spatial-wifi-cutoff-propagation-loss-model.h"

#include "ns3/constant-position-mobility-model.h"
#include "ns3/double.h"

#include <limits>
#include <set>

namespace ns3
{

namespace
{

/// No bound.
constexpr double INFINITE = std::numeric_limits<double>::infinity();

/// Beyond this a bound from the power alone is none, m.
constexpr double FARTHEST = 1e7;

/// Models that lose more at greater distances, whatever the heights.
const std::set<std::string> LOSE_WITH_DISTANCE{
    "ns3::FriisPropagationLossModel",
    "ns3::LogDistancePropagationLossModel",
    "ns3::ThreeLogDistancePropagationLossModel",
};

/// Further models that answer from the power and the places alone, and lose.
const std::set<std::string> LOSE{
    "ns3::Cost231PropagationLossModel",
    "ns3::ItuR1411LosPropagationLossModel",
    "ns3::ItuR1411NlosOverRooftopPropagationLossModel",
    "ns3::Kun2600MhzPropagationLossModel",
    "ns3::OkumuraHataPropagationLossModel",
    "ns3::TwoRayGroundPropagationLossModel",
};

/// @param type of a loss model @return whether it asks mobility models for nothing but positions
bool
AsksForPlaces(const std::string& type)
{
    return LOSE_WITH_DISTANCE.contains(type) || LOSE.contains(type) ||
           type == "ns3::RangePropagationLossModel" || type == "ns3::NakagamiPropagationLossModel";
}

/// @param at distance from the origin, m @return somebody there
Ptr<MobilityModel>
Somebody(double at)
{
    auto place = CreateObject<ConstantPositionMobilityModel>();
    place->SetPosition(Vector(at, 0.0, 0.0));
    return place;
}

} // namespace

LossReach::LossReach(Ptr<PropagationLossModel> chain, double floor)
    : m_chain(chain),
      m_floor(floor),
      m_cut(INFINITE)
{
    if (!chain)
    {
        return;
    }
    m_whyNot.clear();
    bool falls = true;
    for (auto model = chain; model; model = model->GetNext())
    {
        const std::string type = model->GetInstanceTypeId().GetName();
        if (!Admit(model))
        {
            m_whyNot = type + " may answer otherwise if not everybody is asked; "
                              "expected it within a CutoffPropagationLossModel";
            return;
        }
        falls = falls && LOSE_WITH_DISTANCE.contains(type);
    }
    if (m_cut == INFINITE && !falls)
    {
        m_whyNot = "the range of this chain of loss models is not known; "
                   "expected a RangePropagationLossModel at its end";
    }
    else if (m_cut == INFINITE && IsSensed(0.0, FARTHEST))
    {
        m_whyNot = "what is sent with 0 dBm can be sensed at any distance";
    }
}

bool
LossReach::Admit(Ptr<PropagationLossModel> model)
{
    const std::string type = model->GetInstanceTypeId().GetName();
    if (type == "ns3::RangePropagationLossModel")
    {
        DoubleValue range;
        model->GetAttribute("MaxRange", range);
        m_cut = std::min(m_cut, range.Get());
        return true;
    }
    if (const auto cutoff = DynamicCast<CutoffPropagationLossModel>(model))
    {
        m_cut = std::min(m_cut, cutoff->GetMaxRange());
        m_drawn = std::max(m_drawn, cutoff->GetMaxRange());
        for (auto within = cutoff->GetWithin(); within; within = within->GetNext())
        {
            m_placesSuffice =
                m_placesSuffice && AsksForPlaces(within->GetInstanceTypeId().GetName());
        }
        return true;
    }
    return LOSE_WITH_DISTANCE.contains(type) || LOSE.contains(type);
}

double
LossReach::Of(double power)
{
    if (m_cut < INFINITE)
    {
        return std::max(m_cut, m_drawn); // who would draw has to, even if nothing is received
    }
    const auto found = m_found.find(power);
    if (found != m_found.end())
    {
        return found->second;
    }
    double near = 0.0;
    double far = FARTHEST;
    while (IsSensed(power, far))
    {
        near = far;
        far *= 2.0;
    }
    while (far - near > 0.01)
    {
        const double middle = (near + far) / 2.0;
        (IsSensed(power, middle) ? near : far) = middle;
    }
    return m_found[power] = far;
}

bool
LossReach::IsSensed(double power, double distance) const
{
    return m_chain->CalcRxPower(power, Somebody(0.0), Somebody(distance)) >= m_floor;
}

} // namespace ns3
