// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_SHOP_PARENT_H
#define MANET_SHOP_PARENT_H

#include "manet-parent-change.h"
#include "manet-parent-metric.h"
#include "manet-shop-parent-messages.h"
#include "manet-tree.h"

#include "ns3/manet-beaconing-protocol.h"

#include <map>
#include <vector>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief SHOPPARENT (Huang and Garcia-Molina, MDM 2003) as a distributed protocol.
 *
 * Every node keeps one parent in the tree of each publisher, chosen among its neighbours by one of
 * three metrics, and tells it what it and its children want. What the papers leave open is decided
 * in docs/protocols/shop-parent.md; trees have no loops at any moment (see TreeLabel).
 */
class ShopParent : public BeaconingProtocol
{
  public:
    /// Where E, the set of published events, comes from.
    enum class EventSource
    {
        ADVERTISED, ///< the publisher's advertisement, carried by beacons
        HEARD       ///< the last events heard
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    ShopParent();
    ~ShopParent() override;

    /**
     * @brief TracedCallback signature of a change of parent.
     * @param change the change
     */
    typedef void (*ParentChangeTracedCallback)(const ParentChange& change);

    /**
     * @param root of a tree
     * @return this node's parent there, or NO_NODE
     */
    NodeId GetParent(NodeId root) const;

    /**
     * @param root of a tree
     * @return this node's children there, by id
     */
    std::vector<NodeId> GetChildren(NodeId root) const;

  protected:
    void DoDispose() override;
    void Join() override;
    void Leave() override;
    void ReceiveControl(MessageType type, Ptr<Packet> packet, NodeId from) override;
    void InterestChanged() override;
    void BeaconReceived(NodeId from, const BeaconMessage& beacon) override;
    void NeighbourLost(NodeId node) override;
    std::vector<TreeEntry> DescribeTrees() override;
    void EventHeard(const EventMessage& event) override;
    bool ShouldForward(const EventMessage& event, NodeId from) override;

    /**
     * @brief Choose among the candidates and act on it; SHOPPARENT does so at once.
     * @param tree in which a parent is sought
     * @param candidates neighbours with a path to the root that does not lead through this node
     */
    virtual void Decide(Tree& tree, std::vector<Candidate> candidates);

    /**
     * @param a a candidate
     * @param b another
     * @return whether a is the better parent
     */
    virtual bool Prefers(const Candidate& a, const Candidate& b) const;

    /**
     * @param current the parent
     * @param other a candidate that is preferred to it
     * @return whether it is better by enough to change
     */
    virtual bool IsWorthSwitching(const Candidate& current, const Candidate& other) const;

    /// @return whether the choice depends on what is published, so that beacons have to say it
    virtual bool NeedsOverhead() const;

    /**
     * @brief Go for the best candidate: take it, stay, or wait until taking it is safe.
     * @param tree in which a parent is sought
     * @param candidates to choose from
     */
    void Pursue(Tree& tree, std::vector<Candidate> candidates);

    /**
     * @param tree in which a parent is sought
     * @return the candidates, by id
     */
    std::vector<Candidate> FindCandidates(const Tree& tree) const;

    /**
     * @param root of a tree
     * @return the tree, or nullptr
     */
    Tree* FindTree(NodeId root);

    /**
     * @brief A tree is known no more.
     * @param root of it
     */
    virtual void TreeForgotten(NodeId root);

    /// @return relative gain in the metric that justifies another parent
    double Hysteresis() const;

  private:
    /**
     * @param root of a tree
     * @return the tree, new if it was not known
     */
    Tree& GetTree(NodeId root);

    /**
     * @param entry of a neighbour
     * @return its tree; nullptr if it is of no use to know it
     */
    Tree* TreeOf(const TreeEntry& entry);

    /**
     * @brief Take in what the root publishes.
     * @param tree which
     * @param advertised E, or empty: not told this time
     */
    static void TakeAdvertisement(Tree& tree, const std::vector<WeightedFilter>& advertised);

    /**
     * @brief Count a beacon.
     * @param tree which
     * @return whether it is one to tell E
     */
    bool IsAdvertisementDue(Tree& tree) const;

