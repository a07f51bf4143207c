// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_WIRE_ARCHIVE_H
#define PUBSUB_WIRE_ARCHIVE_H

#include "pubsub-known-contents.h"
#include "pubsub-known-filters.h"

#include "ns3/buffer.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/**
 * @file
 * @ingroup pubsub
 * Three ways through a message's list of fields: how long it is, writing it, reading it.
 *
 * A message lists its fields once, in a `Fields(archive, message)` function; these classes take the
 * place of `archive`. Numbers are big-endian, texts have one octet of length, lists a count of one
 * or two octets (schema/messages is the same list for Python).
 */

namespace ns3::pubsub
{

/// @ingroup pubsub
/// @brief Adds up the bytes that a message takes.
class WireLength
{
  public:
    void U8(uint8_t)
    {
        m_bytes += 1;
    }

    void U16(uint16_t)
    {
        m_bytes += 2;
    }

    void U32(uint32_t)
    {
        m_bytes += 4;
    }

    void U64(uint64_t)
    {
        m_bytes += 8;
    }

    void Text(const Topic& topic)
    {
        m_bytes += 1 + topic.Text().size();
    }

    void Text(const Filter& filter)
    {
        m_bytes += 1 + filter.WireLength();
    }

    void Text(const std::string& text)
    {
        m_bytes += 1 + text.size();
    }

    /**
     * @brief What an event is about: its topic, and a list of names and values.
     * @param content of the event
     */
    void About(const Content& content)
    {
        Text(content.topic);
        List8(content.attributes.Items(), [](auto& archive, const auto& attribute) {
            archive.Text(attribute.name);
            archive.Text(attribute.value);
        });
    }

    /**
     * @brief Octets with a count of two octets.
     * @param octets the octets
     */
    void Bytes16(const std::vector<uint8_t>& octets)
    {
        m_bytes += 2 + octets.size();
    }

    /**
     * @brief A part with its own length in front.
     * @param part a struct with Fields()
     */
    template <typename Part>
    void Sized(const Part& part)
    {
        m_bytes += 2;
        Part::Fields(*this, part);
    }

    /**
     * @brief The count of a list that stands further on.
     * @param items the list
     */
    template <typename T>
    void Count8(const std::vector<T>& items)
    {
        static_cast<void>(items);
        m_bytes += 1;
    }

    /**
     * @brief A list whose count stands further ahead.
     * @param items the list
     * @param each visits one
     */
    template <typename T, typename Each>
    void Counted(const std::vector<T>& items, Each each)
    {
        for (const T& item : items)
        {
            each(*this, item);
        }
    }

    /**
     * @brief A list with a count of one octet.
     * @param items the list
     * @param each visits one item
     */
    template <typename T, typename Each>
    void List8(const std::vector<T>& items, Each each)
    {
        m_bytes += 1;
        for (const T& item : items)
        {
            each(*this, item);
        }
    }

    /**
     * @brief A list with a count of two octets.
     * @param items the list
     * @param each visits one item
     */
    template <typename T, typename Each>
    void List16(const std::vector<T>& items, Each each)
    {
        m_bytes += 1;
        List8(items, each);
    }

    /// @return the bytes so far
    uint32_t Bytes() const
    {
        return m_bytes;
    }

  private:
    uint32_t m_bytes = 0; ///< the sum
};

/// @ingroup pubsub
/// @brief Writes a message's fields into a packet's buffer.
class WireWriter
{
  public:
    /// @param start where the first field goes
    explicit WireWriter(Buffer::Iterator start)
        : m_at(start)
    {
    }

    void U8(uint8_t value)
    {
        m_at.WriteU8(value);
    }

    void U16(uint16_t value)
    {
        m_at.WriteHtonU16(value);
    }

    void U32(uint32_t value)
    {
        m_at.WriteHtonU32(value);
    }

    void U64(uint64_t value)
    {
        m_at.WriteHtonU64(value);
    }

    void Text(const Topic& topic)
    {
        Octets(topic.Text());
    }

    void Text(const Filter& filter)
    {
        Octets(filter.Text());
    }

