// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-failure-plan.h"

#include "ns3/log.h"
#include "ns3/random-variable-stream.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <sstream>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnFailurePlan");

namespace
{

/// No failures.
const std::string WITHOUT_FAILURE = "none";

/**
 * @param graph of clusters
 * @param failed edges
 * @return whether the clusters are connected without them
 */
bool
IsConnectedWithout(const ClusterGraph& graph, const std::set<EdgeId>& failed)
{
    ClusterGraph rest(graph.Size());
    for (EdgeId edge = 0; edge < graph.Edges().size(); ++edge)
    {
        if (!failed.contains(edge))
        {
            rest.AddEdge(graph.Edge(edge).a, graph.Edge(edge).b, graph.Edge(edge).capacityBps);
        }
    }
    return rest.IsConnected();
}

} // namespace

void
FailurePlan::AddTo(ScenarioParameters& parameters)
{
    NS_LOG_FUNCTION(this);
    parameters.Add("failure",
                   m_kind,
                   {WITHOUT_FAILURE, "link", "switch", "controller", "server"},
                   "",
                   "what fails while events flow; a link is all trunks between two clusters");
    parameters.Add("failure_s", m_first, 0.0, 1e6, "s", "when the first one fails");
    parameters.Add("restore_s", m_restore, 0.0, 1e6, "s", "after which it works again; 0: never");
    parameters.Add("failures", m_count, 1, 1000, "failures", "of this kind");
    parameters.Add("failure_gap_s", m_gap, 0.0, 1e6, "s", "between two failures");
    parameters.Add("failure_which",
                   m_which,
                   -1,
                   1000000,
                   "",
                   "number of the edge, switch or controller, with the next ones after it; -1: "
                   "drawn at random");
}

void
FailurePlan::Check(const ScenarioParameters& parameters, double duration, bool hasControllers) const
{
    NS_LOG_FUNCTION(this << duration << hasControllers);
    if (!hasControllers && (m_kind == "controller" || m_kind == "server"))
    {
        parameters.Refuse("--failure=" + m_kind +
                          " needs controllers and a server; expected a strategy with overlays");
    }
    if (m_kind != WITHOUT_FAILURE && m_first >= duration)
    {
        std::ostringstream sentence;
        sentence << "--failure_s=" << m_first << " is after the end of the run; expected a time "
                 << "below --duration=" << duration;
        parameters.Refuse(sentence.str());
    }
    if (m_kind == "server" && m_count > 1)
    {
        parameters.Refuse("--failures=" + std::to_string(m_count) +
                          " is more than there are servers in charge; expected 1 with "
                          "--failure=server");
    }
}

FailureKind
FailurePlan::Kind() const
{
    if (m_kind == "link")
    {
        return FailureKind::LINK;
    }
    if (m_kind == "switch")
    {
        return FailureKind::SWITCH;
    }
    return m_kind == "controller" ? FailureKind::CONTROLLER : FailureKind::SERVER;
}

std::string
FailurePlan::NameOf(FailureKind kind)
{
    switch (kind)
    {
    case FailureKind::LINK:
        return "link";
    case FailureKind::SWITCH:
        return "switch";
    case FailureKind::CONTROLLER:
        return "controller";
    case FailureKind::SERVER:
        break;
    }
    return "server";
}

uint32_t
FailurePlan::Candidates(const Topology& topology) const
{
    switch (Kind())
    {
    case FailureKind::LINK:
        return static_cast<uint32_t>(topology.graph.Edges().size());
    case FailureKind::SWITCH:
        return topology.graph.Size() * topology.switchesPerCluster;
    case FailureKind::CONTROLLER:
        return topology.graph.Size();
    case FailureKind::SERVER:
        break;
    }
    return 1;
}

int64_t
FailurePlan::Draw(const ScenarioParameters& parameters, const Topology& topology, int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    if (m_kind == WITHOUT_FAILURE)
    {
        return 1;
    }
    const uint32_t candidates = Candidates(topology);
    const auto wanted = static_cast<uint32_t>(m_count);
    if (wanted > candidates || m_which + m_count > candidates)
    {
        parameters.Refuse("--failures=" + std::to_string(m_count) +
                          " and --failure_which=" + std::to_string(m_which) +
                          " name more than the " + std::to_string(candidates) + " of kind " +
                          m_kind + " in the network; expected fewer");
    }
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(stream);
    std::vector<uint32_t> order(candidates);
    std::iota(order.begin(), order.end(), 0);
    if (m_which >= 0)
    {
        order.erase(order.begin(), order.begin() + m_which);
    }
    else
    {
        for (std::size_t i = order.size() - 1; i > 0; --i)
        {
            std::swap(order[i], order[random->GetInteger(0, i)]);
        }
        if (Kind() == FailureKind::LINK)
        {
            // First those whose failure, with that of all before them, leaves one piece.
            std::set<EdgeId> failed;
            std::stable_partition(order.begin(), order.end(), [&](EdgeId edge) {
                auto more = failed;
                more.insert(edge);
                const bool isHarmless = IsConnectedWithout(topology.graph, more);
                failed = isHarmless ? more : failed;
                return isHarmless;
            });
        }
    }
    for (uint32_t i = 0; i < wanted; ++i)
    {
        const Time when = Seconds(m_first + i * m_gap);
        m_failures.push_back({.kind = Kind(), .which = order[i], .when = when});
        if (m_restore > 0.0)
        {
            m_failures.back().restored = when + Seconds(m_restore);
        }
    }
    return 1;
}

const std::vector<PlannedFailure>&
FailurePlan::Failures() const
{
    return m_failures;
}

} // namespace ns3::pubsub::sdn