    /**
     * @param tree which
     * @return whether there is a path to its root, or somebody relies on one
     */
    bool IsInUse(const Tree& tree) const;

    /**
     * @param tree not in use
     * @return whether beacons still tell of it
     */
    bool IsNews(const Tree& tree) const;

    /// @brief Forget what was not heard of for long: children, positions, whole trees.
    void ForgetTheOld();

    /**
     * @brief Take in what a child wants.
     * @param tree which
     * @param child who
     * @param effective its S
     * @return whether there is room for it
     */
    bool SetChild(Tree& tree, NodeId child, const Subscription& effective);

    /**
     * @brief Handle a child's report.
     * @param report what it said
     * @param from the child
     */
    void ReceiveReport(const ReportMessage& report, NodeId from);

    /**
     * @brief Handle a parent's acknowledgement.
     * @param ack what it said
     * @param from the parent
     */
    void ReceiveReportAck(const ReportAckMessage& ack, NodeId from);

    /**
     * @brief Handle a neighbour's leave.
     * @param leave what it said
     * @param from the neighbour
     */
    void ReceiveLeave(const LeaveMessage& leave, NodeId from);

    /**
     * @brief Take in what a neighbour says of one tree.
     * @param from the neighbour
     * @param entry what it says
     * @param inherent what it wants itself
     */
    void TreeEntryReceived(NodeId from, const TreeEntry& entry, const Subscription& inherent);

    /**
     * @brief Keep up with the parent's own position.
     * @param tree which
     * @param entry of the parent
     */
    void FollowParent(Tree& tree, const TreeEntry& entry);

    /**
     * @param tree which
     * @param node a neighbour
     * @param entry what it says of the tree
     * @return whether it has a path to the root that does not lead through this node
     */
    bool IsCandidate(const Tree& tree, NodeId node, const TreeEntry& entry) const;

    /**
     * @param tree which
     * @param entry of a candidate
     * @return whether taking it can close no loop
     */
    static bool IsFeasible(const Tree& tree, const TreeEntry& entry);

    /**
     * @param tree which
     * @param node a neighbour
     * @return whether it is a candidate that is feasible
     */
    bool IsFeasibleParent(const Tree& tree, NodeId node) const;

    /**
     * @param tree which
     * @return E
     */
    std::vector<WeightedFilter> Events(const Tree& tree) const;

    /**
     * @param tree which
     * @return S_i, short enough for a report
     */
    Subscription Effective(const Tree& tree) const;

    /**
     * @brief Take a new parent.
     * @param tree which
     * @param candidate who
     */
    void Adopt(Tree& tree, const Candidate& candidate);

    /**
     * @brief Be without a parent.
     * @param tree which
     */
    void Detach(Tree& tree);

    /**
     * @brief Be without a parent, say so, and look for another.
     * @param tree which
     */
    void LoseParent(Tree& tree);

    /**
     * @brief Look for a parent, and again after ShopPeriod.
     * @param root of the tree
     */
    void Shop(NodeId root);

    /**
     * @brief Look for a parent soon.
     * @param tree which
     * @param delay at the latest
     */
    void ShopWithin(Tree& tree, Time delay);

    /**
     * @brief Report to the parent if it does not know S_i as it is now.
     * @param tree which
     */
    void ReportIfChanged(Tree& tree);

    /**
     * @brief Send the report, and again until it is acknowledged.
     * @param root of the tree
     */
    void SendReport(NodeId root);

    /**
     * @brief Forget children and timers.
     * @param tree which
     */
    void Quit(Tree& tree);

    ParentMetric m_metric;
    EventSource m_eventSource;
    uint32_t m_advertiseEvery;
    uint32_t m_eventWindow;
    Time m_shopDelay;
    Time m_shopPeriod;
    double m_hysteresis;
    Time m_reportDelay;
    Time m_reportTimeout;
    uint32_t m_maxReports;
    Time m_treeLifetime;

    std::map<NodeId, Tree> m_trees; ///< by root
    uint32_t m_rootSequence = 0;    ///< of our own tree, if we publish

    TracedCallback<const ParentChange&> m_parentChange;
};

} // namespace ns3::pubsub::manet

#endif