    void Text(const std::string& text)
    {
        Octets(text);
    }

    /**
     * @brief What an event is about: its topic, and a list of names and values.
     * @param content of the event
     */
    void About(const Content& content)
    {
        Text(content.topic);
        List8(content.attributes.Items(), [](auto& archive, const auto& attribute) {
            archive.Text(attribute.name);
            archive.Text(attribute.value);
        });
    }

    /**
     * @brief Octets with a count of two octets.
     * @param octets the octets
     */
    void Bytes16(const std::vector<uint8_t>& octets)
    {
        NS_ASSERT_MSG(octets.size() <= 0xffff, octets.size() << " octets, counted in two");
        U16(static_cast<uint16_t>(octets.size()));
        m_at.Write(octets.data(), octets.size());
    }

    /**
     * @brief A part with its own length in front.
     * @param part a struct with Fields()
     */
    template <typename Part>
    void Sized(const Part& part)
    {
        WireLength length;
        Part::Fields(length, part);
        U16(static_cast<uint16_t>(length.Bytes()));
        Part::Fields(*this, part);
    }

    /**
     * @brief The count of a list that stands further on.
     * @param items the list
     */
    template <typename T>
    void Count8(const std::vector<T>& items)
    {
        NS_ASSERT_MSG(items.size() <= 0xff, "a list of " << items.size() << " in one octet");
        U8(static_cast<uint8_t>(items.size()));
    }

    /**
     * @brief A list whose count stands further ahead.
     * @param items the list
     * @param each visits one
     */
    template <typename T, typename Each>
    void Counted(const std::vector<T>& items, Each each)
    {
        for (const T& item : items)
        {
            each(*this, item);
        }
    }

    /**
     * @brief A list with a count of one octet.
     * @param items the list
     * @param each visits one item
     */
    template <typename T, typename Each>
    void List8(const std::vector<T>& items, Each each)
    {
        NS_ASSERT_MSG(items.size() <= 0xff, "a list of " << items.size() << " in one octet");
        U8(static_cast<uint8_t>(items.size()));
        for (const T& item : items)
        {
            each(*this, item);
        }
    }

    /**
     * @brief A list with a count of two octets.
     * @param items the list
     * @param each visits one item
     */
    template <typename T, typename Each>
    void List16(const std::vector<T>& items, Each each)
    {
        NS_ASSERT_MSG(items.size() <= 0xffff, "a list of " << items.size() << " in two octets");
        U16(static_cast<uint16_t>(items.size()));
        for (const T& item : items)
        {
            each(*this, item);
        }
    }

  private:
    /// @param text written with one octet of length
    void Octets(const std::string& text)
    {
        U8(static_cast<uint8_t>(text.size()));
        m_at.Write(reinterpret_cast<const uint8_t*>(text.data()), text.size());
    }

    Buffer::Iterator m_at; ///< the next byte
};

/**
 * @ingroup pubsub
 * @brief Reads a message's fields from a packet that came over the air and may hold anything.
 *
 * Never reads past the end: from the first field that does not fit or is no topic on, every field
 * reads as zero or empty and IsGood() is false.
 */
class WireReader
{
  public:
    /// @param octets of the message, and perhaps more behind it; they have to stay where they are
    explicit WireReader(std::span<const uint8_t> octets)
        : m_octets(octets)
    {
    }

    void U8(uint8_t& value)
    {
        Number(value);
    }

    void U16(uint16_t& value)
    {
        Number(value);
    }

    void U32(uint32_t& value)
    {
        Number(value);
    }

    void U64(uint64_t& value)
    {
        Number(value);
    }

    void Text(Topic& topic)
    {
        Take(Topic::Parse(std::string(Octets())), topic);
    }

    void Text(Filter& filter)
    {
        Take(ReadFilter(Octets()), filter);
    }

    /**
     * @brief Printable ASCII.
     * @param text where it goes
     */
    void Text(std::string& text)
    {
        text = Octets();
        m_good = m_good &&
                 std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
        text = m_good ? text : "";
    }

