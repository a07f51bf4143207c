// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_TOPIC_ROWS_H
#define SDN_TOPIC_ROWS_H

#include "ns3/pubsub-message.h"

#include <cstdint>
#include <string>

/**
 * @file
 * @ingroup pubsub-sdn
 * The rows of the trace tables about topics, their overlays and policies;
 * schema/ describes the same tables for every reader.
 */

namespace ns3::pubsub::sdn
{

/// The code of a topic.
struct TopicCodeRow
{
    static constexpr const char* TABLE = "topic_codes"; ///< name of the table

    int64_t timeNs = 0;   ///< since when
    uint16_t epoch = 0;   ///< of the codes
    std::string topic{};  ///< name
    std::string code{};   ///< own code, as bits
    std::string coding{}; ///< rule of the code

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("epoch", epoch);
        column("topic", topic);
        column("code", code);
        column("coding", coding);
    }
};

/// An edge joins or leaves the overlay of a topic.
struct TopicTreeRow
{
    static constexpr const char* TABLE = "topic_trees"; ///< name of the table

    int64_t timeNs = 0;        ///< when
    std::string topic{};       ///< name
    uint32_t source = NO_NODE; ///< publishing cluster, or NO_NODE
    uint32_t a = 0;            ///< one cluster, the smaller
    uint32_t b = 0;            ///< the other cluster
    uint8_t present = 0;       ///< 1 if the overlay has the edge from now on

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("topic", topic);
        column("source", source);
        column("a", a);
        column("b", b);
        column("present", present);
    }
};

/// A rule of the policy.
struct PolicyRuleRow
{
    static constexpr const char* TABLE = "policy_rules"; ///< name of the table

    int64_t timeNs = 0;   ///< since when
    std::string topic{};  ///< or branch of topics
    uint32_t cluster = 0; ///< that it is about
    std::string level{};  ///< cluster or broker
    std::string action{}; ///< deny or allow

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("topic", topic);
        column("cluster", cluster);
        column("level", level);
        column("action", action);
    }
};

} // namespace ns3::pubsub::sdn

#endif
