// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_OPENFLOW_CONNECTION_H
#define SDN_OPENFLOW_CONNECTION_H

#include "sdn-openflow-stream.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/socket.h"
#include "ns3/traced-callback.h"

#include <deque>
#include <functional>
#include <string>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief One end of an OpenFlow channel over TCP; switches and controllers both have it.
 *
 * It sends HELLO, agrees on the version, answers ECHO_REQUEST, asks for an echo when the other
 * side is silent, and ends the connection when that remains unanswered. All other messages go to
 * its owner. Malformed ones are counted and answered with ERROR.
 */
class OpenFlowConnection : public Object
{
  public:
    /// What the owner wants to know. The connection may be released in any of them.
    struct Events
    {
        /// HELLO was exchanged: other messages may be sent.
        std::function<void()> opened;
        /// A message other than HELLO and ECHO came.
        std::function<void(uint32_t xid, const OpenFlowMessage& message)> received;
        /// The connection is over, for the reason given. Comes once.
        std::function<void(const std::string& reason)> closed;
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    OpenFlowConnection();
    ~OpenFlowConnection() override;

    /**
     * @brief Begin to connect to a controller.
     * @param socket of TCP, not connected
     * @param controller where to
     * @param events what the owner wants to know
     */
    void Connect(Ptr<Socket> socket, const Address& controller, Events events);

    /**
     * @brief Take over a connection that a controller has accepted.
     * @param socket of TCP, connected
     * @param events what the owner wants to know
     */
    void Accept(Ptr<Socket> socket, Events events);

    /**
     * @brief Send a message with a number of its own.
     * @param message what
     * @return its number
     */
    uint32_t Send(const OpenFlowMessage& message);

    /**
     * @brief Send an answer.
     * @param xid number of the request
     * @param message what
     */
    void Reply(uint32_t xid, const OpenFlowMessage& message);

    /**
     * @brief Send bytes as they are, whatever they are: for tests with hostile messages.
     * @param octets to send
     */
    void SendRaw(const std::vector<uint8_t>& octets);

    /// @brief End the connection without a word to the owner.
    void Close();

    /// @return whether HELLO was exchanged and the connection is not over
    bool IsOpen() const;

    /// @return messages that could not be read
    uint64_t Malformed() const;

    /// @return bytes that TCP has not taken yet
    std::size_t Unsent() const;

  protected:
    void DoDispose() override;

  private:
    /// Life of a connection.
    enum class State
    {
        IDLE,
        CONNECTING,
        HELLO_SENT,
        OPEN,
        CLOSED,
    };

    /// @brief Hear of the socket's events.
    void Listen();

    /// @brief Hear no more of the socket's events.
    void Forget();

    /// @brief The TCP connection is there: say HELLO.
    void Connected();

    /// @brief Bytes have arrived.
    void Read();

    /**
     * @brief Handle a message or a fault.
     * @param incoming what came
     */
    void Handle(const ReceivedOpenFlow& incoming);

    /**
     * @brief Agree on the version.
     * @param xid of the message
     * @param hello of the other side
     */
    void HandleHello(uint32_t xid, const Hello& hello);

    /// @brief Give TCP what it takes.
    void Write();

    /// @brief Ask for an echo, or give up.
    void CheckSilence();

    /**
     * @brief End the connection and tell the owner.
     * @param reason why
     */
    void Fail(const std::string& reason);

    Time m_echoInterval;                          ///< of silence before an echo is asked for
    uint32_t m_echoMisses;                        ///< intervals of silence that end the connection
    Time m_connectTimeout;                        ///< for TCP and HELLO
    Events m_events;                              ///< of the owner
    Ptr<Socket> m_socket;                         ///< null: none
    OpenFlowStream m_stream;                      ///< what arrives
    std::deque<uint8_t> m_unsent;                 ///< what TCP has not taken
    State m_state = State::IDLE;                  ///< now
    uint32_t m_nextXid = 1;                       ///< of our own messages
    uint32_t m_silent = 0;                        ///< intervals without a message
    uint64_t m_malformed = 0;                     ///< messages
    EventId m_timer;                              ///< of connecting, then of silence
    TracedCallback<std::string, uint32_t> m_sent; ///< type and bytes
    TracedCallback<std::string, uint32_t> m_received; ///< type and bytes
    TracedCallback<std::string, uint32_t> m_refused;  ///< type and bytes, of malformed messages
};

} // namespace ns3::pubsub::sdn

#endif
