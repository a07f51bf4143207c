// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-workload.h"

#include "sdn-workload-file.h"

#include "ns3/broker-input.h"
#include "ns3/log.h"
#include "ns3/pubsub-endpoint.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnWorkload");

namespace
{

/// Leaves of the topic tree at most.
constexpr double MAX_LEAVES = 4096;

/// Streams of a host: its topics, its events, its interests and its changes of interest.
constexpr int64_t STREAMS_OF_HOST = 4;

/**
 * @param level of the tree, from 0
 * @param index of the branch
 * @return the word
 */
std::string
WordOf(int64_t level, int64_t index)
{
    return std::string(1, static_cast<char>('a' + level)) + std::to_string(index);
}

} // namespace

void
SdnWorkload::AddTo(ScenarioParameters& parameters)
{
    NS_LOG_FUNCTION(this);
    parameters.Add("topic_depth", m_depth, 1, 8, "words", "words in a topic");
    parameters
        .Add("topic_branching", m_branching, 1, 256, "words", "words to choose from per level");
    parameters.Add("zipf", m_zipf, 0.0, 5.0, "", "exponent of topic popularity; 0: all alike");
    parameters
        .Add("topics_per_node", m_topicsPerNode, 1, 256, "topics", "topics a subscriber wants");
    parameters.Add("related",
                   m_related,
                   0.0,
                   1.0,
                   "",
                   "share of further topics that are siblings of the first");
    parameters.Add("branches",
                   m_branches,
                   0.0,
                   1.0,
                   "",
                   "share of subscriptions that take all topics of the branch above their topic");
    parameters.Add("subscribers", m_subscribers, 0.0, 1.0, "", "share of hosts that subscribe");
    parameters.Add("publishers", m_publishers, 1, 4096, "hosts", "hosts that publish");
    parameters.Add("topics_per_publisher",
                   m_topicsPerPublisher,
                   0,
                   4096,
                   "topics",
                   "topics that a publisher publishes; 0: all");
    parameters.Add("event_rate", m_eventRate, 0.001, 1e5, "events/s", "of each publisher, Poisson");
    parameters.Add("payload_bytes", m_payloadBytes, 0, 1200, "bytes", "payload of an event");
    parameters.Add("churn",
                   m_churn,
                   0.0,
                   600.0,
                   "changes/min",
                   "of a subscriber: one topic left, another taken");
    parameters.Add("workload_file",
                   m_file,
                   {},
                   "file",
                   "publishers, subscribers and events, in place of the drawn ones");
    m_bursts.AddTo(parameters);
}

void
SdnWorkload::Check(const ScenarioParameters& parameters) const
{
    NS_LOG_FUNCTION(this);
    m_bursts.Check(parameters);
    if (std::pow(m_branching, m_depth) > MAX_LEAVES)
    {
        parameters.Refuse("--topic_branching to the power of --topic_depth is above " +
                          std::to_string(static_cast<int>(MAX_LEAVES)) +
                          "; expected at most that many topics");
    }
}

