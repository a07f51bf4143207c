// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_CONTROL_CHANNEL_H
#define SDN_CONTROL_CHANNEL_H

#include "sdn-frame-stream.h"

#include "ns3/address.h"
#include "ns3/event-id.h"
#include "ns3/inet-socket-address.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/pubsub-known-messages.h"
#include "ns3/pubsub-message.h"
#include "ns3/sdn-session-messages.h"
#include "ns3/socket.h"
#include "ns3/traced-callback.h"

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ns3::pubsub::sdn
{

/// A message of a channel, whose fields are not read yet and may be anything.
struct ChannelMessage
{
    MessageType type{};         ///< from the common header
    NodeId from = NO_NODE;      ///< from the common header
    std::vector<uint8_t> frame; ///< all octets, the common header first

    /**
     * @brief Read the fields.
     * @tparam Message a struct with Fields()
     * @return the message, or null if the octets are not exactly one message of this type
     */
    template <typename Message>
    std::shared_ptr<const Message> Read() const;
};

/**
 * @ingroup pubsub-sdn
 * @brief One end of a TCP connection between hosts, controllers and servers.
 *
 * The end that connects tries several addresses in turn, and again when the connection is over.
 * Both ends send heartbeats; three that are missed end the connection. What TCP does not take yet
 * is kept up to a limit.
 */
class ControlChannel : public Object
{
  public:
    /// What the owner wants to know. The owner may drop the channel in `received` and `closed`.
    struct Events
    {
        std::function<void()> opened;                                ///< messages may be sent
        std::function<void(const ChannelMessage& message)> received; ///< other than heartbeats
        std::function<void(const std::string& reason)> closed;       ///< it was open, and is over
    };

    /// Who sends on a channel.
    struct Identity
    {
        NodeId node = NO_NODE;                ///< in the common headers
        ChannelRole role = ChannelRole::HOST; ///< in heartbeats
        uint32_t term = 0;                    ///< in heartbeats
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    ControlChannel();
    ~ControlChannel() override;

    /**
     * @brief Connect, and connect again whenever the connection is over.
     * @param node of this end
     * @param peers addresses, in the order in which they are tried
     * @param identity of this end
     * @param events what the owner wants to know
     */
    void Connect(Ptr<Node> node,
                 const std::vector<InetSocketAddress>& peers,
                 const Identity& identity,
                 Events events);

    /**
     * @brief Take a connection that was accepted.
     * @param socket connected
     * @param identity of this end
     * @param events what the owner wants to know
     */
    void Accept(Ptr<Socket> socket, const Identity& identity, Events events);

    /**
     * @brief Change what heartbeats say from now on.
     * @param identity of this end
     */
    void SetIdentity(const Identity& identity);

    /**
     * @brief Send a message.
     * @tparam Message a struct with Fields()
     * @param message what to send
     * @return bytes given to the connection, the length in front included; 0: there is no
     * connection, or no room
     */
    template <typename Message>
    uint32_t Send(const Message& message);

    /**
     * @brief Send octets that are a whole message already.
     * @param frame common header first
     * @return bytes given to the connection; 0: there is no connection, or no room
     */
    uint32_t SendFrame(std::span<const uint8_t> frame);

    /// @brief End the connection for good, without a word to the owner.
    void Close();

    /// @brief Give this peer up and try the next one.
    void TryNext();

    /// @return whether messages can be sent
    bool IsOpen() const;

    /// @return who is at the other end, from its messages; NO_NODE before the first
    NodeId Peer() const;

    /// @return messages that were no messages of ours
    uint64_t Malformed() const;

  protected:
    void DoDispose() override;

  private:
    /// @brief Begin a connection to the present peer.
    void Begin();

    /// @brief Take events of the socket.
    void Listen();

    /// @brief The TCP connection is there.
    void Opened();

    /// @brief Octets have arrived.
    void ReadSocket();

    /**
     * @brief Check the common header of a message and pass it on.
     * @param frame of it
     */
    void Handle(std::vector<uint8_t> frame);

    /// @brief Give TCP what it takes.
    void WriteSocket();

    /// @brief Send a heartbeat, and end the connection if the peer's are missing.
    void Beat();

    /**
     * @brief The connection is over.
     * @param reason why
     */
    void Over(const std::string& reason);

    /// @brief Drop the socket and what belongs to it.
    void Forget();

    Time m_heartbeat;                                     ///< interval
    uint32_t m_missedLimit = 3;                           ///< heartbeats that end the connection
    Time m_reconnect;                                     ///< pause before the next attempt
    Time m_connectTimeout;                                ///< of TCP
    uint32_t m_longest = 0;                               ///< message, bytes
    uint32_t m_mostUnsent = 0;                            ///< bytes kept for TCP
    Ptr<Node> m_node;                                     ///< of the end that connects
    std::vector<InetSocketAddress> m_peers;               ///< to connect to; none: it was accepted
    std::size_t m_peerAt = 0;                             ///< the present one
    Identity m_identity;                                  ///< of this end
    Events m_events;                                      ///< of the owner
    Ptr<Socket> m_socket;                                 ///< null: none
    bool m_isOpen = false;                                ///< whether messages can be sent
    FrameStream m_stream;                                 ///< what arrives
    std::deque<uint8_t> m_unsent;                         ///< what TCP has not taken
    uint32_t m_sequence = 0;                              ///< of heartbeats
    uint32_t m_silent = 0;                                ///< intervals without a message
    NodeId m_peer = NO_NODE;                              ///< who is at the other end
    uint64_t m_malformed = 0;                             ///< messages
    EventId m_timer;                                      ///< heartbeat, timeout or pause
    TracedCallback<MessageType, uint32_t, NodeId> m_sent; ///< type, bytes and peer
};

template <typename Message>
std::shared_ptr<const Message>
ChannelMessage::Read() const
{
    const auto octets = std::span<const uint8_t>(frame).subspan(CommonMessage::BYTES);
    auto message = std::make_shared<Message>();
    WireReader reader(octets);
    Message::Fields(reader, *message);
    const bool isWhole =
        reader.IsGood() && octets.size() - reader.Bytes() == PayloadBytes(*message);
    return isWhole ? message : nullptr;
}

template <typename Message>
uint32_t
ControlChannel::Send(const Message& message)
{
    CommonMessage common;
    common.type = static_cast<uint8_t>(Message::TYPE);
    common.node = m_identity.node;
    auto packet = Create<Packet>(PayloadBytes(message));
    packet->AddHeader(MessageHeader<Message>(message));
    packet->AddHeader(MessageHeader<CommonMessage>(common));
    std::vector<uint8_t> frame(packet->GetSize());
    packet->CopyData(frame.data(), static_cast<uint32_t>(frame.size()));
    return SendFrame(frame);
}

/**
 * @brief Listen for TCP connections.
 * @param node that listens
 * @param port of TCP
 * @param accepted called with each connection
 * @return the socket that listens
 */
Ptr<Socket> ListenForTcp(Ptr<Node> node,
                         uint16_t port,
                         std::function<void(Ptr<Socket> socket)> accepted);

} // namespace ns3::pubsub::sdn

#endif
