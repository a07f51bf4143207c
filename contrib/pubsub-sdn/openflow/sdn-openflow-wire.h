// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_OPENFLOW_WIRE_H
#define SDN_OPENFLOW_WIRE_H

#include "sdn-openflow-message.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/**
 * @file
 * @ingroup pubsub-sdn
 * Writing and reading the parts of OpenFlow messages, and the numbers of their layout.
 */

namespace ns3::pubsub::sdn
{

/// Class of OXM fields that the standard defines.
inline constexpr uint16_t OXM_CLASS = 0x8000;

/// Fields of a match.
enum OxmField : uint8_t
{
    OXM_IN_PORT = 0,
    OXM_ETHER_TYPE = 5,
    OXM_IP_PROTOCOL = 10,
    OXM_IPV4_DESTINATION = 12,
    OXM_IPV6_SOURCE = 26,
    OXM_IPV6_DESTINATION = 27,
};

/// Kinds of instructions.
enum InstructionType : uint16_t
{
    INSTRUCTION_GOTO_TABLE = 1,
    INSTRUCTION_WRITE_ACTIONS = 3,
    INSTRUCTION_APPLY_ACTIONS = 4,
};

/// Kinds of actions.
enum ActionType : uint16_t
{
    ACTION_OUTPUT = 0,
    ACTION_GROUP = 22,
    ACTION_DECREMENT_TTL = 24,
};

/// Length of a port's description.
inline constexpr std::size_t PORT_BYTES = 64;
/// Length of a port's counters.
inline constexpr std::size_t PORT_STATISTICS_BYTES = 112;
/// Length of a port's name, with a zero at the end.
inline constexpr std::size_t PORT_NAME_BYTES = 16;
/// State of a port: its link is down.
inline constexpr uint32_t PORT_LINK_DOWN = 1;
/// State of a port: it can be used.
inline constexpr uint32_t PORT_LIVE = 4;
/// Feature of a port: a rate that is in no list.
inline constexpr uint32_t PORT_OTHER_RATE = 1U << 10;

/// @ingroup pubsub-sdn
/// @brief Writes big-endian numbers to the end of a vector.
class OctetWriter
{
  public:
    void U8(uint8_t value)
    {
        m_octets.push_back(value);
    }

    void U16(uint16_t value)
    {
        U8(value >> 8);
        U8(value);
    }

    void U32(uint32_t value)
    {
        U16(value >> 16);
        U16(value);
    }

    void U64(uint64_t value)
    {
        U32(value >> 32);
        U32(value);
    }

    /// @param count of zeroes to write
    void Pad(std::size_t count)
    {
        m_octets.insert(m_octets.end(), count, 0);
    }

    /// @param start of a part, whose length becomes a multiple of 8
    void PadFrom(std::size_t start)
    {
        Pad((8 - (Size() - start) % 8) % 8);
    }

    /// @param octets to write
    void Bytes(std::span<const uint8_t> octets)
    {
        m_octets.insert(m_octets.end(), octets.begin(), octets.end());
    }

    /**
     * @brief Write the length of a part over a place kept for it.
     * @param at the place
     * @param length of the part
     */
    void Length(std::size_t at, std::size_t length)
    {
        m_octets[at] = length >> 8;
        m_octets[at + 1] = length;
    }

    /// @return octets so far
    std::size_t Size() const
    {
        return m_octets.size();
    }

    /// @return all octets, which are given away
    std::vector<uint8_t> Take()
    {
        return std::move(m_octets);
    }

  private:
    std::vector<uint8_t> m_octets; ///< so far
};

/// @ingroup pubsub-sdn
/// @brief A message is refused; never leaves DecodeOpenFlow.
struct OpenFlowRefusal
{
    ErrorType type; ///< kind
    uint16_t code;  ///< an ErrorCode of this kind
};

/// @ingroup pubsub-sdn
/// @brief Reads big-endian numbers; throws the refusal that it was given where there are too few.
class OctetReader
{
  public:
    /**
     * @param octets to read
     * @param shortage thrown where they do not suffice
     */
    OctetReader(std::span<const uint8_t> octets, OpenFlowRefusal shortage)
        : m_octets(octets),
          m_shortage(shortage)
    {
    }

    uint8_t U8()
    {
        return Bytes(1)[0];
    }

    uint16_t U16()
    {
        const auto octets = Bytes(2);
        return octets[0] << 8 | octets[1];
    }

    uint32_t U32()
    {
        const uint32_t high = U16();
        return high << 16 | U16();
    }

    uint64_t U64()
    {
        const uint64_t high = U32();
        return high << 32 | U32();
    }

    /**
     * @param count of octets to read
     * @return them
     */
    std::span<const uint8_t> Bytes(std::size_t count)
    {
        if (count > m_octets.size())
        {
            throw m_shortage;
        }
        const auto octets = m_octets.first(count);
        m_octets = m_octets.subspan(count);
        return octets;
    }

    /// @param count of octets to skip
    void Skip(std::size_t count)
    {
        Bytes(count);
    }

    /**
     * @param count of octets of a part
     * @param shortage thrown where the part's octets do not suffice
     * @return a reader of them
     */
    OctetReader Part(std::size_t count, OpenFlowRefusal shortage)
    {
        return {Bytes(count), shortage};
    }

    /// @return the octets that are left
    std::span<const uint8_t> Rest()
    {
        return Bytes(m_octets.size());
    }

    /// @return how many are left
    std::size_t Left() const
    {
        return m_octets.size();
    }

  private:
    std::span<const uint8_t> m_octets; ///< that are left
    OpenFlowRefusal m_shortage;        ///< to throw
};

/**
 * @brief Write a match.
 * @param to where
 * @param match what
 */
void WriteMatch(OctetWriter& to, const FlowMatch& match);

/**
 * @brief Read a match.
 * @param from where
 * @return the match, which is valid
 */
FlowMatch ReadMatch(OctetReader& from);

/**
 * @brief Write actions.
 * @param to where
 * @param actions what
 */
void WriteActions(OctetWriter& to, const FlowActions& actions);

/**
 * @brief Read actions up to the end.
 * @param from where
 * @return the actions
 */
FlowActions ReadActions(OctetReader from);

/**
 * @brief Write instructions.
 * @param to where
 * @param apply actions to apply; without any there is no such instruction
 * @param write actions to write; without any there is no such instruction
 */
void WriteInstructions(OctetWriter& to, const FlowActions& apply, const FlowActions& write);

/**
 * @brief Read instructions up to the end.
 * @param from where
 * @param[out] apply actions to apply
 * @param[out] write actions to write
 */
void ReadInstructions(OctetReader from, FlowActions& apply, FlowActions& write);

} // namespace ns3::pubsub::sdn

#endif
