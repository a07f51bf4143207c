// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_TOPSIM_H
#define MANET_TOPSIM_H

#include "manet-topic-similarity.h"
#include "manet-topsim-messages.h"

#include "ns3/manet-shop-parent.h"

#include <map>
#include <vector>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief TopSim (Nguyen and Oh, 2009): SHOPPARENT, but the parent is the candidate with the most
 * similar topics.
 *
 * SHOPPARENT gives the candidate set C; the node sends JOIN to it, each candidate answers STATUS
 * with its topic list, and the one with the greatest varBLEU above the threshold becomes the
 * parent. With none above it, SHOPPARENT's best does.
 */
class TopSim : public ShopParent
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    TopSim();
    ~TopSim() override;

  protected:
    void DoDispose() override;
    void Leave() override;
    void ReceiveControl(MessageType type, Ptr<Packet> packet, NodeId from) override;
    void Decide(Tree& tree, std::vector<Candidate> candidates) override;
    bool Prefers(const Candidate& a, const Candidate& b) const override;
    void TreeForgotten(NodeId root) override;
    bool IsWorthSwitching(const Candidate& current, const Candidate& other) const override;

  private:
    /// What a candidate said of its topics.
    struct Status
    {
        std::vector<Filter> topics; ///< its topic list
        Time expires;               ///< asked again after that
    };

    /// An inquiry under way.
    struct Inquiry
    {
        uint32_t sequence = 0; ///< of the JOIN
        uint32_t tries = 0;    ///< JOINs sent
        EventId timer;         ///< ends the wait for answers
    };

    /**
     * @brief Answer a JOIN that names this node.
     * @param join what it said
     * @param from the joiner
     */
    void ReceiveJoin(const JoinMessage& join, NodeId from);

    /**
     * @brief Answer after a jitter.
     * @param root of the tree
     * @param joiner who asked
     * @param sequence of it
     */
    void SendStatus(NodeId root, NodeId joiner, uint32_t sequence);

    /**
     * @brief Take in a candidate's answer.
     * @param status what it said
     * @param from the candidate
     */
    void ReceiveStatus(const StatusMessage& status, NodeId from);

    /**
     * @brief Ask, or decide if there is nobody left to ask.
     * @param root of the tree
     */
    void Inquire(NodeId root);

    /**
     * @param candidates SHOPPARENT's
     * @return the set C
     */
    std::vector<Candidate> CandidateSet(std::vector<Candidate> candidates) const;

    /**
     * @param node a candidate
     * @return varBLEU of its topics with ours, NaN if it did not answer
     */
    double SimilarityOf(NodeId node) const;

    /**
     * @param candidate whom
     * @return whether its similarity is known and above the threshold
     */
    bool IsSimilar(const Candidate& candidate) const;

    double m_threshold;
    SimilarityRule m_rule;
    bool m_reshop;
    uint32_t m_candidateSet;
    Time m_statusJitter;
    Time m_statusTimeout;
    Time m_statusLifetime;
    uint32_t m_maxJoins;

    std::map<NodeId, Status> m_statuses;   ///< by candidate
    std::map<NodeId, Inquiry> m_inquiries; ///< by root
};

} // namespace ns3::pubsub::manet

#endif