    /**
     * @brief What an event is about, which is likely to have been read before.
     * @param content where it goes
     */
    void About(Content& content)
    {
        const uint32_t start = m_bytes;
        uint8_t count;
        Octets();
        U8(count);
        for (uint32_t i = 0; i < 2U * count && m_good; ++i)
        {
            Octets();
        }
        Take(m_good ? ReadContent(m_octets.subspan(start, m_bytes - start)) : std::nullopt,
             content);
    }

    /**
     * @brief Octets with a count of two octets.
     * @param octets where they go
     */
    void Bytes16(std::vector<uint8_t>& octets)
    {
        uint16_t count;
        U16(count);
        const auto there = Next(count);
        octets.assign(there.begin(), there.end());
    }

    /**
     * @brief A part with its own length in front, which it must fill.
     * @param part where it goes
     */
    template <typename Part>
    void Sized(Part& part)
    {
        uint16_t length;
        U16(length);
        const uint32_t start = m_bytes;
        Part::Fields(*this, part);
        m_good = m_good && m_bytes - start == length;
    }

    /**
     * @brief The count of a list that stands further on.
     * @param items made as long as it says
     */
    template <typename T>
    void Count8(std::vector<T>& items)
    {
        uint8_t count;
        U8(count);
        items.assign(count, T());
    }

    /**
     * @brief A list whose count stands further ahead.
     * @param items as many as it said
     * @param each reads one
     */
    template <typename T, typename Each>
    void Counted(std::vector<T>& items, Each each)
    {
        for (T& item : items)
        {
            each(*this, item);
        }
    }

    /**
     * @brief A list with a count of one octet.
     * @param items the list
     * @param each visits one item
     */
    template <typename T, typename Each>
    void List8(std::vector<T>& items, Each each)
    {
        uint8_t count;
        U8(count);
        Items(items, count, each);
    }

    /**
     * @brief A list with a count of two octets.
     * @param items the list
     * @param each visits one item
     */
    template <typename T, typename Each>
    void List16(std::vector<T>& items, Each each)
    {
        uint16_t count;
        U16(count);
        Items(items, count, each);
    }

    /// @return whether all fields so far were there and well formed
    bool IsGood() const
    {
        return m_good;
    }

    /// @return bytes read
    uint32_t Bytes() const
    {
        return m_bytes;
    }

  private:
    /**
     * @param count of octets of the next field
     * @return them, or none if some are missing
     */
    std::span<const uint8_t> Next(uint32_t count)
    {
        m_good = m_good && m_octets.size() - m_bytes >= count;
        const uint32_t from = m_bytes;
        m_bytes += m_good ? count : 0;
        return m_octets.subspan(from, m_bytes - from);
    }

    /**
     * @brief A big-endian number.
     * @param value where it goes; 0 if octets are missing
     */
    template <typename Unsigned>
    void Number(Unsigned& value)
    {
        value = 0;
        for (uint8_t octet : Next(sizeof(Unsigned)))
        {
            value = static_cast<Unsigned>(value << 8 | octet);
        }
    }

    /// @return the characters of a text with one octet of length
    std::string_view Octets()
    {
        uint8_t length;
        U8(length);
        const auto there = Next(length);
        return {reinterpret_cast<const char*>(there.data()), there.size()};
    }

    /**
     * @param parsed what the text said
     * @param value where it goes
     */
    template <typename T>
    void Take(std::optional<T> parsed, T& value)
    {
        m_good = m_good && parsed.has_value();
        value = m_good ? std::move(*parsed) : T();
    }

    /**
     * @param items filled
     * @param count how many are announced
     * @param each reads one
     */
    template <typename T, typename Each>
    void Items(std::vector<T>& items, uint32_t count, Each each)
    {
        items.clear();
        items.reserve(
            std::min<std::size_t>(count, m_octets.size() - m_bytes)); // the count may be a lie
        for (uint32_t i = 0; i < count && m_good; ++i)
        {
            each(*this, items.emplace_back());
        }
    }

    std::span<const uint8_t> m_octets; ///< to be read
    uint32_t m_bytes = 0;              ///< of them read
    bool m_good = true;                ///< whether nothing was missing or malformed
};

} // namespace ns3::pubsub

#endif
