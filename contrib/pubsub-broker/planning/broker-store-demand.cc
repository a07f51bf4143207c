// SPDX-License-Identifier: GPL-2.0-only
#include "broker-store-demand.h"

#include "ns3/abort.h"
#include "ns3/broker-input.h"
#include "ns3/broker-store-choice.h"
#include "ns3/log.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerStoreDemand");

namespace
{

/**
 * @param topics number of them
 * @param exponent of Zipf's law
 * @return t^-exponent of the topics t = 1, 2, ...
 */
std::vector<double>
ZipfTerms(uint32_t topics, double exponent)
{
    std::vector<double> terms;
    for (uint32_t topic = 1; topic <= topics; ++topic)
    {
        terms.push_back(std::pow(topic, -exponent));
    }
    return terms;
}

/**
 * @param values to divide
 * @param divisor of each
 * @return the quotients
 */
std::vector<double>
Divided(std::vector<double> values, double divisor)
{
    for (double& value : values)
    {
        value /= divisor;
    }
    return values;
}

} // namespace

std::vector<double>
ZipfPopularity(uint32_t topics, double exponent)
{
    const std::vector<double> terms = ZipfTerms(topics, exponent);
    return Divided(terms, std::accumulate(terms.begin(), terms.end(), 0.0));
}

std::vector<double>
ZipfLocality(uint32_t topics, double exponent)
{
    const std::vector<double> terms = ZipfTerms(topics, exponent);
    return Divided(terms, *std::max_element(terms.begin(), terms.end()));
}

std::vector<BrokerId>
NearestBrokers(const BrokerGraph& graph, BrokerId centre, uint32_t count)
{
    const std::vector<uint16_t> hops = graph.HopsFrom(centre);
    std::vector<BrokerId> brokers(graph.Size());
    std::iota(brokers.begin(), brokers.end(), 0);
    std::stable_sort(brokers.begin(), brokers.end(), [&](BrokerId a, BrokerId b) {
        return hops[a] < hops[b];
    });
    brokers.resize(std::min(count, graph.Size()));
    return brokers;
}

std::vector<std::vector<double>>
MakeDemand(const BrokerGraph& graph, const ZipfDemand& settings, Ptr<UniformRandomVariable> random)
{
    NS_LOG_FUNCTION(settings.topics);
    NS_ABORT_MSG_IF(settings.topics == 0 || graph.Size() == 0, "no topic or no broker");
    const auto popularity = ZipfPopularity(settings.topics, settings.popularityExponent);
    const auto locality = ZipfLocality(settings.topics, settings.localityExponent);
    std::vector<std::vector<double>> demand;
    for (uint32_t topic = 0; topic < settings.topics; ++topic)
    {
        const BrokerId centre = random->GetInteger(0, graph.Size() - 1);
        const double issuers = std::max(1.0, CeilingOf(locality[topic] * graph.Size()));
        demand.emplace_back(graph.Size(), 0.0);
        for (BrokerId broker : NearestBrokers(graph, centre, static_cast<uint32_t>(issuers)))
        {
            demand.back()[broker] = settings.rate * popularity[topic];
        }
    }
    return demand;
}

std::vector<double>
TotalsOf(const std::vector<std::vector<double>>& demand)
{
    std::vector<double> totals;
    for (const auto& each : demand)
    {
        totals.push_back(std::accumulate(each.begin(), each.end(), 0.0));
    }
    return totals;
}

std::vector<uint32_t>
CopiesByDemand(const std::vector<double>& totals,
               uint32_t least,
               CopyRounding rounding,
               uint32_t most)
{
    NS_LOG_FUNCTION(least << most);
    NS_ABORT_MSG_IF(totals.empty(), "no topic");
    const double smallest = *std::min_element(totals.begin(), totals.end());
    NS_ABORT_MSG_UNLESS(smallest > 0.0, "a topic without demand");
    std::vector<uint32_t> copies;
    for (double total : totals)
    {
        const double exact = total / smallest * least;
        const double whole = rounding == CopyRounding::CEILING ? CeilingOf(exact) : FloorOf(exact);
        copies.push_back(static_cast<uint32_t>(std::clamp(whole, 1.0, static_cast<double>(most))));
    }
    return copies;
}

uint32_t
StoresNeeded(const std::vector<uint32_t>& copies, uint32_t capacity)
{
    NS_LOG_FUNCTION(capacity);
    NS_ABORT_MSG_IF(copies.empty() || capacity == 0, "no topic or no room");
    const uint32_t sum = std::accumulate(copies.begin(), copies.end(), uint32_t{0});
    return std::max(*std::max_element(copies.begin(), copies.end()),
                    sum / capacity + (sum % capacity > 0));
}

std::vector<uint32_t>
ApportionCopies(const std::vector<double>& totals, uint32_t stores, uint32_t capacity)
{
    NS_LOG_FUNCTION(stores << capacity);
    const uint64_t room = uint64_t{stores} * capacity;
    if (room < totals.size())
    {
        throw BrokerInputError(std::to_string(stores) + " stores of " + std::to_string(capacity) +
                               " topics have no room for " + std::to_string(totals.size()) +
                               " topics; expected room for a copy of each");
    }
    std::vector<uint32_t> copies(totals.size(), 1);
    for (uint64_t used = totals.size(); used < room; ++used)
    {
        LargestValue<std::size_t> next;
        for (std::size_t topic = 0; topic < totals.size(); ++topic)
        {
            if (copies[topic] < stores)
            {
                next.Offer(topic, totals[topic] / (copies[topic] + 1));
            }
        }
        if (!next.Best())
        {
            break;
        }
        ++copies[*next.Best()];
    }
    return copies;
}

} // namespace ns3::pubsub::broker
