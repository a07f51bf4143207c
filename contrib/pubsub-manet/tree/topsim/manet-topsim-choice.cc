// SPDX-License-Identifier: GPL-2.0-only
//
// TopSim: comparing topics, and which candidate is the better parent.

#include "manet-topsim.h"

#include "ns3/fatal-error.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("TopSimChoice");

void
TopSim::SetSimilarities(std::string file)
{
    NS_LOG_FUNCTION(this << file);
    try
    {
        m_meaning = WordSimilarities::Share(file);
        m_similarities = std::move(file);
    }
    catch (const WordSimilaritiesError& error)
    {
        NS_FATAL_ERROR(error.what());
    }
}

std::string
TopSim::GetSimilarities() const
{
    return m_similarities;
}

std::optional<std::vector<Filter>>
TopSim::TopicsOf(NodeId node, NodeId root) const
{
    const auto status = m_statuses.find(node);
    if (status == m_statuses.end() || status->second.expires <= Simulator::Now())
    {
        return std::nullopt;
    }
    std::vector<Filter> topics = status->second.topics;
    if (node == root && m_rootTopics)
    {
        for (const WeightedFilter& published :
             Neighbours().Find(node)->trees.at(root).said->advertised)
        {
            topics.push_back(published.filter);
        }
    }
    return topics;
}

void
TopSim::Compare(NodeId root, std::vector<Candidate>& candidates) const
{
    NS_LOG_FUNCTION(this << root);
    double greatest = 0.0;
    for (const Candidate& candidate : candidates)
    {
        greatest = std::max(greatest, candidate.marginal);
    }
    for (Candidate& candidate : candidates)
    {
        candidate.score = greatest > 0.0 ? -m_overheadWeight * candidate.marginal / greatest : 0.0;
        const auto topics = TopicsOf(candidate.node, root);
        if (!topics)
        {
            continue;
        }
        const double letters = TopicListSimilarity(GetTopicList(), *topics, m_rule, m_measure);
        candidate.similarity =
            TopicListSimilarity(GetTopicList(), *topics, m_rule, m_measure, *m_meaning);
        candidate.score += m_lettersWeight * letters + m_meaningWeight * candidate.similarity;
    }
}

bool
TopSim::IsSimilar(const Candidate& candidate) const
{
    return !std::isnan(candidate.similarity) && candidate.similarity > m_threshold;
}

bool
TopSim::Prefers(const Candidate& a, const Candidate& b) const
{
    NS_LOG_FUNCTION(this);
    if (m_choice == TopSimChoice::WEIGHTED)
    {
        return a.score != b.score ? a.score > b.score : ShopParent::Prefers(a, b);
    }
    if (IsSimilar(a) != IsSimilar(b))
    {
        return IsSimilar(a);
    }
    if (IsSimilar(a) && a.similarity != b.similarity)
    {
        return a.similarity > b.similarity;
    }
    return ShopParent::Prefers(a, b);
}

bool
TopSim::IsWorthSwitching(const Candidate& current, const Candidate& other) const
{
    NS_LOG_FUNCTION(this);
    if (m_choice == TopSimChoice::WEIGHTED && current.score != other.score)
    {
        return other.score > current.score + Hysteresis() * std::abs(current.score);
    }
    if (m_choice == TopSimChoice::WEIGHTED)
    {
        return ShopParent::IsWorthSwitching(current, other);
    }
    if (IsSimilar(current) != IsSimilar(other))
    {
        return IsSimilar(other);
    }
    if (IsSimilar(current) && current.similarity != other.similarity)
    {
        return other.similarity > current.similarity * (1.0 + Hysteresis());
    }
    return ShopParent::IsWorthSwitching(current, other);
}

} // namespace ns3::pubsub::manet
