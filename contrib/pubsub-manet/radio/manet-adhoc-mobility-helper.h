// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_ADHOC_MOBILITY_HELPER_H
#define MANET_ADHOC_MOBILITY_HELPER_H

#include "ns3/node-container.h"
#include "ns3/pubsub-scenario-parameters.h"

#include <string>

namespace ns3
{

class MobilityModel;
class PositionAllocator;

} // namespace ns3

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief Where nodes are and how they move.
 */
class AdhocMobilityHelper
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
     * @param nodes count
     */
    void Check(const ScenarioParameters& parameters, int64_t nodes) const;

    /**
     * @brief Place the nodes.
     * @param nodes which
     * @param stream the first of the mobility's streams
     * @return streams used
     */
    int64_t Install(const NodeContainer& nodes, int64_t stream) const;

  private:
    /// @return least speed, m/s
    double SpeedMin() const;

    /// @return greatest speed, m/s
    double SpeedMax() const;

    /**
     * @brief Refuse a mobility file that cannot place every node.
     * @param parameters of the program
     * @param nodes count
     */
    void CheckFile(const ScenarioParameters& parameters, int64_t nodes) const;

    /**
     * @brief Nodes in rows and columns that fill the area.
     * @param nodes which
     * @return streams used
     */
    int64_t InstallGrid(const NodeContainer& nodes) const;

    /**
     * @brief Nodes anywhere in the area, at rest.
     * @param nodes which
     * @param stream the first
     * @return streams used
     */
    int64_t InstallUniform(const NodeContainer& nodes, int64_t stream) const;

    /**
     * @brief Stationary random waypoint.
     * @param nodes which
     * @param stream the first
     * @return streams used
     */
    int64_t InstallRandomWaypoint(const NodeContainer& nodes, int64_t stream) const;

    /**
     * @brief Gauss-Markov.
     * @param nodes which
     * @param stream the first
     * @return streams used
     */
    int64_t InstallGaussMarkov(const NodeContainer& nodes, int64_t stream) const;

    /**
     * @brief As the file says.
     * @param nodes which
     * @return streams used
     */
    int64_t InstallFile(const NodeContainer& nodes) const;

    /// @return positions drawn uniformly from the area
    Ptr<PositionAllocator> Anywhere() const;

    /**
     * @brief Let a node move as a model does.
     * @param node which
     * @param model of its own
     * @param stream the first
     * @return streams used
     */
    static int64_t Move(Ptr<Node> node, Ptr<MobilityModel> model, int64_t stream);

    std::string m_mobility = "random-waypoint";
    std::string m_file;
    double m_width = 1000.0;
    double m_height = 1000.0;
    double m_speedMin = 1.0;
    double m_speedMax = 5.0;
    double m_speed = 0.0;
    double m_pause = 0.0;
};

} // namespace ns3::pubsub::manet

#endif
