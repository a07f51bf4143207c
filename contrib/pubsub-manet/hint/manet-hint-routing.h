// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_HINT_ROUTING_H
#define MANET_HINT_ROUTING_H

#include "manet-hint-messages.h"
#include "manet-hint-table.h"

#include "ns3/manet-beaconing-protocol.h"

#include <map>
#include <utility>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief Hint-driven content-based routing (Baldoni et al., ICPS 2005): no structure at all.
 *
 * An event carries the nodes that want it with the least hint met on the way; whoever hears it and
 * knows better sends it on, the sooner the closer it is, and a copy heard in the meantime makes
 * that superfluous. What the papers leave open is decided in docs/protocols/hint.md.
 */
class HintRouting : public BeaconingProtocol
{
  public:
    /// Which copy makes a planned relay superfluous.
    enum class SuppressionRule
    {
        ANY_COPY,  ///< every one, as published
        PER_TARGET ///< one that is as close to every node that this relay would come closer to
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    HintRouting();
    ~HintRouting() override;

    /// @return the hint of every node met and not forgotten
    Hints GetHints() const;

  protected:
    void DoDispose() override;
    void Join() override;
    void Leave() override;
    void ReceiveControl(MessageType type, Ptr<Packet> packet, NodeId from) override;
    void InterestChanged() override;
    void BeaconReceived(NodeId from, const BeaconMessage& beacon) override;
    bool HasNews() const override;
    void Originate(const EventMessage& event) override;
    void EventReceived(const EventMessage& event, NodeId from) override;
    bool ShouldForward(const EventMessage& event, NodeId from) override;

  private:
    using Message = Carrier<HintEventMessage>; ///< what is on the air

    /// A relay that waits for its turn.
    struct Planned
    {
        EventId timer;   ///< of the relay
        Message message; ///< to send
        Hints improved;  ///< what it says better than the copy heard
    };

    using Key = std::pair<NodeId, uint32_t>; ///< an event's identity

    /**
     * @param event which
     * @return what tells it from others
     */
    static Key KeyOf(const EventMessage& event);

    /**
     * @param header from the air
     * @param[out] hints its list
     * @return whether it is well formed
     */
    static bool ReadList(const HintEventMessage& header, Hints& hints);

    /**
     * @brief Put as much of a list into a message as fits, the closest first.
     * @param hints the list; what did not fit is taken out
     * @param message where it goes
     */
    void WriteList(Hints& hints, Message& message) const;

    /**
     * @param event on its way
     * @param hints the list it came with, made better by what this node knows
     * @return what was made better
     */
    Hints Improve(const EventMessage& event, Hints& hints) const;

    /**
     * @brief The first copy of an event was heard.
     * @param message it
     * @param hints its list
     */
    void FirstCopy(Message message, Hints hints);

    /**
     * @brief Another copy was heard.
     * @param event which
     * @param hints the copy's list
     */
    void AnotherCopy(const EventMessage& event, const Hints& hints);

    /**
     * @param planned relay
     * @param hints list of a copy heard
     * @return whether it need not be sent
     */
    bool IsSuperfluous(const Planned& planned, const Hints& hints) const;

    /**
     * @brief Send a planned relay.
     * @param key of its event
     */
    void SendPlanned(Key key);

    /// @brief Forget what was planned.
    void CancelPlanned();

    uint8_t m_credits;
    Time m_hintDelay;
    uint8_t m_maxHint;
    double m_missTolerance;
    bool m_beaconIdle;
    SuppressionRule m_suppression;

    HintTable m_table;                ///< who was met
    std::map<Key, Planned> m_planned; ///< relays that wait
    bool m_interested = false;        ///< whether the last change left something subscribed
    Time m_goodbyeUntil;              ///< beacons say until then that nothing is subscribed
};

} // namespace ns3::pubsub::manet

#endif
