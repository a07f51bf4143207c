// SPDX-License-Identifier: GPL-2.0-only
#include "broker-overlay-network.h"

#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <numeric>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerOverlayNetwork");

namespace
{

/**
 * @param count how many
 * @return the first numbers
 */
std::vector<RouterId>
FirstNumbers(uint32_t count)
{
    std::vector<RouterId> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

} // namespace

OverlayNetwork::OverlayNetwork(const OverlaySetUp& setUp, bool isLinked)
    : m_graph(setUp.GetUnderlay()),
      m_costs(setUp.CostSeed()),
      m_underlay(setUp.GetUnderlay(), FirstNumbers(setUp.Brokers()), setUp.GetForwarding()),
      m_tree(isLinked ? setUp.MakeTree(m_underlay.GetMatrix()) : BrokerGraph(setUp.Brokers()))
{
    NS_LOG_FUNCTION(this);
    const auto book = Create<AddressBook>();
    for (BrokerId i = 0; i < setUp.Brokers(); ++i)
    {
        const Ptr<Node> node = m_underlay.GetBroker(i);
        NS_ABORT_MSG_UNLESS(node->GetId() == i, "nodes were made before the overlay");
        auto broker = CreateObject<OverlayBroker>();
        broker->SetAttribute("CostSeed", UintegerValue(setUp.CostSeed()));
        broker->SetTransport(m_underlay.MakeTransport());
        broker->SetAddressBook(book);
        book->Enter(i, m_underlay.GetAddress(i));
        node->AddApplication(broker);
        m_brokers.Add(node);
    }
    for (const auto& [a, b] : m_tree.Links())
    {
        GetBroker(a)->LinkTo(b);
        GetBroker(b)->LinkTo(a);
    }
    SetStrategies(isLinked ? setUp.Strategy() : "static");
}

void
OverlayNetwork::SetStrategies(const std::string& name)
{
    NS_LOG_FUNCTION(this << name);
    for (BrokerId i = 0; i < m_brokers.GetN(); ++i)
    {
        const auto strategy = OverlayStrategy::Create(name);
        if (const auto shared = DynamicCast<HindsightStrategy>(strategy))
        {
            m_plan = m_plan ? m_plan : std::make_shared<SharedPlan>();
            shared->SetPlan(m_plan);
            m_shared.push_back(shared);
            GetBroker(i)->TraceConnectWithoutContext("Plan", MakeBoundCallback(&Planned, this));
        }
        GetBroker(i)->SetStrategy(strategy);
    }
}

UnderlayNetwork&
OverlayNetwork::GetUnderlay()
{
    return m_underlay;
}

const Underlay&
OverlayNetwork::GetGraph() const
{
    return m_graph;
}

const NodeContainer&
OverlayNetwork::GetBrokers() const
{
    return m_brokers;
}

Ptr<OverlayBroker>
OverlayNetwork::GetBroker(BrokerId number) const
{
    return DynamicCast<OverlayBroker>(PubSubOf(m_brokers.Get(number)));
}

std::vector<Ptr<OverlayBroker>>
OverlayNetwork::AllBrokers() const
{
    std::vector<Ptr<OverlayBroker>> all;
    for (BrokerId i = 0; i < m_brokers.GetN(); ++i)
    {
        all.push_back(GetBroker(i));
    }
    return all;
}

const OverlayCosts&
OverlayNetwork::GetCosts() const
{
    return m_costs;
}

const BrokerGraph&
OverlayNetwork::GetInitialTree() const
{
    return m_tree;
}

BrokerGraph
OverlayNetwork::PresentTree() const
{
    BrokerGraph graph(m_brokers.GetN());
    for (BrokerId i = 0; i < m_brokers.GetN(); ++i)
    {
        for (const NodeId peer : GetBroker(i)->GetLinks().Active())
        {
            graph.AddLink(i, peer);
        }
    }
    return graph;
}

bool
OverlayNetwork::CanPlan() const
{
    return m_plan != nullptr;
}

void
OverlayNetwork::PlanFor(const std::vector<OverlayFlow>& flows)
{
    NS_LOG_FUNCTION(this << flows.size());
    if (!m_plan)
    {
        return;
    }
    const BrokerGraph present = PresentTree();
    m_plan->next = 0;
    m_plan->moves = present.IsTree()
                        ? PlanInHindsight(OverlayTree(present), flows, m_costs)
                        : std::vector<Move>(); // a move is under way; the next stage has a plan
}

void
OverlayNetwork::Planned(OverlayNetwork* self, const PlanReport& report)
{
    if (report.state == PlanState::DONE)
    {
        self->m_shared.front()->OnExecuted(report.move);
    }
}

int64_t
OverlayNetwork::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    int64_t used = 0;
    for (BrokerId i = 0; i < m_brokers.GetN(); ++i)
    {
        used += GetBroker(i)->AssignStreams(stream + used);
    }
    return used;
}

} // namespace ns3::pubsub::broker
