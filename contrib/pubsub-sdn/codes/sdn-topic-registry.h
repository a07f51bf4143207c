// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_TOPIC_REGISTRY_H
#define SDN_TOPIC_REGISTRY_H

#include "sdn-topic-code.h"

#include <vector>

namespace ns3::pubsub::sdn
{

/// What the registration of a topic has changed.
struct TopicRegistration
{
    TopicId topic = NO_TOPIC;   ///< its number
    std::vector<TopicId> added; ///< new topics, fathers first: missing ancestors and itself
    bool isRecoded = false;     ///< whether codes of older topics have changed: a new epoch
};

/**
 * @ingroup pubsub-sdn
 * @brief The topics that the server has registered, and their codes.
 *
 * A topic that has no room in the code field is refused with one sentence, and changes nothing.
 */
class TopicRegistry
{
  public:
    /// @param coding of topics
    explicit TopicRegistry(TopicCoding coding);

    TopicRegistry(const TopicRegistry&) = delete;
    TopicRegistry& operator=(const TopicRegistry&) = delete;

    /**
     * @brief Register a topic, and those of its ancestors that are missing. Throws TopicCodeError
     * where there is no room for it.
     * @param topic with at least one word
     * @param rate of its own events
     * @return what has changed; nothing but the rate if it was there
     */
    TopicRegistration Register(const Topic& topic, double rate = 0.0);

    /**
     * @brief Register many topics and code them once, in the order given. Throws TopicCodeError
     * where there is no room for one of them.
     * @param topics and the rates of their own events
     * @return what has changed; `topic` is the last one
     */
    TopicRegistration Register(const std::vector<std::pair<Topic, double>>& topics);

    /**
     * @brief Code all topics anew by their present rates.
     * @return whether codes have changed: a new epoch
     */
    bool Recode();

    /// @return the topics
    const TopicTree& Tree() const
    {
        return m_tree;
    }

    /// @return their codes
    const TopicCodes& Codes() const
    {
        return m_codes;
    }

  private:
    TopicTree m_tree;   ///< of topics
    TopicCodes m_codes; ///< of the topics of the tree
};

} // namespace ns3::pubsub::sdn

#endif
