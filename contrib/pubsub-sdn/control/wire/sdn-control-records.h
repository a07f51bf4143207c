// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_CONTROL_RECORDS_H
#define SDN_CONTROL_RECORDS_H

#include "ns3/nstime.h"
#include "ns3/pubsub-message.h"
#include "ns3/sdn-clusters.h"

#include <cstdint>
#include <string>

/**
 * @file
 * @ingroup pubsub-sdn
 * What the trace sources of hosts, controllers and servers hand out: a row of a trace table each.
 */

namespace ns3::pubsub::sdn
{

/// A message of the control plane was sent.
struct ControlRecord
{
    NodeId from = NO_NODE; ///< sender
    NodeId to = NO_NODE;   ///< receiver; NO_NODE: all that are on the link
    std::string channel{}; ///< openflow, server, host, probe or copy
    std::string type{};    ///< of the message, as in schema/messages or OpenFlow
    uint32_t bytes = 0;    ///< of TCP or UDP payload
};

/// A topic has a code.
struct TopicCodeRecord
{
    uint16_t epoch = 0;   ///< counts the changes of codes that were in use
    std::string topic{};  ///< registered
    std::string code{};   ///< 0 and 1
    std::string coding{}; ///< name of the coding
};

/// The overlay of a topic gained or lost an edge.
struct TopicTreeRecord
{
    std::string topic{};           ///< registered
    ClusterId source = NO_CLUSTER; ///< of a tree per source; NO_CLUSTER: shared
    ClusterId a = NO_CLUSTER;      ///< one end of the edge
    ClusterId b = NO_CLUSTER;      ///< the other end, with the greater number
    bool isPresent = false;        ///< whether the edge is in the overlay from now on
};

/// The load of a topic in the last period, and the prediction for the next one.
struct TopicLoadRecord
{
    std::string topic{};       ///< registered
    double measuredBps = 0.0;  ///< of all publishers, bit/s
    double predictedBps = 0.0; ///< of all publishers, bit/s
};

/// The load of an edge between clusters.
struct EdgeLoadRecord
{
    ClusterId a = NO_CLUSTER; ///< one end
    ClusterId b = NO_CLUSTER; ///< the other end
    double capacityBps = 0.0; ///< of all its trunks in one direction, bit/s
    double plannedBps = 0.0;  ///< sum of the predicted loads of the topics on it, bit/s
    double measuredBps = 0.0; ///< in the busier direction, by port statistics, bit/s
};

/// A change of routes, from its cause until the last switch has confirmed it.
struct RouteUpdateRecord
{
    Time caused{};       ///< when the cause happened, as far as the server knows
    std::string cause{}; ///< start, subscription, failure, recovery, policy, prediction, topology
    Time detected{};     ///< when the server received the first message about it
    Time computed{};     ///< when the routes were sent
    Time installed{};    ///< when the last controller has confirmed
    uint32_t topics = 0; ///< whose overlay changed
    uint64_t edgesExamined = 0; ///< by the router
    uint32_t flowMods = 0;      ///< sent to switches
    uint32_t groupMods = 0;     ///< sent to switches
    uint64_t storedEdges = 0;   ///< that the router keeps afterwards
};

/// A rule of the policy came into force.
struct PolicyRuleRecord
{
    std::string topic{};            ///< or filter of a subtree
    ClusterId cluster = NO_CLUSTER; ///< that it constrains
    std::string level{};            ///< cluster or broker
    std::string action{};           ///< deny or allow
};

/**
 * @brief TracedCallback signature of a control message.
 * @param record of the message
 */
typedef void (*ControlRecordTracedCallback)(const ControlRecord& record);

/**
 * @brief TracedCallback signature of a code.
 * @param record of the code
 */
typedef void (*TopicCodeTracedCallback)(const TopicCodeRecord& record);

/**
 * @brief TracedCallback signature of a change of an overlay.
 * @param record of the change
 */
typedef void (*TopicTreeTracedCallback)(const TopicTreeRecord& record);

/**
 * @brief TracedCallback signature of a topic's load.
 * @param record of the load
 */
typedef void (*TopicLoadTracedCallback)(const TopicLoadRecord& record);

/**
 * @brief TracedCallback signature of an edge's load.
 * @param record of the load
 */
typedef void (*EdgeLoadTracedCallback)(const EdgeLoadRecord& record);

/**
 * @brief TracedCallback signature of a change of routes.
 * @param record of the change
 */
typedef void (*RouteUpdateTracedCallback)(const RouteUpdateRecord& record);

/**
 * @brief TracedCallback signature of a rule.
 * @param record of the rule
 */
typedef void (*PolicyRuleTracedCallback)(const PolicyRuleRecord& record);

} // namespace ns3::pubsub::sdn

#endif
