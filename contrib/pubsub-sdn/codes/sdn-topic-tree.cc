// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-topic-tree.h"

#include "ns3/abort.h"

#include <cmath>

namespace ns3::pubsub::sdn
{

TopicId
TopicTree::Add(const Topic& topic, double rate)
{
    NS_ABORT_MSG_IF(topic.Text().empty(), "a topic without words");
    NS_ABORT_MSG_UNLESS(std::isfinite(rate) && rate >= 0.0, "a rate of " << rate);
    const std::string& text = topic.Text();
    TopicId father = NO_TOPIC;
    for (std::size_t end = text.find('.');; end = text.find('.', end + 1))
    {
        const Topic name = end == std::string::npos ? topic : *Topic::Parse(text.substr(0, end));
        const auto [place, isNew] = m_numbers.emplace(name, static_cast<TopicId>(m_nodes.size()));
        if (isNew)
        {
            auto& children = father == NO_TOPIC ? m_firstLevel : m_nodes[father].children;
            children.push_back(place->second);
            m_nodes.push_back(Node{name, father, 0.0, {}});
        }
        father = place->second;
        if (end == std::string::npos)
        {
            m_nodes[father].rate = rate;
            return father;
        }
    }
}

void
TopicTree::Truncate(std::size_t size)
{
    while (m_nodes.size() > size)
    {
        const Node& last = m_nodes.back();
        // The youngest topic is a leaf, and the youngest child of its father.
        (last.father == NO_TOPIC ? m_firstLevel : m_nodes[last.father].children).pop_back();
        m_numbers.erase(last.name);
        m_nodes.pop_back();
    }
}

TopicId
TopicTree::Find(const Topic& topic) const
{
    const auto place = m_numbers.find(topic);
    return place == m_numbers.end() ? NO_TOPIC : place->second;
}

TopicId
TopicTree::Father(TopicId topic) const
{
    return m_nodes.at(topic).father;
}

const std::vector<TopicId>&
TopicTree::Children(TopicId topic) const
{
    return topic == NO_TOPIC ? m_firstLevel : m_nodes.at(topic).children;
}

const Topic&
TopicTree::NameOf(TopicId topic) const
{
    return m_nodes.at(topic).name;
}

double
TopicTree::RateOf(TopicId topic) const
{
    return m_nodes.at(topic).rate;
}

bool
TopicTree::Covers(TopicId upper, TopicId lower) const
{
    // A father has a smaller number than its children.
    while (lower != NO_TOPIC && lower > upper)
    {
        lower = Father(lower);
    }
    return lower == upper;
}

void
TopicTree::AppendDescendants(std::vector<TopicId>& order) const
{
    for (std::size_t i = 0; i < order.size(); ++i)
    {
        const auto& children = m_nodes[order[i]].children;
        order.insert(order.end(), children.begin(), children.end());
    }
}

std::vector<TopicId>
TopicTree::BreadthFirst() const
{
    std::vector<TopicId> order = m_firstLevel;
    AppendDescendants(order);
    return order;
}

std::vector<TopicId>
TopicTree::Subtree(TopicId topic) const
{
    NS_ABORT_MSG_UNLESS(topic < m_nodes.size(), "no topic " << topic);
    std::vector<TopicId> order{topic};
    AppendDescendants(order);
    return order;
}

} // namespace ns3::pubsub::sdn
