// SPDX-License-Identifier: GPL-2.0-only
#include "input-refusal.h"

#include "ns3/broker-graph-files.h"
#include "ns3/test.h"

using namespace ns3;
using namespace ns3::pubsub::broker;

namespace
{

/// A map as the Internet Topology Zoo writes it, shortened.
const std::string ZOO_MAP = R"(# a comment
graph [
  DateObtained "22/10/10"
  GeoLocation "A [small] country"
  Creator "Topology Zoo Toolset"
  directed 0
  node [
    id 7
    label "North"
    Longitude -33.5
  ]
  node [
    id 2
    label "South
East"
    graphics [ x 10.5 y [ z 3 ] label "nested" ]
  ]
  node [ id 9 ]
  edge [
    source 9
    target 2
    LinkSpeed "10"
  ]
  edge [ source 7 target 9 ]
  edge [ source 9 target 7 ]
  edge [ source 7 target 7 ]
]
)";

/// @brief Files that are read.
class GoodFilesTest : public TestCase
{
  public:
    GoodFilesTest()
        : TestCase("edge lists and GML files are read")
    {
    }

  private:
    void DoRun() override
    {
        const NamedGraph zoo = ReadGraph(Written(CreateTempDirFilename("zoo.gml"), ZOO_MAP));
        NS_TEST_EXPECT_MSG_EQ((zoo.names == std::vector<std::string>{"North", "South\nEast", "9"}),
                              true,
                              "labels, or ids, in order of the nodes");
        NS_TEST_EXPECT_MSG_EQ((zoo.graph.Links() == std::vector<BrokerLink>{{2, 1}, {0, 2}}),
                              true,
                              "without second links and loops");

        const std::string list = "# edges\n\n  b a # the first\n10\tb\r\na b\n";
        const NamedGraph edges = ReadGraph(Written(CreateTempDirFilename("edges.txt"), list));
        NS_TEST_EXPECT_MSG_EQ((edges.names == std::vector<std::string>{"b", "a", "10"}),
                              true,
                              "order of appearance");
        NS_TEST_EXPECT_MSG_EQ((edges.graph.Links() == std::vector<BrokerLink>{{0, 1}, {2, 0}}),
                              true,
                              "links");
    }
};

/// @brief Files that are refused with a sentence.
class BadFilesTest : public TestCase
{
  public:
    BadFilesTest()
        : TestCase("malformed edge lists and GML files are refused")
    {
    }

  private:
    void DoRun() override
    {
        Refused("a.txt", "", " cannot be read or is empty; expected a text file");
        Refused("a.txt", "# x\n", " has 0 brokers and 0 links; expected a link and at most");
        Refused("a.txt", "a b\nc\n", ", line 2: 'c'; expected the names of two different brokers");
        Refused("a.txt", "a b 3\n", ", line 1: 'a b 3'; expected the names of two different");
        Refused("a.txt", "\na a\n", ", line 2: 'a a'; expected the names of two different");
        Refused("a.txt",
                "a b\nc d\n",
                " has no path from broker 'a' to broker 'c'; expected a con");

        Refused("a.gml", "", " cannot be read or is empty; expected a GML file");
        Refused("a.gml", "Creator \"x\"", " has no list 'graph'; expected a GML file");
        Refused("a.gml", "graph 5", " has no list 'graph'; expected a GML file");
        Refused("a.gml", "graph [", " ends inside a list; expected ']'");
        Refused("a.gml", "graph\n[ node ]", ", line 2: 'node'; expected a value after it");
        Refused("a.gml", "graph [ ] ]", ", line 1: ']'; expected a key");
        Refused("a.gml", "graph [ 5 6 ]", ", line 1: '5'; expected a key, which begins");
        Refused("a.gml", "graph [ x \"y ]", ", line 1: 'y ]'; expected a closing quote");
        Refused("a.gml", "graph [ node [ label 1 ] ]", ", line 1: the node has no id; expected");
        Refused("a.gml", "graph [ node 1 ]", ", line 1: the node has no id; expected");
        Refused("a.gml",
                "graph [ node [ id 1 ]\nnode [ id 1 ] ]",
                ", line 2: node 1 is there twice");
        Refused("a.gml",
                "graph [ node [ id 1 ] edge [ source 1 ] ]",
                ", line 1: the edge has no target; expected 'edge [ target 1 ... ]'");
        Refused("a.gml",
                "graph [ node [ id 1 ] edge [ source 1 target 2 ] ]",
                ", line 1: the edge's target 2 is no node; expected the id of a node");
        Refused("a.gml",
                "graph [ node [ id 1 ] node [ id 2 ] node [ id 3 ] edge [ source 1 target 2 ] ]",
                " has no path from broker '1' to broker '3'");
        std::string deep = "graph ";
        for (uint32_t i = 0; i < 100000; ++i)
        {
            deep += "[ x ";
        }
        Refused("a.gml", deep, ", line 1: 'x'; expected at most 100 lists in each other");

        const std::string missing = CreateTempDirFilename("missing.txt");
        NS_TEST_EXPECT_MSG_EQ(RefusalOf([&] { ReadGraph(missing); }),
                              missing + " cannot be read or is empty; expected a text file",
                              "no such file");
    }

    /**
     * @param name of the file
     * @param content of it
     * @param sentence how the error begins, after the name
     */
    void Refused(const std::string& name, const std::string& content, const std::string& sentence)
    {
        const std::string file = Written(CreateTempDirFilename(name), content);
        const std::string refusal = RefusalOf([&] { ReadGraph(file); });
        NS_TEST_EXPECT_MSG_EQ(refusal.substr(0, file.size() + sentence.size()),
                              file + sentence,
                              refusal);
    }
};

/// @brief All of it.
class BrokerGraphFilesTestSuite : public TestSuite
{
  public:
    BrokerGraphFilesTestSuite()
        : TestSuite("broker-graph-files", Type::UNIT)
    {
        AddTestCase(new GoodFilesTest, Duration::QUICK);
        AddTestCase(new BadFilesTest, Duration::QUICK);
    }
};

BrokerGraphFilesTestSuite g_brokerGraphFilesTestSuite; ///< registers itself

} // namespace
