// SPDX-License-Identifier: GPL-2.0-only
#ifndef SPATIAL_WIFI_COURSE_MOBILITY_MODEL_H
#define SPATIAL_WIFI_COURSE_MOBILITY_MODEL_H

#include "ns3/mobility-model.h"
#include "ns3/nstime.h"

namespace ns3
{

/**
 * @ingroup spatial-wifi-channel
 * @brief Moves as another model does, but is where it is whoever asks.
 *
 * ns-3's moving models add a step to their position each time somebody asks for it, so that its
 * last bits, and with them the times of later turns, depend on the packets that were sent. Between
 * two changes of course this model computes its position from the last change alone, and nobody but
 * it asks the other. So the movement is the same, bit for bit, under every protocol.
 */
class CourseMobilityModel : public MobilityModel
{
  public:
    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    /// @brief Take over a movement. @param model that nobody else asks
    void Follow(Ptr<MobilityModel> model);

  protected:
    void DoInitialize() override;
    void DoDispose() override;

  private:
    Vector DoGetPosition() const override;
    void DoSetPosition(const Vector& position) override;
    Vector DoGetVelocity() const override;
    int64_t DoAssignStreams(int64_t stream) override;

    /// @brief A new course begins. @param model the other model
    void Turn(Ptr<const MobilityModel> model);

    Ptr<MobilityModel> m_model; ///< the other model
    Time m_turned;              ///< when this course began
    Vector m_origin;            ///< where it began
    Vector m_velocity;          ///< on it, m/s
};

} // namespace ns3

#endif
