// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_TOPOLOGY_REPORT_H
#define SDN_TOPOLOGY_REPORT_H

#include "ns3/sdn-network-messages.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::pubsub::sdn
{

/// A trunk as the controller of one end reports it.
struct ReportedTrunk
{
    TrunkEnd near;             ///< in the reporting cluster
    TrunkEnd far;              ///< in the other cluster
    uint64_t bandwidthBps = 0; ///< of the link, bit/s
    bool isSilent = false;     ///< whether probes are missing, though the port is up

    /**
     * @brief Equality of all parts.
     * @param other another
     * @return whether equal
     */
    bool operator==(const ReportedTrunk& other) const = default;
};

/// A host as its controller reports it.
struct ReportedHost
{
    NodeId host = NO_NODE;       ///< its node
    NodeId switchNode = NO_NODE; ///< that it hangs on
    uint32_t port = 0;           ///< of the switch

    /**
     * @brief Equality of all parts.
     * @param other another
     * @return whether equal
     */
    bool operator==(const ReportedHost& other) const = default;
};

/**
 * @ingroup pubsub-sdn
 * @brief What a controller tells the server about its cluster, as JSON:
 * @verbatim
   {"cluster": 0,
    "links": [{"to": 1, "bandwidth": 1000000000,
               "trunks": [{"switch": 6, "port": 1, "peer_switch": 7, "peer_port": 1,
                           "bandwidth": 1000000000, "silent": false}]}],
    "hosts": [{"host": 0, "switch": 6, "port": 2}]}
   @endverbatim
 */
struct TopologyReport
{
    /// Trunks and hosts of a report at most.
    static constexpr std::size_t MOST_ITEMS = 4096;

    ClusterId cluster = NO_CLUSTER;      ///< that reports
    std::vector<ReportedTrunk> trunks{}; ///< by neighbour
    std::vector<ReportedHost> hosts{};   ///< by node

    /// @return the JSON text
    std::string Json() const;

    /**
     * @brief Read a report, which may be anything. Throws BrokerInputError with one sentence.
     * @param text JSON
     * @return the report
     */
    static TopologyReport Parse(const std::string& text);

    /**
     * @brief Equality of all parts.
     * @param other another
     * @return whether equal
     */
    bool operator==(const TopologyReport& other) const = default;
};

} // namespace ns3::pubsub::sdn

#endif
