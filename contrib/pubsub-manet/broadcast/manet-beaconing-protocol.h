// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_BEACONING_PROTOCOL_H
#define MANET_BEACONING_PROTOCOL_H

#include "manet-broadcast-protocol.h"
#include "manet-neighbour-table.h"

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief A protocol whose nodes send periodic beacons: who is near, what it wants, its trees.
 */
class BeaconingProtocol : public BroadcastProtocol
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    BeaconingProtocol();
    ~BeaconingProtocol() override;

  protected:
    void DoDispose() override;
    void Join() override;
    void Leave() override;
    void ReceiveControl(MessageType type, Ptr<Packet> packet, NodeId from) override;

    /**
     * @brief A neighbour's beacon has come in.
     * @param from who
     * @param beacon what it said
     */
    virtual void BeaconReceived(NodeId from, const BeaconMessage& beacon);

    /**
     * @brief A neighbour was not heard of for long.
     * @param node who
     */
    virtual void NeighbourLost(NodeId node);

    /**
     * @brief What the next beacon says of each tree.
     * @return the entries; none by default
     */
    virtual std::vector<TreeEntry> DescribeTrees();

    /// @return whether the next beacon is worth sending; always by default
    virtual bool HasNews() const;

    /// @brief Send a beacon soon instead of at the end of the period.
    void TriggerBeacon();

    /// @return the neighbours
    NeighbourTable& Neighbours();

    /// @return the neighbours
    const NeighbourTable& Neighbours() const;

    /// @return the beacon period
    Time BeaconPeriod() const;

    /**
     * @brief For a protocol's attribute: each has a default of its own.
     * @param period of beacons
     */
    void SetBeaconPeriod(Time period);

    /// @return silence after which a neighbour is lost
    Time HoldTime() const;

    /// @return neighbours that a node keeps in mind
    uint32_t MaxNeighbours() const;

    /// @return trees that a node keeps in mind
    uint32_t MaxTrees() const;

  private:
    /**
     * @brief A beacon.
     * @param packet without the common header
     * @param from its sender
     */
    void ReceiveBeacon(Ptr<Packet> packet, NodeId from);

    /// @brief Send the periodic beacon and plan the next.
    void SendBeacon();

    /**
     * @brief Send some tree entries.
     * @param entries as many as one frame takes
     */
    void SendBeaconFrame(std::vector<TreeEntry> entries);

    /// @brief Forget silent neighbours.
    void ExpireNeighbours();

    Time m_beaconPeriod;
    Time m_beaconJitter;
    uint32_t m_holdBeacons;
    uint32_t m_maxNeighbours;
    uint32_t m_maxTrees;

    NeighbourTable m_neighbours;   ///< by beacons
    uint32_t m_beaconSequence = 0; ///< of the last beacon
    EventId m_beaconTimer;         ///< the next beacon
};

} // namespace ns3::pubsub::manet

#endif
