// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-bit-string.h"

#include "ns3/abort.h"

namespace ns3::pubsub::sdn
{

namespace
{

/**
 * @param index of a bit
 * @return the octet with only this bit
 */
uint8_t
Mask(std::size_t index)
{
    return static_cast<uint8_t>(0x80 >> (index % 8));
}

} // namespace

std::optional<BitString>
BitString::Parse(const std::string& text)
{
    if (text.size() > MAX_BITS || text.find_first_not_of("01") != std::string::npos)
    {
        return std::nullopt;
    }
    BitString bits;
    for (const char bit : text)
    {
        bits.PushBack(bit == '1');
    }
    return bits;
}

std::optional<BitString>
BitString::FromOctets(const Octets& octets, std::size_t size)
{
    if (size > MAX_BITS)
    {
        return std::nullopt;
    }
    BitString bits;
    bits.m_octets = octets;
    bits.m_size = octets.size() * 8;
    if (bits.Prefix(size).m_octets != octets)
    {
        return std::nullopt;
    }
    bits.m_size = size;
    return bits;
}

bool
BitString::operator[](std::size_t index) const
{
    NS_ABORT_MSG_UNLESS(index < m_size, "bit " << index << " of " << m_size);
    return m_octets[index / 8] & Mask(index);
}

void
BitString::PushBack(bool bit)
{
    NS_ABORT_MSG_UNLESS(m_size < MAX_BITS, "more than " << MAX_BITS << " bits");
    if (bit)
    {
        m_octets[m_size / 8] |= Mask(m_size);
    }
    ++m_size;
}

void
BitString::PopBack()
{
    NS_ABORT_MSG_UNLESS(m_size > 0, "no bit to remove");
    --m_size;
    m_octets[m_size / 8] &= static_cast<uint8_t>(~Mask(m_size));
}

void
BitString::Append(const BitString& other)
{
    for (std::size_t i = 0; i < other.m_size; ++i)
    {
        PushBack(other[i]);
    }
}

void
BitString::AppendNumber(uint64_t value, std::size_t width)
{
    NS_ABORT_MSG_UNLESS(width <= 64 && (width == 64 || value >> width == 0),
                        value << " has more than " << width << " bits");
    for (std::size_t i = width; i > 0; --i)
    {
        PushBack(value >> (i - 1) & 1);
    }
}

BitString
BitString::Prefix(std::size_t size) const
{
    NS_ABORT_MSG_UNLESS(size <= m_size, "a prefix of " << size << " bits of " << m_size);
    BitString prefix;
    prefix.m_size = size;
    for (std::size_t i = 0; i < (size + 7) / 8; ++i)
    {
        prefix.m_octets[i] = m_octets[i];
    }
    if (size % 8 != 0)
    {
        prefix.m_octets[size / 8] &= static_cast<uint8_t>(0xff00 >> (size % 8));
    }
    return prefix;
}

bool
BitString::StartsWith(const BitString& prefix) const
{
    return prefix.m_size <= m_size && Prefix(prefix.m_size) == prefix;
}

BitString
BitString::Padded(bool bit, std::size_t size) const
{
    BitString padded = *this;
    while (padded.m_size < size)
    {
        padded.PushBack(bit);
    }
    return padded;
}

std::string
BitString::Text() const
{
    std::string text;
    for (std::size_t i = 0; i < m_size; ++i)
    {
        text += (*this)[i] ? '1' : '0';
    }
    return text;
}

} // namespace ns3::pubsub::sdn
