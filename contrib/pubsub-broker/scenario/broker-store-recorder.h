// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_STORE_RECORDER_H
#define BROKER_STORE_RECORDER_H

#include "broker-network.h"

#include "ns3/broker-graph.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief Writes the trace tables of stores and requests.
 */
class StoreRecorder
{
  public:
    /**
     * @brief Begin to record; before the stores are installed.
     * @param folder for the tables
     * @param network whose client i is at broker i, or elsewhere
     * @param tree of the brokers
     */
    StoreRecorder(const std::string& folder, BrokerNetwork& network, const BrokerGraph& tree);
    ~StoreRecorder();

    StoreRecorder(const StoreRecorder&) = delete;
    StoreRecorder& operator=(const StoreRecorder&) = delete;

    /**
     * @brief Write how often a client asks for a topic.
     * @param client its number
     * @param topic name
     * @param rate requests/s
     */
    void RecordDemand(uint32_t client, const std::string& topic, double rate);

    /// @brief Write the requests that have not ended and the tables' ends; after the simulation.
    void Close();

  private:
    struct Tables;

    using FilterEntry = std::pair<NodeId, Filter>;                   ///< of a neighbour
    using RouteEntry = std::tuple<Filter, NodeId, NodeId, uint16_t>; ///< to a topic's store

    /// A request that has not ended.
    struct Pending
    {
        Time since;               ///< when it was sent first
        Filter filter;            ///< asked for
        uint16_t nearestHops = 0; ///< to the nearest live store then
    };

    /**
     * @name Sinks of the trace sources
     * @{
     */
    static void Kept(StoreRecorder* self, uint32_t broker, const Filter& topic, bool isKept);
    static void Failed(StoreRecorder* self, uint32_t broker, bool isLive);
    static void Requested(StoreRecorder* self,
                          uint32_t client,
                          uint32_t request,
                          const Filter& filter);
    static void Responded(StoreRecorder* self,
                          uint32_t client,
                          const ResponseMessage& response,
                          const EventMessage& event);
    static void Completed(StoreRecorder* self,
                          uint32_t client,
                          const RequestingClient::Result& result);
    /** @} */

    /// @brief Write the sizes of all brokers' tables, and again after a second.
    void RecordSizes();

    /**
     * @brief Write which entries of a broker's tables have come and gone since the last look.
     * @param number of the broker
     */
    void RecordEntries(uint32_t number);

    /**
     * @param broker number
     * @param filter asked for
     * @return links to the nearest broker with a live store of a topic that covers the filter
     */
    uint16_t HopsToStore(uint32_t broker, const Filter& filter) const;

    BrokerNetwork& m_network;                                   ///< recorded
    HopMatrix m_hops;                                           ///< between brokers
    std::unique_ptr<Tables> m_tables;                           ///< being written
    std::map<Filter, std::set<uint32_t>> m_holders;             ///< brokers, by topic
    std::map<std::pair<uint32_t, uint32_t>, Pending> m_pending; ///< by client and number
    std::map<NodeId, std::set<FilterEntry>> m_filters;          ///< at the last look, by broker
    std::map<NodeId, std::set<RouteEntry>> m_routes;            ///< at the last look, by broker
};

} // namespace ns3::pubsub::broker

#endif
