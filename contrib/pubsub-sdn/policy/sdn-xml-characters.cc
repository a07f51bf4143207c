// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-xml-characters.h"

#include <bit>
#include <cstdint>

namespace ns3::pubsub::sdn
{

namespace
{

/**
 * @param character a code point
 * @return whether XML 1.0 allows it
 */
bool
IsXmlCharacter(uint32_t character)
{
    const bool isBlank = character == 0x9 || character == 0xA || character == 0xD;
    const bool isSurrogate = character >= 0xD800 && character <= 0xDFFF;
    const bool isNone = character == 0xFFFE || character == 0xFFFF || character > 0x10FFFF;
    return isBlank || (character >= 0x20 && !isSurrogate && !isNone);
}

/**
 * @brief Measure the character at a place of a text.
 * @param text any octets
 * @param at where, less than its size
 * @return its octets; 0 if there is none that XML allows
 */
std::size_t
CharacterLength(const std::string& text, std::size_t at)
{
    const auto first = static_cast<uint8_t>(text[at]);
    if (first < 0x80)
    {
        return IsXmlCharacter(first) ? 1 : 0;
    }
    const std::size_t length = std::countl_one(first);
    if (length < 2 || length > 4 || at + length > text.size())
    {
        return 0;
    }
    uint32_t character = first & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i)
    {
        const auto next = static_cast<uint8_t>(text[at + i]);
        if ((next & 0xC0) != 0x80)
        {
            return 0;
        }
        character = character << 6 | (next & 0x3FU);
    }
    // A character has one encoding only, the shortest.
    constexpr uint32_t LEAST[] = {0, 0, 0x80, 0x800, 0x10000};
    return character >= LEAST[length] && IsXmlCharacter(character) ? length : 0;
}

} // namespace

bool
IsXmlBlank(char letter)
{
    return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r';
}

bool
IsXmlNameStart(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter == '_';
}

bool
IsXmlNamePart(char letter)
{
    return IsXmlNameStart(letter) || (letter >= '0' && letter <= '9') || letter == '-' ||
           letter == '.';
}

std::size_t
FindForeignOctet(const std::string& text)
{
    std::size_t at = 0;
    while (at < text.size())
    {
        const std::size_t length = CharacterLength(text, at);
        if (length == 0)
        {
            break;
        }
        at += length;
    }
    return at;
}

} // namespace ns3::pubsub::sdn
