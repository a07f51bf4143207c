// SPDX-License-Identifier: GPL-2.0-only
#include "overlay-cases.h"

#include "ns3/sdn-overlay-changes.h"
#include "ns3/sdn-overlay-instance.h"
#include "ns3/sdn-random-demand.h"
#include "ns3/sdn-router-factory.h"
#include "ns3/test.h"

#include <algorithm>
#include <fstream>
#include <sstream>

using namespace ns3;
using namespace ns3::pubsub::sdn;

namespace
{

/// An instance with every kind of line.
constexpr const char* EXAMPLE_INSTANCE = "clusters 3\n"
                                         "edge 1 0 10 # a comment\n"
                                         "edge 1 2 2.5\n"
                                         "topic a 3\n"
                                         "topic a.b 1 a\n"
                                         "publish a 0 1\n"
                                         "publish a.b 0 3\n"
                                         "publish a.b 2 1\n"
                                         "subscribe a 1\n"
                                         "subscribe a.b 1\n"
                                         "subscribe a.b 2\n"
                                         "deny a 2\n";

/// @brief Instances and changes from files.
class OverlayFileTest : public TestCase
{
  public:
    OverlayFileTest()
        : TestCase("instances and changes from files, and what is refused")
    {
    }

  private:
    void DoRun() override
    {
        m_file = CreateTempDirFilename("instance.txt");
        const OverlayInstance instance = ReadOverlayInstance(Write(EXAMPLE_INSTANCE));
        NS_TEST_EXPECT_MSG_EQ(instance.graph.Size(), 3, "clusters");
        NS_TEST_EXPECT_MSG_EQ(instance.graph.Edge(1).capacityBps, 2.5, "capacity");
        NS_TEST_EXPECT_MSG_EQ((instance.names == std::vector<std::string>{"a", "a.b"}),
                              true,
                              "names");
        NS_TEST_EXPECT_MSG_EQ(instance.demands[0].father, NO_TOPIC, "first level");
        NS_TEST_EXPECT_MSG_EQ(instance.demands[1].father, 0, "second level");
        NS_TEST_EXPECT_MSG_EQ(instance.demands[1].LoadOf(0), 0.75, "three quarters");
        NS_TEST_EXPECT_MSG_EQ((instance.demands[0].denied == std::vector<ClusterId>{2}),
                              true,
                              "deny");
        std::ostringstream first;
        WriteOverlayInstance(instance, first);
        std::ostringstream second;
        WriteOverlayInstance(ReadOverlayInstance(Write(first.str())), second);
        NS_TEST_EXPECT_MSG_EQ(first.str(), second.str(), "a round trip");
        CheckInstanceRefusals();
        CheckChanges(instance);
        CheckDemand();
    }

    /**
     * @param text content of the file
     * @return the file's name
     */
    const std::string& Write(const std::string& text) const
    {
        std::ofstream(m_file) << text;
        return m_file;
    }

    /// @brief Files that are no instances.
    void CheckInstanceRefusals()
    {
        const std::string begin = "clusters 3\nedge 0 1 5\nedge 1 2 5\ntopic a 1\n";
        const std::vector<std::pair<std::string, std::string>> cases{
            {"", "cannot be read or is empty"},
            {"# nothing\n", "clusters N"},
            {"edge 0 1 5\n", "clusters N"},
            {"clusters 0\n", "clusters"},
            {"clusters 3\nedge 0 1 5\n", "in pieces"},
            {begin + "edge 0 1 5\n", "once"},
            {begin + "edge 0 0 5\n", "two different clusters"},
            {begin + "edge 0 3 5\n", "cluster"},
            {begin + "edge 0 2 -1\n", "capacity"},
            {begin + "edge 0 2 nan\n", "capacity"},
            {begin + "topic a 1\n", "once"},
            {begin + "topic b 1 c\n", "before this one"},
            {begin + "topic b 1 b\n", "before this one"},
            {begin + "publish b 0 1\n", "before this one"},
            {begin + "publish a 0 1\npublish a 0 2\n", "once"},
            {begin + "subscribe a 4\n", "cluster"},
            {begin + "subscribe a 1\nsubscribe a 1\n", "once"},
            {begin + "unsubscribe a 1\n", "`deny NAME CLUSTER`"},
            {begin + "deny a\n", "`deny NAME CLUSTER`"},
        };
        for (const auto& [text, expected] : cases)
        {
            const std::string sentence = SentenceOf([&] { ReadOverlayInstance(Write(text)); });
            NS_TEST_EXPECT_MSG_NE(sentence.find(expected), std::string::npos, text << sentence);
            NS_TEST_EXPECT_MSG_NE(sentence.find(m_file), std::string::npos, "the file is named");
        }
    }

