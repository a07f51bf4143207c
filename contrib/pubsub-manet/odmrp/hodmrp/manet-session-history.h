// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_SESSION_HISTORY_H
#define MANET_SESSION_HISTORY_H

#include "ns3/nstime.h"
#include "ns3/pubsub-message.h"

#include <cstdint>
#include <deque>
#include <map>
#include <utility>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief HODMRP's session history of a node: what it takes part in now, and took part in before.
 *
 * A session is a source and a group that the node forwards for or is a member of. It is soft state:
 * it goes on as long as the node is asked again in time.
 */
class SessionHistory
{
  public:
    /// Most active sessions at a time: what comes from the air may name any source.
    static constexpr std::size_t MAX_ACTIVE = 4096;

    /// What a session counts.
    struct Weights
    {
        Time cap;          ///< an active session counts its age, but not more than this
        double past;       ///< a past session counts its duration times this, and less by age
        Time decay;        ///< a past session's age that divides what it counts by e
        uint32_t pastKept; ///< past sessions remembered
    };

    /**
     * @brief Begin a session, or go on with it.
     * @param group address
     * @param source of it
     * @param now the time
     * @param until when it ends, unless it goes on
     */
    void TakePart(uint32_t group, NodeId source, Time now, Time until);

    /**
     * @brief The history degree: x / (x + cap), x being what all sessions count, in seconds.
     * @param now the time
     * @param weights of sessions
     * @return 0 (no history) to 1
     */
    double Degree(Time now, const Weights& weights);

    /// @brief Forget all.
    void Clear();

  private:
    /// An active session.
    struct Active
    {
        Time start; ///< when it began
        Time until; ///< when it ends
    };

    /// A past session.
    struct Past
    {
        Time end;      ///< when it ended
        Time duration; ///< how long it was
    };

    /**
     * @brief Let sessions end.
     * @param now the time
     */
    void EndSessions(Time now);

    std::map<std::pair<uint32_t, NodeId>, Active> m_active; ///< by group and source
    std::deque<Past> m_past;                                ///< in order of their ends
};

} // namespace ns3::pubsub::manet

#endif
