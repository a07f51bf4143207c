// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_TOPIC_ID_H
#define SDN_TOPIC_ID_H

#include <cstdint>
#include <limits>

namespace ns3::pubsub::sdn
{

/// Number of a topic in the topic tree, from 0, in the order of registration.
using TopicId = uint32_t;

/// No topic: the father of a topic of the first level.
inline constexpr TopicId NO_TOPIC = std::numeric_limits<TopicId>::max();

} // namespace ns3::pubsub::sdn

#endif
