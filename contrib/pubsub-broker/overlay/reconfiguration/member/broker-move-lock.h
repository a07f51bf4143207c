// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_MOVE_LOCK_H
#define BROKER_MOVE_LOCK_H

#include "ns3/broker-plan.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"

#include <functional>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief The lock of a broker: one plan at a time holds it, until its lease ends.
 */
class MoveLock
{
  public:
    MoveLock() = default;
    ~MoveLock();

    MoveLock(const MoveLock&) = delete;
    MoveLock& operator=(const MoveLock&) = delete;

    /**
     * @brief Take the lock for a plan.
     * @param plan that asks for it
     * @param lease after which it ends
     * @param expired called at the end of the lease
     * @return false if another plan holds it
     */
    bool Take(PlanId plan, Time lease, std::function<void()> expired);

    /**
     * @brief Begin the lease again.
     * @param lease after which the lock ends
     */
    void Extend(Time lease);

    /// @brief End it.
    void Release();

    /// @return the plan that holds it, or NO_PLAN
    PlanId Holder() const
    {
        return m_plan;
    }

  private:
    PlanId m_plan = NO_PLAN;         ///< that holds it
    EventId m_timer;                 ///< of the lease
    std::function<void()> m_expired; ///< called at its end
};

} // namespace ns3::pubsub::broker

#endif
