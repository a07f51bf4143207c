// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_RELIABLE_CONTROL_H
#define BROKER_RELIABLE_CONTROL_H

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/pubsub-message.h"

#include <deque>
#include <functional>
#include <map>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief Acknowledged control messages of one broker to each of its peers: stop and wait.
 *
 * One message to a peer is under way at a time. It is sent again after a time-out, and after some
 * tries the peer counts as lost: everything that waits for it is given up. Events that must not
 * overtake a control message wait behind it.
 */
class ReliableControl
{
  public:
    using Send = std::function<void(uint32_t)>; ///< sends a message with this number
    using Action = std::function<void()>;       ///< what is done once

    /// A message that waits.
    struct Item
    {
        Send send;             ///< sends it
        Action failed;         ///< called if it is given up; may be empty
        bool isMarker = false; ///< whether later events wait until it has arrived
    };

    ReliableControl() = default;
    ~ReliableControl();

    ReliableControl(const ReliableControl&) = delete;
    ReliableControl& operator=(const ReliableControl&) = delete;

    /// @param timeout after which a message is sent again
    void SetTimeout(Time timeout);

    /// @return the time after which a message is sent again
    Time GetTimeout() const;

    /// @param tries of a message
    void SetTries(uint32_t tries);

    /// @return how often a message is sent at most
    uint32_t GetTries() const;

    /// @param lost called with each peer that does not answer
    void SetLost(std::function<void(NodeId)> lost);

    /**
     * @brief Send a message when those before it have arrived.
     * @param to a peer
     * @param item the message
     */
    void Queue(NodeId to, Item item);

    /**
     * @brief Send an event when the markers before it have arrived: now, if there are none.
     * @param to a peer
     * @param send sends it
     */
    void SendBehindMarkers(NodeId to, Action send);

    /**
     * @brief An acknowledgement has arrived.
     * @param from a peer
     * @param number of the message
     * @return whether that message was under way
     */
    bool Acknowledge(NodeId from, uint32_t number);

    /**
     * @brief A message has arrived.
     * @param from a peer
     * @param number of the message
     * @return whether it is the first copy
     */
    bool CheckNew(NodeId from, uint32_t number);

    /// @brief Forget everything but the numbers of the messages sent.
    void Clear();

  private:
    /// What is known of a peer.
    struct Peer
    {
        std::deque<Item> queue;    ///< the first is under way
        uint32_t number = 0;       ///< of the message under way
        uint32_t tries = 0;        ///< of the message under way
        uint32_t markers = 0;      ///< in the queue
        std::deque<Action> events; ///< that wait behind them
        EventId timer;             ///< of the message under way
        uint32_t received = 0;     ///< number of the last message from it
        bool hasReceived = false;  ///< whether there was one
    };

    /// @param to a peer, whose first message is sent, perhaps again
    void Try(NodeId to);

    /// @param to a peer whose first message has arrived
    void Advance(NodeId to);

    /// @param to a peer that does not answer
    void GiveUp(NodeId to);

    /// @param to a peer whose events no longer wait
    void ReleaseEvents(NodeId to);

    Time m_timeout = Seconds(1);        ///< between two tries
    uint32_t m_tries = 3;               ///< of a message
    std::function<void(NodeId)> m_lost; ///< called with peers that do not answer
    std::map<NodeId, Peer> m_peers;     ///< by identity
};

} // namespace ns3::pubsub::broker

#endif
