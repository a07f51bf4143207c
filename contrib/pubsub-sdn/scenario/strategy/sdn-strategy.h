// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_STRATEGY_H
#define SDN_STRATEGY_H

#include "ns3/sdn-control-plane.h"
#include "ns3/sdn-control-settings.h"
#include "ns3/sdn-recorder.h"
#include "ns3/sdn-source-routes.h"
#include "ns3/sdn-switch-network.h"
#include "ns3/sdn-workload.h"

#include <memory>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief The applications that a strategy needs on a network, with their connections.
 */
class InstalledStrategy
{
  public:
    /**
     * @brief Install the applications.
     * @param network with the parts that the settings want; it must live as long as the strategy
     * @param settings of the run; the same
     * @param workload drawn; the same
     */
    InstalledStrategy(SwitchNetwork& network,
                      const ControlSettings& settings,
                      const SdnWorkload& workload);

    InstalledStrategy(const InstalledStrategy&) = delete;
    InstalledStrategy& operator=(const InstalledStrategy&) = delete;

    /// @return controllers and servers, or null where the strategy has none
    ControlPlane* Control() const;

    /**
     * @brief Have a recorder record what the strategy changes by itself.
     * @param recorder of the run, or null
     */
    void Record(SwitchRecorder* recorder);

    /**
     * @brief Assign random streams to all applications.
     * @param stream the first
     * @return streams used
     */
    int64_t AssignStreams(int64_t stream);

  private:
    SwitchNetwork& m_network;                ///< of the run
    const ControlSettings& m_settings;       ///< of the run
    std::unique_ptr<ControlPlane> m_control; ///< null where the strategy has none
    std::unique_ptr<SourceRoutes> m_routes;  ///< null unless packets carry their routes
};

} // namespace ns3::pubsub::sdn

#endif
