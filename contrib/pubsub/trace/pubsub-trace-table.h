// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_TRACE_TABLE_H
#define PUBSUB_TRACE_TABLE_H

#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3::pubsub
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
        constexpr uint32_t bytes = (BytesOf<Values>() + ...);
        if (bytes != m_width || m_used + bytes > m_buffer.size())
        {
            MakeRoom(bytes);
        }
        (Put(values), ...);
        ++m_rows;
    }

    /// @brief Write the dictionary and the trailer.
    void Close();

  private:
    /// @return width of a value's column
    template <typename T>
    static constexpr uint32_t BytesOf()
    {
        return std::is_same_v<T, std::string> ? sizeof(uint32_t) : sizeof(T);
    }

    /**
     * @brief Check the width of a row and empty the buffer.
     * @param bytes of the row
     */
    void MakeRoom(uint32_t bytes);

    /// @param value of a numeric column, in the host's byte order, which is little-endian
    template <typename T>
    void Put(const T& value)
    {
        std::memcpy(m_buffer.data() + m_used, &value, sizeof(value));
        m_used += sizeof(value);
    }

    /// @param text of a str column
    void Put(const std::string& text);

    std::string m_path;                                ///< of the file
    std::ofstream m_file;                              ///< being written
    std::array<char, 1 << 14> m_buffer;                ///< rows that the file is still to get
    std::size_t m_used = 0;                            ///< bytes in the buffer
    uint32_t m_width = 0;                              ///< of a row, bytes
    uint64_t m_rows = 0;                               ///< written
    std::unordered_map<std::string, uint32_t> m_index; ///< of each string
    std::vector<std::string> m_strings;                ///< in order of their index
};

} // namespace ns3::pubsub

#endif
