// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_LINK_STEP_ROWS_H
#define BROKER_LINK_STEP_ROWS_H

#include "ns3/pubsub-message.h"

#include <cstdint>

/**
 * @file
 * @ingroup pubsub-broker
 * The rows of the trace tables about the traffic of links; schema/ describes the same tables for
 * every reader.
 */

namespace ns3::pubsub::broker
{

/// What crossed one direction of a link in a step.
struct LinkStepRow
{
    static constexpr const char* TABLE = "link_steps"; ///< name of the table

    uint32_t step = 0;               ///< from 0
    NodeId a = 0;                    ///< broker that forwards
    NodeId b = 0;                    ///< broker that receives
    uint64_t notifications = 0;      ///< T
    int64_t subscriptionChange = 0;  ///< dS
    int64_t advertisementChange = 0; ///< dA

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("step", step);
        column("a", a);
        column("b", b);
        column("notifications", notifications);
        column("dS", subscriptionChange);
        column("dA", advertisementChange);
    }
};

/// What a broker has predicted for the direction of a link towards it.
struct PredictionRow
{
    static constexpr const char* TABLE = "predictions"; ///< name of the table

    uint32_t step = 0;          ///< that is predicted, from 0
    NodeId a = 0;               ///< broker that forwards
    NodeId b = 0;               ///< broker that receives, and predicts
    double notifications = 0.0; ///< predicted at the end of the step before

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("step", step);
        column("a", a);
        column("b", b);
        column("notifications", notifications);
    }
};

} // namespace ns3::pubsub::broker

#endif