int64_t
SdnWorkload::Draw(const ScenarioParameters& parameters,
                  uint32_t hosts,
                  const MeasuredTime& time,
                  int64_t stream)
{
    NS_LOG_FUNCTION(this << hosts << stream);
    const double first = time.First();
    const double last = time.Last();
    m_random = CreateObject<UniformRandomVariable>();
    m_published.resize(hosts);
    int64_t used = 2 + STREAMS_OF_HOST * int64_t{hosts};
    if (!m_file.empty())
    {
        try
        {
            m_plan = ReadWorkload(m_file, hosts, static_cast<uint16_t>(m_payloadBytes));
        }
        catch (const broker::BrokerInputError& error)
        {
            parameters.Refuse(error.what());
        }
        used += m_bursts.Draw(m_plan.topics.size(), last, stream + used);
        used += DrawFileEvents(first, last, stream + used);
        Finish();
        return used;
    }
    if (m_publishers > hosts)
    {
        parameters.Refuse("--publishers=" + std::to_string(m_publishers) +
                          " is above the number of hosts; expected at most " +
                          std::to_string(hosts));
    }
    m_random->SetStream(stream);
    DrawTopics();
    m_random->SetStream(stream + 1);
    DrawRoles();
    used += m_bursts.Draw(m_plan.topics.size(), last, stream + used);
    for (const uint32_t host : m_publishing)
    {
        m_random->SetStream(stream + 2 + host);
        DrawPublisher(host);
        m_random->SetStream(stream + 2 + hosts + host);
        DrawEvents(host, first, last);
    }
    for (const uint32_t host : m_subscribing)
    {
        m_random->SetStream(stream + 2 + 2 * hosts + host);
        const auto wanted = DrawInterests(host);
        m_random->SetStream(stream + 2 + 3 * hosts + host);
        DrawChurn(host, wanted, first, last);
    }
    Finish();
    return used;
}

void
SdnWorkload::DrawTopics()
{
    std::vector<std::string> texts{""};
    for (int64_t level = 0; level < m_depth; ++level)
    {
        std::vector<std::string> longer;
        for (const std::string& text : texts)
        {
            for (int64_t i = 0; i < m_branching; ++i)
            {
                longer.push_back(text + (level > 0 ? "." : "") + WordOf(level, i));
            }
        }
        texts.swap(longer);
    }
    for (const std::string& text : texts)
    {
        m_plan.topics.push_back(*Topic::Parse(text));
    }
    // Popularity is shuffled over the topics, so that the order of registration does not show it.
    std::vector<std::size_t> order(texts.size());
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = order.size() - 1; i > 0; --i)
    {
        std::swap(order[i], order[m_random->GetInteger(0, i)]);
    }
    m_popularity.resize(texts.size());
    double sum = 0.0;
    for (std::size_t rank = 0; rank < order.size(); ++rank)
    {
        m_popularity[order[rank]] = std::pow(rank + 1.0, -m_zipf);
        sum += m_popularity[order[rank]];
    }
    for (double& share : m_popularity)
    {
        share /= sum;
    }
    m_ranks.resize(texts.size());
    std::iota(m_ranks.begin(), m_ranks.end(), 0);
}

void
SdnWorkload::DrawRoles()
{
    std::vector<uint32_t> hosts(m_published.size());
    std::iota(hosts.begin(), hosts.end(), 0);
    for (std::size_t i = hosts.size() - 1; i > 0; --i)
    {
        std::swap(hosts[i], hosts[m_random->GetInteger(0, i)]);
    }
    m_publishing.assign(hosts.begin(), hosts.begin() + m_publishers);
    const auto others = static_cast<double>(hosts.size() - m_publishing.size());
    const auto wanted = static_cast<std::size_t>(std::lround(m_subscribers * others));
    m_subscribing.assign(hosts.begin() + m_publishers, hosts.begin() + m_publishers + wanted);
    std::sort(m_publishing.begin(), m_publishing.end());
    std::sort(m_subscribing.begin(), m_subscribing.end());
}

std::size_t
SdnWorkload::DrawTopic(const std::vector<std::size_t>& ranks)
{
    double sum = 0.0;
    for (const std::size_t rank : ranks)
    {
        sum += m_popularity[rank];
    }
    double at = m_random->GetValue(0.0, sum);
    for (const std::size_t rank : ranks)
    {
        at -= m_popularity[rank];
        if (at < 0.0)
        {
            return rank;
        }
    }
    return ranks.back();
}

double
SdnWorkload::DrawInterval(double mean)
{
    return -mean * std::log(1.0 - m_random->GetValue(0.0, 1.0));
}

