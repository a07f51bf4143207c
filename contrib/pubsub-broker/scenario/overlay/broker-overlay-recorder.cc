// SPDX-License-Identifier: GPL-2.0-only
#include "broker-overlay-recorder.h"

#include "ns3/log.h"
#include "ns3/pubsub-trace-table.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <tuple>
#include <vector>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerOverlayRecorder");

/// The tables, each with one row type.
struct OverlayRecorder::Tables
{
    /// @param folder for the tables
    explicit Tables(const std::string& folder)
        : brokers(folder),
          links(folder),
          pairs(folder),
          plans(folder),
          locks(folder),
          stages(folder),
          steps(folder),
          hops(folder)
    {
    }

    TraceTable<OverlayBrokerRow> brokers; ///< and their costs
    TraceTable<OverlayLinkRow> links;     ///< of the overlay
    TraceTable<OverlayPairRow> pairs;     ///< of brokers without a link
    TraceTable<PlanRow> plans;            ///< of reconfigurations
    TraceTable<LockRow> locks;            ///< of brokers
    TraceTable<StageRow> stages;          ///< of the traffic
    TraceTable<OverlayStepRow> steps;     ///< messages
    TraceTable<PhysicalHopsRow> hops;     ///< links crossed
};

OverlayRecorder::OverlayRecorder(const std::string& folder, OverlayNetwork& network, Time step)
    : m_folder(folder),
      m_network(network),
      m_step(step),
      m_tables(std::make_unique<Tables>(folder))
{
    NS_LOG_FUNCTION(this << folder << step);
    RecordBeginning();
    for (BrokerId i = 0; i < network.GetBrokers().GetN(); ++i)
    {
        Listen(network.GetBroker(i));
    }
    Simulator::Schedule(step, &OverlayRecorder::EndStep, this);
}

OverlayRecorder::~OverlayRecorder() = default;

void
OverlayRecorder::RecordBeginning()
{
    const OverlayCosts& costs = m_network.GetCosts();
    for (BrokerId i = 0; i < m_network.GetBrokers().GetN(); ++i)
    {
        m_tables->brokers.Write({.node = i, .cost = costs.Broker(i)});
    }
    for (const auto& [one, other] : m_network.GetInitialTree().Links())
    {
        const auto [a, b] = std::minmax(one, other);
        m_ends[{a, b}] = 2;
        m_tables->links.Write({.a = a, .b = b, .up = 1, .cost = costs.Link(a, b)});
    }
}

void
OverlayRecorder::RecordPairs()
{
    NS_LOG_FUNCTION(this);
    for (const auto& [a, b] : m_pairs)
    {
        if (!m_ends.contains({a, b}))
        {
            const uint32_t cost = m_network.GetCosts().Link(a, b);
            m_tables->pairs.Write({.a = a, .b = b, .cost = cost});
        }
    }
}

void
OverlayRecorder::Listen(Ptr<OverlayBroker> broker)
{
    const NodeId node = broker->GetNodeId();
    broker->TraceConnectWithoutContext("Link", MakeBoundCallback(&Linked, this, node));
    broker->TraceConnectWithoutContext("Plan", MakeBoundCallback(&Planned, this));
    broker->TraceConnectWithoutContext("Lock", MakeBoundCallback(&Locked, this, node));
    broker->TraceConnectWithoutContext("TxControl", MakeBoundCallback(&Controlled, this, node));
    broker->TraceConnectWithoutContext("TxData", MakeBoundCallback(&Sent, this, node));
    broker->TraceConnectWithoutContext("Forward", MakeBoundCallback(&Sent, this, node));
}

void
OverlayRecorder::RecordStage(uint32_t stage)
{
    NS_LOG_FUNCTION(this << stage);
    m_tables->stages.Write({.timeNs = Simulator::Now().GetNanoSeconds(), .stage = stage});
}

void
OverlayRecorder::RecordRates(const std::vector<RateRow>& rates)
{
    NS_LOG_FUNCTION(this << rates.size());
    TraceTable<RateRow> table(m_folder);
    for (const RateRow& row : rates)
    {
        table.Write(row);
    }
    table.Close();
}

