// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_ORACLE_H
#define MANET_ORACLE_H

#include "manet-oracle-trees.h"

#include "ns3/manet-broadcast-protocol.h"
#include "ns3/mobility-model.h"

#include <map>
#include <memory>
#include <set>
#include <vector>

namespace ns3::pubsub::manet
{

/// What the oracle makes small.
enum class OracleTree
{
    STEINER,       ///< the number of transmissions
    SHORTEST_PATH, ///< the hops to each receiver, then the number of transmissions
};

/**
 * @ingroup pubsub-manet
 * @brief What routing could do at best: it knows all positions and subscriptions at the moment of
 * publication and lets only the nodes forward that are needed. No control messages.
 *
 * Not a protocol for a network, but the lower bound that protocols are measured against. The
 * publisher's instance chooses who transmits, and the other instances ask it.
 */
class Oracle : public BroadcastProtocol
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Oracle();
    ~Oracle() override;

  protected:
    void DoDispose() override;
    void Join() override;
    void Leave() override;
    void Originate(const EventMessage& event) override;
    bool ShouldForward(const EventMessage& event, NodeId from) override;

  private:
    /// Who transmits an event.
    struct Plan
    {
        Time expires;                  ///< nobody asks after that
        std::set<NodeId> transmitters; ///< may be none
    };

    /// Another node, or this one.
    struct Peer
    {
        Ptr<Oracle> oracle;          ///< nullptr if there is none
        Ptr<MobilityModel> mobility; ///< nullptr if it has no position
    };

    /**
     * @param node any number
     * @return its oracle, nullptr if there is none
     */
    static Ptr<Oracle> Of(NodeId node);

    /// @brief Look all nodes up, if there are other ones than last time.
    void FindPeers();

    /// @return who hears whom now, by position and range; nobody that has no position or is away
    std::shared_ptr<const LinkGraph> Links();

    /**
     * @param event just published here
     * @return who has to transmit it
     */
    std::set<NodeId> ChooseTransmitters(const EventMessage& event);

    double m_range;
    OracleTree m_tree;
    uint32_t m_exactReceivers;
    Time m_planLifetime;

    std::map<uint32_t, Plan> m_plans; ///< for events published here, by sequence
    std::vector<Peer> m_peers;        ///< all nodes, if this one publishes
    std::vector<Vector> m_positions;  ///< by node, at the last publication
    std::vector<bool> m_present;      ///< by node, whether it took part then
};

} // namespace ns3::pubsub::manet

#endif
