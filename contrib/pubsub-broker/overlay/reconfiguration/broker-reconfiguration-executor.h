// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_RECONFIGURATION_EXECUTOR_H
#define BROKER_RECONFIGURATION_EXECUTOR_H

#include "broker-reconfiguration-host.h"

#include "ns3/event-id.h"
#include "ns3/random-variable-stream.h"

#include <deque>
#include <map>
#include <set>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief The master of the moves that the strategy of one broker proposes.
 *
 * It has each alternative of a proposal evaluated, locks the brokers of the best one, has it
 * evaluated again, tells x to move, and ends the locks. A refused lock ends all of the plan's
 * locks; the plan is tried again after a random time, U(1, 2^k) fifths of a period after the k-th
 * refusal. One proposal is executed at a time; of those that wait, the one that expects most is
 * next.
 */
class ReconfigurationExecutor
{
  public:
    /// @param host the broker
    explicit ReconfigurationExecutor(ReconfigurationHost& host);
    ~ReconfigurationExecutor();

    ReconfigurationExecutor(const ReconfigurationExecutor&) = delete;
    ReconfigurationExecutor& operator=(const ReconfigurationExecutor&) = delete;

    /// @brief Forget all plans: the broker has failed.
    void Clear();

    /// @param stream of the waits after refusals
    void AssignStream(int64_t stream);

    /**
     * @brief Propose moves that exclude each other.
     * @param alternatives at least one
     */
    void Propose(const std::vector<Move>& alternatives);

    /**
     * @brief An evaluation has ended.
     * @param message from the last broker of a path
     * @param from its sender
     */
    void Receive(const RcResultMessage& message, NodeId from);

    /**
     * @brief A broker has granted or refused its lock.
     * @param message from it
     * @param from its sender
     */
    void Receive(const RcLockReplyMessage& message, NodeId from);

    /**
     * @brief A move has ended.
     * @param message from x
     * @param from its sender
     */
    void Receive(const RcDoneMessage& message, NodeId from);

    /// @return whether there is a plan that has not ended
    bool IsBusy() const
    {
        return !m_proposals.empty();
    }

  private:
    /// @brief Where the first proposal stands.
    enum class Stage
    {
        IDLE,       ///< there is none
        EVALUATING, ///< its alternatives
        LOCKING,    ///< the best one's brokers
        CONFIRMING, ///< evaluating it again
        APPLYING,   ///< x moves
        WAITING,    ///< after a refusal
    };

    /// A plan and what is known of it.
    struct Plan
    {
        PlanReport report;           ///< for the trace source
        bool isOpen = true;          ///< whether its evaluation has not ended
        std::set<NodeId> locked{};   ///< brokers that have granted
        std::set<NodeId> asked{};    ///< brokers that have not answered
        bool isRefused = false;      ///< whether one has refused
        uint32_t refusals = 0;       ///< times that it was refused
        Time lockedAt = Time::Max(); ///< when the first lock was asked for
    };

    /// @brief Begin with the next proposal.
    void Next();

    /// @param plan to be evaluated
    void Evaluate(Plan& plan);

    /// @brief Choose among the alternatives whose evaluations have ended.
    void Choose();

    /// @brief Ask for all locks of the best plan.
    void Lock();

    /// @brief All brokers have answered.
    void LocksAnswered();

    /// @brief The best plan was refused: try again later.
    void BackOff();

    /// @brief Tell x to move.
    void Apply();

    /**
     * @brief Tell the brokers of the best plan that it has ended.
     * @param isDone whether it was executed
     */
    void Unlock(bool isDone);

    /**
     * @brief End the proposal.
     * @param state of the best plan
     * @param reason why
     */
    void End(PlanState state, const std::string& reason);

    /// @param plan to report
    /// @param state it has now
    /// @param reason why
    void Report(Plan& plan, PlanState state, const std::string& reason);

    /**
     * @brief Wait for what comes next.
     * @param stage from now on
     * @param patience after which the plan is given up
     */
    void Await(Stage stage, Time patience);

    /// @brief What was awaited has not come.
    void TimedOut();

    /// @return the plan that was chosen
    Plan& Best()
    {
        return m_proposals.front().front();
    }

    ReconfigurationHost& m_host;               ///< the broker
    Ptr<UniformRandomVariable> m_random;       ///< of waits
    uint32_t m_number = 0;                     ///< of the last plan; survives a failure
    std::deque<std::vector<Plan>> m_proposals; ///< the first is being executed
    Stage m_stage = Stage::IDLE;               ///< of the first
    EventId m_timer;                           ///< of the stage
    uint64_t m_generation = 0;                 ///< of plans; a failed broker begins another
};

} // namespace ns3::pubsub::broker

#endif
