// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_PSOO_FCAT_H
#define BROKER_PSOO_FCAT_H

#include "broker-predicting-paths.h"
#include "broker-traffic-prediction.h"

#include "ns3/broker-overlay-strategy.h"

#include <map>
#include <optional>
#include <set>
#include <unordered_set>

namespace ns3::pubsub::broker
{

/// Which neighbours of a predicting path can be reconfiguration units.
enum class UnitRule
{
    STRICT, ///< those that chose the path's message, as published
    LENIENT ///< all that send or receive notifications of the path's message
};

/**
 * @ingroup pubsub-broker
 * @brief PSOO-FCAT (Chi et al. 2014): brokers that predict most traffic for the same message form a
 * predicting path, and the path's master proposes to link its ends.
 *
 * The master asks the neighbours beyond both ends whether they are reconfiguration units. It
 * proposes the moves with its next decision, with the units that have answered by then.
 */
class PsooFcatStrategy : public OverlayStrategy
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    void Decide(StrategyContext& context) override;
    bool Receive(StrategyContext& context, BrokerId from, const StrategyMessage& message) override;

    bool CountsByFilter() const override;

    /// @return the choices of the last decision
    const std::vector<PredictingChoice>& Choices() const
    {
        return m_choices;
    }

  private:
    /// A path whose master is this broker, and the units that have answered.
    struct PendingPath
    {
        CompletedPath path;            ///< complete
        std::set<BrokerId> upstream;   ///< units before it
        std::set<BrokerId> downstream; ///< units behind it
    };

    /**
     * @brief Propose the moves of all pending paths.
     * @param context of the broker
     */
    void ProposePending(StrategyContext& context);

    /**
     * @brief Count the flows of the last window by filter.
     * @param context of the broker
     */
    void Count(const StrategyContext& context);

    /**
     * @param context of the broker
     * @return the filters of subscriptions that are advertised
     */
    const std::set<Filter>& AdvertisedFilters(const StrategyContext& context);

    /**
     * @brief Send notices and ends, and hand over completed paths.
     * @param context of the broker
     * @param output of the state machine
     */
    void Carry(StrategyContext& context, const PathOutput& output);

    /**
     * @brief Pass a completed path on to its master, or begin its evaluation here.
     * @param context of the broker
     * @param path well formed, with this broker
     */
    void Deliver(StrategyContext& context, const CompletedPath& path);

    /**
     * @brief Pass a request on to the end of its path, or ask the neighbours beyond it.
     * @param context of the broker
     * @param request of a path with this broker
     */
    void PassRequest(StrategyContext& context, const UnitRequest& request);

    /**
     * @brief Send a message to a neighbour, if the link still exists.
     * @param context of the broker
     * @param to the neighbour
     * @param message to send
     */
    void SendTo(StrategyContext& context, BrokerId to, const StrategyMessage& message);

    /**
     * @brief Handle a message of its type.
     * @param context of the broker
     * @param from the neighbour
     * @param message received
     * @return whether it is valid
     */
    bool Handle(StrategyContext& context, BrokerId from, const PathNotice& message);

    /// @copydoc Handle
    bool Handle(StrategyContext& context, BrokerId from, const PathEnd& message);

    /// @copydoc Handle
    bool Handle(StrategyContext& context, BrokerId from, const CompletedPath& message);

    /// @copydoc Handle
    bool Handle(StrategyContext& context, BrokerId from, const UnitRequest& message);

    /// @copydoc Handle
    bool Handle(StrategyContext& context, BrokerId from, const UnitReply& message);

    /**
     * @param context of the broker
     * @return the state machine
     */
    PredictingPaths& Paths(const StrategyContext& context);

    uint32_t m_filtersPerRound = 1;
    bool m_weightBySimilarity = true;
    bool m_predictOnlyUnseen = false;
    SimilarityKind m_similarity = SimilarityKind::JACCARD;
    UnitRule m_units = UnitRule::STRICT;
    AdvertisedRule m_advertisedRule = AdvertisedRule::COVERED;
    Time m_noticeAge;

    std::optional<PredictingPaths> m_paths;   ///< made with the first call
    PairNumbers m_numbers;                    ///< of attribute pairs
    CountTable m_counts;                      ///< of the last decision
    std::vector<PredictingChoice> m_choices;  ///< of the last decision
    std::map<uint64_t, PendingPath> m_master; ///< pending paths by id

    std::set<Filter> m_advertised;                  ///< of m_known, those advertised
    std::unordered_set<Filter, FilterHash> m_known; ///< subscriptions looked up
    std::optional<uint64_t> m_version;              ///< of the advertisements looked up
    std::optional<uint64_t> m_knownVersion;         ///< of the subscriptions looked up
};

} // namespace ns3::pubsub::broker

#endif
