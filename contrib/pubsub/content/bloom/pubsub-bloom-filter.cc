// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-bloom-filter.h"

#include "ns3/assert.h"

#include <algorithm>
#include <bit>
#include <functional>

namespace ns3::pubsub
{

namespace
{

/**
 * @param key any text
 * @return FNV-1a of 64 bits
 */
uint64_t
Fnv1a(const std::string& key)
{
    uint64_t x = 0xcbf29ce484222325;
    for (char c : key)
    {
        x ^= static_cast<uint8_t>(c);
        x *= 0x100000001b3;
    }
    return x;
}

/**
 * @param x any number
 * @return MurmurHash3's finalizer of it
 */
uint64_t
Finalized(uint64_t x)
{
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccd;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53;
    x ^= x >> 33;
    return x;
}

/**
 * @param key any text
 * @param x start value
 * @return Jenkins's one-at-a-time hash
 */
uint32_t
OneAtATime(const std::string& key, uint32_t x)
{
    for (char c : key)
    {
        x += static_cast<uint8_t>(c);
        x += x << 10;
        x ^= x >> 6;
    }
    x += x << 3;
    x ^= x >> 11;
    x += x << 15;
    return x;
}

/**
 * @param key any text
 * @param shape of a filter
 * @param visit called with the number of each bit that stands for the key, until it returns false
 * @return whether it never did
 */
template <typename Visit>
bool
ForEachBit(const std::string& key, const BloomShape& shape, Visit visit)
{
    const uint64_t base = shape.hash == BloomHash::FNV1A
                              ? Fnv1a(key)
                              : OneAtATime(key, 0) | uint64_t{OneAtATime(key, 0x9e3779b9)} << 32;
    for (uint32_t i = 0; i < shape.hashes; ++i)
    {
        if (!visit(Finalized(base + i * 0x9e3779b97f4a7c15) % shape.bits))
        {
            return false;
        }
    }
    return true;
}

} // namespace

uint32_t
BloomShape::WholeWords(uint32_t bits)
{
    return std::max((bits + WORD_BITS - 1) / WORD_BITS, 1U) * WORD_BITS;
}

BloomFilter::BloomFilter(const BloomShape& shape)
    : m_shape(shape),
      m_words(shape.bits / BloomShape::WORD_BITS, 0)
{
    NS_ASSERT_MSG(shape.bits == BloomShape::WholeWords(shape.bits), shape.bits << " bits");
    NS_ASSERT_MSG(shape.hashes > 0, "no hash");
}

std::optional<BloomFilter>
BloomFilter::FromOctets(const std::vector<uint8_t>& octets, const BloomShape& shape)
{
    if (octets.size() != shape.bits / 8)
    {
        return std::nullopt;
    }
    BloomFilter filter(shape);
    for (std::size_t i = 0; i < octets.size(); ++i)
    {
        filter.m_words[i / 8] |= uint64_t{octets[i]} << (i % 8 * 8);
    }
    return filter;
}

std::vector<uint8_t>
BloomFilter::Octets() const
{
    std::vector<uint8_t> octets(m_shape.bits / 8);
    for (std::size_t i = 0; i < octets.size(); ++i)
    {
        octets[i] = static_cast<uint8_t>(m_words[i / 8] >> (i % 8 * 8));
    }
    return octets;
}

void
BloomFilter::Add(const std::string& key)
{
    ForEachBit(key, m_shape, [this](uint64_t bit) {
        m_words[bit / BloomShape::WORD_BITS] |= uint64_t{1} << (bit % BloomShape::WORD_BITS);
        return true;
    });
}

bool
BloomFilter::Test(const std::string& key) const
{
    return ForEachBit(key, m_shape, [this](uint64_t bit) {
        return (m_words[bit / BloomShape::WORD_BITS] >> (bit % BloomShape::WORD_BITS) & 1) == 1;
    });
}

void
BloomFilter::Unite(const BloomFilter& other)
{
    NS_ASSERT_MSG(m_shape == other.m_shape, "only filters of one shape have a union");
    std::transform(m_words.begin(),
                   m_words.end(),
                   other.m_words.begin(),
                   m_words.begin(),
                   std::bit_or<uint64_t>());
}

bool
BloomFilter::Covers(const BloomFilter& other) const
{
    NS_ASSERT_MSG(m_shape == other.m_shape, "only filters of one shape compare");
    return std::equal(m_words.begin(),
                      m_words.end(),
                      other.m_words.begin(),
                      [](uint64_t ours, uint64_t theirs) { return (theirs & ~ours) == 0; });
}

double
BloomFilter::FillRatio() const
{
    uint32_t set = 0;
    for (uint64_t word : m_words)
    {
        set += static_cast<uint32_t>(std::popcount(word));
    }
    return static_cast<double>(set) / m_shape.bits;
}

bool
BloomFilter::IsEmpty() const
{
    return std::all_of(m_words.begin(), m_words.end(), [](uint64_t word) { return word == 0; });
}

} // namespace ns3::pubsub
