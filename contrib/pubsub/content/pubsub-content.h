// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_CONTENT_H
#define PUBSUB_CONTENT_H

#include "pubsub-shared-list.h"
#include "pubsub-topic.h"

#include <string>
#include <vector>

namespace ns3::pubsub
{

/**
 * @param text of any kind
 * @return whether an attribute may be named so: letters, digits, `_`, `-`
 */
bool IsAttributeName(const std::string& text);

/**
 * @ingroup pubsub
 * @brief What the texts of values are made of, those of events as those of predicates.
 * @param text of any kind
 * @return whether it is printable ASCII without spaces, any of `=<>,*[]`, and two points in a row
 */
bool IsValueText(const std::string& text);

/**
 * @ingroup pubsub
 * @brief One named value of an event: a number (see Decimal) or any other text.
 */
struct EventAttribute
{
    std::string name;  ///< of the attribute
    std::string value; ///< not empty
    /**
     * @brief Attributes are ordered by name, then value.
     * @return the order
     */
    auto operator<=>(const EventAttribute&) const = default;
};

/**
 * @ingroup pubsub
 * @brief What an event is about, and all that filters look at: its topic and its attributes.
 */
struct Content
{
    /// Attributes of an event at most.
    static constexpr std::size_t MAX_ATTRIBUTES = 16;

    Content() = default;

    /**
     * @brief An event without attributes.
     * @param about its topic
     */
    Content(Topic about)
        : topic(std::move(about))
    {
    }

    /**
     * @brief An event.
     * @param about its topic
     * @param named its attributes
     */
    Content(Topic about, std::vector<EventAttribute> named)
        : topic(std::move(about)),
          attributes(std::move(named))
    {
    }

    /// @return whether the attributes are not too many, have names and values, and no name twice
    bool IsWellFormed() const;

    /**
     * @param name of an attribute
     * @return its value, or none
     */
    const std::string* Find(const std::string& name) const;

    /// @return the attributes as `speed=3,unit=tank`, in the event's order
    std::string AttributesText() const;

    Topic topic;                           ///< what it is about
    SharedList<EventAttribute> attributes; ///< its named values
    /**
     * @brief Equality of both.
     * @return whether equal
     */
    bool operator==(const Content&) const = default;
};

} // namespace ns3::pubsub

#endif
