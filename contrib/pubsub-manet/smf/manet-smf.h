// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_SMF_H
#define MANET_SMF_H

#include "manet-relay-selection.h"
#include "manet-smf-messages.h"

#include "ns3/manet-broadcast-protocol.h"

#include <map>
#include <set>

namespace ns3::pubsub::manet
{

/// How SMF chooses who forwards.
enum class RelaySet
{
    E_CDS, ///< nodes elect themselves: RFC 6621, appendix A
    S_MPR, ///< the previous hop has selected the node: RFC 6621, appendix B
};

/**
 * @ingroup pubsub-manet
 * @brief Simplified Multicast Forwarding (RFC 6621): flooding by a part of the nodes, chosen from
 * what HELLOs tell of the links up to two hops away.
 */
class Smf : public BroadcastProtocol
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Smf();
    ~Smf() override;

    /// @return the symmetric links up to two hops away, as known now; to be used before the next
    /// HELLO comes
    TwoHopNeighbourhood GetNeighbourhood() const;

    /// @return the neighbours that count this node among their multipoint relays
    std::set<NodeId> GetSelectors() const;

  protected:
    void DoDispose() override;
    void Join() override;
    void Leave() override;
    void ReceiveControl(MessageType type, Ptr<Packet> packet, NodeId from) override;
    bool ShouldForward(const EventMessage& event, NodeId from) override;

  private:
    /// A neighbour by its last HELLO.
    struct Neighbour
    {
        Time expires;                      ///< if nothing more is heard of it
        bool hearsUs = false;              ///< it names this node
        bool selectsUs = false;            ///< as its multipoint relay
        uint16_t priority = 0;             ///< how many symmetric neighbours it has
        std::vector<RankedNode> symmetric; ///< the others among these
    };

    /**
     * @brief A HELLO.
     * @param packet without the common header
     * @param from its sender
     */
    void ReceiveHello(Ptr<Packet> packet, NodeId from);

    /// @brief Send the periodic HELLO and plan the next.
    void SendHello();

    /**
     * @param neighbour any
     * @return whether it was heard of lately
     */
    static bool IsPresent(const Neighbour& neighbour);

    Time m_helloInterval;
    Time m_helloJitter;
    Time m_holdTime;
    uint32_t m_maxNeighbours;
    RelaySet m_relaySet;

    std::map<NodeId, Neighbour> m_neighbours; ///< by id
    uint16_t m_priority = 0;                  ///< as told in the last HELLO
    uint32_t m_helloSequence = 0;             ///< of the last HELLO
    EventId m_helloTimer;                     ///< the next HELLO
};

} // namespace ns3::pubsub::manet

#endif
