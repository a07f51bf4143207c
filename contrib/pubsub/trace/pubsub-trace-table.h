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
 * @brief A trace table's file in the compact format of schema/traces.
 *
 *     "PSTRACE1" | length of header, u32 | header, JSON | rows | dictionary, JSON |
 *     length of dictionary, u32 | number of rows, u64 | "PSTREND1"
 *
 * Rows have a fixed width and are little-endian; strings are kept once, in the dictionary at the
 * end. A file that was not closed has no trailer and is recognised as cut short.
 */
class TraceFile
{
  public:
    /// A column's name and type: u8, u16, u32, u64, i64, f64 or str.
    using Column = std::pair<std::string, std::string>;

    /**
     * @brief Begin a file.
     * @param folder it goes to, as `<name>.trace`
     * @param name of the table
     * @param columns in order
     */
    TraceFile(const std::string& folder,
              const std::string& name,
              const std::vector<Column>& columns);
    ~TraceFile();

    TraceFile(const TraceFile&) = delete;
    TraceFile& operator=(const TraceFile&) = delete;

    /// @brief Write the dictionary and the trailer.
    void Close();

  protected:
    /// @brief Begin a row: its values follow, one for each column, in order.
    void BeginRow()
    {
        if (m_used + m_width > m_buffer.size())
        {
            Flush();
        }
        ++m_rows;
    }

    /**
     * @brief Append a value to the row.
     * @param value of a numeric column, in the host's byte order, which is little-endian
     */
    template <typename T>
    void Put(const T& value)
    {
        static_assert(std::is_arithmetic_v<T>);
        std::memcpy(m_buffer.data() + m_used, &value, sizeof(value));
        m_used += sizeof(value);
    }

    /**
     * @brief Append a text to the row.
     * @param text of a str column
     */
    void Put(const std::string& text);

  private:
    /// @brief Write the rows that are in the buffer.
    void Flush();

    std::string m_path;                                ///< of the file
    std::ofstream m_file;                              ///< being written
    std::array<char, 1 << 14> m_buffer;                ///< rows that are not in the file yet
    std::size_t m_used = 0;                            ///< bytes in the buffer
    uint32_t m_width = 0;                              ///< of a row, bytes
    uint64_t m_rows = 0;                               ///< written
    std::unordered_map<std::string, uint32_t> m_index; ///< of each string
    std::vector<std::string> m_strings;                ///< in order of their index
};

/**
 * @param value of a column
 * @return the column's type in the header
 */
template <typename T>
constexpr const char*
ColumnType(const T& value)
{
    static_cast<void>(value);
    if constexpr (std::is_same_v<T, std::string>)
    {
        return "str";
    }
    else if constexpr (std::is_same_v<T, double>)
    {
        return "f64";
    }
    else if constexpr (std::is_same_v<T, int64_t>)
    {
        return "i64";
    }
    else
    {
        static_assert(std::is_unsigned_v<T>, "a column is unsigned, int64_t, double or a text");
        constexpr const char* types[] = {"", "u8", "u16", "", "u32", "", "", "", "u64"};
        return types[sizeof(T)];
    }
}

/**
 * @ingroup pubsub
 * @brief A trace table with rows of one type.
 *
 * @tparam Row a struct with the table's name as TABLE and `Columns(column)`, which calls
 * `column(name, value)` for each column in order: name, type and value are stated together
 */
template <typename Row>
class TraceTable : public TraceFile
{
  public:
    /**
     * @brief Begin the table.
     * @param folder it goes to
     */
    explicit TraceTable(const std::string& folder)
        : TraceFile(folder, Row::TABLE, DescribeColumns())
    {
    }

    /**
     * @brief Append a row.
     * @param row its values
     */
    void Write(const Row& row)
    {
        BeginRow();
        row.Columns([this](const char*, const auto& value) { Put(value); });
    }

  private:
    /// @return names and types
    static std::vector<Column> DescribeColumns()
    {
        std::vector<Column> columns;
        Row().Columns([&columns](const char* name, const auto& value) {
            columns.emplace_back(name, ColumnType(value));
        });
        return columns;
    }
};

} // namespace ns3::pubsub

#endif
