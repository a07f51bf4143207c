// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_EXTENDED_ODMRP_H
#define MANET_EXTENDED_ODMRP_H

#include "manet-downstream-table.h"
#include "manet-extended-odmrp-messages.h"

#include "ns3/manet-odmrp.h"
#include "ns3/pubsub-bloom-filter.h"

#include <map>
#include <optional>
#include <vector>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief ODMRP for content-based subscriptions in Bloom filters (Yoneki and Bacon 2004).
 *
 * Every publisher is a group of its own. It floods queries with its advertisement; who wants some
 * of that answers with a filter of its subscriptions; nodes on the way unite the filters of those
 * behind them, ask their own next hop for the union, and forward an event if it may match.
 */
class ExtendedOdmrp : public Odmrp
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    ExtendedOdmrp();
    ~ExtendedOdmrp() override;

    /**
     * @param publisher any node
     * @return the address of its group
     */
    static uint32_t GroupOfPublisher(NodeId publisher);

    /**
     * @param publisher of a group
     * @return what those behind this node want, which it forwards
     */
    BloomFilter GetWanted(NodeId publisher) const;

    /**
     * @param publisher of a group
     * @return what this node last asked its next hop for
     */
    BloomFilter GetAnnounced(NodeId publisher) const;

  protected:
    void DoDispose() override;
    void Join() override;
    void Leave() override;
    void InterestChanged() override;
    void ReceiveControl(MessageType type, Ptr<Packet> packet, NodeId from) override;
    void Originate(const EventMessage& event) override;
    bool ServesAllAlike() const override;
    bool ShouldForward(const EventMessage& event, NodeId from) override;
    void SendReply(const JoinReply& reply) override;
    bool IsNewDemand(const OdmrpRoute& route,
                     uint32_t group,
                     const ReplyEntry& entry,
                     NodeId from) const override;
    void GiveUp(uint32_t group, const std::vector<NodeId>& sources) override;

  private:
    /// Most publishers at a time: what comes from the air may name any.
    static constexpr std::size_t MAX_PUBLISHERS = 4096;

    /// What is known of one publisher's group.
    struct Group
    {
        DownstreamTable downstream;               ///< who is behind this node
        std::optional<BloomFilter> advertisement; ///< of the publisher; nothing: anything
        BloomFilter announced;                    ///< what the next hop was asked for
        Time announcedUntil;                      ///< when it forgets that
    };

    /**
     * @param publisher of the group
     * @return what is known, made if there is room, else nullptr
     */
    Group* Make(NodeId publisher);

    /**
     * @param publisher of the group
     * @return what is known, or nullptr
     */
    Group* Find(NodeId publisher);

    /// @brief Begin to flood queries, or stop it, as this node publishes or not.
    void StartQuerying();

    /// @brief Flood a query, and again after the refresh interval.
    void Query();

    /**
     * @brief Take in a query.
     * @param query from the air
     * @param from its sender
     */
    void FilterQueryReceived(const FilterQuery& query, NodeId from);

    /**
     * @brief Take in a reply.
     * @param reply from the air
     * @param from its sender
     */
    void FilterReplyReceived(const FilterReply& reply, NodeId from);

    /**
     * @brief Write down what a neighbour asks this node for.
     * @param entry of its reply
     * @param filter of the entry
     * @param from the neighbour
     */
    void NoteDemand(const FilterEntry& entry, const BloomFilter& filter, NodeId from);

    /**
     * @brief Write down what a neighbour asks another node for.
     * @param entry of its reply
     * @param filter of the entry
     * @param from the neighbour
     * @return whether that makes the neighbour's own reply an acknowledgement of ours
     */
    bool Overheard(const FilterEntry& entry, const BloomFilter& filter, NodeId from);

    /**
     * @param group of a publisher
     * @return what of that this node itself wants
     */
    BloomFilter OwnInterest(const Group& group) const;

    /**
     * @param publisher of the group
     * @param group of it
     * @return what the next hop is to be asked for
     */
    BloomFilter Needed(NodeId publisher, const Group& group) const;

    /**
     * @param publisher of the group
     * @param group of it
     * @param route to the publisher
     * @return whether the next hop was not asked in this round for what is needed
     */
    bool IsOutdated(NodeId publisher, const Group& group, const OdmrpRoute& route) const;

    /**
     * @brief Ask the next hop at once if other things are needed than before.
     * @param publisher of the group
     * @param group of it
     */
    void Update(NodeId publisher, const Group& group);

    /// @return the shape of subscriptions' filters
    BloomShape Shape() const;

    /// @return the shape of advertisements' filters
    BloomShape AdvertisedShape() const;

    uint32_t m_filterBits;
    uint32_t m_advertisementBits;
    uint8_t m_hashes;
    BloomHash m_hash;
    Time m_handOverTime;
    double m_refreshJitter;

    std::map<NodeId, Group> m_groups;         ///< by publisher
    std::vector<WeightedFilter> m_queriedFor; ///< advertised by the last query
    EventId m_queryTimer;                     ///< of Query()
    bool m_publishes = false;                 ///< whether an event was published
};

} // namespace ns3::pubsub::manet

#endif
