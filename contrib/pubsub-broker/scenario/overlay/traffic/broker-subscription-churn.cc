// SPDX-License-Identifier: GPL-2.0-only
#include "broker-subscription-churn.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerSubscriptionChurn");

int64_t
StageTimes::EndedBy(Time time) const
{
    const Time since = time - first;
    return stage.IsZero() || since.IsStrictlyNegative()
               ? 0
               : since.GetNanoSeconds() / stage.GetNanoSeconds();
}

void
SubscriptionChurn::AddTo(ScenarioParameters& parameters)
{
    NS_LOG_FUNCTION(this);
    parameters.Add("churn_ticks",
                   m_churnTicks,
                   0,
                   1000000,
                   "ticks",
                   "mean time after which a consumer gives up one subscription for another; 0: "
                   "never");
}

void
SubscriptionChurn::Check(const ScenarioParameters& parameters,
                         int64_t guardTicks,
                         bool hasPool) const
{
    NS_LOG_FUNCTION(this << guardTicks << hasPool);
    if (IsOn() && m_churnTicks <= 2 * guardTicks)
    {
        parameters.Refuse("--churn_ticks=" + std::to_string(m_churnTicks) +
                          " is too short beside --guard_ticks=" + std::to_string(guardTicks) +
                          "; expected more than twice as many");
    }
    if (IsOn() && !hasPool)
    {
        parameters.Refuse("--churn_ticks=" + std::to_string(m_churnTicks) +
                          " needs consumers with other subscriptions in other stages; expected "
                          "--stage_subscriptions=reassign or draw");
    }
}

bool
SubscriptionChurn::IsOn() const
{
    return m_churnTicks > 0;
}

int64_t
SubscriptionChurn::Ticks() const
{
    return m_churnTicks;
}

int64_t
SubscriptionChurn::AssignStreams(const StageWorkload& workload, int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    m_workload = &workload;
    for (std::size_t i = 0; i < workload.clients.size(); ++i)
    {
        m_random.push_back(CreateObject<UniformRandomVariable>());
        m_random.back()->SetStream(stream + static_cast<int64_t>(i));
    }
    return static_cast<int64_t>(m_random.size());
}

void
SubscriptionChurn::Begin(const StageTimes& times,
                         Time tick,
                         std::function<void(const SubscriptionChange&)> apply)
{
    NS_LOG_FUNCTION(this << tick);
    m_times = times;
    m_mean = m_churnTicks * tick;
    m_applied = std::move(apply);
    for (std::size_t i = 0; IsOn() && i < m_present.size(); ++i)
    {
        if (!m_present[i].empty())
        {
            ScheduleNext(i, times.first);
        }
    }
}

void
SubscriptionChurn::BeginStage(uint32_t stage)
{
    NS_LOG_FUNCTION(this << stage);
    m_present.clear();
    for (const StageClient& client : m_workload->clients)
    {
        m_present.push_back(client.subscriptions.empty() ? std::vector<uint32_t>()
                                                         : client.subscriptions[stage]);
    }
}

const std::vector<std::vector<uint32_t>>&
SubscriptionChurn::Present() const
{
    return m_present;
}

bool
SubscriptionChurn::IsNearChange(const Content& content)
{
    const Time now = Simulator::Now();
    m_changes.erase(m_changes.begin(), m_changes.upper_bound(now - m_times.guard));
    const auto end = m_changes.upper_bound(now + m_times.guard);
    return std::any_of(m_changes.begin(), end, [&](const auto& entry) {
        const auto matches = [&](uint32_t type) {
            return TypeFilter(m_workload->subscriptions[type]).Matches(content);
        };
        return matches(entry.second.dropped) || matches(entry.second.taken);
    });
}

std::vector<uint32_t>
SubscriptionChurn::PoolOf(std::size_t client, const std::vector<uint32_t>& present) const
{
    std::set<uint32_t> pool;
    for (const auto& types : m_workload->clients[client].subscriptions)
    {
        pool.insert(types.begin(), types.end());
    }
    for (const uint32_t type : present)
    {
        pool.erase(type);
    }
    return {pool.begin(), pool.end()};
}

void
SubscriptionChurn::ScheduleNext(std::size_t client, Time from)
{
    NS_LOG_FUNCTION(this << client << from);
    const Time earliest = from + 2 * m_times.guard;
    const double exponential = -std::log(1.0 - m_random[client]->GetValue(0.0, 1.0));
    const double wait = exponential * (m_mean - 2 * m_times.guard).GetSeconds();
    if (wait >= (m_times.last - earliest).GetSeconds()) // in seconds, because it may be very long
    {
        return;
    }
    const Time at = earliest + Seconds(wait);
    // At a change of stage the consumer begins with the types of the new stage.
    const int64_t stage = m_times.EndedBy(at);
    const auto& present =
        stage == m_times.EndedBy(Simulator::Now())
            ? m_present[client]
            : m_workload->clients[client]
                  .subscriptions[static_cast<std::size_t>(stage % m_workload->stages)];
    const std::vector<uint32_t> pool = PoolOf(client, present);
    const auto draw = [&](const std::vector<uint32_t>& types) {
        const auto last = static_cast<uint32_t>(types.size()) - 1;
        return types[m_random[client]->GetInteger(0, last)];
    };
    if (pool.empty())
    {
        return;
    }
    const uint32_t dropped = draw(present);
    const SubscriptionChange change{client, dropped, draw(pool)};
    m_changes.emplace(at, change);
    Simulator::Schedule(at - Simulator::Now(), &SubscriptionChurn::Change, this, change);
}

void
SubscriptionChurn::Change(const SubscriptionChange& change)
{
    NS_LOG_FUNCTION(this << change.client);
    auto& types = m_present[change.client];
    const auto place = std::find(types.begin(), types.end(), change.dropped);
    if (place != types.end()) // it is not if a stage begins at this very time
    {
        *place = change.taken;
        m_applied(change);
    }
    ScheduleNext(change.client, Simulator::Now());
}

} // namespace ns3::pubsub::broker
