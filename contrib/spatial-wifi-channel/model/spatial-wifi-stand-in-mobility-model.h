// SPDX-License-Identifier: GPL-2.0-only
#ifndef SPATIAL_WIFI_STAND_IN_MOBILITY_MODEL_H
#define SPATIAL_WIFI_STAND_IN_MOBILITY_MODEL_H

#include "ns3/mobility-model.h"

namespace ns3
{

/**
 * @ingroup spatial-wifi-channel
 * @brief Is where another model was a moment ago, and says so at next to no cost.
 *
 * For models of loss and delay, which ask several times for each place.
 */
class StandInMobilityModel final : public MobilityModel
{
  public:
    /// @brief Take a place, and tell nobody. @param place from now on
    void Stand(const Vector& place)
    {
        m_place = place;
    }

  private:
    Vector DoGetPosition() const override
    {
        return m_place;
    }

    void DoSetPosition(const Vector& place) override
    {
        m_place = place;
    }

    Vector DoGetVelocity() const override
    {
        return {};
    }

    Vector m_place; ///< where it is
};

} // namespace ns3

#endif
