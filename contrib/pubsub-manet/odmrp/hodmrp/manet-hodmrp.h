// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_HODMRP_H
#define MANET_HODMRP_H

#include "manet-hodmrp-messages.h"
#include "manet-session-history.h"

#include "ns3/manet-odmrp.h"

#include <map>
#include <utility>

namespace ns3::pubsub::manet
{

/// What is compared of two ways of a query.
enum class PathHistoryMeasure
{
    MEAN,
    MINIMUM,
};

/**
 * @ingroup pubsub-manet
 * @brief HODMRP: ODMRP over nodes that have taken part in sessions before (Kim et al. 2009, as far
 * as the TopSim paper describes it).
 *
 * Queries gather the history degrees of the nodes that send them on. Nodes with little history wait
 * before they do, a member waits before it replies, and every node's way back to the source is the
 * one with most history among the copies it heard. See docs/protocols/hodmrp.md.
 */
class Hodmrp : public Odmrp
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Hodmrp();
    ~Hodmrp() override;

    /// @return this node's history degree now, 0 to 255
    uint8_t GetDegree();

  protected:
    void Leave() override;
    void ReceiveControl(MessageType type, Ptr<Packet> packet, NodeId from) override;
    void SendQuery(const JoinQuery& query, const EventMessage& event) override;
    bool LearnFrom(const JoinQuery& query, NodeId from) override;
    void AnswerQuery(const JoinQuery& query, NodeId from) override;
    void QueryCopyReceived(const JoinQuery& query, NodeId from) override;
    void JoinForwardingGroup(uint32_t group, const ReplyEntry& entry, NodeId from) override;

  private:
    using Key = std::pair<uint32_t, NodeId>; ///< group and source

    /// The best way heard of since the last query of a source.
    struct Round
    {
        uint32_t sequence = 0;  ///< of the query
        uint8_t hops = 0;       ///< relays on the best way
        PathHistory path;       ///< of them
        uint8_t label = 0;      ///< only senders with fewer hops are a way: no loops
        uint32_t copies = 1;    ///< heard that are a way
        bool isWaiting = false; ///< whether this member has still to reply
    };

    /**
     * @param query whose
     * @return its round, or nullptr if it is not known or not the last
     */
    Round* FindRound(const JoinQuery& query);

    /**
     * @param path of a query
     * @param relays on it
     * @return what is compared, 0 to 255
     */
    double Score(const PathHistory& path, uint8_t relays) const;

    /**
     * @param query a copy's header
     * @param round of it
     * @return whether its way is better
     */
    bool IsBetter(const JoinQuery& query, const Round& round) const;

    /**
     * @brief Put a query of another node on the air.
     * @param query its header
     * @param event behind it
     */
    void SendOn(const JoinQuery& query, const EventMessage& event);

    /**
     * @brief A member has waited long enough.
     * @param query that it waited for copies of
     */
    void EndWait(const JoinQuery& query);

    /// @return this node's history degree now, 0 to 1
    double Degree();

    /**
     * @brief Take part in a session.
     * @param group address
     * @param source of it
     */
    void TakePart(uint32_t group, NodeId source);

    Time m_destinationWait;
    uint32_t m_destinationCopies;
    PathHistoryMeasure m_measure;
    double m_threshold;
    Time m_lowHistoryWait;
    Time m_sessionCap;
    double m_pastWeight;
    Time m_pastDecay;
    uint32_t m_pastSessions;

    std::map<Key, Round> m_rounds; ///< one for each route at most
    SessionHistory m_history;      ///< of this node
    PathHistory m_heard;           ///< of the query that is being taken in
};

} // namespace ns3::pubsub::manet

#endif