void
SdnWorkload::DrawPublisher(uint32_t host)
{
    std::vector<std::size_t> left = m_ranks;
    auto& mine = m_published[host];
    if (m_topicsPerPublisher == 0 || static_cast<std::size_t>(m_topicsPerPublisher) >= left.size())
    {
        mine = left;
    }
    while (mine.size() < std::min<std::size_t>(m_topicsPerPublisher, m_ranks.size()) &&
           mine.size() < m_ranks.size())
    {
        const std::size_t rank = DrawTopic(left);
        std::erase(left, rank);
        mine.push_back(rank);
    }
    std::sort(mine.begin(), mine.end());
    double sum = 0.0;
    for (const std::size_t rank : mine)
    {
        sum += m_popularity[rank];
    }
    for (const std::size_t rank : mine)
    {
        m_plan.publishers.push_back({.host = host,
                                     .topic = m_plan.topics[rank],
                                     .rate = m_eventRate * m_popularity[rank] / sum,
                                     .payloadBytes = static_cast<uint16_t>(m_payloadBytes)});
    }
}

void
SdnWorkload::DrawEvents(uint32_t host, double first, double last)
{
    const double peak = m_bursts.Peak();
    const double gap = 1.0 / (m_eventRate * peak);
    for (double at = first + DrawInterval(gap); at < last; at += DrawInterval(gap))
    {
        const std::size_t rank = DrawTopic(m_published[host]);
        // Thinning: the kept events are a Poisson process whose rate varies.
        if (peak > 1.0 && m_random->GetValue(0.0, peak) >= m_bursts.MultiplierAt(rank, at))
        {
            continue;
        }
        m_plan.events.push_back({.when = Seconds(at),
                                 .host = host,
                                 .topic = m_plan.topics[rank],
                                 .payloadBytes = static_cast<uint16_t>(m_payloadBytes)});
    }
}

int64_t
SdnWorkload::DrawFileEvents(double first, double last, int64_t stream)
{
    const double peak = m_bursts.Peak();
    for (std::size_t i = 0; i < m_plan.publishers.size(); ++i)
    {
        const PlannedPublisher& publisher = m_plan.publishers[i];
        const auto topic = std::find(m_plan.topics.begin(), m_plan.topics.end(), publisher.topic);
        const auto rank = static_cast<std::size_t>(topic - m_plan.topics.begin());
        m_random->SetStream(stream + static_cast<int64_t>(i));
        if (publisher.rate == 0.0)
        {
            continue;
        }
        const double gap = 1.0 / (publisher.rate * peak);
        for (double at = first + DrawInterval(gap); at < last; at += DrawInterval(gap))
        {
            if (peak > 1.0 && m_random->GetValue(0.0, peak) >= m_bursts.MultiplierAt(rank, at))
            {
                continue;
            }
            m_plan.events.push_back({.when = Seconds(at),
                                     .host = publisher.host,
                                     .topic = publisher.topic,
                                     .payloadBytes = publisher.payloadBytes});
        }
    }
    return static_cast<int64_t>(m_plan.publishers.size());
}

std::vector<std::size_t>
SdnWorkload::DrawInterests(uint32_t host)
{
    const auto count = std::min<std::size_t>(m_topicsPerNode, m_ranks.size());
    std::vector<std::size_t> wanted{DrawTopic(m_ranks)};
    const std::size_t family = wanted.front() / m_branching;
    while (wanted.size() < count)
    {
        std::vector<std::size_t> left;
        std::vector<std::size_t> siblings;
        for (const std::size_t rank : m_ranks)
        {
            if (std::find(wanted.begin(), wanted.end(), rank) == wanted.end())
            {
                left.push_back(rank);
                if (rank / m_branching == family)
                {
                    siblings.push_back(rank);
                }
            }
        }
        const bool isRelated = m_random->GetValue(0.0, 1.0) < m_related && !siblings.empty();
        wanted.push_back(isRelated ? siblings[m_random->GetInteger(0, siblings.size() - 1)]
                                   : DrawTopic(left));
    }
    for (const std::size_t rank : wanted)
    {
        m_plan.subscriptions.push_back(
            {.when = Seconds(0), .host = host, .filter = DrawFilter(rank), .isActive = true});
    }
    return wanted;
}

