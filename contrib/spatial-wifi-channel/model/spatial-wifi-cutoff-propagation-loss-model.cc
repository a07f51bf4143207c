// SPDX-License-Identifier: GPL-2.0-only
#include "spatial-wifi-cutoff-propagation-loss-model.h"

#include "ns3/double.h"
#include "ns3/mobility-model.h"
#include "ns3/pointer.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(CutoffPropagationLossModel);

TypeId
CutoffPropagationLossModel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::CutoffPropagationLossModel")
            .SetParent<PropagationLossModel>()
            .SetGroupName("SpatialWifiChannel")
            .AddConstructor<CutoffPropagationLossModel>()
            .AddAttribute("MaxRange",
                          "Greatest distance at which anything is received, m",
                          DoubleValue(250.0),
                          MakeDoubleAccessor(&CutoffPropagationLossModel::m_maxRange),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("Within",
                          "The loss (a model or a chain) up to there; without one there is none",
                          PointerValue(),
                          MakePointerAccessor(&CutoffPropagationLossModel::m_within),
                          MakePointerChecker<PropagationLossModel>());
    return tid;
}

void
CutoffPropagationLossModel::DoDispose()
{
    m_within = nullptr;
    PropagationLossModel::DoDispose();
}

double
CutoffPropagationLossModel::DoCalcRxPower(double txPowerDbm,
                                          Ptr<MobilityModel> a,
                                          Ptr<MobilityModel> b) const
{
    // As GetDistanceFrom() has it, which takes counted pointers.
    if (CalculateDistance(a->GetPosition(), b->GetPosition()) > m_maxRange)
    {
        return NOTHING;
    }
    return m_within ? m_within->CalcRxPower(txPowerDbm, a, b) : txPowerDbm;
}

int64_t
CutoffPropagationLossModel::DoAssignStreams(int64_t stream)
{
    return m_within ? m_within->AssignStreams(stream) : 0;
}

} // namespace ns3
