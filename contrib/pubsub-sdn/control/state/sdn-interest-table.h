// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_INTEREST_TABLE_H
#define SDN_INTEREST_TABLE_H

#include "ns3/pubsub-filter.h"
#include "ns3/pubsub-message.h"
#include "ns3/sdn-clusters.h"
#include "ns3/sdn-session-messages.h"

#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace ns3::pubsub::sdn
{

/// What a host subscribes to.
struct HostInterest
{
    ClusterId cluster = NO_CLUSTER; ///< of the host
    uint32_t sequence = 0;          ///< of its last notice
    uint64_t timeNs = 0;            ///< of its last notice
    std::set<Filter> filters;       ///< wanted
};

/**
 * @ingroup pubsub-sdn
 * @brief The subscription topology: what each host of the network subscribes to.
 *
 * A notice that is not newer than the last one of its host changes nothing, so that copies of a
 * flooded notice count once. Filters beyond the limit of a host are not taken.
 */
class InterestTable
{
  public:
    /// Filters of a host at most.
    static constexpr std::size_t MOST_FILTERS = 4096;

    /**
     * @brief Apply a notice.
     * @param notice that adds filters, or has all of the host
     * @return whether it is new
     */
    bool Apply(const SdnSubscribeMessage& notice);

    /**
     * @brief Apply a notice.
     * @param notice that removes filters
     * @return whether it is new
     */
    bool Apply(const SdnUnsubscribeMessage& notice);

    /// @return the hosts by node
    const std::map<NodeId, HostInterest>& Hosts() const;

    /**
     * @param topic of events
     * @return the clusters with a host that may want them, ascending
     */
    std::vector<ClusterId> ClustersFor(const Topic& topic) const;

    /**
     * @param host its node
     * @param topic of events
     * @return whether the host may want them
     */
    bool Wants(NodeId host, const Topic& topic) const;

    /**
     * @param host its node
     * @return a notice that carries all that is known of the host
     */
    SdnSubscribeMessage NoticeOf(NodeId host) const;

    /// @brief Forget all.
    void Clear();

  private:
    /**
     * @brief Check whether a notice is news, and note its number.
     * @tparam Notice SdnSubscribeMessage or SdnUnsubscribeMessage
     * @param notice of a host
     * @return the host's entry, or null for an old notice
     */
    template <typename Notice>
    HostInterest* Touch(const Notice& notice);

    std::map<NodeId, HostInterest> m_hosts; ///< by node
};

} // namespace ns3::pubsub::sdn

#endif
