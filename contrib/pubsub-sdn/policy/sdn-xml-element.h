// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_XML_ELEMENT_H
#define SDN_XML_ELEMENT_H

#include "ns3/broker-input.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3::pubsub::sdn
{

/// How much an XML text may have. A text beyond a limit is refused.
struct XmlLimits
{
    std::size_t octets = 1 << 20;   ///< of the text
    std::size_t depth = 16;         ///< elements in each other
    std::size_t elements = 100'000; ///< in all
    std::size_t attributes = 32;    ///< of an element
};

/**
 * @ingroup pubsub-sdn
 * @brief A text is no XML that XmlElement reads. Its text is one sentence with line and column.
 */
class XmlError : public broker::BrokerInputError
{
  public:
    using broker::BrokerInputError::BrokerInputError;
};

/**
 * @ingroup pubsub-sdn
 * @brief An element of an XML text that may come from anywhere.
 *
 * A strict part of XML 1.0 is read: elements, attributes, comments, the five named entities and a
 * declaration of UTF-8. Names are ASCII letters, digits, `_`, `-` and `.`. Document types,
 * processing instructions, CDATA sections and other references are refused, so a text cannot grow
 * and cannot name files.
 */
struct XmlElement
{
    std::string name;                              ///< of the element
    std::map<std::string, std::string> attributes; ///< by name
    std::string text;                              ///< between its tags, without its children
    std::vector<XmlElement> children;              ///< in order
    uint32_t line = 1;                             ///< where its tag begins

    /**
     * @brief Read a text. Throws XmlError for any other content.
     * @param text whole
     * @param limits that it has to keep
     * @return its only outermost element
     */
    static XmlElement Parse(const std::string& text, const XmlLimits& limits = {});
};

/**
 * @param text any
 * @return the same with the five entities, to be put between tags or into double quotes
 */
std::string XmlEscaped(const std::string& text);

} // namespace ns3::pubsub::sdn

#endif
