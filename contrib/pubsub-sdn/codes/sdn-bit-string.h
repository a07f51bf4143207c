// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_BIT_STRING_H
#define SDN_BIT_STRING_H

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief A string of at most 103 bits, which is what an address has for the code of a topic.
 *
 * Strings are ordered as in a dictionary, so that a string comes before those that it is a prefix
 * of, and these follow it without a gap.
 */
class BitString
{
  public:
    /// Most bits of a string.
    static constexpr std::size_t MAX_BITS = 103;

    /// Octets that hold the longest string: the first bit is the highest one of the first octet.
    using Octets = std::array<uint8_t, 13>;

    /// @brief The empty string.
    BitString() = default;

    /**
     * @brief Read a string from text.
     * @param text of 0 and 1
     * @return the string, or nothing for other or too long texts
     */
    static std::optional<BitString> Parse(const std::string& text);

    /**
     * @brief Read a string as it was sent.
     * @param octets that hold it
     * @param size its bits
     * @return the string, or nothing if the size is too large or a bit beyond it is set
     */
    static std::optional<BitString> FromOctets(const Octets& octets, std::size_t size);

    /// @return number of bits
    std::size_t Size() const
    {
        return m_size;
    }

    /// @return whether there are none
    bool IsEmpty() const
    {
        return m_size == 0;
    }

    /**
     * @param index of a bit, less than Size()
     * @return the bit
     */
    bool operator[](std::size_t index) const;

    /**
     * @brief Append a bit. Stops the program if there is no room: callers check their lengths.
     * @param bit to append
     */
    void PushBack(bool bit);

    /// @brief Remove the last bit, which there has to be.
    void PopBack();

    /**
     * @brief Append a string. Stops the program if there is no room.
     * @param other to append
     */
    void Append(const BitString& other);

    /**
     * @brief Append a number in binary, highest bit first. Stops the program if there is no room.
     * @param value less than 2^width
     * @param width number of bits
     */
    void AppendNumber(uint64_t value, std::size_t width);

    /**
     * @param size at most Size()
     * @return the first bits
     */
    BitString Prefix(std::size_t size) const;

    /**
     * @param prefix any string
     * @return whether this string begins with it; every string begins with itself
     */
    bool StartsWith(const BitString& prefix) const;

    /**
     * @param bit that fills
     * @param size at least Size()
     * @return this string and as many more bits as it needs for this size
     */
    BitString Padded(bool bit, std::size_t size = MAX_BITS) const;

    /// @return the octets; bits beyond Size() are 0
    const Octets& Bits() const
    {
        return m_octets;
    }

    /// @return the bits as 0 and 1
    std::string Text() const;

    /**
     * @brief The order of a dictionary.
     * @param other another
     * @return the order
     */
    std::strong_ordering operator<=>(const BitString& other) const = default;

    /**
     * @brief Equality of all bits.
     * @param other another
     * @return whether equal
     */
    bool operator==(const BitString& other) const = default;

  private:
    Octets m_octets{};      ///< the bits, then zeros; compared first
    std::size_t m_size = 0; ///< of the bits
};

} // namespace ns3::pubsub::sdn

#endif
