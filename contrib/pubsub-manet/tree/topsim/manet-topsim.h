// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_TOPSIM_H
#define MANET_TOPSIM_H

#include "manet-topic-similarity.h"
#include "manet-topsim-messages.h"

#include "ns3/manet-shop-parent.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief How TopSim chooses among the candidates.
 */
enum class TopSimChoice
{
    LEXICOGRAPHIC, ///< the most similar above the threshold; then SHOPPARENT's metric
    WEIGHTED       ///< letters, meaning and overhead together in one score
};

/**
 * @ingroup pubsub-manet
 * @brief Which of its topics a node names in a STATUS.
 */
enum class StatusTopics
{
    ALL,    ///< all of them
    PRIMARY ///< the first
};

/**
 * @ingroup pubsub-manet
 * @brief TopSim (Nguyen and Oh, 2009): SHOPPARENT, but the parent is the candidate with the most
 * similar topics.
 *
 * SHOPPARENT gives the candidate set C; the node sends JOIN to it, each candidate answers STATUS
 * with its topic list, and the one with the greatest varBLEU above the threshold becomes the
 * parent. With none above it, SHOPPARENT's best does.
 *
 * What the paper leaves for later is here, too: similarities of words in meaning, and a choice by
 * letters, meaning and overhead together.
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
    bool NeedsOverhead() const override;

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
     * @param meaning similarities of words
     * @return the similarity of its topics with ours, NaN if it did not answer
     */
    double SimilarityOf(NodeId node, const WordSimilarities& meaning) const;

    /**
     * @param root of a tree
     * @return the topics that a STATUS of this node has
     */
    std::vector<Filter> StatusTopicList(NodeId root) const;

    /**
     * @brief Compute the similarities of candidates, and their scores.
     * @param candidates changed
     */
    void Compare(std::vector<Candidate>& candidates) const;

    /**
     * @brief Take another table of word similarities.
     * @param file its name; empty for none
     */
    void SetSimilarities(std::string file);

    /// @return the name of the table of word similarities, empty for none
    std::string GetSimilarities() const;

    /**
     * @param candidate whom
     * @return whether its similarity is known and above the threshold
     */
    bool IsSimilar(const Candidate& candidate) const;

    double m_threshold;
    SimilarityRule m_rule;
    TopicMeasure m_measure;
    TopSimChoice m_choice;
    StatusTopics m_statusTopics;
    bool m_rootTopics;
    double m_lettersWeight;
    double m_meaningWeight;
    double m_overheadWeight;
    bool m_reshop;
    uint32_t m_candidateSet;
    Time m_joinJitter;
    Time m_statusJitter;
    Time m_statusTimeout;
    Time m_statusLifetime;
    uint32_t m_maxJoins;

    std::string m_similarities;                        ///< name of the file, empty for none
    std::shared_ptr<const WordSimilarities> m_meaning; ///< what is in it

    std::map<NodeId, Status> m_statuses;   ///< by candidate
    std::map<NodeId, Inquiry> m_inquiries; ///< by root
};

} // namespace ns3::pubsub::manet

#endif
