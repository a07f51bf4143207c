// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-openflow-wire.h"

#include <algorithm>
#include <array>
#include <set>

namespace ns3::pubsub::sdn
{

namespace
{

/// A match whose lengths do not fit together.
constexpr OpenFlowRefusal BAD_MATCH_LENGTH{ErrorType::BAD_MATCH, MATCH_BAD_LENGTH};
/// Actions whose lengths do not fit together.
constexpr OpenFlowRefusal BAD_ACTION_LENGTH{ErrorType::BAD_ACTION, ACTION_BAD_LENGTH};
/// Instructions whose lengths do not fit together.
constexpr OpenFlowRefusal BAD_INSTRUCTION_LENGTH{ErrorType::BAD_INSTRUCTION,
                                                 INSTRUCTION_BAD_LENGTH};
/// Actions of a list at most; a FLOW_MOD has room for 4,000.
constexpr std::size_t MAX_ACTIONS = 1024;

/**
 * @brief Write the header of a field.
 * @param to where
 * @param field which
 * @param bytes of its value
 * @param hasMask whether a mask of the same length follows the value
 */
void
WriteFieldHeader(OctetWriter& to, OxmField field, uint8_t bytes, bool hasMask)
{
    to.U16(OXM_CLASS);
    to.U8(field << 1 | (hasMask ? 1 : 0));
    to.U8(hasMask ? 2 * bytes : bytes);
}

/**
 * @brief Write addresses; a mask of ones only is left out.
 * @param to where
 * @param field which
 * @param pattern of the addresses
 */
void
WriteIpv6(OctetWriter& to, OxmField field, const Ipv6Pattern& pattern)
{
    std::array<uint8_t, 16> octets;
    const bool hasMask = pattern.PrefixLength() != 128;
    WriteFieldHeader(to, field, octets.size(), hasMask);
    pattern.value.GetBytes(octets.data());
    to.Bytes(octets);
    if (hasMask)
    {
        pattern.mask.GetBytes(octets.data());
        to.Bytes(octets);
    }
}

/**
 * @brief Read addresses.
 * @param from where
 * @param hasMask whether a mask follows the value
 * @return their pattern, or nothing where the mask has no ones
 */
std::optional<Ipv6Pattern>
ReadIpv6(OctetReader& from, bool hasMask)
{
    Ipv6Pattern pattern{Ipv6Address::Deserialize(from.Bytes(16).data()), Ipv6Address::GetOnes()};
    if (hasMask)
    {
        pattern.mask = Ipv6Address::Deserialize(from.Bytes(16).data());
    }
    return pattern.PrefixLength() == 0 && pattern.value == Ipv6Address::GetAny()
               ? std::nullopt
               : std::optional(pattern);
}

/**
 * @param field of the standard
 * @return bytes of its value; 0 for those we do not have
 */
uint8_t
FieldBytes(uint8_t field)
{
    switch (field)
    {
    case OXM_IP_PROTOCOL:
        return 1;
    case OXM_ETHER_TYPE:
        return 2;
    case OXM_IN_PORT:
    case OXM_IPV4_DESTINATION:
        return 4;
    case OXM_IPV6_SOURCE:
    case OXM_IPV6_DESTINATION:
        return 16;
    default:
        return 0;
    }
}

/**
 * @param match whose fields are read
 * @param field to read next
 * @return whether the fields that it needs stand before it
 */
bool
HasPrerequisites(const FlowMatch& match, uint8_t field)
{
    switch (field)
    {
    case OXM_IP_PROTOCOL:
        return match.etherType == ETHER_TYPE_IPV6 || match.etherType == ETHER_TYPE_IPV4;
    case OXM_IPV4_DESTINATION:
        return match.etherType == ETHER_TYPE_IPV4;
    case OXM_IPV6_SOURCE:
    case OXM_IPV6_DESTINATION:
        return match.etherType == ETHER_TYPE_IPV6;
    default:
        return true;
    }
}

/**
 * @brief Read the value of a field.
 * @param value value, and mask if it has one
 * @param field which
 * @param hasMask whether it has one
 * @param match to write it to
 */
void
ReadField(OctetReader& value, uint8_t field, bool hasMask, FlowMatch& match)
{
    switch (field)
    {
    case OXM_IN_PORT:
        match.inPort = value.U32();
        break;
    case OXM_ETHER_TYPE:
        match.etherType = value.U16();
        break;
    case OXM_IP_PROTOCOL:
        match.ipProtocol = value.U8();
        break;
    case OXM_IPV6_SOURCE:
        match.ipv6Source = ReadIpv6(value, hasMask);
        break;
    case OXM_IPV6_DESTINATION:
        match.ipv6Destination = ReadIpv6(value, hasMask);
        break;
    default:
        match.ipv4Destination = Ipv4Pattern{value.U32(), 0xffffffff};
        if (hasMask)
        {
            match.ipv4Destination->mask = value.U32();
            if (*match.ipv4Destination == Ipv4Pattern{0, 0})
            {
                match.ipv4Destination.reset();
            }
        }
    }
}

/**
 * @brief Read the fields of a match.
 * @param fields all of them
 * @return the match
 */
FlowMatch
ReadFields(OctetReader fields)
{
    FlowMatch match;
    std::set<uint8_t> seen;
    while (fields.Left() > 0)
    {
        const uint16_t oxmClass = fields.U16();
        const uint8_t fieldAndMask = fields.U8();
        auto value = fields.Part(fields.U8(), BAD_MATCH_LENGTH);
        const uint8_t field = fieldAndMask >> 1;
        const bool hasMask = fieldAndMask & 1;
        const uint8_t bytes = FieldBytes(field);
        if (oxmClass != OXM_CLASS || bytes == 0)
        {
            throw OpenFlowRefusal{ErrorType::BAD_MATCH, MATCH_BAD_FIELD};
        }
        if (hasMask && bytes != 16 && field != OXM_IPV4_DESTINATION)
        {
            throw OpenFlowRefusal{ErrorType::BAD_MATCH, MATCH_BAD_MASK};
        }
        if (value.Left() != (hasMask ? 2U : 1U) * bytes)
        {
            throw BAD_MATCH_LENGTH;
        }
        if (!seen.insert(field).second)
        {
            throw OpenFlowRefusal{ErrorType::BAD_MATCH, MATCH_DUPLICATE_FIELD};
        }
        if (!HasPrerequisites(match, field))
        {
            throw OpenFlowRefusal{ErrorType::BAD_MATCH, MATCH_BAD_PREREQUISITE};
        }
        ReadField(value, field, hasMask, match);
    }
    return match;
}

/// Writes an action.
struct ActionWriter
{
    OctetWriter& to; ///< where

