// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_STRATEGY_MESSAGES_H
#define BROKER_STRATEGY_MESSAGES_H

#include "broker-count-table.h"

#include <cstdint>
#include <variant>
#include <vector>

namespace ns3::pubsub::broker
{

/// A broker of a predicting path.
struct PathBroker
{
    BrokerId broker = NO_BROKER; ///< which
    uint64_t cost = 0;           ///< its traffic cost of the predicting message, in thousandths
    /**
     * @brief Equality of both.
     * @return whether equal
     */
    bool operator==(const PathBroker&) const = default;
};

/// A kind of message and a filter: what a predicting path is about.
struct PredictingMessage
{
    TrafficKind kind = TrafficKind::NOTIFICATION; ///< of the messages
    Filter filter;                                ///< that they match
    /**
     * @brief Ordered by kind, then filter.
     * @return the order
     */
    auto operator<=>(const PredictingMessage&) const = default;
};

/// A broker offers the next one downstream the path so far (Algorithm 1, notify).
struct PathNotice
{
    uint32_t round = 0;           ///< of the sender
    PredictingMessage message;    ///< with the greatest traffic cost at the sender
    uint64_t cost = 0;            ///< at the sender, in thousandths
    int64_t stampNs = 0;          ///< when it was sent
    std::vector<PathBroker> path; ///< upstream first; the sender is the last
};

/// The next broker does not continue the path, so that it ends at the receiver.
struct PathEnd
{
    uint32_t round = 0;        ///< of the notice
    PredictingMessage message; ///< of the notice
};

/// A complete predicting path, on its way to its master along the path.
struct CompletedPath
{
    uint64_t id = 0;              ///< PathIdOf() message and brokers
    PredictingMessage message;    ///< of all its brokers
    std::vector<PathBroker> path; ///< upstream first
};

/// The two ends of a predicting path.
enum class PathSide : uint8_t
{
    UPSTREAM,  ///< towards publishers
    DOWNSTREAM ///< towards subscribers
};

/// The master looks for reconfiguration units (Algorithm 2); beyond the path's end it asks one.
struct UnitRequest
{
    CompletedPath path;                 ///< that the unit would join
    PathSide side = PathSide::UPSTREAM; ///< of the path
};

/// A reconfiguration unit answers; the reply travels along the path to the master.
struct UnitReply
{
    CompletedPath path;                 ///< that the unit joins
    PathSide side = PathSide::UPSTREAM; ///< of the path
    bool isAccepted = false;            ///< whether the unit qualifies
    BrokerId unit = NO_BROKER;          ///< broker next to the end of the path
};

/// All messages of strategies. The overlay's broker encodes them; a strategy validates them.
using StrategyMessage = std::variant<PathNotice, PathEnd, CompletedPath, UnitRequest, UnitReply>;

} // namespace ns3::pubsub::broker

#endif
