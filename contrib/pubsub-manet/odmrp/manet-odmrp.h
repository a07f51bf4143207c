// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_ODMRP_H
#define MANET_ODMRP_H

#include "manet-forwarding-group.h"
#include "manet-odmrp-messages.h"
#include "manet-odmrp-routes.h"
#include "manet-odmrp-timers.h"
#include "manet-topic-group.h"

#include "ns3/manet-broadcast-protocol.h"

#include <functional>
#include <map>
#include <set>
#include <vector>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief ODMRP, the On-Demand Multicast Routing Protocol (draft-ietf-manet-odmrp-04), for events.
 *
 * A topic's leading words are its multicast group. A publisher floods a Join Query with an event
 * behind it every refresh interval; nodes with a subscription in the group answer with a Join Reply
 * that goes back hop by hop, and whoever it names forwards the group's events for a while.
 *
 * Derived protocols change what a query or a reply carries by SendQuery(), SendReply() and
 * ReceiveControl(), who answers by IsMember() and AnswerQuery(), and who forwards by IsNewDemand(),
 * JoinForwardingGroup() and ShouldForward().
 */
class Odmrp : public BroadcastProtocol
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Odmrp();
    ~Odmrp() override;

    /**
     * @param topic of an event
     * @return the address of its group
     */
    uint32_t GroupOf(const Topic& topic) const;

    /**
     * @param group address
     * @return whether this node forwards for it now
     */
    bool IsForwarding(uint32_t group) const;

    /**
     * @param group address
     * @param source of it
     * @return the next hop to it, or NO_NODE
     */
    NodeId GetNextHop(uint32_t group, NodeId source) const;

  protected:
    void DoDispose() override;
    void Join() override;
    void Leave() override;
    void InterestChanged() override;
    void ReceiveControl(MessageType type, Ptr<Packet> packet, NodeId from) override;
    void Originate(const EventMessage& event) override;
    bool ShouldForward(const EventMessage& event, NodeId from) override;

    /// @name Queries
    /// @{

    /**
     * @brief Put a query on the air.
     * @param query its header
     * @param event behind it
     */
    virtual void SendQuery(const JoinQuery& query, const EventMessage& event);

    /**
     * @param content of the event behind a query
     * @return whether this node is in its group
     */
    virtual bool IsMember(const Content& content) const;

    /**
     * @brief A new query of a group that this node is in.
     * @param query its header
     * @param from the neighbour that sent it
     */
    virtual void AnswerQuery(const JoinQuery& query, NodeId from);

    /**
     * @brief A further copy of a query, not used otherwise.
     * @param query its header
     * @param from the neighbour that sent it
     */
    virtual void QueryCopyReceived(const JoinQuery& query, NodeId from);

    /**
     * @param group address
     * @return a query of this node's own, and the next is not due for a while
     */
    JoinQuery NewQuery(uint32_t group);

    /**
     * @param group address
     * @return whether this node's next event is to be a query
     */
    bool IsQueryDue(uint32_t group);

    /**
     * @brief Take in a query whose event was read.
     * @param query its header
     * @param event behind it
     * @param from sender
     */
    void QueryReceived(const JoinQuery& query, const EventMessage& event, NodeId from);

    /**
     * @param query from the air
     * @param from its sender
     * @return whether its header makes sense
     */
    static bool IsSound(const JoinQuery& query, NodeId from);

    /**
     * @brief Learn the way back from a query, unless it is a copy.
     * @param query its header, sound
     * @param from its sender
     * @return whether it is the first copy
     */
    virtual bool LearnFrom(const JoinQuery& query, NodeId from);

    /**
     * @brief Answer a new query, and again as often as the timers want.
     * @param query its header
     * @param from its sender
     */
    void BecomeMember(const JoinQuery& query, NodeId from);

    /**
     * @param query as heard
     * @return as this node sends it on
     */
    JoinQuery Onward(const JoinQuery& query) const;

    /// @}
    /// @name Replies
    /// @{

    /**
     * @brief Put a reply on the air.
     * @param reply at least one entry
     */
    virtual void SendReply(const JoinReply& reply);

    /**
     * @brief A reply asks this node to forward.
     * @param group address
     * @param entry of the reply
     * @param from the neighbour that asks
     */
    virtual void JoinForwardingGroup(uint32_t group, const ReplyEntry& entry, NodeId from);

    /**
     * @param route to the entry's sender
     * @param group address
     * @param entry of a reply that names this node
     * @param from the neighbour that asks
     * @return whether this node must reply, too
     */
    virtual bool IsNewDemand(const OdmrpRoute& route,
                             uint32_t group,
                             const ReplyEntry& entry,
                             NodeId from) const;

    /// @return whether a next hop that acknowledges somebody else's reply serves this node as well;
    /// not so where replies ask for more than to forward
    virtual bool ServesAllAlike() const;

    /**
     * @brief Take in a reply.
     * @param reply from the air
     * @param from its sender
     */
    void ReplyReceived(const JoinReply& reply, NodeId from);

    /**
     * @brief Reply for a source soon, with whatever else is to be said of the group then.
     * @param group address
     * @param source of it
     * @param delay if nothing is waiting yet
     */
    void RequestReply(uint32_t group, NodeId source, Time delay);

    /**
     * @brief Nobody acknowledged a reply: tell the neighbours that the next hop can't be reached.
     * @param group address
     * @param sources that were behind it
     */
    virtual void GiveUp(uint32_t group, const std::vector<NodeId>& sources);

    /**
     * @brief Set the FG flag.
     * @param group address
     */
    void SetForwarding(uint32_t group);

    /// @}

    /**
     * @brief Do something later, unless the node leaves before.
     * @param delay how much later
     * @param action what
     */
    void Later(Time delay, std::function<void()> action);

    /// @return the numbers in force; valid while running
    const OdmrpTimers& Timers() const;

    /// @return the routing table
    OdmrpRouteTable& Routes();

  private:
    /// How long queries and UNREACHABLEs are remembered, far above any path's delay (our choice).
    static const Time DUPLICATE_MEMORY;

    /// What waits to be said in one reply.
    struct PendingReply
    {
        std::set<NodeId> sources; ///< to list
        EventId timer;            ///< sends it
    };

    /// @return the timer set with the attributes that are not 0 in its place
    OdmrpTimers ChosenTimers() const;

    /// @brief Cancel all plans, empty all tables.
    void Forget();

    /**
     * @brief Send a query on, unless it has come too far.
     * @param query as heard
     * @param event behind it
     */
    void RelayQuery(const JoinQuery& query, const EventMessage& event);

    /**
     * @brief Take in an acknowledgement.
     * @param ack from the air
     * @param from its sender
     */
    void AckReceived(const ReplyAckMessage& ack, NodeId from);

    /**
     * @brief Take in a neighbour's loss.
     * @param lost from the air
     * @param from its sender
     */
    void UnreachableReceived(const UnreachableMessage& lost, NodeId from);

    /**
     * @brief Overhear what neighbours reply.
     * @param reply from the air
     * @param from its sender
     */
    void Overhear(const JoinReply& reply, NodeId from);

    /**
     * @brief Reply for all that waits.
     * @param group address
     */
    void SendPendingReply(uint32_t group);

    /**
     * @brief Reply now.
     * @param group address
     * @param sources to list
     * @param isRepeated whether the next hops did not acknowledge it before
     */
    void ReplyFor(uint32_t group, const std::vector<NodeId>& sources, bool isRepeated);

    /**
     * @brief See whether a reply was acknowledged.
     * @param group address
     * @param sequence of it
     */
    void CheckReply(uint32_t group, uint32_t sequence);

    /// @brief Reply again for all that this node wants (draft-00's periodic Join Tables).
    void RefreshReplies();

    OdmrpTimerSet m_timerSet;
    Time m_refreshInterval; ///< 0: that of the timer set
    Time m_groupTimeout;    ///< 0: that of the timer set
    Time m_routeTimeout;    ///< 0: that of the timer set
    Time m_replyRefresh;    ///< 0: that of the timer set
    Time m_ackTimeout;      ///< 0: that of the timer set
    Time m_queryJitter;     ///< 0: that of the timer set
    Time m_replyJitter;     ///< 0: that of the timer set
    Time m_collectPause;    ///< 0: that of the timer set
    Time m_queryHoldOff;    ///< 0: that of the timer set
    uint32_t m_maxReplies;  ///< 0: that of the timer set
    uint32_t m_timeToLive;  ///< 0: that of the timer set
    Time m_setUpTime;
    uint32_t m_groupWords;
    bool m_preAcknowledge;

    OdmrpTimers m_timers;                       ///< in force
    std::map<uint32_t, Time> m_queriesDue;      ///< own next query, by group
    std::map<uint32_t, Time> m_setUps;          ///< own events wait until then, by group
    DuplicateCache m_queriesSeen;               ///< by source and sequence
    DuplicateCache m_lossesSeen;                ///< by origin and sequence
    OdmrpRouteTable m_routes;                   ///< routing, member and response table
    ForwardingGroupTable m_forwarding;          ///< FG flags
    std::map<uint32_t, PendingReply> m_pending; ///< by group
    std::vector<EventId> m_later;               ///< under way
    EventId m_refreshTimer;                     ///< of RefreshReplies()
    uint32_t m_querySequence = 0;               ///< of the last own query
    uint32_t m_replySequence = 0;               ///< of the last own reply
    uint32_t m_lossSequence = 0;                ///< of the last own UNREACHABLE
};

} // namespace ns3::pubsub::manet

#endif