    void operator()(const OutputAction& action) const
    {
        to.U16(ACTION_OUTPUT);
        to.U16(16);
        to.U32(action.port);
        to.U16(action.maxLength);
        to.Pad(6);
    }

    void operator()(const GroupAction& action) const
    {
        to.U16(ACTION_GROUP);
        to.U16(8);
        to.U32(action.group);
    }

    void operator()(const DecrementTtlAction&) const
    {
        to.U16(ACTION_DECREMENT_TTL);
        to.U16(8);
        to.Pad(4);
    }
};

/**
 * @brief Read an action.
 * @param type of it
 * @param body what follows its header
 * @return the action
 */
FlowAction
ReadAction(uint16_t type, OctetReader body)
{
    const std::size_t expected = type == ACTION_OUTPUT ? 12 : 4;
    if (type != ACTION_OUTPUT && type != ACTION_GROUP && type != ACTION_DECREMENT_TTL)
    {
        throw OpenFlowRefusal{ErrorType::BAD_ACTION, ACTION_BAD_TYPE};
    }
    if (body.Left() != expected)
    {
        throw BAD_ACTION_LENGTH;
    }
    switch (type)
    {
    case ACTION_OUTPUT: {
        const uint32_t port = body.U32();
        return OutputAction{port, body.U16()};
    }
    case ACTION_GROUP:
        return GroupAction{body.U32()};
    default:
        return DecrementTtlAction{};
    }
}

/**
 * @brief Write an instruction.
 * @param to where
 * @param type of the instruction
 * @param actions of it
 */
void
WriteInstruction(OctetWriter& to, InstructionType type, const FlowActions& actions)
{
    if (actions.empty())
    {
        return;
    }
    const std::size_t start = to.Size();
    to.U16(type);
    to.U16(0);
    to.Pad(4);
    WriteActions(to, actions);
    to.Length(start + 2, to.Size() - start);
}

} // namespace

void
WriteMatch(OctetWriter& to, const FlowMatch& match)
{
    const std::size_t start = to.Size();
    to.U16(1); // OXM
    to.U16(0);
    if (match.inPort)
    {
        WriteFieldHeader(to, OXM_IN_PORT, 4, false);
        to.U32(*match.inPort);
    }
    if (match.etherType)
    {
        WriteFieldHeader(to, OXM_ETHER_TYPE, 2, false);
        to.U16(*match.etherType);
    }
    if (match.ipProtocol)
    {
        WriteFieldHeader(to, OXM_IP_PROTOCOL, 1, false);
        to.U8(*match.ipProtocol);
    }
    if (match.ipv6Source)
    {
        WriteIpv6(to, OXM_IPV6_SOURCE, *match.ipv6Source);
    }
    if (match.ipv6Destination)
    {
        WriteIpv6(to, OXM_IPV6_DESTINATION, *match.ipv6Destination);
    }
    if (match.ipv4Destination)
    {
        const bool hasMask = match.ipv4Destination->mask != 0xffffffff;
        WriteFieldHeader(to, OXM_IPV4_DESTINATION, 4, hasMask);
        to.U32(match.ipv4Destination->value);
        if (hasMask)
        {
            to.U32(match.ipv4Destination->mask);
        }
    }
    // The length is that without the padding.
    to.Length(start + 2, to.Size() - start);
    to.PadFrom(start);
}

FlowMatch
ReadMatch(OctetReader& from)
{
    if (from.U16() != 1)
    {
        throw OpenFlowRefusal{ErrorType::BAD_MATCH, MATCH_BAD_TYPE};
    }
    const uint16_t length = from.U16();
    if (length < 4)
    {
        throw BAD_MATCH_LENGTH;
    }
    FlowMatch match = ReadFields(from.Part(length - 4, BAD_MATCH_LENGTH));
    if (!match.IsValid())
    {
        throw OpenFlowRefusal{ErrorType::BAD_MATCH, MATCH_BAD_WILDCARDS};
    }
    from.Skip((8 - length % 8) % 8);
    return match;
}

void
WriteActions(OctetWriter& to, const FlowActions& actions)
{
    for (const FlowAction& action : actions)
    {
        std::visit(ActionWriter{to}, action);
    }
}

FlowActions
ReadActions(OctetReader from)
{
    FlowActions actions;
    while (from.Left() > 0)
    {
        const uint16_t type = from.U16();
        const uint16_t length = from.U16();
        if (length < 8 || length % 8 != 0)
        {
            throw BAD_ACTION_LENGTH;
        }
        if (actions.size() == MAX_ACTIONS)
        {
            throw OpenFlowRefusal{ErrorType::BAD_ACTION, ACTION_TOO_MANY};
        }
        actions.push_back(ReadAction(type, from.Part(length - 4, BAD_ACTION_LENGTH)));
    }
    return actions;
}

void
WriteInstructions(OctetWriter& to, const FlowActions& apply, const FlowActions& write)
{
    WriteInstruction(to, INSTRUCTION_APPLY_ACTIONS, apply);
    WriteInstruction(to, INSTRUCTION_WRITE_ACTIONS, write);
}

void
ReadInstructions(OctetReader from, FlowActions& apply, FlowActions& write)
{
    std::set<uint16_t> seen;
    while (from.Left() > 0)
    {
        const uint16_t type = from.U16();
        const uint16_t length = from.U16();
        if (length < 8 || length % 8 != 0)
        {
            throw BAD_INSTRUCTION_LENGTH;
        }
        auto body = from.Part(length - 4, BAD_INSTRUCTION_LENGTH);
        if (type == INSTRUCTION_GOTO_TABLE)
        {
            throw OpenFlowRefusal{ErrorType::BAD_INSTRUCTION, INSTRUCTION_BAD_TABLE};
        }
        const bool isApply = type == INSTRUCTION_APPLY_ACTIONS;
        if ((!isApply && type != INSTRUCTION_WRITE_ACTIONS) || !seen.insert(type).second)
        {
            throw OpenFlowRefusal{ErrorType::BAD_INSTRUCTION, INSTRUCTION_UNSUPPORTED};
        }
        body.Skip(4);
        (isApply ? apply : write) = ReadActions(body.Part(body.Left(), BAD_ACTION_LENGTH));
    }
}

} // namespace ns3::pubsub::sdn
