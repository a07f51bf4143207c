// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_SIMULATION_OWNED_H
#define PUBSUB_SIMULATION_OWNED_H

#include "ns3/simulator.h"

#include <memory>

namespace ns3::pubsub
{

/**
 * @ingroup pubsub
 * @brief An object that all nodes of a simulation share, such as a cache.
 *
 * It is made when it is first asked for, and Simulator::Destroy() deletes it, so that a simulation
 * begins with an empty one. Pointers into it are valid until then.
 *
 * @tparam T type of the object, default constructible; there is one of each type
 */
template <typename T>
class SimulationOwned
{
  public:
    /// @return the object of the present simulation
    static T& Get()
    {
        if (!s_object)
        {
            s_object = std::make_unique<T>();
            Simulator::ScheduleDestroy(&SimulationOwned::Delete);
        }
        return *s_object;
    }

  private:
    /// @brief Delete the object with the simulation.
    static void Delete()
    {
        s_object.reset();
    }

    inline static std::unique_ptr<T> s_object; ///< none between two simulations
};

} // namespace ns3::pubsub

#endif
