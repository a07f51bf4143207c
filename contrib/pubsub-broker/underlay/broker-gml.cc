// SPDX-License-Identifier: GPL-2.0-only
#include "broker-gml.h"

#include "broker-input.h"

#include "ns3/log.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <optional>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerGml");

namespace
{

constexpr uint32_t DEEPEST_LIST = 100; ///< more nested lists are refused

/// A word of a GML file.
struct GmlToken
{
    std::string text;    ///< without quotes
    bool quoted = false; ///< whether it was in quotes
    uint32_t line = 0;   ///< where it begins

    /**
     * @param bracket [ or ]
     * @return whether the word is it
     */
    bool Is(char bracket) const
    {
        return !quoted && text.size() == 1 && text[0] == bracket;
    }
};

/// Reads a GML file word by word.
class GmlReader
{
  public:
    /// @param file its name
    explicit GmlReader(const std::string& file)
        : m_file(file),
          m_stream(file)
    {
        if (!m_stream || m_stream.peek() == std::ifstream::traits_type::eof())
        {
            throw BrokerInputError(m_file + " cannot be read or is empty; expected a GML file");
        }
    }

    /**
     * @brief Read a list up to its end.
     * @param depth number of lists that it is in
     * @return the list
     */
    GmlList ReadList(uint32_t depth)
    {
        GmlList list;
        while (const auto key = Next())
        {
            if (key->Is(']') && depth > 0)
            {
                return list;
            }
            if (key->quoted || !std::isalpha(static_cast<unsigned char>(key->text[0])))
            {
                Refuse(*key, "a key, which begins with a letter");
            }
            list.entries.push_back(ReadEntry(*key, depth));
        }
        if (depth > 0)
        {
            throw BrokerInputError(m_file + " ends inside a list; expected ']'");
        }
        return list;
    }

  private:
    /**
     * @param key of the entry
     * @param depth number of lists that it is in
     * @return the entry with its value
     */
    GmlEntry ReadEntry(const GmlToken& key, uint32_t depth)
    {
        const auto value = Next();
        if (!value || value->Is(']'))
        {
            Refuse(key, "a value after it");
        }
        if (!value->Is('['))
        {
            return {key.text, value->text, nullptr, key.line};
        }
        if (depth == DEEPEST_LIST)
        {
            Refuse(key, "at most " + std::to_string(DEEPEST_LIST) + " lists in each other");
        }
        return {key.text, "", std::make_shared<GmlList>(ReadList(depth + 1)), key.line};
    }

    /// @return the next word; nothing at the end of the file
    std::optional<GmlToken> Next()
    {
        SkipBlanksAndComments();
        const int first = m_stream.peek();
        if (first == std::ifstream::traits_type::eof())
        {
            return std::nullopt;
        }
        GmlToken token{"", first == '"', m_line};
        if (token.quoted)
        {
            m_stream.get();
            std::getline(m_stream, token.text, '"');
            if (m_stream.eof())
            {
                Refuse(token, "a closing quote");
            }
            m_line += static_cast<uint32_t>(std::count(token.text.begin(), token.text.end(), '\n'));
            return token;
        }
        token.text = static_cast<char>(m_stream.get());
        while (!token.Is('[') && !token.Is(']') && IsInWord(m_stream.peek()))
        {
            token.text += static_cast<char>(m_stream.get());
        }
        return token;
    }

    /// @brief Go on to the next word.
    void SkipBlanksAndComments()
    {
        for (int next = m_stream.peek(); std::isspace(next) || next == '#'; next = m_stream.peek())
        {
            if (next == '#')
            {
                std::string comment;
                std::getline(m_stream, comment);
                ++m_line;
                continue;
            }
            m_line += m_stream.get() == '\n';
        }
    }

    /**
     * @param character after the first of a word
     * @return whether it is part of the word
     */
    static bool IsInWord(int character)
    {
        return character != std::ifstream::traits_type::eof() && !std::isspace(character) &&
               character != '[' && character != ']' && character != '"';
    }

    /**
     * @brief Throw a BrokerInputError.
     * @param token where it is
     * @param expected what was expected
     */
    [[noreturn]] void Refuse(const GmlToken& token, const std::string& expected) const
    {
        throw BrokerInputError(m_file + ", line " + std::to_string(token.line) + ": " +
                               Quoted(token.text) + "; expected " + expected);
    }

    std::string m_file;     ///< name
    std::ifstream m_stream; ///< of the file
    uint32_t m_line = 1;    ///< of the next word
};

} // namespace

const GmlEntry*
GmlList::Find(const std::string& key) const
{
    for (const GmlEntry& entry : entries)
    {
        if (entry.key == key)
        {
            return &entry;
        }
    }
    return nullptr;
}

std::vector<const GmlEntry*>
GmlList::All(const std::string& key) const
{
    std::vector<const GmlEntry*> found;
    for (const GmlEntry& entry : entries)
    {
        if (entry.key == key)
        {
            found.push_back(&entry);
        }
    }
    return found;
}

std::string
GmlEntry::Required(const std::string& name, const std::string& file) const
{
    const GmlEntry* const found = list ? list->Find(name) : nullptr;
    if (found == nullptr || found->list)
    {
        throw BrokerInputError(file + ", line " + std::to_string(line) + ": the " + key +
                               " has no " + name + "; expected '" + key + " [ " + name +
                               " 1 ... ]'");
    }
    return found->value;
}

GmlList
ParseGml(const std::string& file)
{
    NS_LOG_FUNCTION(file);
    return GmlReader(file).ReadList(0);
}

} // namespace ns3::pubsub::broker
