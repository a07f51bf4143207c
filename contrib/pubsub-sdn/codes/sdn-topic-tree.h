// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_TOPIC_TREE_H
#define SDN_TOPIC_TREE_H

#include "sdn-topic-id.h"

#include "ns3/pubsub-topic.h"

#include <cstddef>
#include <map>
#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief The tree of registered topics: `a.b` is a child of `a`, which covers it.
 *
 * The root has no name and is no topic: topics of one word have the father NO_TOPIC. A topic has a
 * greater number than its father. The children of a topic are in the order of registration.
 */
class TopicTree
{
  public:
    /**
     * @brief Add a topic, and those of its ancestors that are missing, with rate 0.
     * @param topic with at least one word
     * @param rate of its own events; replaces that of a topic that is there already
     * @return its number
     */
    TopicId Add(const Topic& topic, double rate = 0.0);

    /**
     * @brief Remove the topics that were added last.
     * @param size topics that stay
     */
    void Truncate(std::size_t size);

    /**
     * @param topic any
     * @return its number, or NO_TOPIC if it is not registered
     */
    TopicId Find(const Topic& topic) const;

    /**
     * @param topic a number below Size()
     * @return its father; NO_TOPIC for one word
     */
    TopicId Father(TopicId topic) const;

    /**
     * @param topic a number below Size(), or NO_TOPIC for the root
     * @return its children in the order of registration
     */
    const std::vector<TopicId>& Children(TopicId topic) const;

    /**
     * @param topic a number below Size()
     * @return the topic
     */
    const Topic& NameOf(TopicId topic) const;

    /**
     * @param topic a number below Size()
     * @return rate of its own events, without those of its descendants
     */
    double RateOf(TopicId topic) const;

    /// @return number of topics
    std::size_t Size() const
    {
        return m_nodes.size();
    }

    /**
     * @param upper a number below Size()
     * @param lower a number below Size()
     * @return whether `upper` is `lower` or one of its ancestors
     */
    bool Covers(TopicId upper, TopicId lower) const;

    /// @return all topics, level by level; within a level in the order of fathers, then of children
    std::vector<TopicId> BreadthFirst() const;

    /**
     * @param topic a number below Size()
     * @return the topic and all its descendants, level by level
     */
    std::vector<TopicId> Subtree(TopicId topic) const;

  private:
    /// A topic of the tree.
    struct Node
    {
        Topic name;                    ///< of the topic
        TopicId father = NO_TOPIC;     ///< of the topic
        double rate = 0.0;             ///< of its own events
        std::vector<TopicId> children; ///< in the order of registration
    };

    /**
     * @brief Go through the topics below some.
     * @param order topics to begin with; their descendants are appended level by level
     */
    void AppendDescendants(std::vector<TopicId>& order) const;

    std::vector<Node> m_nodes;          ///< by number
    std::vector<TopicId> m_firstLevel;  ///< children of the root
    std::map<Topic, TopicId> m_numbers; ///< by name
};

} // namespace ns3::pubsub::sdn

#endif
