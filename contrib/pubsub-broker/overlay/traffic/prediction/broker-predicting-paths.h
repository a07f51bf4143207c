// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_PREDICTING_PATHS_H
#define BROKER_PREDICTING_PATHS_H

#include "broker-traffic-prediction.h"

#include "ns3/broker-strategy-messages.h"
#include "ns3/nstime.h"

#include <map>
#include <utility>
#include <vector>

namespace ns3::pubsub::broker
{

/// What a round or a message made a broker do.
struct PathOutput
{
    std::vector<std::pair<BrokerId, PathNotice>> notices; ///< to send, with the neighbour
    std::vector<std::pair<BrokerId, PathEnd>> ends;       ///< to send, with the neighbour
    std::vector<CompletedPath> completed;                 ///< to hand to their masters
};

/**
 * @ingroup pubsub-broker
 * @brief The part of one broker in finding predicting paths (Algorithm 1 of Chi et al. 2014), as a
 * state machine without clock and network.
 *
 * In a round, a broker extends the path of a notice about the same message, or begins one, and
 * notifies the neighbour that most of the message's traffic goes to. So a path gets one broker
 * longer per round. It ends where that place is a client, where the next broker chose other
 * messages, where the most traffic of the next broker goes back, or where the next broker is on the
 * path already. The next broker answers with a PathEnd then, which the paper lacks. Of several
 * notices the one of the greatest cost is extended; of equal ones that of the smallest sender. A
 * path that ended with equal brokers in two successive rounds is complete.
 */
class PredictingPaths
{
  public:
    /**
     * @param self the broker
     * @param mostAge of a notice that is extended
     */
    PredictingPaths(BrokerId self, Time mostAge);

    /**
     * @brief Begin a round (the sponsor of Algorithm 1).
     * @param now the time
     * @param choices of this broker
     * @return what to do
     */
    PathOutput BeginRound(Time now, const std::vector<PredictingChoice>& choices);

    /**
     * @brief Store a notice (the listener of Algorithm 1).
     * @param from the neighbour that sent it
     * @param notice received
     * @param now the time
     * @return what to do; nothing for a malformed notice
     */
    PathOutput OnNotice(BrokerId from, const PathNotice& notice, Time now);

    /**
     * @brief The neighbour does not continue the path.
     * @param from the neighbour
     * @param end received
     * @return what to do
     */
    PathOutput OnEnd(BrokerId from, const PathEnd& end);

    /**
     * @param from the neighbour that sent it
     * @param notice received
     * @param now the time
     * @return whether the sender is the last broker of a path without repetition, and the stamp is
     * not in the future
     */
    static bool IsWellFormed(BrokerId from, const PathNotice& notice, Time now);

    /**
     * @param message any
     * @return whether it is among the choices of this round
     */
    bool IsChosen(const PredictingMessage& message) const
    {
        return m_sent.contains(message);
    }

  private:
    /// The path that a broker made in this round for one of its choices.
    struct SentPath
    {
        BrokerId place;               ///< neighbour or LOCAL_CLIENTS
        std::vector<PathBroker> path; ///< this broker is the last
    };

    /// A path that ended here.
    struct EndedPath
    {
        uint32_t round = 0;            ///< when it ended last
        bool isRepeated = false;       ///< whether it has been complete in that round
        std::vector<BrokerId> brokers; ///< of the path
    };

    /**
     * @param choice of this broker
     * @param now the time
     * @return the path of the notice to extend; empty if there is none
     */
    std::vector<PathBroker> ReceivedPath(const PredictingChoice& choice, Time now) const;

    /**
     * @brief The path of a message ended here.
     * @param message of the path
     * @param path with this broker at its end
     * @param output to add the path to if it is complete
     */
    void End(const PredictingMessage& message,
             const std::vector<PathBroker>& path,
             PathOutput& output);

    /**
     * @brief Forget notices that are too old.
     * @param now the time
     */
    void Expire(Time now);

    BrokerId m_self;      ///< the broker
    Time m_mostAge;       ///< of a notice that is extended
    uint32_t m_round = 0; ///< number of rounds begun
    std::map<PredictingMessage, std::map<BrokerId, PathNotice>> m_notices; ///< latest by sender
    std::map<PredictingMessage, SentPath> m_sent;                          ///< of this round
    std::map<PredictingMessage, EndedPath> m_ended;                        ///< latest
};

} // namespace ns3::pubsub::broker

#endif
