// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_COPY_LOG_H
#define SDN_COPY_LOG_H

#include "ns3/nstime.h"
#include "ns3/pubsub-message.h"
#include "ns3/sdn-clusters.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <vector>

namespace ns3::pubsub::sdn
{

/// A copy of an event of a host of the cluster.
struct EventCopy
{
    ClusterId cluster = NO_CLUSTER; ///< of the publisher
    EventMessage event;             ///< as published
};

/**
 * @ingroup pubsub-sdn
 * @brief The copies of events that a representative broker has got lately, and how many bytes of
 * each topic its hosts have published.
 */
class CopyLog
{
  public:
    /**
     * @brief Set the limits.
     * @param copies at most
     * @param window of time that copies are kept
     */
    void SetLimits(std::size_t copies, Time window);

    /**
     * @brief Take a copy.
     * @param copy of an event
     * @param packetBytes of the IPv6 packet of the event
     * @param now the present time
     */
    void Add(const EventCopy& copy, uint32_t packetBytes, Time now);

    /**
     * @param since publication time, nanoseconds
     * @param topics wanted
     * @return copies of the events of these topics that were published since then, oldest first
     */
    std::vector<EventCopy> Since(uint64_t since, const std::set<Topic>& topics) const;

    /**
     * @brief Take out the counts.
     * @param cluster of the publishers
     * @return bytes by topic since the last time
     */
    std::map<Topic, uint64_t> TakeCounts(ClusterId cluster);

    /// @return copies taken so far
    uint64_t Total() const;

    /// @brief Forget all.
    void Clear();

  private:
    std::size_t m_most = 0;                                  ///< copies
    Time m_window;                                           ///< that they are kept
    std::deque<EventCopy> m_copies;                          ///< oldest first
    std::map<ClusterId, std::map<Topic, uint64_t>> m_counts; ///< bytes
    uint64_t m_total = 0;                                    ///< copies
};

} // namespace ns3::pubsub::sdn

#endif
