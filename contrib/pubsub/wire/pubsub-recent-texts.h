// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_RECENT_TEXTS_H
#define PUBSUB_RECENT_TEXTS_H

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace ns3::pubsub
{

/**
 * @ingroup pubsub
 * @brief What texts were read as. When there are too many of them, all are forgotten, so whatever
 * is received, no more memory is used.
 * @tparam Value what a text says
 * @tparam MOST texts that are remembered
 */
template <typename Value, std::size_t MOST>
class RecentTexts
{
  public:
    /**
     * @brief Look a text up.
     * @param text to read
     * @param parse called if the text is not known; returns its value, or nothing
     * @return the value; nothing if the text has none
     */
    template <typename Parse>
    std::optional<Value> Find(std::string_view text, Parse parse)
    {
        const auto known = m_values.find(text);
        if (known != m_values.end())
        {
            return known->second;
        }
        std::optional<Value> value = parse();
        if (value)
        {
            if (m_values.size() >= MOST)
            {
                m_values.clear();
            }
            m_values.emplace(text, *value);
        }
        return value;
    }

  private:
    /// Hashes texts of any type.
    struct Hash
    {
        using is_transparent = void; ///< looks up without a copy of the text

        /**
         * @param text any
         * @return its hash
         */
        std::size_t operator()(std::string_view text) const
        {
            return std::hash<std::string_view>()(text);
        }
    };

    std::unordered_map<std::string, Value, Hash, std::equal_to<>> m_values; ///< by text
};

} // namespace ns3::pubsub

#endif
