// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_BLOOM_FILTER_H
#define PUBSUB_BLOOM_FILTER_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3::pubsub
{

/**
 * @ingroup pubsub
 * @brief The hash function h by which a key becomes a number of 64 bits.
 *
 * Both take the key's characters as octets, one after the other, and are written with unsigned
 * arithmetic of fixed width: every machine and every compiler sets the same bits.
 */
enum class BloomHash
{
    /// FNV-1a of 64 bits: offset basis 0xcbf29ce484222325, prime 0x100000001b3.
    FNV1A,
    /// Jenkins's one-at-a-time of 32 bits, twice: from 0 for the low half, from 0x9e3779b9 for the
    /// high half.
    ONE_AT_A_TIME
};

/**
 * @ingroup pubsub
 * @brief What two Bloom filters must have in common to be united or compared.
 */
struct BloomShape
{
    static constexpr uint32_t WORD_BITS = 64; ///< a filter is a whole number of words

    uint32_t bits = 256;               ///< m, a multiple of WORD_BITS, at least one word
    uint8_t hashes = 4;                ///< k, at least 1
    BloomHash hash = BloomHash::FNV1A; ///< h

    /**
     * @param bits wanted
     * @return as many, rounded up to whole words
     */
    static uint32_t WholeWords(uint32_t bits);

    /**
     * @brief Equality of all three.
     * @return whether equal
     */
    bool operator==(const BloomShape&) const = default;
};

/**
 * @ingroup pubsub
 * @brief A set of texts in m bits, which may seem to hold more than was put in, never less (Bloom,
 * Communications of the ACM 13(7), 1970).
 *
 * A key sets the bits F(h + i * 0x9e3779b97f4a7c15) mod m for i = 0 to k - 1, with F the 64-bit
 * finalizer of MurmurHash3: x ^= x >> 33, x *= 0xff51afd7ed558ccd, x ^= x >> 33,
 * x *= 0xc4ceb9fe1a85ec53, x ^= x >> 33. Computed from two numbers modulo m (double hashing), the
 * bits of so many keys would coincide that filters as short as ours have up to 2.5 times as many
 * false positives as the formula says.
 *
 * Bit g is bit g mod 64 of word g / 64, least significant first; on the wire it is bit g mod 8 of
 * octet g / 8.
 */
class BloomFilter
{
  public:
    /**
     * @brief The empty set.
     * @param shape of the filter
     */
    explicit BloomFilter(const BloomShape& shape);

    /**
     * @brief Read a filter from the air.
     * @param octets its bits
     * @param shape that it must have
     * @return the filter, or nothing if the octets are not as many as the shape says
     */
    static std::optional<BloomFilter> FromOctets(const std::vector<uint8_t>& octets,
                                                 const BloomShape& shape);

    /// @return its bits as they go on the wire, m / 8 octets
    std::vector<uint8_t> Octets() const;

    /**
     * @brief Put a key into the set.
     * @param key any text
     */
    void Add(const std::string& key);

    /**
     * @param key any text
     * @return false: it was never put in; true: it was, or seems so
     */
    bool Test(const std::string& key) const;

    /**
     * @brief Put in all that is in another.
     * @param other a filter of the same shape
     */
    void Unite(const BloomFilter& other);

    /**
     * @param other a filter of the same shape
     * @return whether all its bits are set here, too
     */
    bool Covers(const BloomFilter& other) const;

    /// @return the share of bits that are set, 0 to 1
    double FillRatio() const;

    /// @return whether nothing was put in
    bool IsEmpty() const;

    /// @return its shape
    const BloomShape& Shape() const
    {
        return m_shape;
    }

    /**
     * @brief Equality of shape and bits.
     * @return whether equal
     */
    bool operator==(const BloomFilter&) const = default;

  private:
    BloomShape m_shape;            ///< m, k and the hash function
    std::vector<uint64_t> m_words; ///< m bits
};

} // namespace ns3::pubsub

#endif
