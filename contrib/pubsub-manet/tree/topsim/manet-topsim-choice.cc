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

double
TopSim::SimilarityOf(NodeId node, const WordSimilarities& meaning) const
{
    const auto status = m_statuses.find(node);
    if (status == m_statuses.end() || status->second.expires <= Simulator::Now())
    {
        return NOT_KNOWN;
    }
    return TopicListSimilarity(GetTopicList(), status->second.topics, m_rule, m_measure, meaning);
}

std::vector<Filter>
TopSim::StatusTopicList(NodeId root) const
{
    std::vector<Filter> topics = GetTopicList();
    if (m_statusTopics == StatusTopics::PRIMARY && topics.size() > 1)
    {
        topics.resize(1);
    }
    if (root == GetNodeId() && m_rootTopics)
    {
        for (const WeightedFilter& published : GetAdvertised())
        {
            topics.push_back(published.filter);
        }
    }
    return topics;
}

bool
TopSim::NeedsOverhead() const
{
    return ShopParent::NeedsOverhead() ||
           (m_choice == TopSimChoice::WEIGHTED && m_overheadWeight > 0.0);
}

void
TopSim::Compare(std::vector<Candidate>& candidates) const
{
    NS_LOG_FUNCTION(this);
    double greatest = 0.0;
    for (const Candidate& candidate : candidates)
    {
        greatest = std::max(greatest, candidate.marginal);
    }
    for (Candidate& candidate : candidates)
    {
        candidate.score = greatest > 0.0 ? -m_overheadWeight * candidate.marginal / greatest : 0.0;
        candidate.similarity = SimilarityOf(candidate.node, *m_meaning);
        if (m_choice == TopSimChoice::WEIGHTED && !std::isnan(candidate.similarity))
        {
            candidate.score += m_lettersWeight * SimilarityOf(candidate.node, {}) +
                               m_meaningWeight * candidate.similarity;
        }
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
