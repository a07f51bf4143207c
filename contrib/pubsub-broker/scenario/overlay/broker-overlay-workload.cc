// SPDX-License-Identifier: GPL-2.0-only
#include "broker-overlay-workload.h"

#include "ns3/broker-input.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerOverlayWorkload");

namespace
{

/**
 * @param stream number of a stream
 * @return random numbers of it
 */
Ptr<UniformRandomVariable>
RandomOf(int64_t stream)
{
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(stream);
    return random;
}

} // namespace

void
OverlayWorkload::AddTo(ScenarioParameters& parameters)
{
    NS_LOG_FUNCTION(this);
    parameters.Add("tick_s", m_tick, 0.001, 1000.0, "s", "simulated time of a tick of the paper");
    parameters.Add("stage_ticks",
                   m_stageTicks,
                   0,
                   1000000,
                   "ticks",
                   "after which publishers and subscribers change to other types; 0: never");
    parameters.Add("period_ticks", m_periodTicks, 1, 1000000, "ticks", "between two events of one");
    parameters.Add("guard_ticks",
                   m_guardTicks,
                   0,
                   1000,
                   "ticks",
                   "without events before and after a change of stage");
    parameters.Add("workload_divisor",
                   m_divisor,
                   1,
                   1000,
                   "",
                   "1: 450 clients and 12,000 types, as published; else that many times fewer");
    parameters.Add("relevancy",
                   m_relevancy,
                   {"high", "low"},
                   "",
                   "of subscriptions: many or few are derived from others");
    parameters.Add("stage_subscriptions",
                   m_stageSubscriptions,
                   {"reassign", "draw", "own"},
                   "",
                   "all types dealt again in each stage, some of the stage's drawn by each "
                   "consumer, or the same in all stages");
    parameters.Add("type_order",
                   m_typeOrder,
                   {"random", "cyclic"},
                   "",
                   "of a publisher's events: each of a type drawn, or its types in turn, so that "
                   "windows of whole turns are alike");
    parameters.Add("payload_bytes", m_payloadBytes, 0, 1000, "bytes", "of an event");
}

void
OverlayWorkload::Check(const ScenarioParameters& parameters, const MeasuredTime& time) const
{
    NS_LOG_FUNCTION(this);
    if (m_stageTicks > 0 && m_stageTicks <= 2 * m_guardTicks)
    {
        parameters.Refuse("--stage_ticks=" + std::to_string(m_stageTicks) +
                          " leaves none for events beside --guard_ticks=" +
                          std::to_string(m_guardTicks) + "; expected more than twice as many");
    }
    if (time.First() < 1.0)
    {
        parameters.Refuse("--warmup is too short for subscriptions to reach all brokers; expected "
                          "1 or more");
    }
}

int64_t
OverlayWorkload::Draw(const ScenarioParameters& parameters,
                      uint32_t brokers,
                      const MeasuredTime& time,
                      int64_t stream)
{
    NS_LOG_FUNCTION(this << brokers << stream);
    m_first = Seconds(time.First());
    m_last = Seconds(time.Last());
    StageSettings settings = m_relevancy == "low" ? StageSettings::LowRelevancy() : StageSettings();
    settings = settings.DividedBy(static_cast<uint32_t>(m_divisor));
    settings.subscriptions = m_stageSubscriptions == "own"    ? StageSubscriptions::OWN
                             : m_stageSubscriptions == "draw" ? StageSubscriptions::DRAW
                                                              : StageSubscriptions::REASSIGN;
    try
    {
        m_types = MakeStageWorkload(settings, brokers, RandomOf(stream), RandomOf(stream + 1));
    }
    catch (const BrokerInputError& error)
    {
        parameters.Refuse(error.what());
    }
    for (std::size_t i = 0; i < m_types.clients.size(); ++i)
    {
        m_random.push_back(RandomOf(stream + 2 + static_cast<int64_t>(i)));
    }
    m_turns.resize(m_types.clients.size());
    m_subscribed.resize(brokers);
    return 2 + static_cast<int64_t>(m_random.size());
}

Time
OverlayWorkload::Tick() const
{
    return Seconds(m_tick);
}

