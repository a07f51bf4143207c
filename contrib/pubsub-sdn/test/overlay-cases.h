// SPDX-License-Identifier: GPL-2.0-only
#ifndef OVERLAY_CASES_H
#define OVERLAY_CASES_H

#include "ns3/broker-input.h"
#include "ns3/random-variable-stream.h"
#include "ns3/sdn-cluster-graph.h"
#include "ns3/sdn-topic-demand.h"
#include "ns3/sdn-topic-router.h"

#include <string>
#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn-test
 * @param stream of random numbers
 * @return a source that draws from it
 */
Ptr<UniformRandomVariable> RandomNumbers(int64_t stream);

/**
 * @ingroup pubsub-sdn-test
 * @brief Draw a connected graph: a random tree and some more edges.
 * @param clusters number of them
 * @param more edges beside the tree's, at most
 * @param mostCapacity capacities are whole numbers from 1 to this, so that there are ties
 * @param random source
 * @return the graph
 */
ClusterGraph DrawConnectedGraph(uint32_t clusters,
                                uint32_t more,
                                uint32_t mostCapacity,
                                Ptr<UniformRandomVariable> random);

/// The edges that a topic may use, as a test sees them.
struct TestView
{
    const ClusterGraph& graph;     ///< whole
    std::vector<double> residuals; ///< by edge
    std::vector<bool> hasFailed;   ///< by edge
    std::vector<ClusterId> denied; ///< clusters that are left out
    mutable uint64_t examined = 0; ///< effort

    /// @param whole graph, without failures, whose residuals are its capacities
    explicit TestView(const ClusterGraph& whole);

    /// @return what path algorithms take
    GraphView View() const;
};

/**
 * @ingroup pubsub-sdn-test
 * @brief The least weight of a Steiner tree, by the dynamic program of Dreyfus and Wagner (1971).
 * @param view of the graph
 * @param terminals at most 12
 * @param weights by edge
 * @return the weight; infinite where no tree joins the terminals
 */
double ExactSteinerWeight(const GraphView& view,
                          const std::vector<ClusterId>& terminals,
                          const std::vector<double>& weights);

/**
 * @ingroup pubsub-sdn-test
 * @brief Check everything that holds for the overlays of any router at any time.
 * @param router any
 * @param keepsFailed whether overlays may have failed edges
 * @return what is wrong; empty if nothing is
 */
std::string ViolationOf(const TopicRouter& router, bool keepsFailed);

/**
 * @ingroup pubsub-sdn-test
 * @brief Call a function that should throw a BrokerInputError.
 * @param call the function
 * @return the error's sentence; empty if there was none
 */
template <typename Call>
std::string
SentenceOf(Call&& call)
{
    try
    {
        call();
        return "";
    }
    catch (const broker::BrokerInputError& error)
    {
        return error.what();
    }
}

} // namespace ns3::pubsub::sdn

#endif
