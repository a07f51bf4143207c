// SPDX-License-Identifier: GPL-2.0-only
#include "manet-shop-parent.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/pubsub-protocol-registry.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <limits>

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("ShopParent");

NS_OBJECT_ENSURE_REGISTERED(ShopParent);

namespace
{

const RegisteredProtocol g_spNhop({
    .name = "sp-nhop",
    .label = "SP-NHOP",
    .type = "ns3::ShopParent",
    .attribute = "Metric",
    .value = "Hops",
    .rank = 10,
});
const RegisteredProtocol g_spOvhd({
    .name = "sp-ovhd",
    .label = "SP-OVHD",
    .type = "ns3::ShopParent",
    .attribute = "Metric",
    .value = "Overhead",
    .rank = 11,
});
const RegisteredProtocol g_spCombo({
    .name = "sp-combo",
    .label = "SP-COMBO",
    .type = "ns3::ShopParent",
    .attribute = "Metric",
    .value = "Combo",
    .rank = 12,
});

} // namespace

TypeId
ShopParent::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ShopParent")
            .SetParent<BeaconingProtocol>()
            .SetGroupName("PubSub")
            .AddConstructor<ShopParent>()
            .AddAttribute("BeaconPeriod",
                          "Time between two beacons of a node, s (our choice; OLSR's HELLO of "
                          "RFC 3626, section 18.2, has the same 2 s)",
                          TimeValue(Seconds(2)),
                          MakeTimeAccessor(&ShopParent::SetBeaconPeriod, &ShopParent::BeaconPeriod),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute("Metric",
                          "What makes a good parent k: Hops H_k (SP-NHOP), Overhead O_k+ - O_k- "
                          "(SP-OVHD) or Combo, their product (TopSim paper, section II.4)",
                          EnumValue(ParentMetric::HOPS),
                          MakeEnumAccessor<ParentMetric>(&ShopParent::m_metric),
                          MakeEnumChecker(ParentMetric::HOPS,
                                          "Hops",
                                          ParentMetric::OVERHEAD,
                                          "Overhead",
                                          ParentMetric::COMBO,
                                          "Combo"))
            .AddAttribute(
                "EventSource",
                "Where E comes from: Advertised by the publisher, or Heard (our choice; "
                "the papers do not say)",
                EnumValue(EventSource::ADVERTISED),
                MakeEnumAccessor<EventSource>(&ShopParent::m_eventSource),
                MakeEnumChecker(EventSource::ADVERTISED, "Advertised", EventSource::HEARD, "Heard"))
            .AddAttribute("AdvertiseEvery",
                          "One in how many beacons carries the publisher's advertisement once it "
                          "was told three times (our choice: it is the longest part of a beacon "
                          "and hardly ever changes; 1 puts it into each)",
                          UintegerValue(10),
                          MakeUintegerAccessor(&ShopParent::m_advertiseEvery),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("EventWindow",
                          "Events of one publisher remembered when EventSource is Heard (our "
                          "choice)",
                          UintegerValue(100),
                          MakeUintegerAccessor(&ShopParent::m_eventWindow),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("ShopDelay",
                          "From the first beacon of a tree to the first choice of a parent, s, so "
                          "that every neighbour was heard (our choice: more than a beacon period)",
                          TimeValue(MilliSeconds(2500)),
                          MakeTimeAccessor(&ShopParent::m_shopDelay),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("ShopPeriod",
                          "Between two looks around for a better parent, s (our choice)",
                          TimeValue(Seconds(10)),
                          MakeTimeAccessor(&ShopParent::m_shopPeriod),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute("Hysteresis",
                          "Share of the metric that another parent must save (our choice)",
                          DoubleValue(0.1),
                          MakeDoubleAccessor(&ShopParent::m_hysteresis),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("ReportDelay",
                          "Greatest wait before a report, drawn uniformly, s: changes of several "
                          "children go up in one (our choice)",
                          TimeValue(MilliSeconds(20)),
                          MakeTimeAccessor(&ShopParent::m_reportDelay),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("ReportTimeout",
                          "Wait for a report's acknowledgement before it is sent again, s (our "
                          "choice)",
                          TimeValue(MilliSeconds(100)),
                          MakeTimeAccessor(&ShopParent::m_reportTimeout),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute("MaxReports",
                          "Times a report is sent before the parent counts as lost (our choice; as "
                          "ODMRP's three transmissions of a Join Reply)",
                          UintegerValue(3),
                          MakeUintegerAccessor(&ShopParent::m_maxReports),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("TreeLifetime",
                          "Time without a parent after which a node forgets its position in a "
                          "tree, and time without word of a path to the root after which it "
                          "forgets the tree, s (our choice: MaxHops times the hold time, so that "
                          "no chain of parents through the node is left)",
                          TimeValue(Seconds(192)),
                          MakeTimeAccessor(&ShopParent::m_treeLifetime),
                          MakeTimeChecker(Seconds(0)))
            .AddTraceSource("ParentChange",
                            "The node has another parent in a tree, or none",
                            MakeTraceSourceAccessor(&ShopParent::m_parentChange),
                            "ns3::pubsub::manet::ShopParent::ParentChangeTracedCallback");
    return tid;
}

ShopParent::ShopParent() = default;

ShopParent::~ShopParent() = default;

void
ShopParent::DoDispose()
{
    NS_LOG_FUNCTION(this);
    for (auto& [root, tree] : m_trees)
    {
        tree.shopTimer.Cancel();
        tree.reportTimer.Cancel();
    }
    m_trees.clear();
    BeaconingProtocol::DoDispose();
}

NodeId
ShopParent::GetParent(NodeId root) const
{
    const auto it = m_trees.find(root);
    return it == m_trees.end() ? NO_NODE : it->second.parent;
}

std::vector<NodeId>
ShopParent::GetChildren(NodeId root) const
{
    std::vector<NodeId> children;
    if (const auto it = m_trees.find(root); it != m_trees.end())
    {
        for (const auto& [node, child] : it->second.children)
        {
            children.push_back(node);
        }
    }
    return children;
}

double
ShopParent::Hysteresis() const
{
    return m_hysteresis;
}

void
ShopParent::TreeForgotten(NodeId)
{
}

Tree&
ShopParent::GetTree(NodeId root)
{
    const auto [it, isNew] = m_trees.try_emplace(root);
    if (isNew)
    {
        it->second.root = root;
        it->second.known = Simulator::Now();
    }
    return it->second;
}

Tree*
ShopParent::FindTree(NodeId root)
{
    const auto it = m_trees.find(root);
    return it == m_trees.end() ? nullptr : &it->second;
}

void
ShopParent::Join()
{
    NS_LOG_FUNCTION(this);
    InterestChanged();
    BeaconingProtocol::Join();
}

void
ShopParent::Leave()
{
    NS_LOG_FUNCTION(this);
    for (auto& [root, tree] : m_trees)
    {
        if (tree.IsAttached(GetNodeId()) || !tree.children.empty())
        {
            SendControl(LeaveMessage{root, tree.parent}, NO_NODE);
        }
        Quit(tree);
    }
    BeaconingProtocol::Leave();
}

void
ShopParent::Quit(Tree& tree)
{
    tree.shopTimer.Cancel();
    tree.children.clear();
    tree.explored = false;
    Detach(tree);
}

void
ShopParent::InterestChanged()
{
    NS_LOG_FUNCTION(this);
    if (!IsRunning())
    {
        return;
    }
    if (!GetAdvertised().empty())
    {
        GetTree(GetNodeId());
    }
    for (auto& [root, tree] : m_trees)
    {
        ReportIfChanged(tree);
    }
    TriggerBeacon();
}

void
ShopParent::EventHeard(const EventMessage& event)
{
    NS_LOG_FUNCTION(this);
    if (Tree* tree = FindTree(event.publisher))
    {
        tree->heard.Hear(event.content.topic, m_eventWindow);
    }
}

bool
ShopParent::ShouldForward(const EventMessage& event, NodeId)
{
    NS_LOG_FUNCTION(this);
    const Tree* tree = FindTree(event.publisher);
    return tree != nullptr && tree->IsWantedByChild(event.content);
}

} // namespace ns3::pubsub::manet
