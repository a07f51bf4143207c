// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_WORD_SIMILARITIES_H
#define MANET_WORD_SIMILARITIES_H

#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_map>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief A file of word similarities that cannot be used. Its text is one sentence for the user.
 */
class WordSimilaritiesError : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

/**
 * @ingroup pubsub-manet
 * @brief How similar two words are in meaning, 0 to 1: symmetric, and 1 for a word with itself.
 *
 * `./waf ontology` writes such tables. Two words that are not in the table have the similarity 0.
 */
class WordSimilarities
{
  public:
    /// Pairs in a table at most.
    static constexpr std::size_t MAX_PAIRS = 2000000;

    /// @brief The empty table: words are the same or have nothing in common.
    WordSimilarities() = default;

    /**
     * @brief Read a table. Throws WordSimilaritiesError where the file is not one.
     *
     * The first line begins with `# word similarities`. Further lines that begin with # are
     * comments. Every other line has two words and their similarity, with tabs between them.
     *
     * @param file its name
     * @return the table
     */
    static WordSimilarities Read(const std::string& file);

    /**
     * @brief Read a table once, however many nodes use it.
     * @param file its name; empty for the empty table
     * @return the table
     */
    static std::shared_ptr<const WordSimilarities> Share(const std::string& file);

    /**
     * @param a word
     * @param b another
     * @return their similarity, 0 to 1
     */
    double Of(const std::string& a, const std::string& b) const;

  private:
    /// The pair of words as one text: the smaller word, a tab, the greater one.
    std::unordered_map<std::string, double> m_pairs; ///< looked up, never iterated
};

} // namespace ns3::pubsub::manet

#endif
