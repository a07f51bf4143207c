// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_PARENT_CHANGE_H
#define MANET_PARENT_CHANGE_H

#include "ns3/pubsub-message.h"

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief A change of parent in one tree, as the trace source ParentChange of ShopParent reports it.
 */
struct ParentChange
{
    NodeId root = NO_NODE;      ///< which tree
    NodeId oldParent = NO_NODE; ///< before
    NodeId newParent = NO_NODE; ///< after
    double metric = 0.0;        ///< of the new parent, NaN where there is none
    double similarity = 0.0;    ///< of the new parent, NaN where there is none
};

} // namespace ns3::pubsub::manet

#endif
