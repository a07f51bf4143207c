// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_OVERLAY_SET_UP_H
#define BROKER_OVERLAY_SET_UP_H

#include "ns3/broker-graph.h"
#include "ns3/broker-underlay-network.h"
#include "ns3/broker-underlay-source.h"
#include "ns3/broker-underlay.h"
#include "ns3/pubsub-scenario-parameters.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief The experiments of Chi et al. 2014, section 5: routers of an internet, brokers at some of
 * them, and the tree of links between brokers with which the run begins.
 */
class OverlaySetUp
{
  public:
    /**
     * @brief Offer the parameters.
     * @param parameters of the program
     */
    void AddTo(ScenarioParameters& parameters);

    /**
     * @brief Refuse what does not fit together.
     * @param parameters of the program
     */
    void Check(const ScenarioParameters& parameters) const;

    /**
     * @brief Draw the underlay, the brokers' places and the tree. Brokers are the first routers of
     * the underlay, so that the number of a broker is the id of its node.
     * @param parameters of the program, to refuse files
     * @param stream the first of the topology's streams
     * @return streams used
     */
    int64_t Draw(const ScenarioParameters& parameters, int64_t stream);

    /// @return the number of brokers
    uint32_t Brokers() const;

    /// @return the seed of the costs of links and brokers
    uint64_t CostSeed() const;

    /// @return name of the strategy
    const std::string& Strategy() const;

    /// @return the routers
    const Underlay& GetUnderlay() const;

    /// @return how datagrams are forwarded
    Forwarding GetForwarding() const;

    /**
     * @brief Make the initial tree.
     * @param matrix of the underlay's paths
     * @return links between brokers
     */
    BrokerGraph MakeTree(const ForwardingMatrix& matrix) const;

  private:
    UnderlaySource m_source;
    int64_t m_routers = 200;
    int64_t m_linksPerRouter = 2;
    int64_t m_brokers = 40;
    std::string m_tree = "random-labelled";
    std::string m_strategy = "psoo-fcat";
    std::string m_forwarding = "light";
    int64_t m_costSeed = 0;

    Underlay m_underlay;                       ///< brokers first
    Ptr<UniformRandomVariable> m_treeRandom{}; ///< source of the initial tree
    uint64_t m_drawnSeed = 1;                  ///< of the costs
};

} // namespace ns3::pubsub::broker

#endif
