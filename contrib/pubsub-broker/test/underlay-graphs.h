// SPDX-License-Identifier: GPL-2.0-only
#ifndef UNDERLAY_GRAPHS_H
#define UNDERLAY_GRAPHS_H

#include "ns3/broker-trees.h"
#include "ns3/broker-underlay.h"

#include <string>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker-test
 * @param stream of random numbers
 * @return a source of them
 */
inline Ptr<UniformRandomVariable>
RandomOf(int64_t stream)
{
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(stream);
    return random;
}

/**
 * @ingroup pubsub-broker-test
 * @brief Make a random tree with some more links.
 * @param routers number of them
 * @param more links than a tree has, or fewer where the same one is drawn twice
 * @param mostDelay of a link, a random number of microseconds from 0 on
 * @param random source
 * @return the underlay
 */
inline Underlay
RandomUnderlay(uint32_t routers,
               uint32_t more,
               uint32_t mostDelay,
               Ptr<UniformRandomVariable> random)
{
    const uint64_t rates[] = {1'000'000, 8'000'000, 100'000'000};
    const auto speed = [&]() -> LinkSpeed {
        return {.delayNs = 1000 * int64_t{random->GetInteger(0, mostDelay)},
                .rateBps = rates[random->GetInteger(0, 2)]};
    };
    Underlay underlay(routers);
    const BrokerGraph tree = MakeTree("recursive", routers, random);
    for (const auto& [a, b] : tree.Links())
    {
        underlay.AddLink(a, b, speed());
    }
    for (uint32_t i = 0; i < more; ++i)
    {
        const RouterId a = random->GetInteger(0, routers - 1);
        const RouterId b = random->GetInteger(0, routers - 1);
        if (a != b)
        {
            underlay.AddLink(a, b, speed());
        }
    }
    return underlay;
}

/**
 * @ingroup pubsub-broker-test
 * @param underlay any
 * @return its links as text
 */
inline std::string
TextOf(const Underlay& underlay)
{
    std::string text = std::to_string(underlay.Size()) + " routers";
    for (const UnderlayLink& link : underlay.Links())
    {
        text += ", " + std::to_string(link.a) + "-" + std::to_string(link.b) + " " +
                std::to_string(link.speed.delayNs) + " " + std::to_string(link.speed.rateBps);
    }
    return text;
}

} // namespace ns3::pubsub::broker

#endif
