// SPDX-License-Identifier: GPL-2.0-only
#include "broker-store-workload.h"

#include "broker-store-move.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerStoreWorkload");

namespace
{

/// When the events are published: by then all brokers know the stores.
const Time PUBLISH_AT = Seconds(1);

/**
 * @param topic of an instance
 * @return it as a filter
 */
Filter
FilterOf(const StoredTopic& topic)
{
    return *Filter::Parse(topic.name);
}

} // namespace

void
StoreWorkload::AddTo(ScenarioParameters& parameters)
{
    NS_LOG_FUNCTION(this);
    parameters.Add("rate_scale",
                   m_rateScale,
                   1e-6,
                   1.0,
                   "",
                   "share of the requests that are sent; distances do not depend on it");
    parameters.Add("arrivals",
                   m_arrivals,
                   {"poisson", "periodic"},
                   "",
                   "of the requests of a client for a topic");
    parameters.Add("payload_bytes", m_payloadBytes, 0, 1200, "bytes", "of a stored event");
    parameters
        .Add("failed_stores", m_failedStores, 0, 2000, "stores", "that fail, drawn at random");
    parameters.Add("fail_at", m_failAt, 1.5, 1e6, "s", "when they fail");
    parameters.Add("reassign_at",
                   m_reassignAt,
                   1.5,
                   1e6,
                   "s",
                   "when topics move, for --reassign=assignment and --reassign=planning");
}

void
StoreWorkload::Check(const ScenarioParameters& parameters, const MeasuredTime& time) const
{
    NS_LOG_FUNCTION(this);
    if (time.First() < 2 * PUBLISH_AT.GetSeconds())
    {
        std::ostringstream sentence;
        sentence << "--warmup=" << time.First() << " is too short for stores to get their events; "
                 << "expected " << 2 * PUBLISH_AT.GetSeconds() << " or more";
        parameters.Refuse(sentence.str());
    }
}

double
StoreWorkload::RateOf(const StoreSetUp& setUp, std::size_t topic, BrokerId broker) const
{
    return setUp.Instance().topics[topic].demand[broker] * m_rateScale;
}

int64_t
StoreWorkload::Draw(const StoreSetUp& setUp, const MeasuredTime& time, int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    int64_t used = 0;
    auto random = CreateObject<UniformRandomVariable>();
    const uint32_t brokers = setUp.Tree().Size();
    const std::size_t topics = setUp.Instance().topics.size();
    random->SetStream(stream + used++);
    for (std::size_t topic = 0; topic < topics; ++topic)
    {
        m_publishers.push_back(random->GetInteger(0, brokers - 1));
    }
    random->SetStream(stream + used++);
    std::vector<BrokerId> stores = setUp.NewPlan().stores;
    std::sort(stores.begin(), stores.end());
    for (int64_t i = 0; i < m_failedStores && !stores.empty(); ++i)
    {
        const auto at = random->GetInteger(0, static_cast<uint32_t>(stores.size() - 1));
        m_failing.push_back(stores[at]);
        stores.erase(stores.begin() + at);
    }
    for (BrokerId broker = 0; broker < brokers; ++broker)
    {
        for (std::size_t topic = 0; topic < topics; ++topic)
        {
            random->SetStream(stream + used++);
            DrawRequests(setUp, time, broker, topic, random);
        }
    }
    return used;
}

void
StoreWorkload::DrawRequests(const StoreSetUp& setUp,
                            const MeasuredTime& time,
                            BrokerId broker,
                            std::size_t topic,
                            Ptr<UniformRandomVariable> random)
{
    const double rate = RateOf(setUp, topic, broker);
    if (rate <= 0.0)
    {
        return;
    }
    const bool isPoisson = m_arrivals == "poisson";
    // Periodic requests of all clients and topics are spread evenly over the period.
    const std::size_t topics = setUp.Instance().topics.size();
    const double share = static_cast<double>(broker * topics + topic) /
                         static_cast<double>(setUp.Tree().Size() * topics);
    const auto pause = [&] {
        return isPoisson ? -std::log(1.0 - random->GetValue(0.0, 1.0)) : 1.0;
    };
    for (double at = time.First() + (isPoisson ? pause() : share) / rate; at < time.Last();
         at += pause() / rate)
    {
        m_requests.push_back({Seconds(at), broker, topic});
    }
}

void
StoreWorkload::Describe(const StoreSetUp& setUp, StoreRecorder* recorder) const
{
    NS_LOG_FUNCTION(this);
    const StoreInstance& instance = setUp.Instance();
    for (BrokerId broker = 0; recorder && broker < instance.tree.Size(); ++broker)
    {
        for (std::size_t topic = 0; topic < instance.topics.size(); ++topic)
        {
            recorder->RecordDemand(broker,
                                   instance.topics[topic].name,
                                   RateOf(setUp, topic, broker));
        }
    }
}

void
StoreWorkload::Install(const StoreSetUp& setUp, BrokerNetwork& network) const
{
    NS_LOG_FUNCTION(this << m_requests.size());
    const StoreInstance& instance = setUp.Instance();
    InstallStores(instance, setUp.Plan(), network);
    for (std::size_t topic = 0; topic < instance.topics.size(); ++topic)
    {
        const Content content(*Topic::Parse(instance.topics[topic].name));
        Simulator::Schedule(PUBLISH_AT + MilliSeconds(topic),
                            &Endpoint::Publish,
                            network.GetClient(m_publishers[topic]),
                            content,
                            static_cast<uint16_t>(m_payloadBytes));
    }
    for (const BrokerId broker : m_failing)
    {
        Simulator::Schedule(Seconds(m_failAt),
                            &StoringBroker::SetStoreFailed,
                            network.GetBroker(broker),
                            true);
    }
    if (setUp.IsReplanned())
    {
        Simulator::Schedule(Seconds(m_reassignAt), [&setUp, &network] {
            MoveTopics(setUp.Instance(), setUp.Plan(), setUp.NewPlan(), network);
        });
    }
    for (const Arrival& request : m_requests)
    {
        Simulator::Schedule(request.when,
                            &RequestingClient::Request,
                            network.GetClient(request.broker),
                            FilterOf(instance.topics[request.topic]));
    }
}

} // namespace ns3::pubsub::broker
