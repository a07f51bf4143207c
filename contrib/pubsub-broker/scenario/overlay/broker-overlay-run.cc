// SPDX-License-Identifier: GPL-2.0-only
#include "broker-overlay-run.h"

#include "ns3/log.h"

#include <iostream>
#include <numeric>
#include <sstream>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerOverlayRun");

namespace
{

/// Time in which the last messages arrive.
const Time OVERLAY_SETTLE = Seconds(2);

/// Files of captures that are open at a time: each is opened only to append to it.
constexpr uint64_t OPEN_CAPTURES = 1;

/**
 * @param address any
 * @return it in dotted decimals
 */
std::string
TextOf(Ipv4Address address)
{
    std::ostringstream text;
    text << address;
    return text.str();
}

} // namespace

OverlayRun::OverlayRun(const ScenarioParameters& parameters,
                       OverlayNetwork& network,
                       Time step,
                       bool transmissions)
    : ScenarioRun(parameters, network.GetBrokers(), OVERLAY_SETTLE),
      m_network(network)
{
    NS_LOG_FUNCTION(this << step);
    for (BrokerId i = 0; i < network.GetBrokers().GetN(); ++i)
    {
        network.GetBroker(i)->TraceConnectWithoutContext("Plan", MakeBoundCallback(&Planned, this));
    }
    m_folder = MakeOutputFolder(OPEN_CAPTURES, "brokers");
    if (m_folder.empty())
    {
        return;
    }
    m_recorder = std::make_unique<TraceRecorder>(
        m_folder,
        network.GetBrokers(),
        [this](const auto& event) { return FindDue(event); },
        transmissions);
    m_overlay = std::make_unique<OverlayRecorder>(m_folder, network, step);
    network.GetUnderlay().TraceDrops(MakeCallback(&OverlayRun::Dropped, this));
    Describe();
}

OverlayRun::~OverlayRun() = default;

void
OverlayRun::Capture(uint32_t bytes, uint32_t brokers)
{
    NS_LOG_FUNCTION(this << bytes << brokers);
    if (!m_folder.empty())
    {
        std::vector<BrokerId> captured(brokers);
        std::iota(captured.begin(), captured.end(), 0);
        m_network.GetUnderlay().Capture(m_folder, bytes, captured);
    }
}

void
OverlayRun::RecordLinkSteps()
{
    NS_LOG_FUNCTION(this);
    if (!m_folder.empty())
    {
        m_links = std::make_unique<LinkStepRecorder>(m_folder, m_network.AllBrokers());
    }
}

void
OverlayRun::RecordPredictions()
{
    NS_LOG_FUNCTION(this);
    if (!m_folder.empty())
    {
        m_predictions = std::make_unique<PredictionRecorder>(m_folder, m_network.AllBrokers());
    }
}

OverlayRecorder*
OverlayRun::GetRecorder() const
{
    return m_overlay.get();
}

void
OverlayRun::Describe()
{
    TraceTable<WiredNodeRow> nodes(m_folder);
    for (BrokerId i = 0; i < m_network.GetBrokers().GetN(); ++i)
    {
        nodes.Write({.node = i,
                     .name = "broker " + std::to_string(i),
                     .ipv4 = TextOf(m_network.GetUnderlay().GetAddress(i))});
    }
    nodes.Close();
    TraceTable<LinkRow> links(m_folder);
    for (const UnderlayLink& link : m_network.GetGraph().Links())
    {
        for (const auto& [from, to] : {std::pair(link.a, link.b), std::pair(link.b, link.a)})
        {
            links.Write({.from = from,
                         .to = to,
                         .rateBps = link.speed.rateBps,
                         .delayNs = link.speed.delayNs});
        }
    }
    links.Close();
}

void
OverlayRun::CloseOutputs()
{
    NS_LOG_FUNCTION(this);
    if (m_recorder)
    {
        m_recorder->Close();
        m_overlay->Close();
        m_network.GetUnderlay().CloseCaptures();
    }
    if (m_links)
    {
        m_links->Close();
    }
    if (m_predictions)
    {
        m_predictions->Close();
    }
}

std::vector<DueReceiver>
OverlayRun::FindDue(const EventMessage& event)
{
    std::vector<DueReceiver> due;
    for (const auto& endpoint : FindDueEndpoints(event))
    {
        due.push_back({.node = endpoint->GetNodeId(), .shortestHops = 1});
    }
    return due;
}

void
OverlayRun::Planned(OverlayRun* self, const PlanReport& report)
{
    self->m_proposed += report.state == PlanState::PROPOSED;
    self->m_done += report.state == PlanState::DONE;
}

void
OverlayRun::Dropped(uint32_t node, const std::string& reason, uint32_t bytes)
{
    m_recorder->RecordDrop(node, reason, bytes);
}

void
OverlayRun::PrintMoves() const
{
    NS_LOG_FUNCTION(this);
    std::cout << m_done << " of " << m_proposed << " proposed moves executed" << std::endl;
    PrintSummary();
}

} // namespace ns3::pubsub::broker
