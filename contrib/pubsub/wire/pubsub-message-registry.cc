// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-message-registry.h"

#include "ns3/abort.h"

#include <array>

namespace ns3::pubsub
{

namespace
{

/// What is registered of a message type.
struct RegisteredType
{
    std::string name;          ///< empty: no such type
    bool carriesEvent = false; ///< whether an event travels in it
};

/// @return the registered types, by their number
std::array<RegisteredType, 256>&
Types()
{
    static std::array<RegisteredType, 256> types;
    return types;
}

/**
 * @param type a message type
 * @return what is registered of it
 */
RegisteredType&
TypeOf(MessageType type)
{
    return Types()[static_cast<uint8_t>(type)];
}

} // namespace

void
RegisterMessageType(MessageType type, const std::string& name, bool carriesEvent)
{
    RegisteredType& registered = TypeOf(type);
    NS_ABORT_MSG_UNLESS(registered.name.empty() || registered.name == name,
                        "messages " << registered.name << " and " << name << " have the same type "
                                    << +static_cast<uint8_t>(type));
    registered = {name, carriesEvent};
}

bool
CarriesEvent(MessageType type)
{
    return TypeOf(type).carriesEvent;
}

std::string
MessageTypeName(MessageType type)
{
    const std::string& name = TypeOf(type).name;
    return name.empty() ? "unknown" : name;
}

} // namespace ns3::pubsub
