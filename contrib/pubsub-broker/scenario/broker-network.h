// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_NETWORK_H
#define BROKER_NETWORK_H

#include "ns3/broker-requesting-client.h"
#include "ns3/broker-storing-broker.h"
#include "ns3/broker-wired-links.h"
#include "ns3/node-container.h"

#include <utility>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief Brokers on the nodes of a tree, and clients on nodes of their own, each with one link to
 * its broker.
 *
 * The brokers have the node ids from that of the first on, the clients those behind them.
 */
class BrokerNetwork
{
  public:
    using Link = std::pair<uint32_t, uint32_t>; ///< two brokers, by their numbers from 0

    /**
     * @brief Make the brokers and the links between them.
     * @param brokers count
     * @param tree links between brokers, one less than brokers
     * @param rate of every link
     * @param delay of every link
     */
    BrokerNetwork(uint32_t brokers, const std::vector<Link>& tree, DataRate rate, Time delay);

    /**
     * @brief Attach one more client.
     * @param broker its number
     * @return the client
     */
    Ptr<RequestingClient> AddClient(uint32_t broker);

    /**
     * @param number of a broker
     * @return the broker
     */
    Ptr<StoringBroker> GetBroker(uint32_t number) const;

    /**
     * @param number of a client, in the order of AddClient()
     * @return the client
     */
    Ptr<RequestingClient> GetClient(uint32_t number) const;

    /// @return the nodes of the brokers
    const NodeContainer& GetBrokers() const;

    /// @return the nodes of the clients
    const NodeContainer& GetClients() const;

    /// @return all nodes, brokers first
    NodeContainer GetNodes() const;

    /// @return all links, those between brokers first
    WiredLinks& GetLinks();

    /**
     * @brief Assign random streams to all brokers and clients.
     * @param stream the first
     * @return streams used
     */
    int64_t AssignStreams(int64_t stream);

  private:
    /**
     * @brief Link two nodes and make them neighbours.
     * @param a a broker's node
     * @param b a broker's or a client's node
     * @param isBroker whether b is a broker's
     */
    void Connect(Ptr<Node> a, Ptr<Node> b, bool isBroker);

    NodeContainer m_brokers; ///< by number
    NodeContainer m_clients; ///< in order of attachment
    WiredLinks m_links;      ///< of all
};

} // namespace ns3::pubsub::broker

#endif
