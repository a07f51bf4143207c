// SPDX-License-Identifier: GPL-2.0-only
//
// Underlays from BRITE and files, and the paths in them.

#include "input-refusal.h"
#include "underlay-graphs.h"

#include "ns3/broker-forwarding-matrix.h"
#include "ns3/broker-underlay-source.h"
#include "ns3/node-list.h"
#include "ns3/test.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>
#include <unistd.h>
#include <utility>

using namespace ns3;
using namespace ns3::pubsub::broker;

namespace
{

/// Delay and links of a path, in the order of the search.
using Length = std::pair<int64_t, uint32_t>;

constexpr LinkSpeed DEFAULTS{.delayNs = 7, .rateBps = 9}; ///< of links from files

/**
 * @brief The lengths of all shortest paths, by the algorithm of Floyd and Warshall.
 * @param underlay connected
 * @return them, by both routers
 */
std::vector<std::vector<Length>>
LengthsOf(const Underlay& underlay)
{
    const uint32_t routers = underlay.Size();
    const Length far{1'000'000'000'000, 0};
    std::vector<std::vector<Length>> lengths(routers, std::vector<Length>(routers, far));
    for (RouterId router = 0; router < routers; ++router)
    {
        lengths[router][router] = {0, 0};
    }
    for (const UnderlayLink& link : underlay.Links())
    {
        lengths[link.a][link.b] = lengths[link.b][link.a] = {link.speed.delayNs, 1};
    }
    for (RouterId over = 0; over < routers; ++over)
    {
        for (RouterId from = 0; from < routers; ++from)
        {
            for (RouterId to = 0; to < routers; ++to)
            {
                const Length& first = lengths[from][over];
                const Length& second = lengths[over][to];
                const Length sum{first.first + second.first, first.second + second.second};
                lengths[from][to] = std::min(lengths[from][to], sum);
            }
        }
    }
    return lengths;
}

/// @brief The paths of a ForwardingMatrix are the shortest.
class ShortestPathsTest : public TestCase
{
  public:
    ShortestPathsTest()
        : TestCase("paths of the matrix against Floyd and Warshall")
    {
    }

  private:
    void DoRun() override
    {
        const auto random = RandomOf(1);
        for (uint32_t i = 0; i < 60; ++i)
        {
            const uint32_t routers = 2 + i % 30;
            // Few different delays, zero among them, so that many paths are equally long.
            const Underlay underlay = RandomUnderlay(routers, i, i % 4, random);
            Check(underlay, underlay.DrawRouters(1 + routers / 2, random));
        }
    }

    /**
     * @param underlay connected
     * @param brokers their routers
     */
    void Check(const Underlay& underlay, const std::vector<RouterId>& brokers)
    {
        const auto lengths = LengthsOf(underlay);
        const ForwardingMatrix matrix(underlay, brokers);
        for (BrokerId to = 0; to < brokers.size(); ++to)
        {
            for (RouterId from = 0; from < underlay.Size(); ++from)
            {
                CheckNext(underlay, lengths, brokers[to], from, matrix.PortTo(to, from));
            }
            for (BrokerId from = 0; from < brokers.size(); ++from)
            {
                const Length length{matrix.DelayNs(from, to), matrix.Hops(from, to)};
                NS_TEST_ASSERT_MSG_EQ((length == lengths[brokers[from]][brokers[to]]),
                                      true,
                                      "delay and links between brokers");
            }
        }
    }

    /**
     * @param underlay connected
     * @param lengths of its shortest paths
     * @param to destination
     * @param from a router
     * @param port that the matrix has
     */
    void CheckNext(const Underlay& underlay,
                   const std::vector<std::vector<Length>>& lengths,
                   RouterId to,
                   RouterId from,
                   PortId port)
    {
        PortId expected = NO_PORT;
        RouterId nearest = MOST_ROUTERS;
        for (PortId i = 0; from != to && i < underlay.Ports(from).size(); ++i)
        {
            const UnderlayPort& each = underlay.Ports(from)[i];
            Length sum = lengths[each.neighbour][to];
            sum.first += underlay.Links()[each.link].speed.delayNs;
            ++sum.second;
            if (sum == lengths[from][to] && each.neighbour < nearest)
            {
                nearest = each.neighbour;
                expected = i;
            }
        }
        NS_TEST_ASSERT_MSG_EQ(port, expected, "the smallest neighbour on a shortest path");
    }
};

/// @brief The ports of an underlay refer to each other.
class UnderlayTest : public TestCase
{
  public:
    UnderlayTest()
        : TestCase("links, ports and places of brokers")
    {
    }

