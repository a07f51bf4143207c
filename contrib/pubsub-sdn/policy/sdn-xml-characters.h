// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_XML_CHARACTERS_H
#define SDN_XML_CHARACTERS_H

#include <cstddef>
#include <string>

namespace ns3::pubsub::sdn
{

/**
 * @param letter an octet
 * @return whether it is one of XML's blanks
 */
bool IsXmlBlank(char letter);

/**
 * @param letter an octet
 * @return whether a name that we read may begin with it
 */
bool IsXmlNameStart(char letter);

/**
 * @param letter an octet
 * @return whether it may follow in a name that we read
 */
bool IsXmlNamePart(char letter);

/**
 * @brief Check that a text is UTF-8 of characters that XML 1.0 allows.
 * @param text any octets
 * @return offset of the first octet that belongs to no such character; its size if all do
 */
std::size_t FindForeignOctet(const std::string& text);

} // namespace ns3::pubsub::sdn

#endif
