// SPDX-License-Identifier: GPL-2.0-only
//
// Which parent TopSim chooses: letters, meaning, overhead, and the topics that count.

#include "network-test-case.h"
#include "test-network.h"

#include "ns3/manet-topsim.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <fstream>
#include <map>
#include <set>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::manet;

namespace
{

/// Attributes of TopSim by name, as text.
using Attributes = std::map<std::string, std::string>;

/**
 * @param attributes other than the default
 * @return TopSim with them
 */
ObjectFactory
TopSimWith(const Attributes& attributes)
{
    ObjectFactory factory("ns3::TopSim");
    for (const auto& [name, value] : attributes)
    {
        factory.Set(name, StringValue(value));
    }
    return factory;
}

/**
 * @brief Node 3 joins late, and its candidates are 2 and 4.
 *
 *        1 --- 2          0 publishes enemy.troop.status, 100 events.
 *       /       \         2 is two hops from the root, 4 is one.
 *      0         3
 *       \       /
 *        4 ----+
 */
class LateJoinerTest : public NetworkTestCase
{
  public:
    /// What the nodes want, the first topic first.
    struct Topics
    {
        std::vector<std::string> far;    ///< of node 2
        std::vector<std::string> near;   ///< of node 4
        std::vector<std::string> joiner; ///< of node 3
    };

    /**
     * @param name of the case
     * @param topics of the three nodes
     * @param attributes of TopSim
     * @param parent that node 3 takes
     */
    LateJoinerTest(const std::string& name, Topics topics, Attributes attributes, NodeId parent)
        : NetworkTestCase("a late joiner: " + name),
          m_topics(std::move(topics)),
          m_attributes(std::move(attributes)),
          m_parent(parent)
    {
    }

  private:
    void DoRun() override
    {
        if (m_attributes.contains("Similarities"))
        {
            // The table stands in the case as text; TopSim wants the name of a file.
            const std::string file = CreateTempDirFilename("words.tsv");
            std::ofstream(file) << m_attributes["Similarities"];
            m_attributes["Similarities"] = file;
        }
        TestNetwork network(5, TopSimWith(m_attributes));
        for (NodeId i = 0; i < 5; ++i)
        {
            network.Connect(i, (i + 1) % 5);
        }
        network.At<ShopParent>(0)->Advertise({{*Filter::Parse("enemy.troop.status"), 100}});
        const auto subscribe = [&](NodeId node, const std::vector<std::string>& filters) {
            for (const std::string& filter : filters)
            {
                network.Subscribe(node, filter);
            }
        };
        subscribe(2, m_topics.far);
        subscribe(3, m_topics.joiner);
        subscribe(4, m_topics.near);
        network.JoinAt(3, Seconds(20));
        TestNetwork::RunUntil(Seconds(90));
        NS_TEST_EXPECT_MSG_EQ(network.At<ShopParent>(3)->GetParent(0), m_parent, "its parent");
    }

    Topics m_topics;         ///< of the three nodes
    Attributes m_attributes; ///< of TopSim
    NodeId m_parent;         ///< that node 3 takes
};

/**
 * @brief A triangle: 0 publishes what 1 and 2 want, and 2 joins late next to both.
 */
class RootTopicsTest : public NetworkTestCase
{
  public:
    /**
     * @param count whether what the root publishes counts
     * @param parent that node 2 takes
     */
    RootTopicsTest(const std::string& count, NodeId parent)
        : NetworkTestCase("a joiner next to the root, RootTopics=" + count),
          m_count(count),
          m_parent(parent)
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork network(3, TopSimWith({{"RootTopics", m_count}}));
        network.Connect(0, 1);
        network.Connect(1, 2);
        network.Connect(2, 0);
        network.At<ShopParent>(0)->Advertise({{*Filter::Parse("enemy.troop.status"), 100}});
        network.Subscribe(1, "enemy.troop.status");
        network.Subscribe(2, "enemy.troop.status");
        network.JoinAt(2, Seconds(20));
        TestNetwork::RunUntil(Seconds(30));
        NS_TEST_EXPECT_MSG_EQ(network.At<ShopParent>(2)->GetParent(0), m_parent, "its parent");
    }

