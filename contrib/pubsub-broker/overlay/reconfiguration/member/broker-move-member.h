// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_MOVE_MEMBER_H
#define BROKER_MOVE_MEMBER_H

#include "broker-move-lock.h"
#include "broker-move-transition.h"

#include "ns3/broker-reconfiguration-host.h"

#include <deque>
#include <map>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief The part that a broker takes in moves: as the broker x that moves, or on its path q1..qL.
 *
 * A move goes through these steps once its brokers are locked:
 *
 *     1. x opens the link to qL. Neither end uses it yet.
 *     2. PREPARE travels qL..q1 and tells what is on x's side; PREPARED travels back to x.
 *     3. x commits: from now on it sends to qL, which keeps what x sends. DRAIN travels q1..qL
 *        behind the last event that x has sent the old way.
 *     4. At qL nothing is left of the old way: qL reaches x's side over the new link, and lets go
 *        what it has kept. SWITCH travels qL..q1 and on to x, each broker turning as it passes.
 *     5. At x nothing is left of the old way: x lets go what qL has sent, and closes the old link.
 *
 * Until step 3 the move can be given up without a trace; from then on it is carried through: a
 * broker of the path that does not answer is passed over. Each link is FIFO for events, DRAIN,
 * SWITCH and SWITCHED. SWITCHED tells the next broker of the path that what comes from the sender
 * has not been sent towards x already.
 */
class MoveMember
{
  public:
    /// @param host the broker
    explicit MoveMember(ReconfigurationHost& host);
    ~MoveMember();

    MoveMember(const MoveMember&) = delete;
    MoveMember& operator=(const MoveMember&) = delete;

    /// @brief Forget all moves: the broker has failed.
    void Clear();

    /**
     * @brief A master asks for the lock.
     * @param message from it
     * @param from its sender
     */
    void Receive(const RcLockMessage& message, NodeId from);

    /**
     * @brief A master, or x without its master, ends the lock.
     * @param message from it
     * @param from its sender
     */
    void Receive(const RcUnlockMessage& message, NodeId from);

    /**
     * @brief A master tells this broker to move.
     * @param message from it
     * @param from its sender
     */
    void Receive(const RcApplyMessage& message, NodeId from);

    /**
     * @brief A link opens or closes for a move.
     * @param message from the other end
     * @param from its sender
     */
    void Receive(const OverlayLinkMessage& message, NodeId from);

    /**
     * @brief A step has come to this broker.
     * @param message from a broker of the move
     * @param from its sender
     */
    void Receive(const RcStepMessage& message, NodeId from);

    /**
     * @brief A broker of the path asks x how the move stands, or x answers.
     * @param message from it
     * @param from its sender
     */
    void Receive(const RcStatusMessage& message, NodeId from);

    /**
     * @brief The other end of a link has returned after a failure.
     * @param peer the other end
     */
    void PeerReturned(NodeId peer);

    /// @return the plan that holds the lock, or NO_PLAN
    PlanId LockHolder() const
    {
        return m_lock.Holder();
    }

    /// @return moves that this broker takes part in
    const std::map<PlanId, MoveTransition>& Moves() const
    {
        return m_moves;
    }

    /**
     * @brief The neighbour behind which the sender of a message stands in the tree.
     * @param from neighbour that the message came from
     * @return it, or the new neighbour if it is the old one
     */
    NodeId Successor(NodeId from) const;

    /// @return whether some events must not be sent everywhere at present
    bool HasDetours() const;

    /**
     * @brief Whether an event has been sent to an origin the old way already.
     * @param from neighbour that it came from
     * @param to neighbour that the origin is behind
     * @param origin broker with a subscription that matches
     * @return true if it must not be sent again
     */
    bool IsServed(NodeId from, NodeId to, NodeId origin) const;

  private:
    /**
     * @param message with a path
     * @return whether the path may be one, and has this broker at its place
     */
    bool IsPossible(const RcStepMessage& message) const;

    /**
     * @brief Take a step of a move that begins at this broker's link.
     * @param move it belongs to
     * @param step which
     * @param from its sender
     * @return false if it is out of turn
     */
    bool TakeAsMover(MoveTransition& move, MoveStep step, NodeId from);

    /**
     * @brief Take a step of a move whose path has this broker.
     * @param move it belongs to
     * @param message the step
     * @param from its sender
     * @return false if it is out of turn
     */
    bool TakeOnPath(MoveTransition& move, const RcStepMessage& message, NodeId from);

