// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_BRITE_PROCESS_H
#define BROKER_BRITE_PROCESS_H

#include "broker-underlay.h"

#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief A run of BRITE in a child process.
 *
 * ns-3's helper makes nodes and devices that ns-3 keeps until its end, and BRITE writes
 * `last_seed_file` into the current folder and prints to standard output. A child process has its
 * own nodes, its own current folder and its own output, and leaves no memory behind.
 */
class BriteProcess
{
  public:
    /**
     * @param configuration text of BRITE's configuration file
     * @param seeds text of BRITE's file of seeds
     */
    BriteProcess(std::string configuration, std::string seeds);

    /**
     * @brief Generate the graph. Throws BrokerInputError where that fails.
     * @return the links, with the delays and rates of the devices that the helper made
     */
    std::vector<UnderlayLink> Run() const;

  private:
    std::string m_configuration; ///< text of BRITE's configuration file
    std::string m_seeds;         ///< text of BRITE's file of seeds
};

} // namespace ns3::pubsub::broker

#endif
