// SPDX-License-Identifier: GPL-2.0-only
//
// SHOPPARENT: what children report to their parents.

#include "manet-shop-parent.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <limits>

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("ShopParentReports");

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
    if (type == ReportMessage::TYPE)
    {
        if (const auto report = Read<ReportMessage>(packet))
        {
            ReceiveReport(*report, from);
        }
    }
    else if (type == ReportAckMessage::TYPE)
    {
        if (const auto ack = Read<ReportAckMessage>(packet))
        {
            ReceiveReportAck(*ack, from);
        }
    }
    else if (type == LeaveMessage::TYPE)
    {
        if (const auto leave = Read<LeaveMessage>(packet))
        {
            ReceiveLeave(*leave, from);
        }
    }
    else
    {
        BeaconingProtocol::ReceiveControl(type, packet, from);
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
    if (SetChild(*tree, from, Subscription(report.effective)))
    {
        SendControl(ReportAckMessage{report.root, from, report.sequence}, from);
        ReportIfChanged(*tree);
    }
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

} // namespace ns3::pubsub::manet
