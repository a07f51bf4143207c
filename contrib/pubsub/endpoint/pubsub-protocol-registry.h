// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_PROTOCOL_REGISTRY_H
#define PUBSUB_PROTOCOL_REGISTRY_H

#include <string>
#include <vector>

namespace ns3::pubsub
{

/**
 * @ingroup pubsub
 * @brief A protocol as users name it: a class of endpoint, perhaps with one attribute preset.
 */
struct ProtocolEntry
{
    std::string name;        ///< on the command line
    std::string label;       ///< in reports
    std::string type;        ///< TypeId of the endpoint
    std::string attribute{}; ///< that the name presets; empty: none
    std::string value{};     ///< of the preset
    int rank = 1000;         ///< place in lists: in order of rank, then of name
    bool isBound = false;    ///< whether it is a bound for protocols, and no protocol itself
};

/// @return the registered protocols, in order of rank and name
std::vector<ProtocolEntry> RegisteredProtocols();

/**
 * @ingroup pubsub
 * @brief Registers a protocol while the program starts.
 *
 * The source file of a protocol has one variable of this type for each of its names.
 */
struct RegisteredProtocol
{
    /// @param entry the protocol; the program ends with a sentence if its name is taken
    explicit RegisteredProtocol(const ProtocolEntry& entry);
};

} // namespace ns3::pubsub

#endif