    /// @param instance that changes
    void CheckChanges(const OverlayInstance& instance)
    {
        const auto read = [&](const std::string& text) {
            return ReadOverlayChanges(Write(text), instance);
        };
        const auto changes = read("fail 0 1\nrestore-cluster 1\nsubscribe a 0\nunsubscribe a 1\n"
                                  "publish a.b 2 5\nunpublish a.b 0\nload a 7\ndeny a.b 0\n"
                                  "allow a 2\n");
        NS_TEST_EXPECT_MSG_EQ(changes.size(), 9, "lines");
        NS_TEST_EXPECT_MSG_EQ((changes[0].failed == std::vector<EdgeId>{0}), true, "fail");
        NS_TEST_EXPECT_MSG_EQ((changes[1].restored == std::vector<EdgeId>{0, 1}), true, "restore");
        NS_TEST_EXPECT_MSG_EQ(changes[2].demands.size(), 2, "a and a.b");
        NS_TEST_EXPECT_MSG_EQ(
            (changes[3].demands[1].AllowedSubscribers() == std::vector<ClusterId>{0, 2}),
            true,
            "0 came and 1 left");
        NS_TEST_EXPECT_MSG_EQ(changes[4].demands[0].publishers.back().share, 5, "another share");
        NS_TEST_EXPECT_MSG_EQ(changes[5].demands[0].publishers.size(), 1, "only 2");
        NS_TEST_EXPECT_MSG_EQ(changes[6].demands[0].load, 7, "another load");
        NS_TEST_EXPECT_MSG_EQ(changes[7].demands[0].denied.size(), 1, "denied");
        NS_TEST_EXPECT_MSG_EQ(changes[8].demands[0].denied.size(), 0, "allowed");
        NS_TEST_EXPECT_MSG_EQ(changes[8].text, "allow a 2", "the line");
        const auto router = MakeTopicRouter("sdnps");
        router->SetGraph(instance.graph);
        router->Compute(instance.demands);
        for (const OverlayChange& change : changes)
        {
            ApplyChange(change, *router);
            NS_TEST_EXPECT_MSG_EQ(ViolationOf(*router, false), "", change.text);
        }
        for (const auto& [text, expected] : {std::pair("fail 0 2\n", "an edge between them"),
                                             {"fail 0\n", "`fail A B`"},
                                             {"explode 0\n", "`fail A B`"},
                                             {"fail-cluster 3\n", "cluster"},
                                             {"subscribe c 0\n", "a topic of the instance"},
                                             {"load a x\n", "load"}})
        {
            const std::string sentence = SentenceOf([&, line = text] { read(line); });
            NS_TEST_EXPECT_MSG_NE(sentence.find(expected), std::string::npos, text << sentence);
        }
    }

    /// @brief Random demand.
    void CheckDemand()
    {
        const RandomDemand settings{.topics = 30, .branching = 3, .mostPublishers = 4};
        const auto demands = DrawDemand(settings, 12, RandomNumbers(1));
        NS_TEST_EXPECT_MSG_EQ((demands == DrawDemand(settings, 12, RandomNumbers(1))),
                              true,
                              "same");
        NS_TEST_EXPECT_MSG_EQ((demands == DrawDemand(settings, 12, RandomNumbers(2))),
                              false,
                              "other");
        for (const TopicDemand& demand : demands)
        {
            const auto own = demand.AllowedSubscribers();
            NS_TEST_EXPECT_MSG_EQ((own == demand.subscribers), true, "ascending, each once");
            NS_TEST_EXPECT_MSG_EQ(demand.AllowedPublishers().size(),
                                  demand.publishers.size(),
                                  "once");
            if (demand.father != NO_TOPIC)
            {
                const auto& above = demands[demand.father].subscribers;
                NS_TEST_EXPECT_MSG_EQ(
                    std::includes(own.begin(), own.end(), above.begin(), above.end()),
                    true,
                    "who subscribes to the father subscribes to the child");
            }
        }
        NS_TEST_EXPECT_MSG_EQ(NameOfDrawnTopic(5, 3), "t0.t1.t5", "name");
        NS_TEST_EXPECT_MSG_EQ(NameOfDrawnTopic(5, 0), "t5", "flat name");
        const std::string refusal =
            SentenceOf([&] { DrawDemand({.mostPublishers = 5}, 4, RandomNumbers(1)); });
        NS_TEST_EXPECT_MSG_NE(refusal.find("publishers"), std::string::npos, refusal);
    }

    std::string m_file; ///< name of a file to write
};

/// @brief The suite.
class SdnOverlayFilesTestSuite : public TestSuite
{
  public:
    SdnOverlayFilesTestSuite()
        : TestSuite("sdn-overlay-files", Type::UNIT)
    {
        AddTestCase(new OverlayFileTest, Duration::QUICK);
    }
};

SdnOverlayFilesTestSuite g_sdnOverlayFilesTestSuite; ///< registers the suite

} // namespace
