// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_UNDERLAY_FILES_H
#define BROKER_UNDERLAY_FILES_H

#include "broker-underlay.h"

#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief A connected underlay from a file. Routers are numbered in the order in which the file
 * first names them.
 */
struct NamedUnderlay
{
    Underlay underlay;              ///< the routers and their links
    std::vector<std::string> names; ///< of the routers, as in the file
};

/**
 * @ingroup pubsub-broker
 * @brief Read an underlay from a file, by the end of its name: `.gml`, `.cch`, else an edge list.
 *
 * | file | delay and rate of a link |
 * |---|---|
 * | GML | great circle between `Latitude` and `Longitude` of its ends at 2/3 of the speed of light,
 * and `LinkSpeedRaw` in bit/s | | Rocketfuel map, `.cch` | the defaults | | edge list | `a b [delay
 * in ms [rate in bit/s]]`; Rocketfuel's files of latencies have this format |
 *
 * What a file does not state is taken from the defaults. Several links between two routers are
 * read as the first of them. Throws BrokerInputError where the file cannot be read, is malformed,
 * or where its graph is not connected.
 *
 * @param file its name
 * @param defaults delay and rate of links for which the file has none
 * @return the underlay
 */
NamedUnderlay ReadUnderlay(const std::string& file, const LinkSpeed& defaults);

} // namespace ns3::pubsub::broker

#endif
