// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_JSON_VALUE_H
#define BROKER_JSON_VALUE_H

#include <map>
#include <string>
#include <variant>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief A value of a JSON text (RFC 8259). Texts with escapes other than those of one character
 * are not read.
 */
struct JsonValue
{
    using List = std::vector<JsonValue>;             ///< in order
    using Object = std::map<std::string, JsonValue>; ///< by key

    /// null, true or false, a number, a text, a list or an object
    std::variant<std::nullptr_t, bool, double, std::string, List, Object> value;

    /**
     * @tparam T one of the types
     * @return the value, or null if it has another type
     */
    template <typename T>
    const T* As() const
    {
        return std::get_if<T>(&value);
    }

    /**
     * @brief Read a text. Throws BrokerInputError where it is no JSON text, where an object has a
     * key twice, and where a number is beyond the range of a double.
     * @param text whole
     * @return its value
     */
    static JsonValue Parse(const std::string& text);
};

} // namespace ns3::pubsub::broker

#endif
