// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_CONTENT_H
#define PUBSUB_CONTENT_H

#include "topic.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup pubsub
 * @brief One named value of an event, both as printable ASCII text.
 */
struct Attribute
{
    std::string name;  ///< of the attribute
    std::string value; ///< a number or any other text
    /// @brief Attributes are ordered by name, then value. @return the order
    auto operator<=>(const Attribute&) const = default;
};

/**
 * @ingroup pubsub
 * @brief What an event is about, and all that filters look at: its topic and its attributes.
 */
struct Content
{
    Content() = default;

    /// @brief An event without attributes. @param about its topic
    Content(Topic about)
        : topic(std::move(about))
    {
    }

    /// @brief An event. @param about its topic @param named its attributes
    Content(Topic about, std::vector<Attribute> named)
        : topic(std::move(about)),
          attributes(std::move(named))
    {
    }

    Topic topic;                       ///< what it is about
    std::vector<Attribute> attributes; ///< its named values
    /// @brief Equality of both. @return whether equal
    bool operator==(const Content&) const = default;
};

} // namespace ns3

#endif
