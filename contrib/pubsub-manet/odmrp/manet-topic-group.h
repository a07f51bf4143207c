// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_TOPIC_GROUP_H
#define MANET_TOPIC_GROUP_H

#include "ns3/pubsub-filter.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief Topics as multicast groups: all topics with the same leading words are one group.
 */
class TopicGroup
{
  public:
    /**
     * @brief The group of a topic.
     * @param topic any
     * @param words how many of its words, from the left, make the group; 0: all
     */
    TopicGroup(const Topic& topic, uint32_t words);

    /**
     * @brief The group's address: 239.x.y.z, FNV-1a of its words (32 bits), the top eight folded
     * into the rest.
     * @return IPv4 address; two groups may share one
     */
    uint32_t Address() const;

    /**
     * @param filter of a subscriber
     * @return whether it may match some event of the group
     */
    bool MayMatch(const Filter& filter) const;

    /// @return the leading words joined by dots
    const std::string& Text() const
    {
        return m_text;
    }

  private:
    std::vector<std::string> m_words; ///< leading ones
    std::string m_text;               ///< the same
    bool m_isTopic;                   ///< whether no word was left out, nor could be
};

} // namespace ns3::pubsub::manet

#endif