  private:
    void DoRun() override
    {
        Underlay underlay = RandomUnderlay(20, 30, 9, RandomOf(2));
        const std::size_t links = underlay.Links().size();
        const UnderlayLink first = underlay.Links()[0];
        NS_TEST_EXPECT_MSG_EQ(underlay.AddLink(first.b, first.a, DEFAULTS), false, "is there");
        NS_TEST_EXPECT_MSG_EQ(underlay.Links().size(), links, "no second link");
        for (RouterId router = 0; router < underlay.Size(); ++router)
        {
            for (PortId port = 0; port < underlay.Ports(router).size(); ++port)
            {
                const UnderlayPort& here = underlay.Ports(router)[port];
                const UnderlayPort& there = underlay.Ports(here.neighbour)[here.reverse];
                NS_TEST_EXPECT_MSG_EQ(there.neighbour, router, "the other end");
                NS_TEST_EXPECT_MSG_EQ(there.reverse, port, "the other end's other end");
                NS_TEST_EXPECT_MSG_EQ(there.link, here.link, "the same link");
            }
        }
        const auto drawn = underlay.DrawRouters(20, RandomOf(3));
        NS_TEST_EXPECT_MSG_EQ((std::set<RouterId>(drawn.begin(), drawn.end()).size()), 20, "all");
        NS_TEST_EXPECT_MSG_EQ((drawn == underlay.DrawRouters(20, RandomOf(3))), true, "again");
        NS_TEST_EXPECT_MSG_EQ((drawn == underlay.DrawRouters(20, RandomOf(4))), false, "other");
        NS_TEST_EXPECT_MSG_EQ(RefusalOf([&] { underlay.DrawRouters(21, RandomOf(3)); }),
                              "the underlay has 20 routers, which cannot carry 21 brokers; "
                              "expected at most one broker a router",
                              "too many");
        NS_TEST_EXPECT_MSG_EQ(RefusalOf([&] { underlay.RequireConnected("it"); }), "", "connected");
        underlay.AddRouter();
        NS_TEST_EXPECT_MSG_EQ(RefusalOf([&] { underlay.RequireConnected("it"); }),
                              "it is not connected: its first router reaches 20 of 21 routers; "
                              "expected a connected graph",
                              "a router without links");
        const Underlay tree(MakeTree("binary", 3, nullptr), DEFAULTS);
        NS_TEST_EXPECT_MSG_EQ(TextOf(tree), "3 routers, 0-1 7 9, 0-2 7 9", "of a tree");
    }
};

/// Takes what is printed to standard output, while it lives.
class PrintedText
{
  public:
    /// @param file name of a file for the text
    explicit PrintedText(const std::string& file)
        : m_file(file),
          m_before(dup(1))
    {
        std::fflush(stdout);
        const auto taken = std::fopen(file.c_str(), "w");
        dup2(fileno(taken), 1);
        std::fclose(taken);
    }

    /// @return bytes that were printed
    uintmax_t End()
    {
        std::fflush(stdout);
        dup2(m_before, 1);
        close(m_before);
        return std::filesystem::file_size(m_file);
    }

  private:
    std::string m_file; ///< for the text
    int m_before;       ///< former standard output
};

/// @brief The graphs of BRITE, and what is left of its work.
class BriteTest : public TestCase
{
  public:
    BriteTest()
        : TestCase("graphs of BRITE")
    {
    }

  private:
    void DoRun() override
    {
        if (RefusalOf([] { MakeBrite({.routers = 20}, RandomOf(1)); }).ends_with("from a file"))
        {
            return; // this ns-3 has no BRITE
        }
        const auto folder = std::filesystem::current_path();
        std::filesystem::current_path(
            std::filesystem::path(CreateTempDirFilename("x")).parent_path());
        const std::set<std::filesystem::path> before = Files();
        PrintedText printed(CreateTempDirFilename("printed"));
        const uint32_t nodes = NodeList::GetNNodes();
        std::set<std::string> graphs;
        for (const std::string& model : BriteModels())
        {
            for (const int64_t stream : {1, 1, 2})
            {
                const BriteParameters parameters{.model = model, .routers = 200, .rateBps = 123456};
                const Underlay underlay = MakeBrite(parameters, RandomOf(stream));
                graphs.insert(TextOf(underlay));
                CheckGraph(underlay, parameters);
            }
        }
        NS_TEST_EXPECT_MSG_EQ(printed.End(), 0, "bytes printed to standard output");
        NS_TEST_EXPECT_MSG_EQ(graphs.size(), 4, "one graph of each model and stream");
        NS_TEST_EXPECT_MSG_EQ(NodeList::GetNNodes(), nodes, "no nodes");
        auto after = Files();
        after.erase("printed");
        NS_TEST_EXPECT_MSG_EQ((after == before), true, "no file is left in the current folder");
        std::filesystem::current_path(folder);
    }

