// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_TOPIC_H
#define PUBSUB_TOPIC_H

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3::pubsub
{

/**
 * @ingroup pubsub
 * @brief A hierarchical topic: words of letters, digits, '_' and '-', joined by dots.
 *
 * `enemy.troop.status` has three words. At most 255 characters, so that its length fits one octet
 * on the wire. Copies share their text, which never changes.
 */
class Topic
{
  public:
    /// Longest topic on the wire, in characters.
    static constexpr std::size_t MAX_LENGTH = 255;

    /**
     * @brief Read a topic from text.
     * @param text dot-separated words
     * @return the topic, or nothing if the text is not one
     */
    static std::optional<Topic> Parse(std::string text);

    /**
     * @param text of any kind
     * @return whether Parse() would return a topic
     */
    static bool IsTopic(const std::string& text);

    /// @brief The empty topic: no words. No event has it, and it matches only `#`.
    Topic() = default;

    /// @return the dot-separated text
    const std::string& Text() const
    {
        return m_text ? *m_text : EMPTY;
    }

    /// @return the words, in order
    std::vector<std::string> Words() const;

    /**
     * @brief Topics are ordered by their text.
     * @param other another
     * @return the order
     */
    std::strong_ordering operator<=>(const Topic& other) const
    {
        return m_text == other.m_text ? std::strong_ordering::equal : Text() <=> other.Text();
    }

    /**
     * @brief Topics with the same text are equal.
     * @param other another
     * @return whether it is
     */
    bool operator==(const Topic& other) const
    {
        return m_text == other.m_text || Text() == other.Text();
    }

  private:
    static const std::string EMPTY; ///< text of the empty topic

    std::shared_ptr<const std::string> m_text; ///< dot-separated words, without a wildcard
};

} // namespace ns3::pubsub

#endif