void
OverlayWorkload::Install(OverlayNetwork& network, OverlayRecorder* recorder)
{
    NS_LOG_FUNCTION(this);
    m_network = &network;
    m_recorder = recorder;
    std::map<BrokerId, std::vector<WeightedFilter>> advertised;
    for (std::size_t i = 0; i < m_types.clients.size(); ++i)
    {
        const StageClient& client = m_types.clients[i];
        for (const auto& types : client.notifications)
        {
            for (const uint32_t type : client.isAdvertising ? types : std::vector<uint32_t>())
            {
                advertised[client.broker].push_back(
                    {.filter = TypeAdvertisement(m_types.notifications[type])});
            }
        }
        if (!client.notifications.empty())
        {
            const Time phase = m_periodTicks * Tick() * m_random[i]->GetValue(0.0, 1.0);
            Simulator::Schedule(m_first + phase, &OverlayWorkload::Publish, this, i);
        }
    }
    for (const auto& [broker, filters] : advertised)
    {
        network.GetBroker(broker)->Advertise(filters);
    }
    BeginStage(0);
}

uint32_t
OverlayWorkload::PresentStage() const
{
    const Time since = Simulator::Now() - m_first;
    if (m_stageTicks == 0 || since.IsStrictlyNegative())
    {
        return 0;
    }
    const int64_t stage = since.GetNanoSeconds() / (m_stageTicks * Tick()).GetNanoSeconds();
    return static_cast<uint32_t>(stage % m_types.stages);
}

bool
OverlayWorkload::IsNearChange() const
{
    if (m_stageTicks == 0)
    {
        return false;
    }
    const int64_t stage = (m_stageTicks * Tick()).GetNanoSeconds();
    const int64_t guard = (m_guardTicks * Tick()).GetNanoSeconds();
    const int64_t since = (Simulator::Now() - m_first).GetNanoSeconds() % stage;
    return since < guard || since >= stage - guard;
}

void
OverlayWorkload::BeginStage(uint32_t stage)
{
    NS_LOG_FUNCTION(this << stage);
    std::vector<std::map<Filter, uint32_t>> wanted(m_subscribed.size());
    for (const StageClient& client : m_types.clients)
    {
        for (const uint32_t type :
             client.subscriptions.empty() ? std::vector<uint32_t>() : client.subscriptions[stage])
        {
            ++wanted[client.broker][TypeFilter(m_types.subscriptions[type])];
        }
    }
    for (BrokerId i = 0; i < wanted.size(); ++i)
    {
        const auto broker = m_network->GetBroker(i);
        for (const auto& [filter, clients] : wanted[i])
        {
            if (!m_subscribed[i].contains(filter))
            {
                broker->Subscribe(filter);
            }
        }
        for (const auto& [filter, clients] : m_subscribed[i])
        {
            if (!wanted[i].contains(filter))
            {
                broker->Unsubscribe(filter);
            }
        }
    }
    m_subscribed = std::move(wanted);
    if (m_recorder)
    {
        m_recorder->RecordStage(stage);
    }
    const int64_t period = std::max<int64_t>(m_stageTicks / m_periodTicks, 1);
    m_network->PlanFor(m_types.Flows(stage, static_cast<uint32_t>(period)));
    if (m_stageTicks > 0)
    {
        const Time begun = std::max(Simulator::Now(), m_first);
        Simulator::Schedule(begun + m_stageTicks * Tick() - Simulator::Now(),
                            &OverlayWorkload::BeginStage,
                            this,
                            (stage + 1) % m_types.stages);
    }
}

void
OverlayWorkload::Publish(std::size_t client)
{
    const StageClient& publisher = m_types.clients[client];
    const auto& types = publisher.notifications[PresentStage()];
    if (Simulator::Now() >= m_last)
    {
        return;
    }
    if (!types.empty())
    {
        // Counted and drawn in any case, so that the guard changes no later event.
        const std::size_t turn = m_turns[client]++ % types.size();
        const auto last = static_cast<uint32_t>(types.size()) - 1;
        const std::size_t drawn = m_random[client]->GetInteger(0, last);
        const std::size_t at = m_typeOrder == "cyclic" ? turn : drawn;
        if (!IsNearChange())
        {
            m_network->GetBroker(publisher.broker)
                ->Publish(TypeContent(m_types.notifications[types[at]]),
                          static_cast<uint16_t>(m_payloadBytes));
        }
    }
    Simulator::Schedule(m_periodTicks * Tick(), &OverlayWorkload::Publish, this, client);
}

} // namespace ns3::pubsub::broker
