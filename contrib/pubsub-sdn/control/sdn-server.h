// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_SERVER_H
#define SDN_SERVER_H

#include "ns3/application.h"
#include "ns3/inet-socket-address.h"
#include "ns3/sdn-clusters.h"
#include "ns3/sdn-control-records.h"
#include "ns3/traced-callback.h"

#include <map>
#include <string>
#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief The server: registers topics, keeps the topology and the subscriptions of all clusters,
 * computes one overlay per topic, and sends the controllers their parts.
 *
 * A standby is another object of this class that receives whatever the server in charge receives,
 * computes the same, and sends nothing until three heartbeats are missed.
 */
class SdnServer : public Application
{
  public:
    static constexpr uint16_t PORT = 9998; ///< TCP port for controllers and for the standby

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    SdnServer();
    ~SdnServer() override;

    /**
     * @brief Set the other server, before the application starts.
     * @param peer where it listens
     */
    void SetPeer(const InetSocketAddress& peer);

    /**
     * @brief Merge rules into the policy and compute the routes of the topics that they name.
     * @param xml text of the rules
     * @return nothing, or the sentence with which they are refused
     */
    std::string MergePolicy(const std::string& xml);

    /**
     * @brief Tell the trace when a failure or its repair happened, so that the next update for it
     * counts from then.
     * @param when it happened
     */
    void NoteFailure(Time when);

    /// @brief Fail silently: read and send nothing from now on, and forget everything.
    void Fail();

    /// @brief Work again as the standby of the other server, or in charge if there is none.
    void Restore();

    /// @return whether it works
    bool IsWorking() const;

    /// @return whether it is in charge
    bool IsInCharge() const;

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
};

} // namespace ns3::pubsub::sdn

#endif
