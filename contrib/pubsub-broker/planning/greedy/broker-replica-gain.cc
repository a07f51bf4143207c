// SPDX-License-Identifier: GPL-2.0-only
#include "broker-replica-gain.h"

#include <utility>

namespace ns3::pubsub::broker
{

ReplicaGain::ReplicaGain(const BrokerGraph& tree, const std::vector<double>& demand)
    : m_demand(demand)
{
    for (BrokerId broker = 0; broker < tree.Size(); ++broker)
    {
        m_first.push_back(static_cast<uint32_t>(m_neighbours.size()));
        const std::vector<BrokerId>& neighbours = tree.Neighbours(broker);
        m_neighbours.insert(m_neighbours.end(), neighbours.begin(), neighbours.end());
    }
    m_first.push_back(static_cast<uint32_t>(m_neighbours.size()));
}

void
ReplicaGain::SetHops(std::vector<uint32_t> hops)
{
    m_hops = std::move(hops);
}

template <typename Visitor>
void
ReplicaGain::VisitNearer(BrokerId broker, Visitor&& visit)
{
    m_stack.clear();
    if (m_hops[broker] > 0)
    {
        m_stack.push_back({broker, NO_BROKER, 0});
    }
    while (!m_stack.empty())
    {
        const Step step = m_stack.back();
        m_stack.pop_back();
        visit(step.broker, step.hops);
        for (uint32_t i = m_first[step.broker]; i < m_first[step.broker + 1]; ++i)
        {
            const BrokerId next = m_neighbours[i];
            if (next != step.from && step.hops + 1 < m_hops[next])
            {
                m_stack.push_back({next, step.broker, step.hops + 1});
            }
        }
    }
}

double
ReplicaGain::Of(BrokerId broker)
{
    double saved = 0.0;
    VisitNearer(broker, [&](BrokerId nearer, uint32_t hops) {
        saved += m_demand[nearer] * (m_hops[nearer] - hops);
    });
    return saved;
}

void
ReplicaGain::Add(BrokerId broker)
{
    VisitNearer(broker, [&](BrokerId nearer, uint32_t hops) { m_hops[nearer] = hops; });
}

double
ReplicaGain::Cost() const
{
    double cost = 0.0;
    for (BrokerId broker = 0; broker < m_hops.size(); ++broker)
    {
        cost += m_demand[broker] * m_hops[broker];
    }
    return cost;
}

} // namespace ns3::pubsub::broker