void
OverlayRecorder::Close()
{
    NS_LOG_FUNCTION(this);
    EndStep();
    RecordPairs();
    m_tables->brokers.Close();
    m_tables->links.Close();
    m_tables->pairs.Close();
    m_tables->plans.Close();
    m_tables->locks.Close();
    m_tables->stages.Close();
    m_tables->steps.Close();
    m_tables->hops.Close();
}

void
OverlayRecorder::EndStep()
{
    NS_LOG_FUNCTION(this);
    std::vector<OverlayStepRow> rows;
    for (const auto& [link, row] : m_now)
    {
        rows.push_back(row);
    }
    m_now.clear();
    std::sort(rows.begin(), rows.end(), [](const OverlayStepRow& one, const OverlayStepRow& other) {
        return std::tie(one.a, one.b) < std::tie(other.a, other.b);
    });
    for (const OverlayStepRow& row : rows)
    {
        m_tables->steps.Write(row);
        m_pairs.emplace(std::minmax(row.a, row.b));
    }
    const uint64_t crossings = m_network.GetUnderlay().CountCrossings();
    m_tables->hops.Write({.timeNs = m_since.GetNanoSeconds(),
                          .datagrams = m_datagrams,
                          .hops = crossings - m_crossings});
    m_crossings = crossings;
    m_datagrams = 0;
    m_since = Simulator::Now();
    Simulator::Schedule(m_step, &OverlayRecorder::EndStep, this);
}

OverlayStepRow&
OverlayRecorder::CountOf(NodeId from, NodeId to)
{
    ++m_datagrams;
    OverlayStepRow& row = m_now[uint64_t{from} << 32 | to];
    row.timeNs = m_since.GetNanoSeconds();
    row.a = from;
    row.b = to;
    return row;
}

void
OverlayRecorder::Linked(OverlayRecorder* self, NodeId node, NodeId peer, bool isUp, PlanId plan)
{
    // Both ends tell. A link begins when the first has it, and ends when none has it any more.
    const auto [a, b] = std::minmax(node, peer);
    uint8_t& ends = self->m_ends[{a, b}];
    const uint8_t before = ends;
    ends = isUp ? ends + 1 : ends - 1;
    if ((isUp && before == 0) || (!isUp && ends == 0))
    {
        self->m_tables->links.Write({.timeNs = Simulator::Now().GetNanoSeconds(),
                                     .a = a,
                                     .b = b,
                                     .up = isUp,
                                     .plan = plan,
                                     .cost = self->m_network.GetCosts().Link(a, b)});
    }
}

void
OverlayRecorder::Planned(OverlayRecorder* self, const PlanReport& report)
{
    std::string path;
    for (const NodeId broker : report.move.path)
    {
        path += (path.empty() ? "" : " ") + std::to_string(broker);
    }
    self->m_tables->plans.Write({.timeNs = Simulator::Now().GetNanoSeconds(),
                                 .plan = report.plan,
                                 .master = MasterOf(report.plan),
                                 .state = PlanStateName(report.state),
                                 .mover = report.move.x,
                                 .from = report.move.from,
                                 .to = report.move.to,
                                 .path = path,
                                 .predicted = report.move.predicted,
                                 .evaluated = report.evaluated,
                                 .isEvaluated = report.isEvaluated,
                                 .reason = report.reason});
}

void
OverlayRecorder::Locked(OverlayRecorder* self, NodeId node, PlanId plan, LockChange change)
{
    self->m_tables->locks.Write({.timeNs = Simulator::Now().GetNanoSeconds(),
                                 .plan = plan,
                                 .node = node,
                                 .change = LockChangeName(change)});
}

void
OverlayRecorder::Controlled(OverlayRecorder* self,
                            NodeId node,
                            MessageType type,
                            uint32_t bytes,
                            NodeId nextHop)
{
    OverlayStepRow& row = self->CountOf(node, nextHop);
    row.controlBytes += bytes;
    row.advertisements += type == OverlayAdvertiseMessage::TYPE;
    row.subscriptions += type == OverlaySubscribeMessage::TYPE;
    row.otherMessages +=
        type != OverlayAdvertiseMessage::TYPE && type != OverlaySubscribeMessage::TYPE;
}

void
OverlayRecorder::Sent(OverlayRecorder* self,
                      NodeId node,
                      const EventMessage&,
                      MessageType,
                      uint32_t,
                      NodeId nextHop)
{
    ++self->CountOf(node, nextHop).notifications;
}

} // namespace ns3::pubsub::broker
