// SPDX-License-Identifier: GPL-2.0-only
#include "broker-filter-similarity.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerFilterSimilarity");

const std::vector<uint32_t>&
PairNumbers::Of(const Filter& filter)
{
    const auto known = m_filter.find(filter);
    if (known != m_filter.end())
    {
        return known->second;
    }
    std::vector<uint32_t> pairs;
    for (const Predicate& predicate : filter.Predicates())
    {
        const auto next = static_cast<uint32_t>(m_numbers.size());
        pairs.push_back(m_numbers.emplace(predicate.Text(), next).first->second);
    }
    std::sort(pairs.begin(), pairs.end());
    return m_filter.emplace(filter, std::move(pairs)).first->second;
}

SimilarityRatio
SimilarityOf(const std::vector<uint32_t>& f, const std::vector<uint32_t>& g, SimilarityKind kind)
{
    uint64_t common = 0;
    for (auto one = f.begin(), other = g.begin(); one != f.end() && other != g.end();)
    {
        common += *one == *other;
        const bool isFirst = *one <= *other;
        other += *other <= *one;
        one += isFirst;
    }
    uint64_t of = f.size();
    if (kind == SimilarityKind::JACCARD)
    {
        of = f.size() + g.size() - common;
    }
    else if (kind == SimilarityKind::LARGER)
    {
        of = std::max(f.size(), g.size());
    }
    return {common, std::max<uint64_t>(of, 1)};
}

SimilarityIndex::SimilarityIndex(PairNumbers& numbers, SimilarityKind kind)
    : m_numbers(numbers),
      m_kind(kind)
{
}

void
SimilarityIndex::Add(const Filter& filter, uint64_t count)
{
    NS_LOG_FUNCTION(this << count);
    const auto [place, isNew] = m_counts.emplace(filter, count);
    const std::vector<uint32_t>& pairs = m_numbers.Of(filter);
    for (uint32_t pair : pairs)
    {
        if (isNew)
        {
            m_withPair.resize(std::max<std::size_t>(m_withPair.size(), pair + 1));
            m_withPair[pair].push_back({&place->first, count, &pairs});
        }
    }
}

std::optional<SimilarFilter>
SimilarityIndex::Best(const Filter& filter)
{
    const std::vector<uint32_t>& pairs = m_numbers.Of(filter);
    const Entry* best = nullptr;
    SimilarityRatio ratio;
    for (uint32_t pair : pairs)
    {
        if (pair >= m_withPair.size())
        {
            continue;
        }
        for (const Entry& entry : m_withPair[pair])
        {
            if (*entry.filter == filter)
            {
                continue;
            }
            const SimilarityRatio its = SimilarityOf(pairs, *entry.pairs, m_kind);
            const bool isEqual = best != nullptr && !its.IsAbove(ratio) && !ratio.IsAbove(its);
            if (best == nullptr || its.IsAbove(ratio) ||
                (isEqual && (entry.count > best->count ||
                             (entry.count == best->count && *entry.filter < *best->filter))))
            {
                best = &entry;
                ratio = its;
            }
        }
    }
    return best == nullptr ? std::nullopt : std::optional(SimilarFilter{*best->filter, ratio});
}

double
MeanBestSimilarity(const std::vector<Filter>& filters, SimilarityKind kind)
{
    NS_LOG_FUNCTION(filters.size());
    PairNumbers numbers;
    SimilarityIndex index(numbers, kind);
    for (const Filter& filter : filters)
    {
        index.Add(filter, 0);
    }
    double sum = 0.0;
    for (const Filter& filter : filters)
    {
        const auto best = index.Best(filter);
        sum += best ? best->ratio.Value() : 0.0;
    }
    return filters.empty() ? 0.0 : sum / static_cast<double>(filters.size());
}

} // namespace ns3::pubsub::broker
