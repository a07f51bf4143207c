// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-workload.h"

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

/// Words of the topics, by level; the first are those of the TopSim paper.
const std::vector<std::vector<std::string>> WORDS{
    {"enemy", "alliance", "civil", "weather", "terrain", "supply", "medical", "comms"},
    {"troop", "aircraft", "munitions", "vehicle", "vessel", "sensor", "route", "site"},
    {"status", "location", "count", "heading", "alert", "report", "image", "plan"},
};

/// Leaves of the topic tree at most: what a publisher advertises must fit a beacon.
constexpr double MAX_TOPICS = 64;

/**
 * @param level of the tree, from 0
 * @param index of the branch
 * @return the word
 */
std::string
Word(std::size_t level, std::size_t index)
{
    if (level < WORDS.size() && index < WORDS[level].size())
    {
        return WORDS[level][index];
    }
    return std::string(1, static_cast<char>('a' + level % 26)) + std::to_string(index);
}

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
    m_content.AddTo(parameters);
}

void
Workload::Check(const ScenarioParameters& parameters,
                int64_t nodes,
                const std::string& countName) const
{
    NS_LOG_FUNCTION(this);
    const double topics = std::pow(m_branching, m_depth);
    if (topics > MAX_TOPICS)
    {
        parameters.Refuse("--topic_branching to the power of --topic_depth is above " +
                          std::to_string(static_cast<int>(MAX_TOPICS)) +
                          "; expected at most that many topics");
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
    m_content.Begin();
    m_expected = m_eventRate * std::max(0.0, last - first);
    m_wanted.resize(nodes);
    m_random->SetStream(stream++);
    DrawTopics();
    m_random->SetStream(stream++);
    const auto subscribers = DrawSubscribers(nodes);
    for (uint32_t publisher = 0; publisher < m_publishers; ++publisher)
    {
        m_random->SetStream(stream + publisher);
        m_contentRandom->SetStream(stream + 3 * nodes + publisher);
        DrawPublications(publisher, first, last);
    }
    for (uint32_t node : subscribers)
    {
        m_random->SetStream(stream + nodes + node);
        m_contentRandom->SetStream(stream + 4 * nodes + node);
        const auto wanted = DrawInterests();
        for (std::size_t rank : wanted)
        {
            m_wanted[node].push_back(m_content.DrawFilter(m_topics[rank], m_contentRandom));
        }
        m_random->SetStream(stream + 2 * nodes + node);
        DrawChurn(node, wanted, first, last);
    }
    return 2 + 5 * int64_t{nodes};
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
                longer.push_back(text + (level > 0 ? "." : "") + Word(level, i));
            }
        }
        texts.swap(longer);
    }
    for (std::size_t i = texts.size() - 1; i > 0; --i)
    {
        std::swap(texts[i], texts[m_random->GetInteger(0, i)]);
    }
    double sum = 0.0;
    for (std::size_t rank = 0; rank < texts.size(); ++rank)
    {
        m_topics.push_back(*Topic::Parse(texts[rank]));
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
    return std::min<std::size_t>(at - m_cumulated.begin(), m_topics.size() - 1);
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

std::vector<std::size_t>
Workload::DrawInterests()
{
    const auto count = std::min<std::size_t>(m_topicsPerNode, m_topics.size());
    std::vector<std::size_t> wanted{DrawTopic()};
    const std::string primary = m_topics[wanted.front()].Text();
    const std::string family = primary.substr(0, primary.rfind('.') + 1);
    std::vector<std::size_t> siblings;
    for (std::size_t rank = 0; rank < m_topics.size(); ++rank)
    {
        if (rank != wanted.front() && m_topics[rank].Text().starts_with(family))
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
Workload::DrawChurn(uint32_t node, std::vector<std::size_t> wanted, double first, double last)
{
    std::vector<Filter> held = m_wanted[node];
    if (m_churn == 0.0 || wanted.size() == m_topics.size())
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
            taken = (taken + 1) % m_topics.size();
        }
        const Filter next = m_content.DrawFilter(m_topics[taken], m_contentRandom);
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
        Content content(m_topics[DrawTopic()]);
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
    for (std::size_t rank = 0; rank < m_topics.size(); ++rank)
    {
        const double share = m_cumulated[rank] - (rank > 0 ? m_cumulated[rank - 1] : 0.0);
        const double events = std::clamp(std::round(m_expected * share), 1.0, 65535.0);
        advertised.push_back({Filter(m_topics[rank]), static_cast<uint16_t>(events)});
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
        Simulator::Schedule(change.when, &Endpoint::Unsubscribe, protocol, change.from);
        Simulator::Schedule(change.when, &Endpoint::Subscribe, protocol, change.to);
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
