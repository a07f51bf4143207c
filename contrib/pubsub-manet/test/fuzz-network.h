// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_FUZZ_NETWORK_H
#define MANET_FUZZ_NETWORK_H

#include "../../pubsub/test/fuzz-mutator.h"

#include "ns3/ipv4-header.h"
#include "ns3/node-container.h"
#include "ns3/pubsub-endpoint.h"
#include "ns3/socket.h"

#include <map>
#include <string>
#include <vector>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet-test
 * @brief Four nodes in a line that run a protocol, and a hostile one that the middle two hear.
 *
 * Node 0 publishes what node 3 wants. The hostile node sends mutated messages from a plain UDP
 * socket. What became of each at each of the two is decided when the simulator's event of its
 * reception ends, since a protocol reads a packet at once:
 *
 *  - malformed: it was dropped as such, once, and nothing else came of it;
 *  - refused: it was dropped for another reason (a duplicate, another protocol's, ...);
 *  - taken: it was not dropped.
 */
class FuzzNetwork
{
  public:
    /// What became of hostile packets; each has two receivers.
    struct Account
    {
        uint64_t sent = 0;      ///< by the hostile node
        uint64_t received = 0;  ///< handed to UDP
        uint64_t malformed = 0; ///< dropped as such
        uint64_t refused = 0;   ///< dropped for another reason
        uint64_t taken = 0;     ///< used, or of no interest
    };

    /// @param protocol of PubSubHelper::Protocols()
    explicit FuzzNetwork(const std::string& protocol);
    ~FuzzNetwork();

    /**
     * @brief Publish events, one second apart, and wait for them.
     * @param count how many
     * @return how many node 3 got of them
     */
    uint32_t PublishAndCount(uint32_t count);

    /**
     * @brief Let the hostile node send.
     * @param perMessage packets made of each message
     */
    void Attack(uint64_t perMessage);

    /**
     * @brief Let the hostile node send one message.
     * @param name of it
     * @param bytes of it
     */
    void Say(const std::string& name, const FuzzMutator::Bytes& bytes);

    /**
     * @param node of the line
     * @return its protocol
     */
    Ptr<Endpoint> At(NodeId node) const;

    /**
     * @param node of the line
     * @return bytes of the last control message that it sent
     */
    uint32_t ControlBytes(NodeId node) const;

    /**
     * @brief Let time pass.
     * @param time how much
     */
    static void Wait(Time time);

    /// @return accounts by the name of the message they were made of
    const std::map<std::string, Account>& Accounts() const;

    /// @return why hostile packets were dropped, with how often
    const std::map<std::string, uint64_t>& Reasons() const;

    /// @return what must never be seen, in words, with how often
    const std::map<std::string, uint64_t>& Faults() const;

  private:
    /// What the reception of one hostile packet has led to so far.
    struct Reception
    {
        bool open = false;          ///< whether it is to be counted yet
        uint64_t event = 0;         ///< of the simulator, in which it is read
        uint32_t drops = 0;         ///< in that event
        uint32_t malformed = 0;     ///< of the drops
        uint32_t effects = 0;       ///< deliveries and transmissions in that event
        FuzzMutator::Change change; ///< what it is
        std::string name;           ///< of the message it was made of
    };

    /**
     * @brief Send the next packet.
     * @param left packets after this one
     */
    void SendNext(uint64_t left);

    /**
     * @brief Send a packet.
     * @param name of the message it was made of
     * @param mutant what to send
     */
    void Send(const std::string& name, const FuzzMutator::Mutant& mutant);

    /**
     * @brief A packet was handed to UDP.
     * @param network this
     * @param node where
     * @param header of it
     * @param packet the UDP datagram
     */
    static void Arrived(FuzzNetwork* network,
                        NodeId node,
                        const Ipv4Header& header,
                        Ptr<const Packet> packet,
                        uint32_t);

    /**
     * @brief Sinks of the trace sources.
     * @param network this
     * @param node at which
     */
    static void Dropped(FuzzNetwork* network, NodeId node, std::string reason, uint32_t);
    /// @copydoc Dropped
    static void Delivered(FuzzNetwork* network, NodeId node, const EventMessage& event, bool);
    /// @copydoc Dropped
    static void Controlled(FuzzNetwork* network, NodeId node, MessageType, uint32_t, NodeId);
    /// @copydoc Dropped
    static void SentData(FuzzNetwork* network,
                         NodeId node,
                         const EventMessage&,
                         MessageType,
                         uint32_t,
                         NodeId);

    /**
     * @param node which
     * @return what it is reading now, if that is hostile, or nullptr
     */
    Reception* Reading(NodeId node);

    /**
     * @brief Count what became of a packet.
     * @param reception of it
     */
    void Close(Reception& reception);

    NodeContainer m_nodes;                     ///< the line, then the hostile node
    std::vector<Ptr<Endpoint>> m_protocols;    ///< of the line
    Ptr<Socket> m_socket;                      ///< of the hostile node
    Ipv4Address m_hostile;                     ///< its address
    FuzzMutator m_mutator;                     ///< what it sends
    std::vector<std::string> m_names;          ///< of messages
    FuzzMutator::Change m_change;              ///< of the packet on the air
    std::string m_name;                        ///< of the message it was made of
    std::map<NodeId, Reception> m_receptions;  ///< by receiver
    std::map<std::string, Account> m_accounts; ///< by name
    std::map<std::string, uint64_t> m_reasons; ///< of drops, with how often
    std::map<std::string, uint64_t> m_faults;  ///< with how often
    std::map<NodeId, uint32_t> m_controlBytes; ///< of the last control message, by sender
    uint32_t m_sequence = 0;                   ///< of node 0's last event
    uint32_t m_wantedFrom = 0;                 ///< node 0's events beyond this are counted
    uint32_t m_got = 0;                        ///< of these, by node 3
};

} // namespace ns3::pubsub::manet

#endif
