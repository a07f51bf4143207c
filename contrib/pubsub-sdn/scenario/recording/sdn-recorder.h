// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_RECORDER_H
#define SDN_RECORDER_H

#include "ns3/sdn-control-plane.h"
#include "ns3/sdn-failure-plan.h"
#include "ns3/sdn-switch-network.h"

#include <memory>
#include <string>
#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief Writes the trace tables of a network of switches: its parts, its topics and overlays, the
 * sizes of flow tables, control messages, route updates, loads, failures and drops.
 */
class SwitchRecorder
{
  public:
    /**
     * @brief Begin to record.
     * @param folder for the tables
     * @param network of the run; it must live as long as the recorder
     * @param control applications of the run, or null
     */
    SwitchRecorder(const std::string& folder, const SwitchNetwork& network, ControlPlane* control);
    ~SwitchRecorder();

    SwitchRecorder(const SwitchRecorder&) = delete;
    SwitchRecorder& operator=(const SwitchRecorder&) = delete;

    /**
     * @brief Write the failures of the run.
     * @param plan with the failures
     */
    void RecordFailures(const FailurePlan& plan);

    /**
     * @brief Measure the edges between clusters by the counters of the switches' ports, where no
     * server does.
     * @param period of a measurement
     */
    void MeasureEdges(Time period);

    /// @brief The source routes of all switches may have changed.
    void RecordAllTables();

    /// @brief Write the tables' ends; after the simulation.
    void Close();

  private:
    struct Tables;

    /// @brief Write what does not change.
    void DescribeParts();

    /// @brief Connect the sinks to the switches.
    void ListenToSwitches();

    /**
     * @brief Connect the sinks to the applications.
     * @param control applications of the run
     */
    void ListenToApplications(const ControlPlane& control);

    /// @brief Write the load of each edge, and again after a period.
    void MeasureNow();

    /**
     * @brief Connect the sinks to a server. What it does as a standby is not recorded.
     * @param server any
     */
    void ListenToServer(const Ptr<SdnServer>& server);

    /**
     * @brief The tables of a switch have changed.
     * @param index of the switch
     */
    void RecordTables(uint32_t index);

    std::string m_folder;             ///< for the tables
    const SwitchNetwork& m_network;   ///< of the run
    ControlPlane* m_control;          ///< applications of the run, or null
    Time m_period;                    ///< of measurements
    std::vector<uint64_t> m_sent;     ///< bytes until the last measurement, by link end
    std::unique_ptr<Tables> m_tables; ///< being written
};

} // namespace ns3::pubsub::sdn

#endif
