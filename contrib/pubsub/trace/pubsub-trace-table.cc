// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-trace-table.h"

#include "ns3/abort.h"

#include <bit>
#include <map>

namespace ns3::pubsub
{

static_assert(std::endian::native == std::endian::little, "rows are written as they are in memory");

namespace
{

/**
 * @param type of a column
 * @return its width in bytes
 */
uint32_t
WidthOf(const std::string& type)
{
    static const std::map<std::string, uint32_t>
        widths{{"u8", 1}, {"u16", 2}, {"u32", 4}, {"u64", 8}, {"i64", 8}, {"f64", 8}, {"str", 4}};
    return widths.at(type);
}

/**
 * @param text of any kind
 * @return it as a JSON string
 */
std::string
Quoted(const std::string& text)
{
    std::string quoted = "\"";
    for (char c : text)
    {
        if (c == '"' || c == '\\')
        {
            quoted += '\\';
        }
        quoted += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return quoted + "\"";
}

} // namespace

TraceFile::TraceFile(const std::string& folder,
                     const std::string& name,
                     const std::vector<Column>& columns)
    : m_path(folder + "/" + name + ".trace"),
      m_file(m_path, std::ios::binary | std::ios::trunc)
{
    std::string header = "{\"table\": " + Quoted(name) + ", \"columns\": [";
    for (std::size_t i = 0; i < columns.size(); ++i)
    {
        header += (i > 0 ? ", [" : "[") + Quoted(columns[i].first) + ", " +
                  Quoted(columns[i].second) + "]";
        m_width += WidthOf(columns[i].second);
    }
    header += "]}";
    m_file << "PSTRACE1";
    const auto length = static_cast<uint32_t>(header.size());
    m_file.write(reinterpret_cast<const char*>(&length), sizeof(length));
    m_file << header;
}

TraceFile::~TraceFile() = default;

void
TraceFile::Put(const std::string& text)
{
    auto entry = m_index.find(text);
    if (entry == m_index.end())
    {
        entry = m_index.emplace(text, m_strings.size()).first;
        m_strings.push_back(text);
    }
    Put(entry->second);
}

void
TraceFile::Flush()
{
    m_file.write(m_buffer.data(), static_cast<std::streamsize>(m_used));
    m_used = 0;
}

void
TraceFile::Close()
{
    Flush();
    std::string dictionary = "[";
    for (std::size_t i = 0; i < m_strings.size(); ++i)
    {
        dictionary += (i > 0 ? ", " : "") + Quoted(m_strings[i]);
    }
    dictionary += "]";
    m_file << dictionary;
    const auto length = static_cast<uint32_t>(dictionary.size());
    m_file.write(reinterpret_cast<const char*>(&length), sizeof(length));
    m_file.write(reinterpret_cast<const char*>(&m_rows), sizeof(m_rows));
    m_file << "PSTREND1";
    m_file.close();
    NS_ABORT_MSG_IF(m_file.fail(), m_path << ": could not be written");
}

} // namespace ns3::pubsub
