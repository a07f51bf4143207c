// SPDX-License-Identifier: GPL-2.0-only
#ifndef SPATIAL_WIFI_CUTOFF_PROPAGATION_LOSS_MODEL_H
#define SPATIAL_WIFI_CUTOFF_PROPAGATION_LOSS_MODEL_H

#include "ns3/propagation-loss-model.h"

namespace ns3
{

/**
 * @ingroup spatial-wifi-channel
 * @brief Another model's loss up to a distance, and nothing is received beyond it.
 *
 * RangePropagationLossModel at the end of a chain cuts, too, but only after the models before it
 * have been asked: one that draws a random number for each receiver (Nakagami) then draws for those
 * beyond the range as well, and who is skipped changes what the others get. Here it is not asked
 * beyond the range.
 */
class CutoffPropagationLossModel : public PropagationLossModel
{
  public:
    /// What is received beyond the range, dBm: as RangePropagationLossModel has it.
    static constexpr double NOTHING = -1000.0;

    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    /// @return the greatest distance at which anything is received, m
    double GetMaxRange() const
    {
        return m_maxRange;
    }

    /// @return the loss up to there; may be null
    const Ptr<PropagationLossModel>& GetWithin() const
    {
        return m_within;
    }

  protected:
    void DoDispose() override;

  private:
    double DoCalcRxPower(double txPowerDbm,
                         Ptr<MobilityModel> a,
                         Ptr<MobilityModel> b) const override;
    int64_t DoAssignStreams(int64_t stream) override;

    double m_maxRange;                  ///< attribute
    Ptr<PropagationLossModel> m_within; ///< attribute
};

} // namespace ns3

#endif
