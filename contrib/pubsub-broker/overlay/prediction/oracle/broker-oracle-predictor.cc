// SPDX-License-Identifier: GPL-2.0-only
#include "broker-oracle-predictor.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerOraclePredictor");

NS_OBJECT_ENSURE_REGISTERED(OraclePredictor);

TrafficOracle::TrafficOracle(FutureTraffic traffic, TreeView tree)
    : m_traffic(std::move(traffic)),
      m_tree(std::move(tree))
{
}

TrafficOracle::Tables
TrafficOracle::NextWindow(Time begin, Time length)
{
    NS_LOG_FUNCTION(this << begin << length);
    if (m_next != begin) // the first broker whose window ends at this time
    {
        m_next = begin;
        m_tables = nullptr;
        if (const auto tree = m_tree())
        {
            m_tables = std::make_shared<const std::vector<FlowTable>>(
                FlowTablesOf(*tree, m_traffic.FlowsBetween(begin, begin + length)));
        }
    }
    return m_tables;
}

TypeId
OraclePredictor::GetTypeId()
{
    static TypeId tid = TypeId("ns3::pubsub::broker::OraclePredictor")
                            .SetParent<TrafficPredictor>()
                            .SetGroupName("PubSub")
                            .AddConstructor<OraclePredictor>();
    return tid;
}

void
OraclePredictor::SetOracle(std::shared_ptr<TrafficOracle> oracle)
{
    m_oracle = std::move(oracle);
}

bool
OraclePredictor::CountsLinks() const
{
    return true;
}

void
OraclePredictor::WindowEnded(const EndedWindow& window)
{
    NS_LOG_FUNCTION(this << window.number);
    NS_ABORT_MSG_UNLESS(m_oracle, "an oracle's predictor has no oracle");
    m_broker = window.broker;
    m_tables = m_oracle->NextWindow(Simulator::Now(), window.length);
    for (const LinkStep& step : window.links)
    {
        if (m_tables && step.direction == FlowDirection::IN)
        {
            double sum = 0.0;
            for (const FlowRow& row : (*m_tables)[m_broker].Rows())
            {
                sum += row.from == step.neighbour ? row.count : 0;
            }
            ReportPrediction(window.number + 1, step.neighbour, sum);
        }
    }
}

const FlowTable&
OraclePredictor::Predict(const FlowTable& last)
{
    return m_tables && last.IsCurrent() ? (*m_tables)[m_broker] : last;
}

const Content*
OraclePredictor::ContentOf(FlowId flow) const
{
    return m_oracle->Traffic().ContentOf(flow);
}

void
OraclePredictor::Forget()
{
    m_tables = nullptr;
}

} // namespace ns3::pubsub::broker
