// SPDX-License-Identifier: GPL-2.0-only
#include "shop-parent.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <limits>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ShopParent");

NS_OBJECT_ENSURE_REGISTERED(ShopParent);

namespace
{

constexpr double NOT_KNOWN = std::numeric_limits<double>::quiet_NaN(); ///< no metric, no similarity
constexpr std::size_t MAX_PATH = 250; ///< hops to the root that a beacon has room for

} // namespace

TypeId
ShopParent::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ShopParent")
            .SetParent<PubSubProtocol>()
            .SetGroupName("PubSub")
            .AddConstructor<ShopParent>()
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
            .AddAttribute("EventSource",
                          "Where E comes from: Advertised by the publisher, or Heard (our choice; "
                          "the papers do not say)",
                          EnumValue(EventSource::ADVERTISED),
                          MakeEnumAccessor<EventSource>(&ShopParent::m_eventSource),
                          MakeEnumChecker(EventSource::ADVERTISED,
                                          "Advertised",
                                          EventSource::HEARD,
                                          "Heard"))
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
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

ShopParent::ShopParent() = default;

ShopParent::~ShopParent() = default;

void
ShopParent::DoDispose()
{
    for (auto& [root, tree] : m_trees)
    {
        tree.shopTimer.Cancel();
        tree.reportTimer.Cancel();
    }
    m_trees.clear();
    PubSubProtocol::DoDispose();
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

Tree&
ShopParent::GetTree(NodeId root)
{
    Tree& tree = m_trees[root];
    tree.root = root;
    return tree;
}

Tree*
ShopParent::FindTree(NodeId root)
{
    const auto it = m_trees.find(root);
    return it == m_trees.end() ? nullptr : &it->second;
}

// ---------------------------------------------------------------- coming, going, changing interest

void
ShopParent::Join()
{
    InterestChanged();
}

void
ShopParent::Leave()
{
    for (auto& [root, tree] : m_trees)
    {
        if (tree.IsAttached(GetNodeId()) || !tree.children.empty())
        {
            SendControl(LeaveMessage{root, tree.parent}, NO_NODE);
        }
        Quit(tree);
    }
}

void
ShopParent::Quit(Tree& tree)
{
    tree.shopTimer.Cancel();
    tree.reportTimer.Cancel();
    tree.children.clear();
    tree.explored = false;
    tree.awaited = NO_NODE;
    if (tree.parent != NO_NODE)
    {
        const NodeId old = tree.parent;
        tree.parent = NO_NODE;
        tree.path.clear();
        TraceParentChange({tree.root, old, NO_NODE, NOT_KNOWN, NOT_KNOWN});
    }
}

void
ShopParent::InterestChanged()
{
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

// -------------------------------------------------------------------------------- what beacons say

std::vector<TreeEntry>
ShopParent::DescribeTrees()
{
    const std::size_t room = MaxMessageBytes() / 4;
    std::vector<TreeEntry> entries;
    for (auto& [root, tree] : m_trees)
    {
        TreeEntry entry;
        entry.root = root;
        entry.parent = tree.parent;
        entry.path = tree.path;
        entry.attached = tree.IsAttached(GetNodeId());
        entry.rootSequence = tree.label ? tree.label->rootSequence : 0;
        if (root == GetNodeId())
        {
            entry.rootSequence = ++m_rootSequence;
            tree.advertised = GetAdvertised();
        }
        const Subscription proxied = tree.ProxiedSubscription();
        const Subscription fitting = proxied.WidenedTo(room);
        if (fitting == proxied.Reduced())
        {
            entry.proxied = tree.Proxied();
        }
        else
        {
            for (const TopicFilter& filter : fitting.Filters())
            {
                entry.proxied.push_back({filter, std::numeric_limits<uint16_t>::max()});
            }
        }
        if (m_metric != ParentMetric::HOPS && m_eventSource == EventSource::ADVERTISED)
        {
            entry.advertised = tree.advertised;
        }
        entries.push_back(entry);
    }
    return entries;
}

void
ShopParent::BeaconReceived(NodeId from, const BeaconMessage& beacon)
{
    const Subscription inherent(beacon.inherent);
    for (const TreeEntry& entry : beacon.trees)
    {
        TreeEntryReceived(from, entry, inherent);
    }
}

void
ShopParent::TreeEntryReceived(NodeId from, const TreeEntry& entry, const Subscription& inherent)
{
    if (entry.root == NO_NODE || entry.path.size() > MAX_PATH)
    {
        Drop("malformed beacon", 0);
        return;
    }
    Tree& tree = GetTree(entry.root);
    if (entry.parent == GetNodeId() && from != tree.parent)
    {
        Subscription effective = inherent;
        for (const WeightedFilter& proxied : entry.proxied)
        {
            effective.Add(proxied.filter);
        }
        tree.children[from].effective = effective.WidenedTo(MaxMessageBytes() / 2);
        ReportIfChanged(tree);
    }
    else if (tree.children.erase(from) > 0)
    {
        ReportIfChanged(tree);
    }
    if (entry.root == GetNodeId())
    {
        return;
    }
    if (entry.attached && (from == tree.parent || tree.parent == NO_NODE))
    {
        tree.advertised = entry.advertised;
    }
    if (from == tree.parent)
    {
        FollowParent(tree, entry);
    }
    if (!tree.explored)
    {
        ShopWithin(tree, m_shopDelay);
    }
    else if (tree.parent == NO_NODE ||
             (from == tree.awaited && IsFeasibleParent(tree, from)))
    {
        ShopWithin(tree, Jitter(m_reportDelay));
    }
}

void
ShopParent::FollowParent(Tree& tree, const TreeEntry& entry)
{
    const bool throughUs =
        std::find(entry.path.begin(), entry.path.end(), GetNodeId()) != entry.path.end();
    if (!entry.attached || throughUs || entry.parent == GetNodeId())
    {
        LoseParent(tree);
        return;
    }
    const bool waiting = tree.awaited != NO_NODE && Simulator::Now() < tree.awaitedUntil;
    const TreeLabel label{entry.rootSequence, entry.Hops() + 1};
    // While we wait for another parent's label to get newer than ours, ours must not move.
    if (tree.label->IsBetterThan(label) || (waiting && label.IsBetterThan(*tree.label)))
    {
        return;
    }
    tree.label = label;
    tree.path = entry.path;
    tree.path.insert(tree.path.begin(), tree.parent);
}

void
ShopParent::NeighbourLost(NodeId node)
{
    for (auto& [root, tree] : m_trees)
    {
        tree.children.erase(node);
        if (tree.parent == node)
        {
            LoseParent(tree);
        }
        ReportIfChanged(tree);
    }
}

// ------------------------------------------------------------------------------ looking for a parent

bool
ShopParent::IsCandidate(const Tree& tree, NodeId node, const TreeEntry& entry) const
{
    return entry.attached && entry.path.size() < MAX_PATH && !tree.children.contains(node) &&
           std::find(entry.path.begin(), entry.path.end(), GetNodeId()) == entry.path.end();
}

bool
ShopParent::IsFeasible(const Tree& tree, const TreeEntry& entry)
{
    return !tree.label || TreeLabel{entry.rootSequence, entry.Hops()}.IsBetterThan(*tree.label);
}

bool
ShopParent::IsFeasibleParent(const Tree& tree, NodeId node) const
{
    const auto* neighbour = Neighbours().Find(node);
    if (neighbour == nullptr || !neighbour->trees.contains(tree.root))
    {
        return false;
    }
    const TreeEntry& entry = neighbour->trees.at(tree.root);
    return IsCandidate(tree, node, entry) && IsFeasible(tree, entry);
}

std::vector<WeightedFilter>
ShopParent::Events(const Tree& tree) const
{
    return m_eventSource == EventSource::ADVERTISED ? tree.advertised : tree.heard.Weights();
}

std::vector<Candidate>
ShopParent::FindCandidates(const Tree& tree) const
{
    const std::vector<WeightedFilter> events = Events(tree);
    const Subscription effective = Effective(tree);
    std::vector<Candidate> candidates;
    for (const auto& [node, neighbour] : Neighbours().All())
    {
        const auto it = neighbour.trees.find(tree.root);
        if (it == neighbour.trees.end() || !IsCandidate(tree, node, it->second))
        {
            continue;
        }
        const TreeEntry& entry = it->second;
        const bool isParent = node == tree.parent;
        const Subscription proxied =
            ProxiedForOthers(entry.proxied, isParent ? tree.reported : Subscription());
        const Subscription inherent = node == tree.root ? Subscription() : neighbour.inherent;
        const double marginal = MarginalOverhead(events, effective, inherent, proxied);
        candidates.push_back({node,
                              entry.Hops(),
                              ParentMetricValue(m_metric, entry.Hops(), marginal),
                              NOT_KNOWN,
                              isParent});
    }
    return candidates;
}

void
ShopParent::Shop(NodeId root)
{
    Tree& tree = GetTree(root);
    tree.explored = true;
    tree.shopTimer = Simulator::Schedule(m_shopPeriod - Jitter(m_shopPeriod / 4),
                                         &ShopParent::Shop,
                                         this,
                                         root);
    Decide(tree, FindCandidates(tree));
}

void
ShopParent::ShopWithin(Tree& tree, Time delay)
{
    if (tree.shopTimer.IsPending() && Simulator::GetDelayLeft(tree.shopTimer) <= delay)
    {
        return;
    }
    tree.shopTimer.Cancel();
    tree.shopTimer = Simulator::Schedule(delay, &ShopParent::Shop, this, tree.root);
}

void
ShopParent::Decide(Tree& tree, std::vector<Candidate> candidates)
{
    Pursue(tree, std::move(candidates));
}

bool
ShopParent::Prefers(const Candidate& a, const Candidate& b) const
{
    if (a.metric != b.metric)
    {
        return a.metric < b.metric;
    }
    if (a.hops != b.hops)
    {
        return a.hops < b.hops;
    }
    if (a.isParent != b.isParent)
    {
        return a.isParent;
    }
    return a.node < b.node;
}

bool
ShopParent::IsWorthSwitching(const Candidate& current, const Candidate& other) const
{
    return other.metric < current.metric * (1.0 - m_hysteresis) ||
           (other.metric == current.metric && other.hops < current.hops);
}

void
ShopParent::Pursue(Tree& tree, std::vector<Candidate> candidates)
{
    tree.awaited = NO_NODE;
    if (candidates.empty())
    {
        return;
    }
    std::sort(candidates.begin(), candidates.end(), [this](const auto& a, const auto& b) {
        return Prefers(a, b);
    });
    const auto current = std::find_if(candidates.begin(), candidates.end(), [](const auto& c) {
        return c.isParent;
    });
    const Candidate& best = candidates.front();
    if (best.isParent || (current != candidates.end() && !IsWorthSwitching(*current, best)))
    {
        return;
    }
    if (IsFeasibleParent(tree, best.node))
    {
        Adopt(tree, best);
        return;
    }
    if (tree.parent == NO_NODE)
    {
        const auto safe = std::find_if(candidates.begin(), candidates.end(), [&](const auto& c) {
            return IsFeasibleParent(tree, c.node);
        });
        if (safe != candidates.end())
        {
            Adopt(tree, *safe);
        }
        return;
    }
    tree.awaited = best.node;
    tree.awaitedUntil = Simulator::Now() + HoldTime();
}

void
ShopParent::Adopt(Tree& tree, const Candidate& candidate)
{
    const TreeEntry& entry = Neighbours().Find(candidate.node)->trees.at(tree.root);
    const NodeId old = tree.parent;
    tree.parent = candidate.node;
    tree.label = TreeLabel{entry.rootSequence, entry.Hops() + 1};
    tree.path = entry.path;
    tree.path.insert(tree.path.begin(), candidate.node);
    tree.advertised = entry.advertised;
    tree.awaited = NO_NODE;
    NS_LOG_INFO("node " << GetNodeId() << " takes " << candidate.node << " as its parent to "
                        << tree.root << ", metric " << candidate.metric);
    TraceParentChange({tree.root, old, tree.parent, candidate.metric, candidate.similarity});
    tree.reportTimer.Cancel();
    SendReport(tree.root);
    TriggerBeacon();
}

void
ShopParent::LoseParent(Tree& tree)
{
    const NodeId old = tree.parent;
    tree.parent = NO_NODE;
    tree.path.clear();
    tree.awaited = NO_NODE;
    tree.reported = Subscription();
    tree.reportsUnanswered = 0;
    tree.reportTimer.Cancel();
    TraceParentChange({tree.root, old, NO_NODE, NOT_KNOWN, NOT_KNOWN});
    TriggerBeacon();
    ShopWithin(tree, Jitter(m_reportDelay));
}

// ------------------------------------------------------------------------------------------- reports

Subscription
ShopParent::Effective(const Tree& tree) const
{
    Subscription effective = GetInherent();
    effective.Merge(tree.ProxiedSubscription());
    return effective.WidenedTo(MaxMessageBytes() / 2);
}

void
ShopParent::ReportIfChanged(Tree& tree)
{
    if (tree.parent == NO_NODE || Effective(tree) == tree.reported)
    {
        return;
    }
    const Time delay = Jitter(m_reportDelay);
    if (tree.reportTimer.IsPending() && Simulator::GetDelayLeft(tree.reportTimer) <= delay)
    {
        return;
    }
    tree.reportsUnanswered = 0;
    tree.reportTimer.Cancel();
    tree.reportTimer = Simulator::Schedule(delay, &ShopParent::SendReport, this, tree.root);
}

void
ShopParent::SendReport(NodeId root)
{
    Tree& tree = GetTree(root);
    if (tree.reportsUnanswered >= m_maxReports)
    {
        Neighbours().RemoveTree(tree.parent, root);
        LoseParent(tree);
        return;
    }
    const Subscription effective = Effective(tree);
    if (effective != tree.reported || tree.reportsUnanswered == 0)
    {
        ++tree.reportSequence;
    }
    tree.reported = effective;
    ++tree.reportsUnanswered;
    tree.reportTimer = Simulator::Schedule(m_reportTimeout + Jitter(m_reportDelay),
                                           &ShopParent::SendReport,
                                           this,
                                           root);
    SendControl(ReportMessage{root, tree.parent, tree.reportSequence, effective.Filters()},
                tree.parent);
}

void
ShopParent::ReceiveControl(MessageType type, Ptr<Packet> packet, NodeId from)
{
    if (type == MessageType::REPORT)
    {
        if (const auto report = Read<ReportMessage>(packet))
        {
            ReceiveReport(*report, from);
        }
    }
    else if (type == MessageType::REPORT_ACK)
    {
        if (const auto ack = Read<ReportAckMessage>(packet))
        {
            ReceiveReportAck(*ack, from);
        }
    }
    else if (type == MessageType::LEAVE)
    {
        if (const auto leave = Read<LeaveMessage>(packet))
        {
            ReceiveLeave(*leave, from);
        }
    }
    else
    {
        Drop("unknown message", packet->GetSize());
    }
}

void
ShopParent::ReceiveReport(const ReportMessage& report, NodeId from)
{
    Tree* tree = FindTree(report.root);
    if (tree == nullptr)
    {
        return;
    }
    if (report.parent != GetNodeId())
    {
        // Reports are broadcast, so the parent that was left hears of it, too.
        if (tree->children.erase(from) > 0)
        {
            ReportIfChanged(*tree);
        }
        return;
    }
    if (!tree->IsAttached(GetNodeId()) || from == tree->parent)
    {
        TriggerBeacon();
        return;
    }
    tree->children[from].effective =
        Subscription(report.effective).WidenedTo(MaxMessageBytes() / 2);
    SendControl(ReportAckMessage{report.root, from, report.sequence}, from);
    ReportIfChanged(*tree);
}

void
ShopParent::ReceiveReportAck(const ReportAckMessage& ack, NodeId from)
{
    Tree* tree = FindTree(ack.root);
    if (tree == nullptr || ack.child != GetNodeId() || from != tree->parent ||
        ack.sequence != tree->reportSequence)
    {
        return;
    }
    tree->reportsUnanswered = 0;
    tree->reportTimer.Cancel();
    ReportIfChanged(*tree);
}

void
ShopParent::ReceiveLeave(const LeaveMessage& leave, NodeId from)
{
    Tree* tree = FindTree(leave.root);
    if (tree == nullptr)
    {
        return;
    }
    Neighbours().RemoveTree(from, leave.root);
    tree->children.erase(from);
    if (tree->parent == from)
    {
        LoseParent(*tree);
    }
    ReportIfChanged(*tree);
}

// -------------------------------------------------------------------------------------------- events

void
ShopParent::EventHeard(const EventMessage& event)
{
    if (Tree* tree = FindTree(event.publisher))
    {
        tree->heard.Hear(event.topic, m_eventWindow);
    }
}

bool
ShopParent::ShouldForward(const EventMessage& event)
{
    const Tree* tree = FindTree(event.publisher);
    return tree != nullptr && tree->IsWantedByChild(event.topic);
}

} // namespace ns3
