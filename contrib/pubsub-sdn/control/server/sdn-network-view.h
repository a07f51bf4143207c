// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_NETWORK_VIEW_H
#define SDN_NETWORK_VIEW_H

#include "ns3/nstime.h"
#include "ns3/sdn-network-messages.h"
#include "ns3/sdn-topology-report.h"

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace ns3::pubsub::sdn
{

/// A trunk that works, and its bandwidth.
struct UsableTrunk
{
    Trunk trunk;               ///< both ends
    uint64_t bandwidthBps = 0; ///< the smaller one of its ends, bit/s

    /**
     * @brief Equality of both.
     * @param other another
     * @return whether equal
     */
    bool operator==(const UsableTrunk& other) const = default;
};

/**
 * @ingroup pubsub-sdn
 * @brief The trunks between clusters, from the reports of all controllers.
 *
 * A trunk counts where both ends report it. One whose probes are missing at one end counts as long
 * as the other end has no controller, which cannot send probes then, and for a while anyway, until
 * the server has noticed that.
 */
class NetworkView
{
  public:
    /// Two clusters, the smaller number first.
    using EdgeKey = std::pair<ClusterId, ClusterId>;

    /**
     * @brief Take a report.
     * @param report of a cluster
     * @param now the present time
     * @return whether it differs from the last one
     */
    bool Take(const TopologyReport& report, Time now);

    /// @return the last reports by cluster
    const std::map<ClusterId, TopologyReport>& Reports() const;

    /**
     * @param served clusters with a controller
     * @param silentBefore trunks that have been silent since then do not count
     * @return trunks that work, by edge, in order
     */
    std::map<EdgeKey, std::vector<UsableTrunk>> Trunks(const std::set<ClusterId>& served,
                                                       Time silentBefore) const;

    /// @return whether a trunk is silent
    bool HasSilent() const;

    /// @brief Forget all.
    void Clear();

  private:
    std::map<ClusterId, TopologyReport> m_reports; ///< by cluster
    std::map<TrunkEnd, Time> m_silent;             ///< since when, by the end that hears nothing
};

} // namespace ns3::pubsub::sdn

#endif
