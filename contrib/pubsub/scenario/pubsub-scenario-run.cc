// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-scenario-run.h"

#include "pubsub-open-files.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <cmath>
#include <iomanip>
#include <iostream>
#include <sstream>

namespace ns3::pubsub
{

NS_LOG_COMPONENT_DEFINE("PubSubScenarioRun");

namespace
{

/// Files that are open whatever is captured: traces, libraries, standard streams.
constexpr uint64_t OTHER_FILES = 64;

/**
 * @param nodes each with an endpoint
 * @return the endpoints
 */
InterestLookup::Endpoints
EndpointsOf(const NodeContainer& nodes)
{
    InterestLookup::Endpoints endpoints;
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        endpoints.push_back(PubSubOf(*node));
    }
    return endpoints;
}

} // namespace

void
MeasuredTime::AddTo(ScenarioParameters& parameters)
{
    NS_LOG_FUNCTION(this);
    parameters.Add("duration", m_duration, 1.0, 1e6, "s", "simulated time");
    parameters.Add("warmup", m_warmup, 0.0, 1e6, "s", "before the first event");
    parameters.Add("drain", m_drain, 0.0, 1e6, "s", "after the last event");
}

void
MeasuredTime::Check(const ScenarioParameters& parameters) const
{
    NS_LOG_FUNCTION(this);
    if (m_warmup + m_drain >= m_duration)
    {
        std::ostringstream sentence;
        sentence << "--duration=" << m_duration << " leaves nothing between --warmup=" << m_warmup
                 << " and --drain=" << m_drain << "; expected a duration above "
                 << m_warmup + m_drain;
        parameters.Refuse(sentence.str());
    }
}

double
MeasuredTime::Duration() const
{
    return m_duration;
}

double
MeasuredTime::First() const
{
    return m_warmup;
}

double
MeasuredTime::Last() const
{
    return m_duration - m_drain;
}

ScenarioRun::ScenarioRun(const ScenarioParameters& parameters,
                         const NodeContainer& nodes,
                         Time settle)
    : m_parameters(parameters),
      m_settle(settle),
      m_interests(EndpointsOf(nodes))
{
    NS_LOG_FUNCTION(this << nodes.GetN() << settle);
    parameters.EndCheck();
    for (const auto& endpoint : m_interests.All())
    {
        const NodeId id = endpoint->GetNodeId();
        endpoint->TraceConnectWithoutContext("Published", MakeBoundCallback(&Published, this));
        endpoint->TraceConnectWithoutContext("TxData", MakeBoundCallback(&Sent, this, id));
        endpoint->TraceConnectWithoutContext("Forward", MakeBoundCallback(&Sent, this, id));
        endpoint->TraceConnectWithoutContext("TxControl", MakeBoundCallback(&Controlled, this, id));
        endpoint->TraceConnectWithoutContext("Deliver", MakeBoundCallback(&Delivered, this, id));
    }
}

ScenarioRun::~ScenarioRun() = default;

std::string
ScenarioRun::MakeOutputFolder(uint64_t captures, const std::string& what) const
{
    NS_LOG_FUNCTION(this << captures << what);
    if (!m_parameters.HasOut())
    {
        return "";
    }
    const uint64_t files = captures + OTHER_FILES;
    const uint64_t allowed = AllowOpenFiles(files);
    if (allowed < files)
    {
        m_parameters.Refuse("the captures of " + std::to_string(captures) + " " + what + " are " +
                            std::to_string(files) + " open files, this system permits " +
                            std::to_string(allowed) +
                            "; expected fewer nodes, --captures=false or more files (ulimit -n)");
    }
    return m_parameters.MakeOut();
}

void
ScenarioRun::Simulate(double duration)
{
    NS_LOG_FUNCTION(this << duration);
    if (m_parameters.Progress())
    {
        Simulator::Schedule(Seconds(1), &ScenarioRun::PrintProgress, this, duration);
    }
    Simulator::Schedule(Seconds(duration), &ScenarioRun::Silence, this);
    Simulator::Stop(Seconds(duration) + m_settle);
    Simulator::Run();
    CloseOutputs();
}

void
ScenarioRun::Silence()
{
    for (const auto& endpoint : m_interests.All())
    {
        endpoint->Silence();
    }
}

void
ScenarioRun::PrintProgress(double duration) const
{
    std::cerr << "progress " << std::lround(Simulator::Now().GetSeconds()) << "/" << duration
              << std::endl;
    Simulator::Schedule(Seconds(1), &ScenarioRun::PrintProgress, this, duration);
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

InterestLookup::Endpoints
ScenarioRun::FindDueEndpoints(const EventMessage& event)
{
    InterestLookup::Endpoints due = m_interests.Find(event.content);
    std::erase_if(due, [&event](const auto& endpoint) {
        return endpoint->GetNodeId() == event.publisher || !endpoint->IsRunning();
    });
    return due;
}

void
ScenarioRun::Published(ScenarioRun* self, const EventMessage& event)
{
    ++self->m_published;
    self->m_due += static_cast<uint32_t>(self->FindDueEndpoints(event).size());
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

} // namespace ns3::pubsub
