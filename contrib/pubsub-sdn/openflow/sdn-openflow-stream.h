// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_OPENFLOW_STREAM_H
#define SDN_OPENFLOW_STREAM_H

#include "sdn-openflow-message.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @brief Write a message as bytes. What does not fit in 65,535 bytes is a program error.
 * @param xid number of the transaction
 * @param message what
 * @return the bytes, header included
 */
std::vector<uint8_t> EncodeOpenFlow(uint32_t xid, const OpenFlowMessage& message);

/**
 * @ingroup pubsub-sdn
 * @brief A message that cannot be read, and the error that answers it.
 */
struct OpenFlowFault
{
    ErrorMessage error;   ///< to send; its data are the message's first 64 bytes
    bool isFatal = false; ///< whether the rest of the stream cannot be read, either
};

/**
 * @ingroup pubsub-sdn
 * @brief What came out of a stream.
 */
struct ReceivedOpenFlow
{
    OpenFlowType type{};                                  ///< from the header
    uint32_t xid = 0;                                     ///< from the header
    uint32_t bytes = 0;                                   ///< its length, header included
    std::variant<OpenFlowMessage, OpenFlowFault> content; ///< message, or why there is none

    /// @return the message, or null
    const OpenFlowMessage* Message() const
    {
        return std::get_if<OpenFlowMessage>(&content);
    }

    /// @return why there is no message, or null
    const OpenFlowFault* Fault() const
    {
        return std::get_if<OpenFlowFault>(&content);
    }
};

/**
 * @brief Read one message. Any bytes are permitted.
 * @param octets exactly one message by its own length
 * @return what they are
 */
ReceivedOpenFlow DecodeOpenFlow(std::span<const uint8_t> octets);

/**
 * @ingroup pubsub-sdn
 * @brief Cuts the bytes of a TCP connection into messages.
 *
 * A message with wrong content is a fault, and the next one is read. A length below 8 is fatal:
 * nothing after it can be read.
 */
class OpenFlowStream
{
  public:
    /**
     * @brief Take bytes as they arrive.
     * @param octets any number
     */
    void Feed(std::span<const uint8_t> octets);

    /// @return the next message that is complete, if any
    std::optional<ReceivedOpenFlow> Next();

  private:
    std::vector<uint8_t> m_octets; ///< that have arrived
    std::size_t m_at = 0;          ///< those before are read
    bool m_isBroken = false;       ///< whether there was a fatal fault
};

} // namespace ns3::pubsub::sdn

#endif
