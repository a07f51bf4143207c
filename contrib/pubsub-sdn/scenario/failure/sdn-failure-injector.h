// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_FAILURE_INJECTOR_H
#define SDN_FAILURE_INJECTOR_H

#include "sdn-failure-plan.h"

#include "ns3/sdn-control-plane.h"
#include "ns3/sdn-switch-network.h"

#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief Lets parts of a network fail and work again while the simulation runs. The only sign of a
 * failure is that the ports at the ends of a link, or of a switch's links, go down.
 */
class FailureInjector
{
  public:
    /**
     * @brief Schedule the failures.
     * @param plan of the run
     * @param network of the run; it must live as long as the simulation
     * @param control controllers and servers, or null where there are none; the same
     */
    FailureInjector(const FailurePlan& plan, SwitchNetwork& network, ControlPlane* control);

    FailureInjector(const FailureInjector&) = delete;
    FailureInjector& operator=(const FailureInjector&) = delete;

  private:
    /**
     * @brief Something fails, or works again.
     * @param failure which
     * @param isUp whether it works from now on
     */
    void Apply(const PlannedFailure& failure, bool isUp);

    /**
     * @brief A switch fails, or works again.
     * @param index of the switch
     * @param isUp whether it works from now on
     */
    void SetSwitchUp(uint32_t index, bool isUp);

    SwitchNetwork& m_network; ///< of the run
    ControlPlane* m_control;  ///< of the run, or null
};

} // namespace ns3::pubsub::sdn

#endif
