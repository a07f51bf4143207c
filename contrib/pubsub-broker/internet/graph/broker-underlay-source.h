// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_UNDERLAY_SOURCE_H
#define BROKER_UNDERLAY_SOURCE_H

#include "broker-brite.h"
#include "broker-underlay-files.h"

#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief Where an underlay comes from, as a program's parameters state it.
 */
struct UnderlaySource
{
    std::string kind = "waxman"; ///< one of UnderlayKinds()
    BriteParameters brite{};     ///< for BRITE's models, without model
    std::string file{};          ///< for the kind `file`
    LinkSpeed speed{.delayNs = 1'000'000,
                    .rateBps = 10'000'000}; ///< for trees, and for what a file does not state
};

/// @return BRITE's models, `file`, and the kinds of tree that MakeTree() makes
const std::vector<std::string>& UnderlayKinds();

/**
 * @ingroup pubsub-broker
 * @brief Make a connected underlay. Throws BrokerInputError where that is not possible.
 * @param source where it comes from; a tree has as many routers as BRITE would make
 * @param random source of BRITE's models and of random trees
 * @return the underlay, with the names of the routers; their numbers where no file names them
 */
NamedUnderlay MakeUnderlay(const UnderlaySource& source, Ptr<UniformRandomVariable> random);

} // namespace ns3::pubsub::broker

#endif
