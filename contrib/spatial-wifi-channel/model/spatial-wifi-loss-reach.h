// SPDX-License-Identifier: GPL-2.0-only
#ifndef SPATIAL_WIFI_LOSS_REACH_H
#define SPATIAL_WIFI_LOSS_REACH_H

#include "ns3/propagation-loss-model.h"

#include <map>
#include <string>

namespace ns3
{

/**
 * @ingroup spatial-wifi-channel
 * @brief How far a chain of loss models reaches: beyond that nobody receives anything.
 *
 * A chain has a bound if each of its models answers from the power and the two places alone, so
 * that who else is asked does not matter, and
 * - one of them cuts: RangePropagationLossModel or CutoffPropagationLossModel (within which models
 *   may draw random numbers); or
 * - all of them lose more at greater distances, whatever the heights: Friis, LogDistance,
 *   ThreeLogDistance. Then the bound is where the power falls below what receivers can sense.
 */
class LossReach
{
  public:
    LossReach() = default;

    /// @param chain of loss models @param floor power that the best receiver can sense, dBm
    LossReach(Ptr<PropagationLossModel> chain, double floor);

    /// @return why there is no bound; empty if there is one
    const std::string& WhyNot() const
    {
        return m_whyNot;
    }

    /// @return whether the chain, with all that is within cutoffs, asks mobility models for nothing
    /// but their positions
    bool PlacesSuffice() const
    {
        return m_placesSuffice;
    }

    /// @param power of a transmission, dBm @return the bound for it, m; needs that there is one
    double Of(double power);

  private:
    /// @param model of the chain; its cut is noted, if it makes one
    /// @return whether it answers from the power and the two places alone
    bool Admit(Ptr<PropagationLossModel> model);

    /// @param power of a transmission, dBm @param distance m @return whether anybody senses it
    /// there
    bool IsSensed(double power, double distance) const;

    Ptr<PropagationLossModel> m_chain; ///< of loss models
    double m_floor = 0.0;              ///< power that the best receiver can sense, dBm
    bool m_placesSuffice = true;       ///< for the chain
    double m_cut;                      ///< least range of those that cut, m; infinite without one
    double m_drawn = 0.0;              ///< greatest range of cutoffs, m: models draw within these
    std::map<double, double> m_found;  ///< bounds by power
    std::string m_whyNot = "there is no loss model"; ///< empty if there is a bound
};

} // namespace ns3

#endif
