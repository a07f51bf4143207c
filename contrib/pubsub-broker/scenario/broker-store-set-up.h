// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_STORE_SET_UP_H
#define BROKER_STORE_SET_UP_H

#include "ns3/broker-graph.h"
#include "ns3/broker-store-demand.h"
#include "ns3/broker-store-planner.h"
#include "ns3/pubsub-scenario-parameters.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief The experiments of Sourlas et al. 2011, section 6: a tree of brokers, the demand for
 * topics, and where stores are planned.
 *
 * The demand that stores were planned for may differ from the present one: that is the set-up of
 * the paper's section 6.2.
 */
class StoreSetUp
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
     * @brief Draw the tree and the demand, and plan the stores.
     * @param parameters of the program, to refuse files
     * @param stream the first of the topology's streams
     * @return streams used
     */
    int64_t Draw(const ScenarioParameters& parameters, int64_t stream);

    /// @return the brokers and the links between them, a tree
    const BrokerGraph& Tree() const;

    /// @return the present demand, and the limits of stores
    const StoreInstance& Instance() const;

    /// @return the plan in the beginning
    const StorePlan& Plan() const;

    /// @return whether stores are planned or assigned anew in the run
    bool IsReplanned() const;

    /// @return the plan after that; that in the beginning if nothing is planned anew
    const StorePlan& NewPlan() const;

  private:
    /**
     * @brief Make the tree.
     * @param parameters of the program, to refuse a file
     * @param random source
     */
    void MakeGraph(const ScenarioParameters& parameters, Ptr<UniformRandomVariable> random);

    /**
     * @brief Make the instance of a demand.
     * @param popularity exponent of Zipf's law
     * @param locality exponent of Zipf's law
     * @param random source of the centres of demand
     * @return the instance
     */
    StoreInstance MakeInstance(double popularity,
                               double locality,
                               Ptr<UniformRandomVariable> random) const;

    std::string m_kind = "deg4";
    std::string m_file;
    int64_t m_brokers = 100;
    int64_t m_topics = 10;
    double m_rate = 25.0;
    double m_popularity = 1.0;
    double m_locality = 0.0;
    std::string m_policy = "seq";
    std::string m_planFile;
    std::string m_gain = "path";
    std::string m_rounding = "ceil";
    int64_t m_minCopies = 2;
    int64_t m_stores = 0;
    int64_t m_capacity = 5;
    std::string m_reassign = "off";
    double m_oldPopularity = 1.0;
    double m_oldLocality = 0.0;

    BrokerGraph m_tree;       ///< the brokers and their links
    StoreInstance m_instance; ///< of the present demand
    StorePlan m_plan;         ///< in the beginning
    StorePlan m_newPlan;      ///< after stores were planned anew
};

} // namespace ns3::pubsub::broker

#endif
