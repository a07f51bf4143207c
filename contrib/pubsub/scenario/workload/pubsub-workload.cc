// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-workload.h"

#include "pubsub-vocabulary.h"

#include "ns3/log.h"
#include "ns3/pubsub-endpoint.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>

namespace ns3::pubsub
{

NS_LOG_COMPONENT_DEFINE("PubSubWorkload");

namespace
{

/// Names of topics at most: what a publisher advertises must fit a beacon.
constexpr double MAX_TOPICS = 64;

} // namespace

void
Workload::AddTo(ScenarioParameters& parameters)
{
    NS_LOG_FUNCTION(this);
    parameters.Add("topic_depth", m_depth, 1, 8, "words", "words in a topic");
    parameters
        .Add("topic_branching", m_branching, 1, 64, "words", "words to choose from per level");
    parameters.Add("zipf", m_zipf, 0.0, 5.0, "", "exponent of topic popularity; 0: all alike");
    parameters
        .Add("topics_per_node", m_topicsPerNode, 1, 16, "topics", "topics a subscriber wants");
    parameters.Add("related",
                   m_related,
                   0.0,
                   1.0,
                   "",
                   "share of further topics that are siblings of the first");
    parameters.Add("subscribers", m_subscribers, 0.0, 1.0, "", "share of nodes that subscribe");
    parameters
        .Add("publishers", m_publishers, 1, 64, "nodes", "nodes that publish, from node 0 on");
    parameters.Add("event_rate", m_eventRate, 0.001, 1e4, "events/s", "of each publisher, Poisson");
    parameters.Add("payload_bytes", m_payloadBytes, 0, 1400, "bytes", "payload of an event");
    parameters.Add("churn",
                   m_churn,
                   0.0,
                   600.0,
                   "changes/min",
                   "of a subscriber: one topic left, another taken");
    parameters.Add(
        "vocabularies",
        m_vocabularies,
        1,
        MAX_VOCABULARIES,
        "",
        "names of each topic; events have either, subscribers want all, their own first");
    m_content.AddTo(parameters);
}

void
Workload::Check(const ScenarioParameters& parameters,
                int64_t nodes,
                const std::string& countName) const
{
    NS_LOG_FUNCTION(this);
    const double topics = std::pow(m_branching, m_depth);
    if (topics * static_cast<double>(m_vocabularies) > MAX_TOPICS)
    {
        const std::string names = m_vocabularies > 1 ? ", times --vocabularies," : "";
        parameters.Refuse("--topic_branching to the power of --topic_depth" + names + " is above " +
                          std::to_string(static_cast<int>(MAX_TOPICS)) +
                          "; expected at most that many topics");
    }
    if (m_vocabularies > 1 && (m_depth > VOCABULARY_DEPTH || m_branching > VOCABULARY_WORDS))
    {
        parameters.Refuse("--vocabularies=" + std::to_string(m_vocabularies) + " has " +
                          std::to_string(VOCABULARY_WORDS) + " words for each of " +
                          std::to_string(VOCABULARY_DEPTH) +
                          " places in a topic; expected no greater --topic_branching and "
                          "--topic_depth");
    }
    if (m_publishers > nodes)
    {
        parameters.Refuse("--publishers=" + std::to_string(m_publishers) + " is above " +
                          countName + "; expected at most " + std::to_string(nodes));
    }
}

int64_t
Workload::Draw(uint32_t nodes, double first, double last, int64_t stream)
{
    NS_LOG_FUNCTION(this);
    m_random = CreateObject<UniformRandomVariable>();
    m_contentRandom = CreateObject<UniformRandomVariable>();
    m_nameRandom = CreateObject<UniformRandomVariable>();
    m_content.Begin();
    m_expected = m_eventRate * std::max(0.0, last - first);
    m_wanted.resize(nodes);
    m_random->SetStream(stream++);
    DrawTopics();
    m_random->SetStream(stream++);
    const auto subscribers = DrawSubscribers(nodes);
    DrawSquadsAndVocabularies(nodes, stream + 5 * int64_t{nodes});
    for (uint32_t publisher = 0; publisher < m_publishers; ++publisher)
    {
        m_random->SetStream(stream + publisher);
        m_contentRandom->SetStream(stream + 3 * nodes + publisher);
        m_nameRandom->SetStream(stream + 6 * nodes + publisher);
        DrawPublications(publisher, first, last);
    }
    for (uint32_t node : subscribers)
    {
        m_random->SetStream(stream + nodes + node);
        m_contentRandom->SetStream(stream + 4 * nodes + node);
        const auto wanted = DrawInterests(node);
        std::vector<std::vector<Filter>> held;
        for (std::size_t rank : wanted)
        {
            held.push_back(DrawFilters(node, rank));
            m_wanted[node].insert(m_wanted[node].end(), held.back().begin(), held.back().end());
        }
        m_random->SetStream(stream + 2 * nodes + node);
        DrawChurn(node, wanted, held, first, last);
    }
    return 4 + 7 * int64_t{nodes};
}

void
Workload::SetSquads(std::vector<uint32_t> squads)
{
    NS_LOG_FUNCTION(this);
    m_squads = std::move(squads);
}

void
Workload::DrawTopics()
{
    std::vector<std::string> texts{""};
    for (int64_t level = 0; level < m_depth; ++level)
    {
        std::vector<std::string> longer;
        for (const std::string& text : texts)
        {
            for (int64_t i = 0; i < m_branching; ++i)
            {
                longer.push_back(text + (level > 0 ? "." : "") + VocabularyWord(level, i));
            }
        }
        texts.swap(longer);
    }
    for (std::size_t i = texts.size() - 1; i > 0; --i)
    {
        std::swap(texts[i], texts[m_random->GetInteger(0, i)]);
    }
    m_topics.assign(m_vocabularies, {});
    double sum = 0.0;
    for (std::size_t rank = 0; rank < texts.size(); ++rank)
    {
        m_topics[0].push_back(*Topic::Parse(texts[rank]));
        for (std::size_t vocabulary = 1; vocabulary < m_topics.size(); ++vocabulary)
        {
            m_topics[vocabulary].push_back(
                TranslateTopic(m_topics[0].back(), static_cast<uint32_t>(vocabulary)));
        }
        sum += std::pow(rank + 1.0, -m_zipf);
        m_cumulated.push_back(sum);
    }
    for (double& share : m_cumulated)
    {
        share /= sum;
    }
}

std::size_t
Workload::DrawTopic()
{
    const auto at =
        std::upper_bound(m_cumulated.begin(), m_cumulated.end(), m_random->GetValue(0.0, 1.0));
    return std::min<std::size_t>(at - m_cumulated.begin(), m_topics[0].size() - 1);
}

double
Workload::DrawInterval(double mean)
{
    return -mean * std::log(1.0 - m_random->GetValue(0.0, 1.0));
}

std::vector<uint32_t>
Workload::DrawSubscribers(uint32_t nodes)
{
    std::vector<uint32_t> others;
    for (uint32_t node = m_publishers; node < nodes; ++node)
    {
        others.push_back(node);
    }
    const auto wanted = static_cast<std::size_t>(std::lround(m_subscribers * others.size()));
    for (std::size_t i = 0; i < wanted; ++i)
    {
        std::swap(others[i], others[m_random->GetInteger(i, others.size() - 1)]);
    }
    others.resize(wanted);
    return others;
}

void
Workload::DrawSquadsAndVocabularies(uint32_t nodes, int64_t stream)
{
    m_random->SetStream(stream + 2 * int64_t{nodes});
    const auto last = std::max_element(m_squads.begin(), m_squads.end());
    const std::size_t squads = last == m_squads.end() ? 0 : std::size_t{*last} + 1;
    for (std::size_t squad = 0; squad < squads; ++squad)
    {
        m_squadTopics.push_back(DrawTopic());
    }
    m_random->SetStream(stream + 2 * int64_t{nodes} + 1);
    for (uint32_t node = 0; node < nodes; ++node)
    {
        m_spoken.push_back(m_random->GetInteger(0, m_vocabularies - 1));
    }
}

std::vector<Filter>
Workload::DrawFilters(uint32_t node, std::size_t rank)
{
    const Topic& own = m_topics[m_spoken[node]][rank];
    std::vector<Filter> filters{m_content.DrawFilter(own, m_contentRandom)};
    const std::string predicates = filters.front().Text().substr(own.Text().size());
    for (const auto& vocabulary : m_topics)
    {
        if (vocabulary[rank] != own)
        {
            filters.push_back(*Filter::Parse(vocabulary[rank].Text() + predicates));
        }
    }
    return filters;
}

std::vector<std::size_t>
Workload::DrawInterests(uint32_t node)
{
    const auto& topics = m_topics[0];
    const auto count = std::min<std::size_t>(m_topicsPerNode, topics.size());
    std::vector<std::size_t> wanted{DrawTopic()}; // drawn in a squad, too: the rest stays the same
    if (!m_squads.empty())
    {
        wanted.front() = m_squadTopics[m_squads[node]];
    }
    const std::string primary = topics[wanted.front()].Text();
    const std::string family = primary.substr(0, primary.rfind('.') + 1);
    std::vector<std::size_t> siblings;
    for (std::size_t rank = 0; rank < topics.size(); ++rank)
    {
        if (rank != wanted.front() && topics[rank].Text().starts_with(family))
        {
            siblings.push_back(rank);
        }
    }
    while (wanted.size() < count)
    {
        const bool related = m_random->GetValue(0.0, 1.0) < m_related && !siblings.empty();
        std::size_t rank = DrawTopic();
        if (related)
        {
            const std::size_t i = m_random->GetInteger(0, siblings.size() - 1);
            rank = siblings[i];
            siblings.erase(siblings.begin() + i);
        }
        if (std::find(wanted.begin(), wanted.end(), rank) == wanted.end())
        {
            wanted.push_back(rank);
        }
    }
    return wanted;
}

void
Workload::DrawChurn(uint32_t node,
                    std::vector<std::size_t> wanted,
                    std::vector<std::vector<Filter>> held,
                    double first,
                    double last)
{
    if (m_churn == 0.0 || wanted.size() == m_topics[0].size())
    {
        return;
    }
    for (double at = first + DrawInterval(60.0 / m_churn); at < last;
         at += DrawInterval(60.0 / m_churn))
    {
        const std::size_t left = m_random->GetInteger(0, wanted.size() - 1);
        std::size_t taken = DrawTopic();
        while (std::find(wanted.begin(), wanted.end(), taken) != wanted.end())
        {
            taken = (taken + 1) % m_topics[0].size();
        }
        const std::vector<Filter> next = DrawFilters(node, taken);
        m_changes.push_back({Seconds(at), node, held[left], next});
        wanted[left] = taken;
        held[left] = next;
    }
}

void
Workload::DrawPublications(uint32_t node, double first, double last)
{
    for (double at = first + DrawInterval(1.0 / m_eventRate); at < last;
         at += DrawInterval(1.0 / m_eventRate))
    {
        const std::size_t rank = DrawTopic();
        Content content(m_topics[m_nameRandom->GetInteger(0, m_vocabularies - 1)][rank]);
        if (m_content.IsOn())
        {
            content.attributes = m_content.DrawAttributes(m_contentRandom);
        }
        m_publications.push_back({Seconds(at), node, content});
    }
}

void
Workload::Install(const NodeContainer& nodes) const
{
    NS_LOG_FUNCTION(this);
    std::vector<WeightedFilter> advertised;
    for (std::size_t rank = 0; rank < m_cumulated.size(); ++rank)
    {
        const double share = (m_cumulated[rank] - (rank > 0 ? m_cumulated[rank - 1] : 0.0)) /
                             static_cast<double>(m_vocabularies);
        const double events = std::clamp(std::round(m_expected * share), 1.0, 65535.0);
        for (const auto& vocabulary : m_topics)
        {
            advertised.push_back({Filter(vocabulary[rank]), static_cast<uint16_t>(events)});
        }
    }
    for (uint32_t node = 0; node < nodes.GetN(); ++node)
    {
        const auto protocol = PubSubOf(nodes.Get(node));
        if (node < m_publishers)
        {
            protocol->Advertise(advertised);
        }
        for (const Filter& filter : m_wanted[node])
        {
            protocol->Subscribe(filter);
        }
    }
    for (const Change& change : m_changes)
    {
        const auto protocol = PubSubOf(nodes.Get(change.node));
        for (const Filter& filter : change.from)
        {
            Simulator::Schedule(change.when, &Endpoint::Unsubscribe, protocol, filter);
        }
        for (const Filter& filter : change.to)
        {
            Simulator::Schedule(change.when, &Endpoint::Subscribe, protocol, filter);
        }
    }
    for (const Publication& publication : m_publications)
    {
        Simulator::Schedule(publication.when,
                            &Endpoint::Publish,
                            PubSubOf(nodes.Get(publication.node)),
                            publication.content,
                            static_cast<uint16_t>(m_payloadBytes));
    }
}

} // namespace ns3::pubsub
