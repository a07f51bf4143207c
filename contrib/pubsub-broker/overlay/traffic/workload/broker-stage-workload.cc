// SPDX-License-Identifier: GPL-2.0-only
#include "broker-stage-workload.h"

#include "ns3/broker-filter-similarity.h"
#include "ns3/broker-input.h"
#include "ns3/log.h"
#include "ns3/shuffle.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerStageWorkload");

namespace
{

/**
 * @param settings numbers
 * @return subscription types of all kinds
 */
uint32_t
SubscriptionTypes(const StageSettings& settings)
{
    return settings.randomTypes + settings.baseTypes + settings.derivedTypes +
           settings.derivedTwiceTypes;
}

/**
 * @brief Refuse numbers that no workload can have.
 * @param settings numbers
 * @param brokers number of them
 */
void
CheckSettings(const StageSettings& settings, uint32_t brokers)
{
    const uint32_t types = SubscriptionTypes(settings);
    if (settings.stages == 0 || brokers == 0)
    {
        throw BrokerInputError("a workload of " + std::to_string(settings.stages) + " stages at " +
                               std::to_string(brokers) +
                               " brokers is empty; expected at least one of each");
    }
    const uint32_t clients = settings.consumers + settings.pairs;
    const bool isDrawn = settings.subscriptions == StageSubscriptions::DRAW;
    const uint32_t least = isDrawn ? settings.subscriptionsPerConsumer * settings.stages
                                   : settings.subscriptionsPerConsumer * clients;
    if (clients == 0 || settings.subscriptionsPerConsumer == 0 || types < least)
    {
        throw BrokerInputError("a stage would be without subscriptions: " + std::to_string(types) +
                               " types for " + std::to_string(clients) + " consumers and " +
                               std::to_string(settings.stages) + " stages; expected at least " +
                               std::to_string(std::max(least, uint32_t{1})) +
                               " types and one consumer");
    }
    if (settings.matchedTypes == 0 || settings.matchedTypes > types ||
        settings.derivedTypes * (settings.baseTypes == 0) +
                settings.derivedTwiceTypes * (settings.derivedTypes == 0) >
            0)
    {
        throw BrokerInputError(
            "notifications cannot be made from " + std::to_string(settings.matchedTypes) + " of " +
            std::to_string(types) + " subscriptions; expected 1 to all, and types to derive from");
    }
}

/**
 * @param settings numbers
 * @param maker of types
 * @return the subscription types
 */
std::vector<AttributePairs>
MakeSubscriptions(const StageSettings& settings, TypeMaker& maker)
{
    std::vector<AttributePairs> all = maker.DrawSubscriptions(settings.randomTypes);
    const auto bases = maker.DrawSubscriptions(settings.baseTypes);
    const auto derived = maker.DeriveSubscriptions(bases, settings.derivedTypes);
    const auto twice = maker.DeriveSubscriptions(derived, settings.derivedTwiceTypes);
    for (const auto& types : {bases, derived, twice})
    {
        all.insert(all.end(), types.begin(), types.end());
    }
    return all;
}

/**
 * @param count of types
 * @param random source
 * @return the indices of the types in random order
 */
std::vector<uint32_t>
Shuffled(uint32_t count, Ptr<UniformRandomVariable> random)
{
    std::vector<uint32_t> indices(count);
    std::iota(indices.begin(), indices.end(), 0);
    Shuffle(indices.begin(), indices.end(), random);
    return indices;
}

/**
 * @param indices any
 * @param part which part, from 0
 * @param parts number of parts that differ by at most one in size
 * @return the part
 */
std::vector<uint32_t>
PartOf(const std::vector<uint32_t>& indices, std::size_t part, std::size_t parts)
{
    const auto begin = static_cast<std::ptrdiff_t>(indices.size() * part / parts);
    const auto end = static_cast<std::ptrdiff_t>(indices.size() * (part + 1) / parts);
    return {indices.begin() + begin, indices.begin() + end};
}

/**
 * @brief Give each producer types of its own, divided among the stages.
 * @param clients all
 * @param settings numbers
 * @param random source
 */
void
AssignNotifications(std::vector<StageClient>& clients,
                    const StageSettings& settings,
                    Ptr<UniformRandomVariable> random)
{
    const std::size_t publishing = settings.producers + settings.pairs;
    const auto types =
        Shuffled(settings.notificationsPerProducer * static_cast<uint32_t>(publishing), random);
    std::size_t next = 0;
    for (std::size_t client = 0; client < clients.size(); ++client)
    {
        const bool isConsumer =
            client >= settings.producers && client < settings.producers + settings.consumers;
        if (isConsumer)
        {
            clients[client].notifications.resize(settings.stages);
            continue;
        }
        const auto own = PartOf(types, next++, publishing);
        for (uint32_t stage = 0; stage < settings.stages; ++stage)
        {
            clients[client].notifications.push_back(PartOf(own, stage, settings.stages));
        }
        clients[client].isAdvertising = client < settings.producers;
    }
}

/**
 * @brief Give each consumer its subscriptions.
 * @param clients all
 * @param settings numbers
 * @param random source
 */
void
AssignSubscriptions(std::vector<StageClient>& clients,
                    const StageSettings& settings,
                    Ptr<UniformRandomVariable> random)
{
    auto types = Shuffled(SubscriptionTypes(settings), random);
    const std::size_t subscribing = settings.consumers + settings.pairs;
    for (StageClient& client : clients)
    {
        client.subscriptions.resize(settings.stages);
    }
    for (uint32_t stage = 0; stage < settings.stages; ++stage)
    {
        if (settings.subscriptions == StageSubscriptions::REASSIGN)
        {
            Shuffle(types.begin(), types.end(), random);
        }
        for (std::size_t client = settings.producers; client < clients.size(); ++client)
        {
            std::vector<uint32_t> offered;
            if (settings.subscriptions == StageSubscriptions::DRAW)
            {
                offered = PartOf(types, stage, settings.stages);
                Shuffle(offered.begin(), offered.end(), random);
            }
            else
            {
                offered = PartOf(types, client - settings.producers, subscribing);
            }
            offered.resize(settings.subscriptionsPerConsumer);
            std::sort(offered.begin(), offered.end());
            clients[client].subscriptions[stage] = std::move(offered);
        }
    }
}

/**
 * @param workload any
 * @param stage from 0
 * @return the types that each client subscribes to in the stage
 */
std::vector<std::vector<uint32_t>>
WantedIn(const StageWorkload& workload, uint32_t stage)
{
    std::vector<std::vector<uint32_t>> wanted;
    for (const StageClient& client : workload.clients)
    {
        wanted.push_back(client.subscriptions[stage]);
    }
    return wanted;
}

/**
 * @param workload any
 * @param wanted types that each client subscribes to
 * @return the filter and the brokers of each subscription type in use; a broker occurs once for
 * each client
 */
std::vector<std::pair<Filter, std::vector<BrokerId>>>
SubscribersOf(const StageWorkload& workload, const std::vector<std::vector<uint32_t>>& wanted)
{
    std::map<uint32_t, std::vector<BrokerId>> brokers;
    for (std::size_t client = 0; client < wanted.size(); ++client)
    {
        for (uint32_t type : wanted[client])
        {
            brokers[type].push_back(workload.clients[client].broker);
        }
    }
    std::vector<std::pair<Filter, std::vector<BrokerId>>> subscribers;
    for (const auto& [type, at] : brokers)
    {
        subscribers.emplace_back(TypeFilter(workload.subscriptions[type]), at);
    }
    return subscribers;
}

} // namespace

