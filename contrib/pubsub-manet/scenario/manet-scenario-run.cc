// SPDX-License-Identifier: GPL-2.0-only
#include "manet-scenario-run.h"

#include "ns3/log.h"
#include "ns3/pubsub-open-files.h"
#include "ns3/simulator.h"

#include <cmath>
#include <iomanip>
#include <iostream>

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("ScenarioRun");

namespace
{

/// Time that frames have to arrive after the last was sent, s: 802.11 queues give up after 0.5 s.
constexpr double LAST_FRAMES = 0.6;

/// Files that are open whatever is captured: traces, libraries, standard streams.
constexpr uint64_t OTHER_FILES = 64;

} // namespace

ScenarioRun::ScenarioRun(const ScenarioParameters& parameters,
                         const NodeContainer& nodes,
                         AdhocRadioHelper& radio)
    : m_parameters(parameters)
{
    parameters.EndCheck();
    if (parameters.HasOut())
    {
        const uint64_t files = radio.CaptureFiles() + OTHER_FILES;
        const uint64_t allowed = AllowOpenFiles(files);
        if (allowed < files)
        {
            parameters.Refuse("the captures of " + std::to_string(radio.CaptureFiles()) +
                              " radios are " + std::to_string(files) +
                              " open files, this system "
                              "permits " +
                              std::to_string(allowed) +
                              "; expected fewer nodes, --captures=false or more files (ulimit -n)");
        }
        const std::string folder = parameters.MakeOut();
        m_recorder = std::make_unique<TraceRecorder>(folder, nodes, radio.Range());
        radio.TraceDrops(MakeCallback(&TraceRecorder::RecordDrop, m_recorder.get()));
        radio.Capture(folder);
    }
    for (NodeId i = 0; i < nodes.GetN(); ++i)
    {
        const auto protocol = m_protocols.emplace_back(PubSubOf(nodes.Get(i)));
        protocol->TraceConnectWithoutContext("Published", MakeBoundCallback(&Published, this, i));
        protocol->TraceConnectWithoutContext("TxData", MakeBoundCallback(&Sent, this, i));
        protocol->TraceConnectWithoutContext("Forward", MakeBoundCallback(&Sent, this, i));
        protocol->TraceConnectWithoutContext("TxControl", MakeBoundCallback(&Controlled, this, i));
        protocol->TraceConnectWithoutContext("Deliver", MakeBoundCallback(&Delivered, this, i));
    }
}

void
ScenarioRun::Simulate(double duration)
{
    NS_LOG_FUNCTION(this);
    if (m_parameters.Progress())
    {
        Simulator::Schedule(Seconds(1), &ScenarioRun::TellProgress, this, duration);
    }
    Simulator::Schedule(Seconds(duration), &ScenarioRun::Silence, this);
    Simulator::Stop(Seconds(duration + LAST_FRAMES));
    Simulator::Run();
    if (m_recorder)
    {
        m_recorder->Close();
    }
}

void
ScenarioRun::Silence()
{
    for (const auto& protocol : m_protocols)
    {
        protocol->Silence();
    }
}

void
ScenarioRun::TellProgress(double duration) const
{
    std::cerr << "progress " << std::lround(Simulator::Now().GetSeconds()) << "/" << duration
              << std::endl;
    Simulator::Schedule(Seconds(1), &ScenarioRun::TellProgress, this, duration);
}

uint32_t
ScenarioRun::EventsSent(NodeId node) const
{
    NS_LOG_FUNCTION(this);
    const auto it = m_eventsSent.find(node);
    return it == m_eventsSent.end() ? 0 : it->second;
}

void
ScenarioRun::PrintSummary() const
{
    NS_LOG_FUNCTION(this);
    std::cout << m_published << " events published, " << m_delivered << " of " << m_due
              << " due deliveries";
    if (m_due > 0)
    {
        std::cout << " (" << std::fixed << std::setprecision(1) << 100.0 * m_delivered / m_due
                  << " %)";
    }
    std::cout << "\nsent:";
    for (const auto& [type, count] : m_sent)
    {
        std::cout << " " << count << " " << MessageTypeName(type);
    }
    std::cout << std::endl;
}

void
ScenarioRun::Published(ScenarioRun* self, NodeId node, const EventMessage& event)
{
    ++self->m_published;
    for (NodeId i = 0; i < self->m_protocols.size(); ++i)
    {
        const auto& protocol = self->m_protocols[i];
        const bool due =
            i != node && protocol->IsRunning() && protocol->GetInherent().Matches(event.content);
        self->m_due += due ? 1 : 0;
    }
}

void
ScenarioRun::Sent(ScenarioRun* self,
                  NodeId node,
                  const EventMessage&,
                  MessageType type,
                  uint32_t,
                  NodeId)
{
    ++self->m_eventsSent[node];
    ++self->m_sent[type];
}

void
ScenarioRun::Controlled(ScenarioRun* self, NodeId, MessageType type, uint32_t, NodeId)
{
    ++self->m_sent[type];
}

void
ScenarioRun::Delivered(ScenarioRun* self, NodeId, const EventMessage&, bool wanted)
{
    self->m_delivered += wanted ? 1 : 0;
}

} // namespace ns3::pubsub::manet