Filter
SdnWorkload::DrawFilter(std::size_t rank)
{
    const Topic& topic = m_plan.topics[rank];
    const bool isBranch = m_random->GetValue(0.0, 1.0) < m_branches;
    const std::string& text = topic.Text();
    const auto dot = text.rfind('.');
    return isBranch && dot != std::string::npos ? *Filter::Parse(text.substr(0, dot) + ".#")
                                                : Filter(topic);
}

void
SdnWorkload::DrawChurn(uint32_t host, std::vector<std::size_t> wanted, double first, double last)
{
    if (m_churn == 0.0 || wanted.size() == m_ranks.size())
    {
        return;
    }
    std::vector<Filter> held;
    for (const PlannedSubscription& subscription : m_plan.subscriptions)
    {
        if (subscription.host == host)
        {
            held.push_back(subscription.filter);
        }
    }
    for (double at = first + DrawInterval(60.0 / m_churn); at < last;
         at += DrawInterval(60.0 / m_churn))
    {
        const std::size_t leaving = m_random->GetInteger(0, wanted.size() - 1);
        std::vector<std::size_t> left = m_ranks;
        std::erase_if(left, [&wanted](std::size_t rank) {
            return std::find(wanted.begin(), wanted.end(), rank) != wanted.end();
        });
        wanted[leaving] = DrawTopic(left);
        const Filter next = DrawFilter(wanted[leaving]);
        m_plan.subscriptions.push_back(
            {.when = Seconds(at), .host = host, .filter = held[leaving], .isActive = false});
        m_plan.subscriptions.push_back(
            {.when = Seconds(at), .host = host, .filter = next, .isActive = true});
        held[leaving] = next;
    }
}

void
SdnWorkload::Finish()
{
    const auto byTime = [](const auto& a, const auto& b) { return a.when < b.when; };
    std::stable_sort(m_plan.events.begin(), m_plan.events.end(), byTime);
    std::stable_sort(m_plan.subscriptions.begin(), m_plan.subscriptions.end(), byTime);
    for (const PlannedEvent& event : m_plan.events)
    {
        m_byTopic[event.topic].push_back(event);
    }
}

const WorkloadPlan&
SdnWorkload::Plan() const
{
    return m_plan;
}

void
SdnWorkload::Install(const NodeContainer& hosts) const
{
    NS_LOG_FUNCTION(this);
    for (const PlannedSubscription& subscription : m_plan.subscriptions)
    {
        const auto endpoint = PubSubOf(hosts.Get(subscription.host));
        if (subscription.when.IsZero() && subscription.isActive)
        {
            endpoint->Subscribe(subscription.filter);
            continue;
        }
        Simulator::Schedule(subscription.when,
                            subscription.isActive ? &Endpoint::Subscribe : &Endpoint::Unsubscribe,
                            endpoint,
                            subscription.filter);
    }
    for (const PlannedEvent& event : m_plan.events)
    {
        Simulator::Schedule(event.when,
                            &Endpoint::Publish,
                            PubSubOf(hosts.Get(event.host)),
                            Content(event.topic),
                            event.payloadBytes);
    }
}

std::span<const PlannedEvent>
SdnWorkload::EventsOf(const Topic& topic, Time from, Time to) const
{
    const auto found = m_byTopic.find(topic);
    if (found == m_byTopic.end())
    {
        return {};
    }
    const auto isBefore = [](const PlannedEvent& event, Time time) { return event.when < time; };
    const auto& events = found->second;
    const auto first = std::lower_bound(events.begin(), events.end(), from, isBefore);
    return {first, std::lower_bound(first, events.end(), to, isBefore)};
}

} // namespace ns3::pubsub::sdn