StageSettings
StageSettings::LowRelevancy()
{
    StageSettings settings;
    settings.randomTypes = 1600;
    settings.derivedTypes = 200;
    settings.derivedTwiceTypes = 0;
    return settings;
}

StageSettings
StageSettings::DividedBy(uint32_t divisor) const
{
    StageSettings settings = *this;
    for (uint32_t* number : {&settings.randomTypes,
                             &settings.baseTypes,
                             &settings.derivedTypes,
                             &settings.derivedTwiceTypes,
                             &settings.matchedTypes,
                             &settings.producers,
                             &settings.consumers,
                             &settings.pairs})
    {
        *number /= divisor;
    }
    return settings;
}

double
StageWorkload::Relevancy() const
{
    std::vector<Filter> filters;
    for (const AttributePairs& pairs : subscriptions)
    {
        filters.push_back(TypeFilter(pairs));
    }
    return MeanBestSimilarity(filters, SimilarityKind::JACCARD);
}

double
StageWorkload::MatchesPerNotification(uint32_t stage) const
{
    const auto subscribers = SubscribersOf(*this, WantedIn(*this, stage));
    std::size_t matches = 0;
    std::size_t types = 0;
    for (const StageClient& client : clients)
    {
        for (uint32_t type : client.notifications[stage])
        {
            const Content content = TypeContent(notifications[type]);
            ++types;
            for (const auto& [filter, brokers] : subscribers)
            {
                matches += filter.Matches(content) ? brokers.size() : 0;
            }
        }
    }
    return types == 0 ? 0.0 : static_cast<double>(matches) / static_cast<double>(types);
}

