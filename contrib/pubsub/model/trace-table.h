// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_TRACE_TABLE_H
#define PUBSUB_TRACE_TABLE_H

#include <cstdint>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup pubsub
 * @brief Writes one trace table in the compact format of schema/traces.py.
 *
 * Fixed-width little-endian rows; strings are kept once, in a dictionary at the end. A table that
 * was not closed has no trailer and is recognised as cut short.
 */
class TraceTable
{
  public:
    /// A column's name and type: u8, u16, u32, u64, i64, f64 or str.
    using Column = std::pair<std::string, std::string>;

    /**
     * @brief Begin a table.
     * @param folder it goes to, as `<name>.trace`
     * @param name of the table
     * @param columns in order
     */
    TraceTable(const std::string& folder, const std::string& name, std::vector<Column> columns);
    ~TraceTable();

    TraceTable(const TraceTable&) = delete;
    TraceTable& operator=(const TraceTable&) = delete;

    /**
     * @brief Append a row.
     * @param values one per column, each of exactly the column's type; std::string for str
     */
    template <typename... Values>
    void Row(const Values&... values)
    {
        (Put(values), ...);
        EndRow();
    }

    /// @brief Write the dictionary and the trailer.
    void Close();

  private:
    /// @param value of a numeric column, in the host's byte order, which is little-endian
    template <typename T>
    void Put(const T& value)
    {
        m_file.write(reinterpret_cast<const char*>(&value), sizeof(value));
        m_rowBytes += sizeof(value);
    }

    /// @param text of a str column
    void Put(const std::string& text);

    /// @brief Check that the row has the columns' width.
    void EndRow();

    std::string m_path;                      ///< of the file
    std::vector<char> m_buffer;              ///< of the file
    std::ofstream m_file;                    ///< being written
    uint32_t m_width = 0;                    ///< of a row, bytes
    uint32_t m_rowBytes = 0;                 ///< of the row being written
    uint64_t m_rows = 0;                     ///< written
    std::map<std::string, uint32_t> m_index; ///< of each string
    std::vector<std::string> m_strings;      ///< in order of their index
};

} // namespace ns3

#endif
