// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_RECONFIGURATION_HOST_H
#define BROKER_RECONFIGURATION_HOST_H

#include "broker-plan.h"

#include "ns3/broker-flow-table.h"
#include "ns3/broker-overlay-costs.h"
#include "ns3/broker-overlay-links.h"
#include "ns3/broker-overlay-messages.h"
#include "ns3/broker-reconfiguration-messages.h"
#include "ns3/nstime.h"

#include <functional>
#include <set>
#include <variant>

namespace ns3::pubsub::broker
{

/// A message of a reconfiguration.
using ReconfigurationMessage = std::variant<OverlayLinkMessage,
                                            RcEvalMessage,
                                            RcResultMessage,
                                            RcLockMessage,
                                            RcLockReplyMessage,
                                            RcApplyMessage,
                                            RcDoneMessage,
                                            RcUnlockMessage,
                                            RcStepMessage,
                                            RcStatusMessage>;

/// @brief What the brokers of an overlay agree on about reconfigurations.
struct ReconfigurationRules
{
    LockRule locks = LockRule::PATH; ///< which brokers a plan locks
    Time lease = Seconds(10);        ///< after which a lock ends by itself
    uint32_t maxDegree = 0;          ///< links of a broker; 0: any number
    uint32_t maxAttempts = 3;        ///< to lock all brokers of a plan
    bool isFrozen = false;           ///< whether the broker takes part in no reconfiguration
    bool isEvaluated = true;         ///< whether a move has to lower the cost
    double threshold = 0.0;          ///< cost that a move has to save more than
    Time period = Seconds(50);       ///< of decisions; the unit of the waits after a refusal
};

/**
 * @ingroup pubsub-broker
 * @brief The broker, as those see it who reconfigure its links.
 */
class ReconfigurationHost
{
  public:
    virtual ~ReconfigurationHost() = default;

    /// @return the broker
    virtual NodeId Self() const = 0;

    /// @return the rules of reconfigurations
    virtual const ReconfigurationRules& Rules() const = 0;

    /// @return its links
    virtual OverlayLinks& Links() = 0;

    /// @brief A move was executed here: the flows so far are those of another tree.
    virtual void MoveExecuted() = 0;

    /// @return the flows with which moves are evaluated: those of the last window, or predicted
    virtual const FlowTable& PredictedFlows() = 0;

    /// @return costs, the same at all brokers
    virtual const OverlayCosts& Costs() const = 0;

    /**
     * @brief Send a message until it is acknowledged. One to the broker itself arrives, too.
     * @param to any broker
     * @param message what to send
     * @param failed called if it is never acknowledged; may be empty
     * @param isMarker whether later events on the link to this broker wait for it
     */
    virtual void Tell(NodeId to,
                      const ReconfigurationMessage& message,
                      std::function<void()> failed,
                      bool isMarker = false) = 0;

    /**
     * @brief Find the origins with filters that are not reached through a neighbour.
     * @param neighbour any
     * @return origins, the broker itself among them
     */
    virtual std::set<NodeId> OriginsNotVia(NodeId neighbour) const = 0;

    /**
     * @brief Reach all origins behind one neighbour through another one.
     * @param from the one
     * @param to the other one
     */
    virtual void RedirectAll(NodeId from, NodeId to) = 0;

    /**
     * @brief Reach some origins through another neighbour than before.
     * @param origins which
     * @param from the neighbour before
     * @param to the neighbour from now on
     */
    virtual void Redirect(const std::set<NodeId>& origins, NodeId from, NodeId to) = 0;

    /// @brief Forget what would count after a move, because it was given up.
    virtual void Unstage() = 0;

    /// @brief Moves have begun or ended: filters may have to go to more or to fewer neighbours.
    virtual void MovesChanged() = 0;

    /**
     * @brief Let what waits on a link arrive.
     * @param peer the other end
     */
    virtual void Release(NodeId peer) = 0;

    /**
     * @brief A link has changed.
     * @param peer the other end
     * @param isUp whether the tree has it now
     * @param plan reconfiguration that has changed it
     */
    virtual void LinkChanged(NodeId peer, bool isUp, PlanId plan) = 0;

    /**
     * @brief A lock has changed.
     * @param plan that asked for it
     * @param change what has happened
     */
    virtual void LockChanged(PlanId plan, LockChange change) = 0;

    /// @param report of a plan of this broker
    virtual void PlanChanged(const PlanReport& report) = 0;

    /**
     * @brief Count a message that is not used.
     * @param reason why
     */
    virtual void Refuse(const std::string& reason) = 0;
};

} // namespace ns3::pubsub::broker

#endif
