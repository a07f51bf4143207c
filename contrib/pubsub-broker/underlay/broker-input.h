// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_INPUT_H
#define BROKER_INPUT_H

#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief Wrong content of a file, or a wrong parameter. Its text is one sentence for the user.
 */
class BrokerInputError : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

/// A line of a text file.
struct InputLine
{
    uint32_t number = 0;            ///< from 1
    std::vector<std::string> words; ///< at least one
};

/**
 * @ingroup pubsub-broker
 * @brief The lines of a text file as words. `#` begins a comment; lines without words are skipped.
 * Words have blanks between them, or another separator and perhaps blanks.
 */
class WordLines
{
  public:
    /**
     * @brief Open a file. Throws BrokerInputError where it cannot be read.
     * @param file its name
     * @param separator of words, between which a word may be empty; blank: any number of blanks
     */
    explicit WordLines(std::string file, char separator = ' ');

    /// @return whether there was another line; its words are in Words()
    bool Next();

    /// @return the line, to refuse it later
    const InputLine& Line() const
    {
        return m_line;
    }

    /// @return the words of the line
    const std::vector<std::string>& Words() const
    {
        return m_line.words;
    }

    /**
     * @brief Refuse the line: throw a BrokerInputError with the names of file and line.
     * @param expected what the line should have been
     */
    [[noreturn]] void Refuse(const std::string& expected) const;

    /**
     * @brief Refuse a line that was read before.
     * @param line of this file
     * @param expected what the line should have been
     */
    [[noreturn]] void RefuseLine(const InputLine& line, const std::string& expected) const;

    /**
     * @brief Refuse the file as a whole.
     * @param sentence what is wrong and what was expected
     */
    [[noreturn]] void RefuseFile(const std::string& sentence) const;

    /**
     * @brief Read a word as a whole number, or refuse the line.
     * @param index of the word
     * @param least allowed
     * @param most allowed
     * @param what is counted, such as "brokers"
     * @return the number
     */
    uint32_t Number(std::size_t index, uint32_t least, uint32_t most, const std::string& what);

    /**
     * @brief Read a word as a finite number that is not negative, or refuse the line.
     * @param index of the word
     * @param what it is
     * @return the number
     */
    double Amount(std::size_t index, const std::string& what);

  private:
    /**
     * @param text of a line, without a comment
     * @return its words
     */
    std::vector<std::string> WordsOf(const std::string& text) const;

    std::string m_file;     ///< name
    char m_separator;       ///< of words
    std::ifstream m_stream; ///< of the file
    InputLine m_line;       ///< the last that was read
};

/**
 * @brief Quote what a file has, which may be anything.
 * @param text any octets
 * @return the text in single quotes, cut if it is long, with ? for what is not printable ASCII
 */
std::string Quoted(const std::string& text);

/**
 * @param words some
 * @return them with commas
 */
std::string Listed(const std::vector<std::string>& words);

} // namespace ns3::pubsub::broker

#endif