    /**
     * @brief Accept or refuse a link that x opens.
     * @param message from x
     * @param from x
     */
    void AnswerOpen(const OverlayLinkMessage& message, NodeId from);

    /**
     * @brief The new link has been accepted: announce what is on the side of x.
     * @param move which
     * @param epoch of the link
     */
    void BeginPreparing(MoveTransition& move, uint32_t epoch);

    /**
     * @brief Answer a message about a link.
     * @param to the other end
     * @param message answered
     * @param operation of the answer
     * @param epoch of the answer
     */
    void AnswerLink(NodeId to,
                    const OverlayLinkMessage& message,
                    LinkOperation operation,
                    uint32_t epoch);

    /**
     * @brief Collect the parts of a step.
     * @param move it belongs to
     * @param message a part
     * @return whether it was the last part
     */
    bool Collect(MoveTransition& move, const RcStepMessage& message);

    /**
     * @param message that begins the move here
     * @param from its sender
     */
    void Prepare(const RcStepMessage& message, NodeId from);

    /**
     * @param message that may begin a move here
     * @return whether this broker's links are those of the path, and its lock that of the plan
     */
    bool MayPrepare(const RcStepMessage& message) const;

    /// @param message that this broker cannot take: x has to give the move up
    void RefuseToPrepare(const RcStepMessage& message);

    /// @param move whose path is prepared up to this broker
    void Prepared(MoveTransition& move);

    /// @param move that x carries through from now on
    void Commit(MoveTransition& move);

    /**
     * @brief Send DRAIN on, past brokers that do not answer.
     * @param plan of the move
     * @param place of the next broker
     */
    void SendDrain(PlanId plan, uint16_t place);

    /**
     * @brief Reach x's side the new way.
     * @param move which
     * @param isWave whether the other brokers have to be told
     */
    void Switch(MoveTransition& move, bool isWave);

    /**
     * @brief Turn the link between x and this end of the path.
     * @param move which
     */
    void TurnLink(const MoveTransition& move);

    /**
     * @brief Send SWITCH on, past brokers that do not answer.
     * @param plan of the move
     * @param place of the next broker
     */
    void SendSwitch(PlanId plan, uint16_t place);

    /// @param move whose old links are empty: x closes its old link
    void FinishMover(MoveTransition& move);

    /**
     * @param move that x has to tell all about, because the master does not answer
     * @param isDone whether it was executed
     */
    void UnlockAll(const MoveTransition& move, bool isDone);

    /**
     * @brief Give a move up.
     * @param plan of the move
     * @param reason why
     */
    void Abort(PlanId plan, const std::string& reason);

    /// @param plan of a move that has to end here as executed, whatever is missing
    void ForceEnd(PlanId plan);

    /// @param plan of a move that has not begun, as x says or as it seems
    void RollBack(PlanId plan);

    /// @param plan of a move that may be complete here
    void TryEnd(PlanId plan);

    /**
     * @brief Forget a move.
     * @param plan of the move
     * @param outcome that others may ask for
     */
    void Erase(PlanId plan, MoveState outcome);

    /// @brief The lease has ended.
    void LeaseEnded();

    /// @param plan of a move whose x does not answer
    void MoverLost(PlanId plan);

    /// @param change why the lock ends
    void ReleaseLock(LockChange change);

    /// @param plan whose unused link is removed, if there is one
    void RemoveStandby(PlanId plan);

    /**
     * @param peer of a link of the tree that ends
     * @param plan that ends it
     */
    void RemoveLink(NodeId peer, PlanId plan);

    /**
     * @brief Send a step in as many parts as it needs.
     * @param move it belongs to
     * @param step which
     * @param place of the receiver
     * @param failed called if it does not arrive
     */
    void SendStep(const MoveTransition& move,
                  MoveStep step,
                  uint16_t place,
                  const std::function<void()>& failed);

    /**
     * @param plan any
     * @return the move, or null
     */
    MoveTransition* Find(PlanId plan);

    /// Moves whose outcome is remembered, and steps that may be arriving at one time.
    static constexpr std::size_t OUTCOMES = 64;

    ReconfigurationHost& m_host;              ///< the broker
    MoveLock m_lock;                          ///< of the broker
    std::map<PlanId, MoveTransition> m_moves; ///< that have not ended
    std::map<PlanId, MoveState> m_outcomes;   ///< of those that have
    std::deque<PlanId> m_ended;               ///< the same in order
    std::map<PlanId, MoveTransition> m_parts; ///< steps whose last part is missing
};

} // namespace ns3::pubsub::broker

#endif
