// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/pubsub-trace-table.h"
#include "ns3/test.h"

#include <filesystem>
#include <fstream>
#include <iterator>

using namespace ns3;
using namespace ns3::pubsub;

namespace
{

/**
 * @param path of a file
 * @return all its bytes
 */
std::string
Contents(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

/**
 * @param value a number
 * @return its bytes, as in the file
 */
template <typename T>
std::string
Bytes(T value)
{
    return std::string(reinterpret_cast<const char*>(&value), sizeof(value));
}

/// A row with every type of column.
struct EveryTypeRow
{
    static constexpr const char* TABLE = "t"; ///< name of the table

    uint8_t a = 1;   ///< u8
    uint16_t b = 2;  ///< u16
    uint32_t c = 3;  ///< u32
    uint64_t d = 4;  ///< u64
    int64_t e = -5;  ///< i64
    double f = 0.5;  ///< f64
    std::string g{}; ///< str

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("a", a);
        column("b", b);
        column("c", c);
        column("d", d);
        column("e", e);
        column("f", f);
        column("g", g);
    }
};

/// A row of one number.
struct NumberRow
{
    static constexpr const char* TABLE = "cut"; ///< name of the table

    uint64_t number = 7; ///< any

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("a", number);
    }
};

/// @brief Every type of column, byte for byte as schema/traces has the format.
class TraceTableBytesTest : public TestCase
{
  public:
    TraceTableBytesTest()
        : TestCase("bytes of a table")
    {
    }

  private:
    void DoRun() override
    {
        const std::string folder = std::filesystem::path(CreateTempDirFilename("x")).parent_path();
        TraceTable<EveryTypeRow> table(folder);
        const auto row = [&table](const std::string& text) { table.Write({.g = text}); };
        row("two \"words\"");
        row("back\\slash");
        row("two \"words\"");
        table.Close();
        const std::string header =
            R"({"table": "t", "columns": [["a", "u8"], ["b", "u16"], ["c", "u32"], ["d", "u64"], )"
            R"(["e", "i64"], ["f", "f64"], ["g", "str"]]})";
        const std::string numbers = Bytes(uint8_t{1}) + Bytes(uint16_t{2}) + Bytes(uint32_t{3}) +
                                    Bytes(uint64_t{4}) + Bytes(int64_t{-5}) + Bytes(0.5);
        const std::string dictionary = R"(["two \"words\"", "back\\slash"])";
        const std::string expected =
            "PSTRACE1" + Bytes(static_cast<uint32_t>(header.size())) + header + numbers +
            Bytes(0U) + numbers + Bytes(1U) + numbers + Bytes(0U) + dictionary +
            Bytes(static_cast<uint32_t>(dictionary.size())) + Bytes(uint64_t{3}) + "PSTREND1";
        const bool same = Contents(folder + "/t.trace") == expected;
        NS_TEST_EXPECT_MSG_EQ(same, true, "other bytes than the format has");
    }
};

/// @brief A table that was not closed must not look whole.
class TraceTableCutShortTest : public TestCase
{
  public:
    TraceTableCutShortTest()
        : TestCase("a table cut short")
    {
    }

  private:
    void DoRun() override
    {
        const std::string folder = std::filesystem::path(CreateTempDirFilename("x")).parent_path();
        {
            TraceTable<NumberRow> table(folder);
            table.Write({});
        }
        const std::string found = Contents(folder + "/cut.trace");
        NS_TEST_EXPECT_MSG_EQ(found.substr(0, 8), "PSTRACE1", "begins as a table");
        NS_TEST_EXPECT_MSG_EQ(found.ends_with("PSTREND1"), false, "does not end as one");
    }
};

/// @brief Many rows, more than a buffer holds.
class TraceTableLongTest : public TestCase
{
  public:
    TraceTableLongTest()
        : TestCase("a long table")
    {
    }

  private:
    void DoRun() override
    {
        const std::string folder = std::filesystem::path(CreateTempDirFilename("x")).parent_path();
        constexpr uint64_t rows = 5000;
        TraceTable<NumberRow> table(folder);
        std::string numbers;
        for (uint64_t i = 0; i < rows; ++i)
        {
            table.Write({i});
            numbers += Bytes(i);
        }
        table.Close();
        const std::string found = Contents(folder + "/cut.trace");
        NS_TEST_EXPECT_MSG_NE(found.find(numbers), std::string::npos, "all rows, in order");
        NS_TEST_EXPECT_MSG_EQ(found.ends_with(Bytes(rows) + "PSTREND1"), true, "their number");
    }
};

/// @brief The trace tables' file format.
class TraceTableTestSuite : public TestSuite
{
  public:
    TraceTableTestSuite()
        : TestSuite("pubsub-trace-table", Type::UNIT)
    {
        AddTestCase(new TraceTableBytesTest, Duration::QUICK);
        AddTestCase(new TraceTableCutShortTest, Duration::QUICK);
        AddTestCase(new TraceTableLongTest, Duration::QUICK);
    }
};

TraceTableTestSuite g_traceTableTestSuite; ///< the suite

} // namespace
