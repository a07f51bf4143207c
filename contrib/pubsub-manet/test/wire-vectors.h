// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_WIRE_VECTORS_H
#define MANET_WIRE_VECTORS_H

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet-test
 * @brief A line of wire-vectors.txt.
 */
struct WireVector
{
    std::string name;           ///< of the message
    std::vector<uint8_t> bytes; ///< as schema/messages encodes it
    std::string values;         ///< in wire order
};

/// @return the lines of wire-vectors.txt
std::vector<WireVector> ReadWireVectors();

} // namespace ns3::pubsub::manet

#endif