    /// @return the names of the files in the current folder
    static std::set<std::filesystem::path> Files()
    {
        std::set<std::filesystem::path> names;
        for (const auto& entry : std::filesystem::directory_iterator("."))
        {
            names.insert(entry.path().filename());
        }
        return names;
    }

    /**
     * @param underlay of BRITE
     * @param parameters of it
     */
    void CheckGraph(const Underlay& underlay, const BriteParameters& parameters)
    {
        NS_TEST_EXPECT_MSG_EQ(underlay.Size(), parameters.routers, "routers");
        // The first routers cannot have two links to earlier ones.
        NS_TEST_EXPECT_MSG_GT(underlay.Links().size(), 2 * parameters.routers - 10, "links");
        NS_TEST_EXPECT_MSG_LT(underlay.Links().size(), 2 * parameters.routers + 1, "links");
        for (const UnderlayLink& link : underlay.Links())
        {
            NS_TEST_EXPECT_MSG_EQ(link.speed.rateBps, parameters.rateBps, "rate");
            NS_TEST_EXPECT_MSG_GT(link.speed.delayNs, 0, "two routers are at different places");
            // The diagonal of the square at 299,792.458 km/s.
            NS_TEST_EXPECT_MSG_LT(link.speed.delayNs, 4'717'310, "delay");
        }
    }
};

/// @brief Parameters that BRITE is not asked for.
class BriteRefusalTest : public TestCase
{
  public:
    BriteRefusalTest()
        : TestCase("parameters of BRITE that are refused")
    {
    }

  private:
    void DoRun() override
    {
        Refused({.model = "grid"}, "'grid' is no model; expected one of waxman, barabasi");
        Refused({.routers = 2}, "2 routers with 2 links each; expected 1 to 100 links and more");
        Refused({.routers = 65536}, "65536 routers with 2 links each; expected 1 to 100");
        Refused({.linksPerRouter = 0}, "1000 routers with 0 links each; expected 1 to 100 links");
        Refused({.alpha = 0}, "alpha and beta have to be above 0 and at most 1");
        Refused({.beta = 1.5}, "alpha and beta have to be above 0 and at most 1");
        Refused({.sideKm = 30}, "a square of 30 km; expected room for twice as many routers");
        Refused({.rateBps = 999}, "a rate of 999 bit/s; expected at least 1000 bit/s");
    }

    /**
     * @param parameters that are wrong
     * @param sentence how the error goes on
     */
    void Refused(const BriteParameters& parameters, const std::string& sentence)
    {
        const std::string whole = "BRITE cannot make this underlay: " + sentence;
        const std::string refusal = RefusalOf([&] { MakeBrite(parameters, RandomOf(1)); });
        NS_TEST_EXPECT_MSG_EQ(refusal.substr(0, whole.size()), whole, refusal);
    }
};

/// @brief Underlays from files.
class UnderlayFilesTest : public TestCase
{
  public:
    UnderlayFilesTest()
        : TestCase("underlays from edge lists, GML files and Rocketfuel maps")
    {
    }

  private:
    void DoRun() override
    {
        Read("a.txt",
             "a b\nb c 1.5 # ms\nc a 0 2e6\na c 9\n",
             "3 routers, 0-1 7 9, 1-2 1500000 9, 2-0 0 2000000");
        // A degree of the equator is 6,371 km * pi / 180 = 111.19 km, which takes 555,975 ns.
        Read("a.gml",
             "graph [ node [ id 4 Latitude 0 Longitude 10 ] node [ id 5 Latitude 0.0 Longitude 11 ]"
             " node [ id 6 ] edge [ source 4 target 5 LinkSpeedRaw 1000000000.0 ]"
             " edge [ source 6 target 5 LinkSpeed \"10\" ] edge [ source 5 target 5 ] ]",
             "3 routers, 0-1 555975 1000000000, 2-1 7 9");
        Read("a.cch",
             "7 @Ulm,+Germany + bb (2) &1 -> <9> <12> {-3} =a.example.net! r0\n"
             "9 @Bonn,+Germany (2) -> <7> <11> =b.example.net r0\n"
             "11 @? (2) -> <9> <7> =c.example.net r0\n"
             "12 @Rome,+Italy (1) -> <7> =d.example.net r1\n"
             "-3 =10.1.2.3 r1\n",
             "3 routers, 0-1 7 9, 1-2 7 9, 2-0 7 9");
        const auto names = ReadUnderlay(Written(CreateTempDirFilename("b.cch"),
                                                "1 @? (1) -> <2> r0\n2 @? (1) -> <1> =x r0\n"),
                                        DEFAULTS)
                               .names;
        NS_TEST_EXPECT_MSG_EQ((names == std::vector<std::string>{"1", "x"}), true, "names");

        Refused("a.txt", "a b c\n", ", line 1: 'a b c'; expected a delay in ms of at least 0");
        Refused("a.txt", "a b -1\n", ", line 1: 'a b -1'; expected a delay in ms of at least 0");
        Refused("a.txt", "a b 1e9\n", ", line 1: 'a b 1e9'; expected a delay of at most an hour");
        Refused("a.txt", "a b 1 0\n", ", line 1: 'a b 1 0'; expected a rate from 1 to 1e15");
        Refused("a.txt", "a b 1 2 3\n", ", line 1: 'a b 1 2 3'; expected the names of two");
        Refused("a.txt", "a a\n", ", line 1: 'a a'; expected the names of two different routers");
        Refused("a.txt", "# none\n", " has no link; expected a connected graph");
        Refused("a.txt", "a b\nc d\n", " is not connected: its first router reaches 2 of 4 rou");
        Refused("a.gml", "graph [ ]", " has 0 brokers and 0 links; expected a link");
        Refused("a.cch", "1 2\n", ", line 1: '1 2'; expected 'uid @place (links) -> <uid>");
        Refused("a.cch", "x @? (0) -> =y r0\n", ", line 1: 'x @? (0) -> =y r0'; expected 'uid");
        Refused("a.cch", "1 @? (0) -> =y r0\n", " has no link; expected a connected graph");
        Refused("a.cch", "", " cannot be read or is empty; expected a text file");
    }

