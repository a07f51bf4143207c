// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_KNOWN_NETWORK_H
#define SDN_KNOWN_NETWORK_H

#include "sdn-test-network.h"

namespace ns3::pubsub::sdn
{

/// A network with known overlays: edges with their capacities in Mbit/s.
inline const std::vector<TestEdge> KNOWN_EDGES =
    {{0, 1, 10}, {1, 2, 8}, {2, 3, 6}, {0, 3, 4}, {1, 4, 5}, {2, 4, 9}, {3, 5, 7}, {4, 5, 3}};

/// Clusters of KNOWN_EDGES.
inline constexpr uint32_t KNOWN_CLUSTERS = 6;

/// @brief Let cluster 0 publish two topics, and three other clusters subscribe.
/// @param network of KNOWN_EDGES
inline void
StartKnownTopics(SdnTestNetwork& network)
{
    network.Agent(0)->Register(*Topic::Parse("a"), 2000000);
    network.Agent(0)->Register(*Topic::Parse("a.b"), 1000000);
    network.Subscribe(3, "a.#");
    network.Subscribe(5, "a.#");
    network.Subscribe(4, "a.b");
}

} // namespace ns3::pubsub::sdn

#endif