std::vector<OverlayFlow>
StageWorkload::Flows(uint32_t stage, uint32_t count) const
{
    NS_LOG_FUNCTION(this << stage << count);
    return Flows(stage, WantedIn(*this, stage), std::vector<uint32_t>(clients.size(), count));
}

std::vector<OverlayFlow>
StageWorkload::Flows(uint32_t stage,
                     const std::vector<std::vector<uint32_t>>& wanted,
                     const std::vector<uint32_t>& counts) const
{
    NS_LOG_FUNCTION(this << stage);
    const auto subscribers = SubscribersOf(*this, wanted);
    std::vector<OverlayFlow> flows;
    for (std::size_t i = 0; i < clients.size(); ++i)
    {
        const StageClient& client = clients[i];
        for (uint32_t type : client.notifications[stage])
        {
            const Content content = TypeContent(notifications[type]);
            OverlayFlow flow{MakeFlowId(client.broker, ContentClassOf(content)), {}, counts[i]};
            for (const auto& [filter, brokers] : subscribers)
            {
                if (filter.Matches(content))
                {
                    flow.consumers.insert(flow.consumers.end(), brokers.begin(), brokers.end());
                }
            }
            flows.push_back(std::move(flow));
        }
    }
    return flows;
}

StageWorkload
MakeStageWorkload(const StageSettings& settings,
                  uint32_t brokers,
                  Ptr<UniformRandomVariable> types,
                  Ptr<UniformRandomVariable> places)
{
    NS_LOG_FUNCTION(brokers);
    CheckSettings(settings, brokers);
    StageWorkload workload;
    workload.stages = settings.stages;
    TypeMaker maker(settings.types, types);
    workload.subscriptions = MakeSubscriptions(settings, maker);
    std::vector<AttributePairs> matched;
    for (uint32_t type : Shuffled(SubscriptionTypes(settings), types))
    {
        if (matched.size() < settings.matchedTypes)
        {
            matched.push_back(workload.subscriptions[type]);
        }
    }
    workload.notifications = maker.DrawNotifications(matched,
                                                     settings.notificationsPerProducer *
                                                         (settings.producers + settings.pairs));
    workload.clients.resize(settings.producers + settings.consumers + settings.pairs);
    for (StageClient& client : workload.clients)
    {
        client.broker = places->GetInteger(0, brokers - 1);
    }
    AssignNotifications(workload.clients, settings, types);
    AssignSubscriptions(workload.clients, settings, types);
    return workload;
}

} // namespace ns3::pubsub::broker