    /**
     * @param name of the file
     * @param content of it
     * @param expected its underlay as text
     */
    void Read(const std::string& name, const std::string& content, const std::string& expected)
    {
        const std::string file = Written(CreateTempDirFilename(name), content);
        NS_TEST_EXPECT_MSG_EQ(TextOf(ReadUnderlay(file, DEFAULTS).underlay), expected, name);
    }

    /**
     * @param name of the file
     * @param content of it
     * @param sentence how the error begins, after the name
     */
    void Refused(const std::string& name, const std::string& content, const std::string& sentence)
    {
        const std::string file = Written(CreateTempDirFilename(name), content);
        const std::string refusal = RefusalOf([&] { ReadUnderlay(file, DEFAULTS); });
        NS_TEST_EXPECT_MSG_EQ(refusal.substr(0, file.size() + sentence.size()),
                              file + sentence,
                              refusal);
    }
};

/// @brief Each kind of underlay by its name.
class UnderlaySourceTest : public TestCase
{
  public:
    UnderlaySourceTest()
        : TestCase("kinds of underlay")
    {
    }

  private:
    void DoRun() override
    {
        UnderlaySource source;
        source.brite.routers = 30;
        source.file = Written(CreateTempDirFilename("a.txt"), "x y\n");
        for (const std::string& kind : UnderlayKinds())
        {
            source.kind = kind;
            std::size_t names = 0;
            const std::string refusal =
                RefusalOf([&] { names = MakeUnderlay(source, RandomOf(1)).names.size(); });
            if (!refusal.starts_with("this ns-3 was built without BRITE"))
            {
                NS_TEST_EXPECT_MSG_EQ(refusal, "", kind);
                NS_TEST_EXPECT_MSG_EQ(names, (kind == "file" ? 2 : 30), kind);
            }
        }
        source.kind = "path";
        source.brite.routers = 3;
        NS_TEST_EXPECT_MSG_EQ(TextOf(MakeUnderlay(source, nullptr).underlay),
                              "3 routers, 0-1 1000000 10000000, 1-2 1000000 10000000",
                              "default delay and rate");
        source.brite.routers = 1;
        NS_TEST_EXPECT_MSG_EQ(RefusalOf([&] { MakeUnderlay(source, nullptr); }),
                              "the tree has no link; expected a connected graph",
                              "one router");
        source.kind = "grid";
        NS_TEST_EXPECT_MSG_EQ(RefusalOf([&] { MakeUnderlay(source, nullptr); }),
                              "'grid' is no kind of underlay; expected one of waxman, barabasi, "
                              "file, deg4, recursive, prufer, pa, binary, path, star",
                              "unknown");
    }
};

/// @brief Underlays.
class BrokerUnderlayTestSuite : public TestSuite
{
  public:
    BrokerUnderlayTestSuite()
        : TestSuite("broker-underlay", Type::UNIT)
    {
        AddTestCase(new ShortestPathsTest, Duration::QUICK);
        AddTestCase(new UnderlayTest, Duration::QUICK);
        AddTestCase(new BriteTest, Duration::QUICK);
        AddTestCase(new BriteRefusalTest, Duration::QUICK);
        AddTestCase(new UnderlayFilesTest, Duration::QUICK);
        AddTestCase(new UnderlaySourceTest, Duration::QUICK);
    }
};

BrokerUnderlayTestSuite g_brokerUnderlayTestSuite; ///< registers itself

} // namespace
