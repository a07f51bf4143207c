// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_CLUSTERS_H
#define SDN_CLUSTERS_H

#include <cstdint>
#include <limits>

namespace ns3::pubsub::sdn
{

/// Number of a cluster in its network, from 0.
using ClusterId = uint32_t;

/// No cluster.
inline constexpr ClusterId NO_CLUSTER = std::numeric_limits<ClusterId>::max();

/// Number of a link between two clusters, from 0.
using EdgeId = uint32_t;

} // namespace ns3::pubsub::sdn

#endif
