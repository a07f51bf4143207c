// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/pubsub-subscription.h"
#include "ns3/random-variable-stream.h"
#include "ns3/test.h"

using namespace ns3;
using namespace ns3::pubsub;

namespace
{

/**
 * @param text of a topic
 * @return the topic
 */
Topic
T(const std::string& text)
{
    return *Topic::Parse(text);
}

/**
 * @param text of a filter
 * @return the filter
 */
Filter
ParseFilter(const std::string& text)
{
    return *Filter::Parse(text);
}

/// @return every topic of one to three words over two letters
std::vector<Topic>
SmallTopics()
{
    std::vector<Topic> topics;
    for (const std::string a : {"x", "y"})
    {
        topics.push_back(T(a));
        for (const std::string b : {"x", "y"})
        {
            topics.push_back(T(a + "." + b));
            for (const std::string c : {"x", "y"})
            {
                topics.push_back(T(a + "." + b + "." + c));
            }
        }
    }
    return topics;
}

/// @return every filter over SmallTopics()
std::vector<Filter>
SmallFilters()
{
    std::vector<Filter> filters{ParseFilter("#")};
    for (const Topic& topic : SmallTopics())
    {
        filters.push_back(Filter(topic));
        filters.push_back(ParseFilter(topic.Text() + ".#"));
    }
    return filters;
}

/// @brief What is a topic or a filter, and what is not.
class TopicSyntaxTest : public TestCase
{
  public:
    TopicSyntaxTest()
        : TestCase("syntax of topics and filters")
    {
    }

  private:
    void DoRun() override
    {
        for (const char* good : {"a", "enemy.troop.status", "x_1.Y-2"})
        {
            NS_TEST_EXPECT_MSG_EQ(Topic::Parse(good).has_value(), true, good);
            NS_TEST_EXPECT_MSG_EQ(Filter::Parse(good)->Text(), good, "a topic is a filter");
        }
        for (const char* bad : {"", ".", "a.", ".a", "a..b", "a b", "a.#", "#", "a/b", "\xc3\xa4"})
        {
            NS_TEST_EXPECT_MSG_EQ(Topic::Parse(bad).has_value(), false, bad);
        }
        for (const char* bad : {"", ".#", "a#", "#.a", "a.#.b", "a.#.#"})
        {
            NS_TEST_EXPECT_MSG_EQ(Filter::Parse(bad).has_value(), false, bad);
        }
        NS_TEST_EXPECT_MSG_EQ(Topic::Parse(std::string(255, 'a')).has_value(), true, "longest");
        NS_TEST_EXPECT_MSG_EQ(Topic::Parse(std::string(256, 'a')).has_value(), false, "too long");
        NS_TEST_EXPECT_MSG_EQ(Filter::Parse("a.#")->Text(), "a.#", "wildcard kept");
        NS_TEST_EXPECT_MSG_EQ(ParseFilter("enemy.#").Matches(T("enemy")),
                              true,
                              "a subtree has its root");
        NS_TEST_EXPECT_MSG_EQ(ParseFilter("enemy.#").Matches(T("enemy2.x")),
                              false,
                              "words, not letters");
    }
};

/// @brief Covering and widening against what the filters match, over a whole small universe.
class FilterAlgebraTest : public TestCase
{
  public:
    FilterAlgebraTest()
        : TestCase("covering is inclusion of what is matched")
    {
    }

  private:
    void DoRun() override
    {
        const auto topics = SmallTopics();
        for (const Filter& a : SmallFilters())
        {
            NS_TEST_EXPECT_MSG_EQ(a.WireLength(), a.Text().size(), a.Text());
            NS_TEST_EXPECT_MSG_EQ(a.Widened().Covers(a), true, "widening " << a.Text());
            for (const Filter& b : SmallFilters())
            {
                if (!a.Covers(b))
                {
                    continue;
                }
                for (const Topic& topic : topics)
                {
                    const bool included = !b.Matches(topic) || a.Matches(topic);
                    NS_TEST_EXPECT_MSG_EQ(included, true, a.Text() << " covers " << b.Text());
                }
            }
        }
        NS_TEST_EXPECT_MSG_EQ(ParseFilter("x.#").Covers(ParseFilter("x")),
                              true,
                              "a subtree covers its root");
        NS_TEST_EXPECT_MSG_EQ(ParseFilter("x").Covers(ParseFilter("x.#")),
                              false,
                              "but not the other way round");
    }
};

/// @brief Random subscriptions: reducing keeps what is matched, widening loses nothing.
class SubscriptionAlgebraTest : public TestCase
{
  public:
    SubscriptionAlgebraTest()
        : TestCase("disjunction, reduction and widening of random subscriptions")
    {
    }

  private:
    void DoRun() override
    {
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(1);
        const auto filters = SmallFilters();
        const auto topics = SmallTopics();
        for (int round = 0; round < 2000; ++round)
        {
            std::vector<Filter> chosen;
            for (uint32_t i = random->GetInteger(0, 6); i > 0; --i)
            {
                chosen.push_back(filters[random->GetInteger(0, filters.size() - 1)]);
            }
            const Subscription whole(chosen);
            const Subscription reduced = whole.Reduced();
            const std::size_t room = random->GetInteger(2, 20);
            const Subscription widened = whole.WidenedTo(room);
            NS_TEST_EXPECT_MSG_EQ(reduced.Covers(whole), true, "nothing is lost");
            NS_TEST_EXPECT_MSG_EQ((reduced.Reduced() == reduced), true, "reduced once and for all");
            NS_TEST_EXPECT_MSG_EQ(widened.Covers(whole), true, "widening covers");
            std::size_t bytes = 0;
            for (const Filter& filter : widened.Filters())
            {
                bytes += 1 + filter.Text().size();
            }
            const bool fits = bytes <= room || widened.Filters().size() == 1;
            NS_TEST_EXPECT_MSG_EQ(fits, true, bytes << " bytes in " << room);
            for (const Topic& topic : topics)
            {
                bool any = false;
                for (const Filter& filter : chosen)
                {
                    any = any || filter.Matches(topic);
                }
                NS_TEST_EXPECT_MSG_EQ(whole.Matches(topic), any, topic.Text());
                NS_TEST_EXPECT_MSG_EQ(reduced.Matches(topic), any, topic.Text());
            }
        }
    }
};

/// @brief Topics and subscriptions.
class TopicTestSuite : public TestSuite
{
  public:
    TopicTestSuite()
        : TestSuite("pubsub-topic", Type::UNIT)
    {
        AddTestCase(new TopicSyntaxTest, Duration::QUICK);
        AddTestCase(new FilterAlgebraTest, Duration::QUICK);
        AddTestCase(new SubscriptionAlgebraTest, Duration::QUICK);
    }
};

TopicTestSuite g_topicTestSuite; ///< the suite

} // namespace