    std::string m_count; ///< whether what the root publishes counts
    NodeId m_parent;     ///< that node 2 takes
};

/**
 * @brief Five nodes hear the same first beacon of the root. On the air their JOINs would collide if
 * they were sent at the same time, and so would those that repeat them.
 */
class SimultaneousJoinsTest : public NetworkTestCase
{
  public:
    /**
     * @param jitter of JOINs
     * @param isSpread whether most of them are sent at times of their own
     */
    SimultaneousJoinsTest(const std::string& jitter, bool isSpread)
        : NetworkTestCase("JOINs of nodes that heard the same beacon, JoinJitter=" + jitter),
          m_jitter(jitter),
          m_isSpread(isSpread)
    {
    }

  private:
    void DoRun() override
    {
        constexpr NodeId NODES = 6;
        TestNetwork network(NODES, TopSimWith({{"JoinJitter", m_jitter}}));
        for (NodeId i = 1; i < NODES; ++i)
        {
            network.Connect(0, i);
            network.Subscribe(i, "enemy.troop.status");
        }
        network.At<ShopParent>(0)->Advertise({{*Filter::Parse("enemy.troop.status"), 100}});
        TestNetwork::RunUntil(Seconds(30));
        std::set<std::string> times;
        for (const std::string& line : network.Timeline())
        {
            if (line.find(" join>") != std::string::npos)
            {
                times.insert(line.substr(0, line.find(' ')));
            }
        }
        NS_TEST_EXPECT_MSG_EQ((times.size() > 3), m_isSpread, "JOINs at times of their own");
    }

    std::string m_jitter; ///< of JOINs
    bool m_isSpread;      ///< whether most of them are sent at times of their own
};

/// @brief Tables of word similarities that are refused.
class WordSimilaritiesTest : public TestCase
{
  public:
    WordSimilaritiesTest()
        : TestCase("tables of word similarities")
    {
    }

  private:
    /**
     * @param text of a file
     * @return what is wrong with it, nothing if it is a table
     */
    std::string Problem(const std::string& text)
    {
        const std::string file = CreateTempDirFilename("words.tsv");
        std::ofstream(file) << text;
        try
        {
            WordSimilarities::Read(file);
            return "";
        }
        catch (const WordSimilaritiesError& error)
        {
            return std::string(error.what()).substr(file.size());
        }
    }

    void DoRun() override
    {
        const std::string title = "# word similarities, a test\n";
        NS_TEST_EXPECT_MSG_EQ(Problem(title + "a\tb\t0.5\n# more\nb\ta\t0.5\n"), "", "a table");
        NS_TEST_EXPECT_MSG_EQ(Problem(title), "", "the empty table");
        NS_TEST_EXPECT_MSG_EQ(Problem("a\tb\t0.5\n").starts_with(" is no table"), true, "no title");
        NS_TEST_EXPECT_MSG_EQ(Problem(""),
                              " is no table of word similarities; expected a file that begins with "
                              "'# word similarities', as ./waf ontology writes it",
                              "an empty file");
        NS_TEST_EXPECT_MSG_EQ(Problem(title + "a\tb\n"),
                              ", line 2: expected two words and their similarity, with tabs "
                              "between them",
                              "a column less");
        NS_TEST_EXPECT_MSG_EQ(Problem(title + "a\tb\t2\n"),
                              ", line 2: expected a similarity from 0 to 1, which is 1 for a word "
                              "with itself",
                              "above 1");
        NS_TEST_EXPECT_MSG_EQ(Problem(title + "a\tb\t1\n\nb\ta\t1\n").starts_with(", line 3"),
                              true,
                              "an empty line");
        NS_TEST_EXPECT_MSG_EQ(Problem(title + "a\tb\t1\nb\ta\t0.9\n"),
                              ", line 3: expected each pair of words with one similarity",
                              "a contradiction");
        const std::string file = CreateTempDirFilename("shared.tsv");
        std::ofstream(file) << title << "a\tb\t0.5\n";
        const auto table = WordSimilarities::Share(file);
        NS_TEST_EXPECT_MSG_EQ(table, WordSimilarities::Share(file), "read once");
        NS_TEST_EXPECT_MSG_EQ(table->Of("b", "a"), 0.5, "in either order");
        NS_TEST_EXPECT_MSG_EQ(table->Of("a", "a"), 1.0, "a word with itself");
        NS_TEST_EXPECT_MSG_EQ(table->Of("a", "c"), 0.0, "not in the table");
    }
};

