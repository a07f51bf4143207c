// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_MESSAGE_REGISTRY_H
#define PUBSUB_MESSAGE_REGISTRY_H

#include <cstdint>
#include <string>

namespace ns3::pubsub
{

/**
 * @brief The type of a message: its number on the wire.
 *
 * Each message struct has its own as `TYPE`, with the name that schema/messages gives it as
 * `TYPE_NAME`, and registers both below its definition with a RegisteredMessage.
 */
enum class MessageType : uint8_t
{
};

/**
 * @ingroup pubsub
 * @brief Enter a message type in the registry of this process.
 *
 * The program ends with a sentence if another message has the same number.
 *
 * @param type number on the wire
 * @param name as in schema/messages
 * @param carriesEvent whether an event travels in it
 */
void RegisterMessageType(MessageType type, const std::string& name, bool carriesEvent);

/**
 * @param type a message type
 * @return whether an event travels in it; false for an unknown one
 */
bool CarriesEvent(MessageType type);

/**
 * @param type a message type
 * @return its name as in schema/messages, or "unknown"
 */
std::string MessageTypeName(MessageType type);

/**
 * @ingroup pubsub
 * @brief Registers a message type while the program starts.
 *
 * The header of a message family has one inline variable of this type for each of its messages.
 *
 * @tparam Message a struct with TYPE, TYPE_NAME and CARRIES_EVENT
 */
template <typename Message>
struct RegisteredMessage
{
    RegisteredMessage()
    {
        RegisterMessageType(Message::TYPE, Message::TYPE_NAME, Message::CARRIES_EVENT);
    }
};

} // namespace ns3::pubsub

#endif
