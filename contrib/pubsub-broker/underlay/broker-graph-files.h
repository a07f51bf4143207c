// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_GRAPH_FILES_H
#define BROKER_GRAPH_FILES_H

#include "broker-graph.h"

#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief A connected graph from a file. Brokers are numbered in the order in which the file first
 * names them.
 */
struct NamedGraph
{
    BrokerGraph graph;              ///< the brokers and their links
    std::vector<std::string> names; ///< of the brokers, as in the file
};

/**
 * @ingroup pubsub-broker
 * @brief Read a graph from a file: GML if its name ends in `.gml`, else an edge list.
 *
 * Several links between two brokers are read as one.
 * Throws BrokerInputError where the file cannot be read, has no link or a malformed one, or where
 * its graph is not connected.
 *
 * @param file its name
 * @return the graph
 */
NamedGraph ReadGraph(const std::string& file);

/**
 * @ingroup pubsub-broker
 * @brief Read an edge list: two names a line; `#` begins a comment.
 * @param file its name
 * @return the graph
 */
NamedGraph ReadEdgeList(const std::string& file);

/**
 * @ingroup pubsub-broker
 * @brief Read the Graph Modelling Language (GML) as the Internet Topology Zoo writes it.
 *
 * Of the graph, it reads the nodes with their `id` and `label` and the edges with their `source`
 * and `target`. Other keys and nested lists are skipped, and so are edges from a node to itself,
 * which some maps of the Zoo have.
 *
 * @param file its name
 * @return the graph; a broker without a label has its id as its name
 */
NamedGraph ReadGml(const std::string& file);

} // namespace ns3::pubsub::broker

#endif
