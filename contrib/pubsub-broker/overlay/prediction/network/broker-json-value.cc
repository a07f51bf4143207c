// SPDX-License-Identifier: GPL-2.0-only
#include "broker-json-value.h"

#include "ns3/broker-input.h"

#include <charconv>
#include <string_view>
#include <utility>

namespace ns3::pubsub::broker
{

namespace
{

/// Lists and objects in each other at most.
constexpr int DEPTH = 32;

/// @brief Reads a JSON text from its beginning to its end.
class JsonReader
{
  public:
    /// @param text whole
    explicit JsonReader(const std::string& text)
        : m_text(text)
    {
    }

    /// @return the value of the text
    JsonValue Whole()
    {
        JsonValue value = Value(DEPTH);
        SkipBlanks();
        Require(m_at == m_text.size(), "nothing more");
        return value;
    }

  private:
    /**
     * @brief Refuse the text unless a condition holds.
     * @param isTrue the condition
     * @param expected what the text should have here
     */
    void Require(bool isTrue, const std::string& expected) const
    {
        if (!isTrue)
        {
            throw BrokerInputError("is no JSON text: character " + std::to_string(m_at + 1) +
                                   "; expected " + expected);
        }
    }

    /// @brief Go on to what is no blank.
    void SkipBlanks()
    {
        const auto next = m_text.find_first_not_of(" \t\n\r", m_at);
        m_at = next == std::string::npos ? m_text.size() : next;
    }

    /**
     * @param word that may come next
     * @return whether it does; it is passed then
     */
    bool Take(std::string_view word)
    {
        SkipBlanks();
        const bool isThere = m_text.compare(m_at, word.size(), word) == 0;
        m_at += isThere ? word.size() : 0;
        return isThere;
    }

    /**
     * @param depth that is left
     * @return the value that comes next
     */
    JsonValue Value(int depth)
    {
        Require(depth > 0, "no more lists in each other");
        if (Take("{"))
        {
            return {Object(depth)};
        }
        if (Take("["))
        {
            return {List(depth)};
        }
        if (Take("\""))
        {
            return {Text()};
        }
        if (Take("null"))
        {
            return {nullptr};
        }
        if (Take("true"))
        {
            return {true};
        }
        return {Take("false") ? decltype(JsonValue::value)(false) : Number()};
    }

    /**
     * @param depth that is left
     * @return the list whose bracket was passed
     */
    JsonValue::List List(int depth)
    {
        JsonValue::List list;
        if (Take("]"))
        {
            return list;
        }
        do
        {
            list.push_back(Value(depth - 1));
        } while (Take(","));
        Require(Take("]"), "a comma or the end of the list");
        return list;
    }

    /**
     * @param depth that is left
     * @return the object whose brace was passed
     */
    JsonValue::Object Object(int depth)
    {
        JsonValue::Object object;
        if (Take("}"))
        {
            return object;
        }
        do
        {
            Require(Take("\""), "a key");
            std::string key = Text();
            Require(!object.contains(key), "each key once");
            Require(Take(":"), "a colon");
            object.emplace(std::move(key), Value(depth - 1));
        } while (Take(","));
        Require(Take("}"), "a comma or the end of the object");
        return object;
    }

    /// @return the text whose quotation mark was passed
    std::string Text()
    {
        static constexpr std::string_view LETTERS = "\"\\/bfnrt";
        static constexpr std::string_view MEANT = "\"\\/\b\f\n\r\t";
        std::string text;
        for (;; ++m_at)
        {
            Require(m_at < m_text.size() && static_cast<unsigned char>(m_text[m_at]) >= ' ',
                    "the end of the text");
            if (m_text[m_at] == '"')
            {
                ++m_at;
                return text;
            }
            if (m_text[m_at] != '\\')
            {
                text += m_text[m_at];
                continue;
            }
            ++m_at;
            const auto place = m_at < m_text.size() ? LETTERS.find(m_text[m_at]) : LETTERS.npos;
            Require(place != LETTERS.npos, "an escape of one character");
            text += MEANT[place];
        }
    }

    /// @return the number that comes next
    decltype(JsonValue::value) Number()
    {
        static const std::string DIGITS = "0123456789";
        const std::size_t begin = m_at;
        const auto pass = [this](const std::string& some) {
            const std::size_t from = m_at;
            m_at = std::min(m_text.find_first_not_of(some, m_at), m_text.size());
            return m_at > from;
        };
        m_at += m_at < m_text.size() && m_text[m_at] == '-';
        const bool isZero = m_at < m_text.size() && m_text[m_at] == '0';
        Require(isZero ? ++m_at > 0 : pass(DIGITS), "a value");
        if (m_at < m_text.size() && m_text[m_at] == '.')
        {
            ++m_at;
            Require(pass(DIGITS), "a digit");
        }
        if (m_at < m_text.size() && (m_text[m_at] == 'e' || m_text[m_at] == 'E'))
        {
            ++m_at;
            m_at += m_at < m_text.size() && (m_text[m_at] == '-' || m_text[m_at] == '+');
            Require(pass(DIGITS), "a digit");
        }
        double number = 0.0;
        const auto read = std::from_chars(m_text.data() + begin, m_text.data() + m_at, number);
        Require(read.ec == std::errc() && read.ptr == m_text.data() + m_at,
                "a number within the range of a double");
        return number;
    }

    const std::string& m_text; ///< whole
    std::size_t m_at = 0;      ///< characters that were read
};

} // namespace

JsonValue
JsonValue::Parse(const std::string& text)
{
    return JsonReader(text).Whole();
}

} // namespace ns3::pubsub::broker
