// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_SOFT_STATE_H
#define BROKER_SOFT_STATE_H

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"

#include <functional>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief The clock of soft state: something is sent again once a period, and counts for some
 * periods.
 *
 * The first time is drawn within a period, so that nodes that start together do not send together.
 */
class SoftState
{
  public:
    SoftState();
    ~SoftState();

    SoftState(const SoftState&) = delete;
    SoftState& operator=(const SoftState&) = delete;

    /// @param period between two times; 0: state that is sent counts for ever
    void SetPeriod(Time period);

    /// @return the period
    Time GetPeriod() const;

    /// @return how long what is sent counts, ms; 0: for ever
    uint32_t LifetimeMs() const;

    /**
     * @brief Convert a lifetime that was received. No neighbour is believed for longer than ten
     * minutes, unless this node's own state has no end either.
     * @param lifetimeMs as in a message
     * @return the time until which it counts
     */
    Time Until(uint32_t lifetimeMs) const;

    /**
     * @brief Begin.
     * @param refresh called once a period
     */
    void Start(std::function<void()> refresh);

    /// @brief End.
    void Stop();

    /**
     * @brief Assign the random stream.
     * @param stream its number
     */
    void AssignStream(int64_t stream);

  private:
    /// @brief Call what was given, and again after a period.
    void Run();

    Time m_period;                       ///< between two times
    std::function<void()> m_refresh;     ///< called once a period
    EventId m_next;                      ///< the next time
    Ptr<UniformRandomVariable> m_random; ///< of the first time
};

} // namespace ns3::pubsub::broker

#endif
