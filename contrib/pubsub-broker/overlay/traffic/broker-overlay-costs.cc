// SPDX-License-Identifier: GPL-2.0-only
#include "broker-overlay-costs.h"

#include <algorithm>

namespace ns3::pubsub::broker
{

namespace
{

/**
 * @param state of SplitMix64
 * @return the number that it generates from this state
 */
uint64_t
Mixed(uint64_t state)
{
    state += 0x9e3779b97f4a7c15;
    state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9;
    state = (state ^ (state >> 27)) * 0x94d049bb133111eb;
    return state ^ (state >> 31);
}

} // namespace

OverlayCosts::OverlayCosts(uint64_t seed)
    : m_seed(Mixed(seed))
{
}

uint32_t
OverlayCosts::Link(BrokerId a, BrokerId b) const
{
    return CostOf(uint64_t{std::min(a, b)} << 32 | std::max(a, b));
}

uint32_t
OverlayCosts::Broker(BrokerId broker) const
{
    // No link joins a broker with itself, so the pair of two equal ids stands for the broker.
    return CostOf(uint64_t{broker} << 32 | broker);
}

uint32_t
OverlayCosts::CostOf(uint64_t key) const
{
    return 1 + static_cast<uint32_t>(Mixed(m_seed ^ Mixed(key)) % MOST);
}

} // namespace ns3::pubsub::broker