/// @brief Which parent TopSim chooses.
class TopSimChoiceTestSuite : public TestSuite
{
  public:
    TopSimChoiceTestSuite()
        : TestSuite("pubsub-topsim-choice", Type::UNIT)
    {
        const std::string title = "# word similarities\n";
        const std::string synonyms =
            title + "enemy\thostile\t1\ninfantry\ttroop\t1\nstate\tstatus\t1\n";
        const LateJoinerTest::Topics names{.far = {"enemy.troop.status"},
                                           .near = {"civil.site.plan"},
                                           .joiner = {"hostile.infantry.state"}};
        Add("other words by letters", names, {}, 4);
        Add("other words by meaning", names, {{"Similarities", synonyms}}, 2);
        Add("an empty table", names, {{"Similarities", title}}, 4);

        const LateJoinerTest::Topics ends{.far = {"enemy.troop.location"},
                                          .near = {"civil.troop.status"},
                                          .joiner = {"enemy.troop.status"}};
        Add("a shared start is as good as a shared end by varBLEU", ends, {}, 4);
        Add("a shared start is better by prefix", ends, {{"Measure", "PrefixWeighted"}}, 2);

        // Node 2 would have to relay 100 events it does not want: 200. Node 4 wants them: 100. A
        // joiner knows what is published once a beacon has said so, and shops again.
        const LateJoinerTest::Topics costs{.far = {"enemy.troop.location"},
                                           .near = {"#"},
                                           .joiner = {"enemy.troop.status"}};
        const auto weighted = [&](const std::string& name, Attributes attributes, NodeId parent) {
            attributes.insert({{"Choice", "Weighted"}, {"Reshop", "true"}});
            Add("weighted, " + name, costs, attributes, parent);
        };
        Add("lexicographic", costs, {{"Choice", "Lexicographic"}, {"Reshop", "true"}}, 2);
        // 7/6 + 7/6 - 1 = 1.33 of node 2 against 0 + 0 - 0.5 of node 4
        weighted("equal weights", {}, 2);
        // 7/3 - 5 = -2.67 against -2.5
        weighted("overhead above all", {{"OverheadWeight", "5"}}, 4);
        // 7/6 - 5/2 = -1.33 against -1.25
        weighted("no letters", {{"LettersWeight", "0"}, {"OverheadWeight", "2.5"}}, 4);
        // 7/3 - 5/2 = -0.17 against -1.25
        weighted("letters and meaning", {{"OverheadWeight", "2.5"}}, 2);

        const LateJoinerTest::Topics lists{.far = {"weather.site.plan", "enemy.troop.status"},
                                           .near = {"civil.site.plan"},
                                           .joiner = {"enemy.troop.status"}};
        Add("a STATUS with all topics", lists, {}, 2);
        Add("a STATUS with the primary topic", lists, {{"StatusTopics", "Primary"}}, 4);

        AddTestCase(new RootTopicsTest("true", 0), Duration::QUICK);
        AddTestCase(new RootTopicsTest("false", 1), Duration::QUICK);
        AddTestCase(new SimultaneousJoinsTest("50ms", true), Duration::QUICK);
        AddTestCase(new SimultaneousJoinsTest("0ms", false), Duration::QUICK);
        AddTestCase(new WordSimilaritiesTest, Duration::QUICK);
    }

  private:
    /**
     * @param name of the case
     * @param topics of the three nodes
     * @param attributes of TopSim
     * @param parent that node 3 takes
     */
    void Add(const std::string& name,
             const LateJoinerTest::Topics& topics,
             const Attributes& attributes,
             NodeId parent)
    {
        AddTestCase(new LateJoinerTest(name, topics, attributes, parent), Duration::QUICK);
    }
};

TopSimChoiceTestSuite g_topSimChoiceTestSuite; ///< the suite

} // namespace
