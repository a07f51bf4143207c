// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-xml-element.h"

#include "sdn-xml-characters.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace ns3::pubsub::sdn
{

namespace
{

/// An entity and its character.
struct Entity
{
    std::string_view name; ///< with its ampersand and semicolon
    char letter;           ///< what it stands for
};

/// The entities that XML 1.0 defines.
constexpr Entity ENTITIES[] = {
    {"&amp;", '&'},
    {"&lt;", '<'},
    {"&gt;", '>'},
    {"&quot;", '"'},
    {"&apos;", '\''},
};

/// A file in UTF-8 may begin with it.
constexpr std::string_view BYTE_ORDER_MARK = "\xEF\xBB\xBF";

/// @brief Reads an XML text from its beginning to its end.
class XmlReader
{
  public:
    /**
     * @param text whole, with line feeds at the ends of lines
     * @param limits of it
     */
    XmlReader(const std::string& text, const XmlLimits& limits)
        : m_text(text),
          m_limits(limits)
    {
    }

    /// @return the only outermost element
    XmlElement Whole()
    {
        m_at = FindForeignOctet(m_text);
        Require(m_at == m_text.size(), "characters of XML 1.0 in UTF-8");
        m_at = 0;
        Take(BYTE_ORDER_MARK);
        if (IsDeclared())
        {
            ReadDeclaration();
        }
        SkipMisc();
        Require(Take("<"), "an element");
        XmlElement element = Element(1);
        SkipMisc();
        Require(m_at == m_text.size(), "nothing after the outermost element");
        return element;
    }

  private:
    /**
     * @brief Refuse the text unless a condition holds.
     * @param isTrue the condition
     * @param expected what the text should have here
     */
    void Require(bool isTrue, std::string_view expected) const
    {
        if (!isTrue)
        {
            const auto begin = m_text.begin();
            const auto here = begin + static_cast<std::ptrdiff_t>(m_at);
            const auto line = std::find(std::make_reverse_iterator(here), m_text.rend(), '\n');
            throw XmlError("line " + std::to_string(LineHere()) + ", column " +
                           std::to_string(here - line.base() + 1) + ": expected " +
                           std::string(expected));
        }
    }

    /// @return number of the line that is read, from 1
    uint32_t LineHere() const
    {
        // Lines are counted once: a text of many elements is read in linear time.
        const auto begin = m_text.begin();
        m_line += static_cast<uint32_t>(std::count(begin + static_cast<std::ptrdiff_t>(m_counted),
                                                   begin + static_cast<std::ptrdiff_t>(m_at),
                                                   '\n'));
        m_counted = m_at;
        return m_line;
    }

    /// @return whether something is left
    bool HasNext() const
    {
        return m_at < m_text.size();
    }

    /**
     * @param word that may come next
     * @return whether it does; it is passed then
     */
    bool Take(std::string_view word)
    {
        const bool isThere = m_text.compare(m_at, word.size(), word) == 0;
        m_at += isThere ? word.size() : 0;
        return isThere;
    }

    /// @return whether there was a blank; all blanks are passed
    bool SkipBlanks()
    {
        const std::size_t before = m_at;
        while (HasNext() && IsXmlBlank(m_text[m_at]))
        {
            ++m_at;
        }
        return m_at > before;
    }

    /// @return the name that comes next
    std::string Name()
    {
        Require(HasNext() && IsXmlNameStart(m_text[m_at]), "a name");
        const std::size_t begin = m_at;
        while (HasNext() && IsXmlNamePart(m_text[m_at]))
        {
            ++m_at;
        }
        return m_text.substr(begin, m_at - begin);
    }

    /// @return the character of the entity that comes next
    char EntityLetter()
    {
        for (const Entity& entity : ENTITIES)
        {
            if (Take(entity.name))
            {
                return entity.letter;
            }
        }
        Require(false, "one of &amp; &lt; &gt; &quot; &apos;");
        return 0;
    }

    /// @return the attribute's value that comes next, with its quotes
    std::string Value()
    {
        Require(HasNext() && (m_text[m_at] == '"' || m_text[m_at] == '\''), "a quoted value");
        const char quote = m_text[m_at++];
        std::string value;
        while (HasNext() && m_text[m_at] != quote)
        {
            Require(m_text[m_at] != '<', "no < in a value");
            if (m_text[m_at] == '&')
            {
                value += EntityLetter();
            }
            else
            {
                const char letter = m_text[m_at++];
                value += IsXmlBlank(letter) ? ' ' : letter;
            }
        }
        Require(HasNext(), "the quote at the end of a value");
        ++m_at;
        return value;
    }

    /// @return whether the text begins with a declaration
    bool IsDeclared() const
    {
        constexpr std::string_view BEGIN = "<?xml";
        const std::size_t end = m_at + BEGIN.size();
        return m_text.compare(m_at, BEGIN.size(), BEGIN) == 0 && end < m_text.size() &&
               IsXmlBlank(m_text[end]);
    }

    /**
     * @param name of a part of the declaration
     * @return its value, if the part comes next
     */
    std::optional<std::string> DeclarationPart(std::string_view name)
    {
        const std::size_t before = m_at;
        if (!SkipBlanks() || !Take(name))
        {
            m_at = before;
            return std::nullopt;
        }
        SkipBlanks();
        Require(Take("="), "= and a value");
        SkipBlanks();
        return Value();
    }

    /// @brief Pass the declaration.
    void ReadDeclaration()
    {
        Take("<?xml");
        Require(DeclarationPart("version") == "1.0", "version=\"1.0\" in the declaration");
        std::string encoding = DeclarationPart("encoding").value_or("UTF-8");
        std::transform(encoding.begin(), encoding.end(), encoding.begin(), [](char letter) {
            return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
        });
        Require(encoding == "UTF-8", "the encoding UTF-8");
        const std::string standalone = DeclarationPart("standalone").value_or("yes");
        Require(standalone == "yes" || standalone == "no", "standalone to be yes or no");
        SkipBlanks();
        Require(Take("?>"), "the end of the declaration");
    }

    /// @return whether there was a comment, which is passed
    bool SkipComment()
    {
        if (!Take("<!--"))
        {
            return false;
        }
        const std::size_t end = m_text.find("--", m_at);
        m_at = std::min(end, m_text.size());
        Require(Take("-->"), "--> at the end of a comment, and no -- inside");
        return true;
    }

    /// @brief Pass blanks and comments.
    void SkipMisc()
    {
        while (SkipBlanks() || SkipComment())
        {
        }
    }

    /// @brief Read the attributes of a tag.
    /// @param element that gets them
    void ReadAttributes(XmlElement& element)
    {
        while (SkipBlanks() && HasNext() && IsXmlNameStart(m_text[m_at]))
        {
            Require(element.attributes.size() < m_limits.attributes, "fewer attributes");
            std::string name = Name();
            Require(!element.attributes.contains(name), "each attribute once");
            SkipBlanks();
            Require(Take("="), "= and a value");
            SkipBlanks();
            element.attributes.emplace(std::move(name), Value());
        }
    }

    /**
     * @param depth of the element, from 1
     * @return the element whose < was passed
     */
    XmlElement Element(std::size_t depth)
    {
        Require(depth <= m_limits.depth, "fewer elements in each other");
        Require(++m_elements <= m_limits.elements, "fewer elements");
        XmlElement element;
        element.line = LineHere();
        element.name = Name();
        ReadAttributes(element);
        if (Take("/>"))
        {
            return element;
        }
        Require(Take(">"), "the end of a tag");
        while (!Take("</"))
        {
            ReadContent(element, depth);
        }
        Require(Name() == element.name, "the end tag of " + element.name);
        SkipBlanks();
        Require(Take(">"), "the end of a tag");
        return element;
    }

    /**
     * @brief Read one piece of what is between the tags of an element.
     * @param element that gets it
     * @param depth of the element
     */
    void ReadContent(XmlElement& element, std::size_t depth)
    {
        Require(HasNext(), "the end tag of " + element.name);
        if (SkipComment())
        {
            return;
        }
        if (Take("<"))
        {
            element.children.push_back(Element(depth + 1));
            return;
        }
        if (m_text[m_at] == '&')
        {
            element.text += EntityLetter();
            return;
        }
        const std::size_t end = std::min(m_text.find_first_of("<&", m_at), m_text.size());
        const std::string piece = m_text.substr(m_at, end - m_at);
        m_at += std::min(piece.find("]]>"), piece.size());
        Require(m_at == end, "no ]]> in a text");
        element.text += piece;
    }

    const std::string& m_text;         ///< whole
    const XmlLimits& m_limits;         ///< of it
    std::size_t m_at = 0;              ///< octets that were read
    std::size_t m_elements = 0;        ///< that were begun
    mutable uint32_t m_line = 1;       ///< of the octet m_counted
    mutable std::size_t m_counted = 0; ///< octets whose ends of lines were counted
};

/**
 * @param text any
 * @return the same with line feeds for all ends of lines, as XML 1.0 wants
 */
std::string
WithLineFeeds(const std::string& text)
{
    std::string lines;
    lines.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i)
    {
        const bool isPair = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
        if (!isPair)
        {
            lines += text[i] == '\r' ? '\n' : text[i];
        }
    }
    return lines;
}

} // namespace

XmlElement
XmlElement::Parse(const std::string& text, const XmlLimits& limits)
{
    if (text.size() > limits.octets)
    {
        throw XmlError("the text has " + std::to_string(text.size()) +
                       " octets; expected at most " + std::to_string(limits.octets));
    }
    const std::string lines = WithLineFeeds(text);
    return XmlReader(lines, limits).Whole();
}

std::string
XmlEscaped(const std::string& text)
{
    std::string escaped;
    for (const char letter : text)
    {
        const auto* const entity =
            std::find_if(std::begin(ENTITIES), std::end(ENTITIES), [letter](const Entity& each) {
                return each.letter == letter;
            });
        if (entity == std::end(ENTITIES))
        {
            escaped += letter;
        }
        else
        {
            escaped += entity->name;
        }
    }
    return escaped;
}

} // namespace ns3::pubsub::sdn
