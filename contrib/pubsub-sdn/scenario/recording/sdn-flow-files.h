// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_FLOW_FILES_H
#define SDN_FLOW_FILES_H

#include "ns3/sdn-switch-network.h"

#include <string>

namespace ns3::pubsub::sdn
{

/**
 * @brief Write the flow table of each switch as `ovs-ofctl dump-flows` prints it, in a file
 * `flows-<switch>.txt`, where the switch is the number of its node.
 * @param folder for the files
 * @param network with the switches
 */
void WriteFlowFiles(const std::string& folder, const SwitchNetwork& network);

} // namespace ns3::pubsub::sdn

#endif
