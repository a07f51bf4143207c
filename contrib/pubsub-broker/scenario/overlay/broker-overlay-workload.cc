// SPDX-License-Identifier: GPL-2.0-only
#include "broker-overlay-workload.h"

#include "ns3/broker-input.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>

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
    m_rates.AddTo(parameters);
    m_churn.AddTo(parameters);
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
    m_rates.Check(parameters);
    m_churn.Check(parameters, m_guardTicks, m_stageSubscriptions != "own");
}

StageSettings
OverlayWorkload::Settings() const
{
    StageSettings settings = m_relevancy == "low" ? StageSettings::LowRelevancy() : StageSettings();
    settings = settings.DividedBy(static_cast<uint32_t>(m_divisor));
    settings.subscriptions = m_stageSubscriptions == "own"    ? StageSubscriptions::OWN
                             : m_stageSubscriptions == "draw" ? StageSubscriptions::DRAW
                                                              : StageSubscriptions::REASSIGN;
    return settings;
}

int64_t
OverlayWorkload::Draw(const ScenarioParameters& parameters,
                      uint32_t brokers,
                      const MeasuredTime& time,
                      int64_t stream)
{
    NS_LOG_FUNCTION(this << brokers << stream);
    m_times = {.first = Seconds(time.First()),
               .last = Seconds(time.Last()),
               .stage = m_stageTicks * Tick(),
               .guard = m_guardTicks * Tick()};
    try
    {
        m_types = MakeStageWorkload(Settings(), brokers, RandomOf(stream), RandomOf(stream + 1));
    }
    catch (const BrokerInputError& error)
    {
        parameters.Refuse(error.what());
    }
    int64_t used = 2;
    uint32_t publishers = 0;
    for (const StageClient& client : m_types.clients)
    {
        m_random.push_back(RandomOf(stream + used++));
        m_publishers.push_back(publishers);
        publishers += !client.notifications.empty() && !client.notifications[0].empty();
    }
    m_turns.resize(m_types.clients.size());
    m_scheduled.resize(m_types.clients.size());
    m_subscribed.resize(brokers);
    used += m_churn.AssignStreams(m_types, stream + used);
    used += m_rates.Draw(parameters,
                         publishers,
                         m_times.first,
                         m_times.last,
                         Tick(),
                         m_periodTicks * Tick(),
                         stream + used);
    return used;
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
            m_scheduled[i] = m_periodTicks * Tick() * m_random[i]->GetValue(0.0, 1.0);
            ScheduleNext(i);
        }
    }
    for (const auto& [broker, filters] : advertised)
    {
        network.GetBroker(broker)->Advertise(filters);
    }
    BeginStage(0);
    m_churn.Begin(m_times, Tick(), [this](const auto& change) { Resubscribe(change); });
    if (m_churn.IsOn() && network.CanPlan())
    {
        const Time mean = m_churn.Ticks() * Tick();
        Simulator::Schedule(m_times.first + mean, &OverlayWorkload::Replan, this);
    }
    if (recorder && !m_rates.IsSteady())
    {
        recorder->RecordRates(m_rates.Rows());
    }
}

uint32_t
OverlayWorkload::PresentStage() const
{
    return static_cast<uint32_t>(m_times.EndedBy(Simulator::Now()) % m_types.stages);
}

bool
OverlayWorkload::IsNearChange() const
{
    if (m_stageTicks == 0)
    {
        return false;
    }
    const int64_t stage = m_times.stage.GetNanoSeconds();
    const int64_t guard = m_times.guard.GetNanoSeconds();
    const int64_t since = (Simulator::Now() - m_times.first).GetNanoSeconds() % stage;
    return since < guard || since >= stage - guard;
}

void
OverlayWorkload::BeginStage(uint32_t stage)
{
    NS_LOG_FUNCTION(this << stage);
    std::vector<std::map<Filter, uint32_t>> wanted(m_subscribed.size());
    m_churn.BeginStage(stage);
    for (std::size_t i = 0; i < m_types.clients.size(); ++i)
    {
        for (const uint32_t type : m_churn.Present()[i])
        {
            ++wanted[m_types.clients[i].broker][TypeFilter(m_types.subscriptions[type])];
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
    PlanAhead(m_times.stage);
    if (m_stageTicks > 0)
    {
        const Time begun = std::max(Simulator::Now(), m_times.first);
        Simulator::Schedule(begun + m_stageTicks * Tick() - Simulator::Now(),
                            &OverlayWorkload::BeginStage,
                            this,
                            (stage + 1) % m_types.stages);
    }
}

void
OverlayWorkload::PlanAhead(Time ahead)
{
    NS_LOG_FUNCTION(this << ahead);
    const Time begun = std::max(Simulator::Now(), m_times.first);
    const Time end = ahead.IsZero() ? m_times.last : std::min(begun + ahead, m_times.last);
    const int64_t turns = ahead.GetNanoSeconds() / (m_periodTicks * Tick()).GetNanoSeconds();
    std::vector<uint32_t> counts(m_types.clients.size(),
                                 static_cast<uint32_t>(std::max<int64_t>(turns, 1)));
    for (std::size_t i = 0; i < counts.size() && !m_rates.IsSteady() && begun < end; ++i)
    {
        const double mean =
            m_rates.MeanOf(m_publishers[i], begun - m_times.first, end - m_times.first);
        const double events = mean * ((end - begun) / (m_periodTicks * Tick())).GetDouble();
        counts[i] = static_cast<uint32_t>(std::max<long>(std::lround(events), 1));
    }
    m_network->PlanFor(m_types.Flows(PresentStage(), m_churn.Present(), counts));
}

void
OverlayWorkload::Replan()
{
    NS_LOG_FUNCTION(this);
    const Time mean = m_churn.Ticks() * Tick();
    PlanAhead(mean);
    Simulator::Schedule(mean, &OverlayWorkload::Replan, this);
}

void
OverlayWorkload::Resubscribe(const SubscriptionChange& change)
{
    NS_LOG_FUNCTION(this << change.client);
    const BrokerId number = m_types.clients[change.client].broker;
    const auto broker = m_network->GetBroker(number);
    auto& subscribed = m_subscribed[number];
    const Filter taken = TypeFilter(m_types.subscriptions[change.taken]);
    if (++subscribed[taken] == 1)
    {
        broker->Subscribe(taken);
    }
    const Filter dropped = TypeFilter(m_types.subscriptions[change.dropped]);
    if (--subscribed[dropped] == 0)
    {
        subscribed.erase(dropped);
        broker->Unsubscribe(dropped);
    }
}

void
OverlayWorkload::ScheduleNext(std::size_t client)
{
    const Time at = m_times.first + m_rates.TimeOf(m_publishers[client], m_scheduled[client]);
    m_scheduled[client] += m_periodTicks * Tick();
    Simulator::Schedule(at - Simulator::Now(), &OverlayWorkload::Publish, this, client);
}

void
OverlayWorkload::Publish(std::size_t client)
{
    const StageClient& publisher = m_types.clients[client];
    const auto& types = publisher.notifications[PresentStage()];
    if (Simulator::Now() >= m_times.last)
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
        const Content content = TypeContent(m_types.notifications[types[at]]);
        if (!IsNearChange() && !m_churn.IsNearChange(content))
        {
            m_network->GetBroker(publisher.broker)
                ->Publish(content, static_cast<uint16_t>(m_payloadBytes));
        }
    }
    ScheduleNext(client);
}

} // namespace ns3::pubsub::broker
