// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_ORACLE_PREDICTOR_H
#define BROKER_ORACLE_PREDICTOR_H

#include "broker-future-traffic.h"

#include "ns3/broker-traffic-predictor.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief What will cross the present tree, for all brokers.
 */
class TrafficOracle
{
  public:
    /// The flows of each broker, by its number.
    using Tables = std::shared_ptr<const std::vector<FlowTable>>;

    /// Looks at the overlay; none while a move changes its links.
    using TreeView = std::function<std::optional<OverlayTree>()>;

    /**
     * @param traffic of the whole run
     * @param tree looks at the overlay
     */
    TrafficOracle(FutureTraffic traffic, TreeView tree);

    /**
     * @param begin of the next window
     * @param length of it
     * @return its flows; null if the links are no tree at this moment
     */
    Tables NextWindow(Time begin, Time length);

    /// @return the traffic of the whole run
    const FutureTraffic& Traffic() const
    {
        return m_traffic;
    }

  private:
    FutureTraffic m_traffic;    ///< of the whole run
    TreeView m_tree;            ///< of the overlay
    std::optional<Time> m_next; ///< window that m_tables are of
    Tables m_tables;            ///< of all brokers
};

/**
 * @ingroup pubsub-broker
 * @brief Predicts what the next window will bring, from the clients' future. It bounds what
 * predictions can win; a real overlay cannot have it.
 *
 * The prediction is exact where the traffic does not depend on the tree, and the tree does not
 * change in the window. A notification counts in the window in which it is published; those on
 * their way at a window's end are counted by brokers in the next one.
 */
class OraclePredictor : public TrafficPredictor
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /// @param oracle of all brokers
    void SetOracle(std::shared_ptr<TrafficOracle> oracle);

    bool CountsLinks() const override;
    void WindowEnded(const EndedWindow& window) override;
    const FlowTable& Predict(const FlowTable& last) override;
    const Content* ContentOf(FlowId flow) const override;
    void Forget() override;

  private:
    std::shared_ptr<TrafficOracle> m_oracle; ///< of all brokers
    TrafficOracle::Tables m_tables;          ///< of the next window, or null
    NodeId m_broker = NO_NODE;               ///< whose predictor it is
};

} // namespace ns3::pubsub::broker

#endif
