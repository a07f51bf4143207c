// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/manet-topic-similarity.h"
#include "ns3/test.h"

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::manet;

namespace
{

/**
 * @param text of a topic
 * @return its words
 */
std::vector<std::string>
WordsOf(const std::string& text)
{
    return Topic::Parse(text)->Words();
}

/// @brief The paper's numbers: Tables 2 to 5 and Examples 1 and 2.
class SimilarityTest : public TestCase
{
  public:
    SimilarityTest()
        : TestCase("similarity of the TopSim paper's topics")
    {
    }

  private:
    void DoRun() override
    {
        const auto troop = WordsOf("enemy.troop.status");
        const auto location = WordsOf("enemy.troop.location");
        const auto aircraft = WordsOf("enemy.aircraft.status");
        const auto munitions = WordsOf("alliance.munitions");
        NS_TEST_EXPECT_MSG_EQ_TOL(Similarity(troop, location, 1), 2.0 / 3, 1e-15, "Table 2");
        NS_TEST_EXPECT_MSG_EQ_TOL(Similarity(troop, munitions, 1), 0.0, 1e-15, "Table 3");
        NS_TEST_EXPECT_MSG_EQ_TOL(VarBleu(troop, location), 7.0 / 6, 1e-15, "Table 4");
        NS_TEST_EXPECT_MSG_EQ_TOL(VarBleu(troop, aircraft), 2.0 / 3, 1e-15, "Table 5");
        NS_TEST_EXPECT_MSG_EQ(PrefixWeighted(troop, location), 12.0 / 7, "two words from the left");
        NS_TEST_EXPECT_MSG_EQ(PrefixWeighted(troop, aircraft), 8.0 / 7, "one word");
        NS_TEST_EXPECT_MSG_EQ(PrefixWeighted(troop, munitions), 0.0, "another first word");
        NS_TEST_EXPECT_MSG_EQ(PrefixWeighted({}, troop), 0.0, "no word");
        NS_TEST_EXPECT_MSG_EQ(VarBleu({"a"}, {"a"}), 1.0, "a single word has no bigram");
        NS_TEST_EXPECT_MSG_EQ(VarBleu({"a"}, {"b", "c", "d"}), 0.0, "never negative");
        NS_TEST_EXPECT_MSG_EQ(VarBleu({}, {"a"}), 0.0, "no word");
        const std::vector<Filter> own{*Filter::Parse("a.b"), *Filter::Parse("c.d")};
        const std::vector<Filter> other{*Filter::Parse("c.d"), *Filter::Parse("a.x")};
        NS_TEST_EXPECT_MSG_EQ(TopicListSimilarity(own, other, SimilarityRule::PRIMARY),
                              0.5,
                              "a.b is closest to a.x");
        NS_TEST_EXPECT_MSG_EQ(TopicListSimilarity(own, other, SimilarityRule::MEAN_OF_MAXIMA),
                              1.25,
                              "0.5 for a.b, 2 for c.d");
        NS_TEST_EXPECT_MSG_EQ(TopicListSimilarity({}, other, SimilarityRule::PRIMARY), 0.0, "none");
    }
};

/// @brief TopSim's similarity of topics.
class TopicSimilarityTestSuite : public TestSuite
{
  public:
    TopicSimilarityTestSuite()
        : TestSuite("pubsub-topic-similarity", Type::UNIT)
    {
        AddTestCase(new SimilarityTest, Duration::QUICK);
    }
};

TopicSimilarityTestSuite g_topicSimilarityTestSuite; ///< the suite

} // namespace
