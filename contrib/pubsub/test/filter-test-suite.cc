// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/pubsub-subscription.h"
#include "ns3/random-variable-stream.h"
#include "ns3/test.h"

using namespace ns3;
using namespace ns3::pubsub;

namespace
{

/// Values that lie on, beside and between all bounds that RandomComparison() sets, and texts.
const std::vector<std::string> VALUES{
    "-2", "-1.5", "-1", "-0.5", "0", "0.0", "0.5", "1",  "1.0", "1.5", "2",   "2.5", "10",
    "12", "a",    "ab", "b",    "-", "1a",  "1.",  "01", "+1",  "1e1", "aba", "-0",  "-1a"};

/**
 * @param text of a filter
 * @return the filter
 */
Filter
F(const std::string& text)
{
    return *Filter::Parse(text);
}

/**
 * @param topic of an event
 * @param attributes of it
 * @return what filters look at
 */
Content
C(const std::string& topic, const std::vector<EventAttribute>& attributes)
{
    return Content(*Topic::Parse(topic), attributes);
}

/// @brief Makes filters, right and wrong ones, from one stream.
class RandomFilters
{
  public:
    /// @param stream of random numbers
    explicit RandomFilters(int64_t stream)
        : m_random(CreateObject<UniformRandomVariable>())
    {
        m_random->SetStream(stream);
    }

    /**
     * @param texts some
     * @return one of them
     */
    std::string OneOf(const std::vector<std::string>& texts)
    {
        return texts[Upto(static_cast<uint32_t>(texts.size()) - 1)];
    }

    /**
     * @param last possible
     * @return a number from 0 on
     */
    uint32_t Upto(uint32_t last)
    {
        return m_random->GetInteger(0, last);
    }

    /// @return a comparison of attribute x or y with something among VALUES
    std::string Comparison()
    {
        const std::vector<std::string> numbers{"-1", "0", "1", "1.0", "2", "10"};
        const std::string name = OneOf({"x", "y"});
        switch (Upto(3))
        {
        case 0:
            return name + "=" + OneOf({"a", "ab", "1", "1.0", "-0", "12", "01"});
        case 1:
            return name + "=" + OneOf({"", "a", "ab", "b", "1", "-", "1."}) + "*";
        case 2:
            return name + "=" + OneOf(numbers) + ".." + OneOf(numbers);
        default:
            return name + OneOf({"<", "<=", ">", ">="}) + OneOf(numbers);
        }
    }

    /// @return a topic with up to three comparisons; they may exclude each other
    std::string Text()
    {
        std::string text = OneOf({"t", "t.u", "t.#", "t.u.#", "#"});
        const uint32_t count = Upto(3);
        for (uint32_t i = 0; i < count; ++i)
        {
            text += (i == 0 ? "[" : ",") + Comparison();
        }
        return count == 0 ? text : text + "]";
    }

    /// @return a filter
    Filter Next()
    {
        for (;;)
        {
            if (const auto filter = Filter::Parse(Text()))
            {
                return *filter;
            }
        }
    }

  private:
    Ptr<UniformRandomVariable> m_random; ///< all choices
};

/// @return events of some topics with every pair of VALUES, and with fewer attributes
std::vector<Content>
AllContents()
{
    std::vector<Content> contents;
    for (const std::string topic : {"t", "t.u", "t.u.w", "v"})
    {
        contents.push_back(C(topic, {}));
        for (const std::string& x : VALUES)
        {
            contents.push_back(C(topic, {{"x", x}}));
            contents.push_back(C(topic, {{"y", x}}));
            for (const std::string& y : VALUES)
            {
                contents.push_back(C(topic, {{"y", y}, {"x", x}}));
            }
        }
    }
    return contents;
}

/// @brief Numbers: what is one, its canonical text, and the order.
class DecimalTest : public TestCase
{
  public:
    DecimalTest()
        : TestCase("decimal texts and their order")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<std::pair<std::string, std::string>> same{{"0", "0"},
                                                                    {"-0", "0"},
                                                                    {"-0.00", "0"},
                                                                    {"3.0", "3"},
                                                                    {"3.10", "3.1"},
                                                                    {"-12.5", "-12.5"},
                                                                    {"100", "100"}};
        for (const auto& [text, canonical] : same)
        {
            NS_TEST_EXPECT_MSG_EQ(Decimal::Parse(text)->Text(), canonical, text);
        }
        for (const char* bad : {"",
                                "-",
                                ".5",
                                "5.",
                                "01",
                                "+1",
                                "1e3",
                                "1.2.3",
                                " 1",
                                "1 ",
                                "inf",
                                "nan",
                                "0x1",
                                "--1",
                                "1234567890123456",
                                "0.000000000000001"})
        {
            NS_TEST_EXPECT_MSG_EQ(Decimal::Parse(bad).has_value(), false, bad);
        }
        const std::vector<std::string> ascending{"-999999999999999",
                                                 "-2",
                                                 "-1.5",
                                                 "-0.00000000000001",
                                                 "0",
                                                 "0.1",
                                                 "0.10000000000001",
                                                 "9",
                                                 "10",
                                                 "99999999999999.8",
                                                 "99999999999999.9"};
        for (std::size_t i = 1; i < ascending.size(); ++i)
        {
            const bool less = *Decimal::Parse(ascending[i - 1]) < *Decimal::Parse(ascending[i]);
            NS_TEST_EXPECT_MSG_EQ(less, true, ascending[i]);
        }
    }
};

/// @brief What is a filter with predicates, its canonical text, and what is not one.
class FilterTextTest : public TestCase
{
  public:
    FilterTextTest()
        : TestCase("texts of filters with predicates")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<std::pair<std::string, std::string>> same{
            {"enemy.#[unit=tank*,speed>=3.0]", "enemy.#[speed>=3,unit=tank*]"},
            {"#[x>=1,x<=2]", "#[x=1..2]"},
            {"a[x=1..5,x>1,x=0..4]", "a[x>1,x<=4]"},
            {"a[x>=2,x<=2]", "a[x=2]"},
            {"a[x=-0]", "a[x=0]"},
            {"a[x=a*,x=ab*]", "a[x=ab*]"},
            {"a[x=ab*,x=abc,x=*]", "a[x=abc]"},
            {"a[x=1*,x>11]", "a[x=1*,x>11]"},
            {"a[x=*,x>11]", "a[x>11]"},
            {"a[x=*]", "a[x=*]"},
            {"a[x_1-Y=+1:2/3.4%]", "a[x_1-Y=+1:2/3.4%]"}};
        for (const auto& [text, canonical] : same)
        {
            NS_TEST_EXPECT_MSG_EQ(F(text).Text(), canonical, text);
        }
        for (const char* bad :
             {"a[",       "a[]",       "a]",         "a[x]",          "a[x=]",        "a[=1]",
              "a[x=1,]",  "a[,x=1]",   "a[x=1",      "a[x=1]b",       "[x=1]",        "a[x=1][y=1]",
              "a[x<a]",   "a[x<]",     "a[x=<1]",    "a[x==1]",       "a[x<>1]",      "a[x>1*]",
              "a[x=1*2]", "a[x=**]",   "a[x=1..]",   "a[x=..2]",      "a[x=1..b]",    "a[x=1...3]",
              "a[x=a b]", "a[x.y=1]",  "a[x=\x01]",  "a[x=\xc3\xa4]", "a.#.[x=1]",    "a[x<=1e3]",
              "a[x=[]",   "a[x=2..1]", "a[x<1,x>1]", "a[x<1,x>=1]",   "a[x=a*,x=b*]", "a[x=a,x>1]"})
        {
            NS_TEST_EXPECT_MSG_EQ(Filter::Parse(bad).has_value(), false, bad);
        }
        std::string many = "a[x1=1";
        for (std::size_t i = 2; i <= Filter::MAX_COMPARISONS; ++i)
        {
            many += ",x" + std::to_string(i) + "=1";
        }
        NS_TEST_EXPECT_MSG_EQ(Filter::Parse(many + "]").has_value(), true, "as many as may be");
        NS_TEST_EXPECT_MSG_EQ(Filter::Parse(many + ",y=1]").has_value(), false, "one too many");
        const std::string longest = "a[x=" + std::string(250, 'v') + "]";
        NS_TEST_EXPECT_MSG_EQ(Filter::Parse(longest).has_value(), true, "longest");
        NS_TEST_EXPECT_MSG_EQ(Filter::Parse("b" + longest).has_value(), false, "too long");
    }
};

/// @brief Single filters and events whose answer is known.
class FilterMatchTest : public TestCase
{
  public:
    FilterMatchTest()
        : TestCase("what predicates match")
    {
    }

  private:
    void DoRun() override
    {
        const Content tank = C("enemy.troop", {{"unit", "tank-3"}, {"speed", "3.0"}});
        for (const char* good : {"enemy.#[speed>=3,unit=tank*]",
                                 "enemy.troop[speed=3]",
                                 "#[speed=3..3.5]",
                                 "#[speed=3*]",
                                 "#[unit=*]",
                                 "#[speed>2.999,speed<3.001]"})
        {
            NS_TEST_EXPECT_MSG_EQ(F(good).Matches(tank), true, good);
        }
        for (const char* bad : {"ally.#[speed=3]",
                                "enemy[speed=3]",
                                "#[speed>3]",
                                "#[speed<3]",
                                "#[unit>=3]",
                                "#[height=*]",
                                "#[unit=tank]",
                                "#[speed=3.0*]",
                                "#[speed>=3,unit=truck*]"})
        {
            NS_TEST_EXPECT_MSG_EQ(F(bad).Matches(tank), false, bad);
        }
        NS_TEST_EXPECT_MSG_EQ(F("a[y=1,x=1]").Widened().Text(), "a[x=1]", "predicates go first");
        NS_TEST_EXPECT_MSG_EQ(F("a.b[x=1]").Widened().Widened().Text(), "a.#", "topics then");
    }
};

/// @brief Texts, covering and intersection of random filters against what they match.
class PredicateAlgebraTest : public TestCase
{
  public:
    PredicateAlgebraTest()
        : TestCase("covering and intersection against all events of a small world")
    {
    }

  private:
    void DoRun() override
    {
        RandomFilters random(1);
        const auto contents = AllContents();
        uint32_t covered = 0;
        uint32_t apart = 0;
        for (int round = 0; round < 3000; ++round)
        {
            const Filter a = random.Next();
            const Filter b = random.Upto(1) == 0 ? random.Next() : Narrowed(a, random);
            const std::string pair = a.Text() + " and " + b.Text();
            const bool covers = a.Covers(b);
            const auto both = a.Intersection(b);
            covered += covers ? 1 : 0;
            apart += both ? 0 : 1;
            NS_TEST_EXPECT_MSG_EQ((Filter::Parse(a.Text()) == a), true, a.Text() << " read again");
            NS_TEST_EXPECT_MSG_EQ(a.WireLength(), a.Text().size(), a.Text());
            NS_TEST_EXPECT_MSG_EQ(a.Covers(a) && a.Widened().Covers(a), true, a.Text());
            NS_TEST_EXPECT_MSG_EQ((covers && b.Covers(a)), (a == b), pair << ": one form each");
            NS_TEST_EXPECT_MSG_EQ((!both || (a.Covers(*both) && b.Covers(*both))), true, pair);
            NS_TEST_EXPECT_MSG_EQ((both == b.Intersection(a)), true, pair << ": either way");
            NS_TEST_EXPECT_MSG_EQ((both == b), covers, pair << ": what is covered is the rest");
            for (const Content& content : contents)
            {
                const bool inA = a.Matches(content);
                const bool inB = b.Matches(content);
                NS_TEST_EXPECT_MSG_EQ((covers && inB && !inA), false, pair << ", covered");
                NS_TEST_EXPECT_MSG_EQ((both && both->Matches(content)), (inA && inB), pair);
            }
        }
        NS_TEST_EXPECT_MSG_GT(covered, 500, "pairs that cover");
        NS_TEST_EXPECT_MSG_GT(apart, 100, "pairs with nothing in common");
    }

    /**
     * @param filter to narrow
     * @param random choices
     * @return it with one comparison more, if any fits
     */
    static Filter Narrowed(const Filter& filter, RandomFilters& random)
    {
        const auto more = Filter::Parse("#[" + random.Comparison() + "]");
        return more ? filter.Intersection(*more).value_or(filter) : filter;
    }
};

/// @brief Covering misses nothing on one attribute, as far as a fine grid of values can tell, but
/// that an interval's numbers all begin with the same digits.
class CoverageIsCompleteTest : public TestCase
{
  public:
    CoverageIsCompleteTest()
        : TestCase("every inclusion of predicates on one attribute is found")
    {
    }

  private:
    void DoRun() override
    {
        std::vector<Predicate> predicates;
        const std::vector<std::string> numbers{"-1", "0", "1"};
        for (const std::string& a : numbers)
        {
            for (const std::string comparison : {"<", "<=", ">", ">=", "="})
            {
                predicates.push_back(*Predicate::Parse("x" + comparison + a));
            }
            for (const std::string& b : numbers)
            {
                const auto open =
                    Predicate::Parse("x>" + a)->Intersection(*Predicate::Parse("x<" + b));
                const auto closed = Predicate::Parse("x=" + a + ".." + b);
                for (const auto& made : {open, closed})
                {
                    if (made)
                    {
                        predicates.push_back(*made);
                    }
                }
            }
        }
        for (const std::string text : {"x=*", "x=a*", "x=ab*", "x=a", "x=ab"})
        {
            predicates.push_back(*Predicate::Parse(text));
        }
        const std::vector<std::string> values{"-1.5",
                                              "-1.25",
                                              "-1",
                                              "-0.5",
                                              "-0.25",
                                              "0",
                                              "0.5",
                                              "0.25",
                                              "1",
                                              "1.5",
                                              "2",
                                              "a",
                                              "ab",
                                              "abc",
                                              "ac",
                                              "b",
                                              "-",
                                              "-1x"};
        for (const Predicate& a : predicates)
        {
            for (const Predicate& b : predicates)
            {
                const bool included = std::all_of(values.begin(), values.end(), [&](const auto& v) {
                    return a.Matches(v) || !b.Matches(v);
                });
                NS_TEST_EXPECT_MSG_EQ(a.Covers(b), included, a.Text() << " over " << b.Text());
            }
        }
    }
};

/// @brief Random subscriptions with predicates: nothing is lost in whatever is done with them.
class ContentSubscriptionTest : public TestCase
{
  public:
    ContentSubscriptionTest()
        : TestCase("merging, reducing and widening lose no event")
    {
    }

  private:
    void DoRun() override
    {
        RandomFilters random(2);
        const auto contents = AllContents();
        for (int round = 0; round < 300; ++round)
        {
            Subscription a;
            Subscription b;
            for (uint32_t i = random.Upto(8); i > 0; --i)
            {
                (random.Upto(1) == 0 ? a : b).Add(random.Next());
            }
            Subscription merged = a;
            merged.Merge(b);
            const Subscription reduced = merged.Reduced();
            const Subscription widened = merged.WidenedTo(random.Upto(60));
            NS_TEST_EXPECT_MSG_EQ(widened.Covers(merged), true, "widening covers");
            NS_TEST_EXPECT_MSG_EQ((reduced.Reduced() == reduced), true, "once and for all");
            for (const Content& content : contents)
            {
                const bool wanted = a.Matches(content) || b.Matches(content);
                NS_TEST_EXPECT_MSG_EQ(merged.Matches(content), wanted, "merged");
                NS_TEST_EXPECT_MSG_EQ(reduced.Matches(content), wanted, "reduced");
                NS_TEST_EXPECT_MSG_EQ((wanted && !widened.Matches(content)), false, "widened");
            }
        }
    }
};

/// @brief Texts with random characters changed are read or refused, and what is read is canonical.
class HostileFilterTest : public TestCase
{
  public:
    HostileFilterTest()
        : TestCase("hostile texts")
    {
    }

  private:
    void DoRun() override
    {
        RandomFilters random(3);
        const std::string signs = "[],=<>*.#-0129ax \x7f\xff";
        uint32_t refused = 0;
        for (int round = 0; round < 20000; ++round)
        {
            std::string text = random.Text();
            for (uint32_t i = random.Upto(4); i > 0 && !text.empty(); --i)
            {
                const uint32_t at = random.Upto(static_cast<uint32_t>(text.size()) - 1);
                text.replace(at,
                             random.Upto(1),
                             1,
                             signs[random.Upto(static_cast<uint32_t>(signs.size()) - 1)]);
            }
            const auto filter = Filter::Parse(text);
            refused += filter ? 0 : 1;
            if (filter)
            {
                NS_TEST_EXPECT_MSG_EQ((Filter::Parse(filter->Text()) == filter), true, text);
                NS_TEST_EXPECT_MSG_EQ((filter->Text().size() <= text.size()), true, text);
            }
        }
        NS_TEST_EXPECT_MSG_GT(refused, 5000, "many are no filters");
        NS_TEST_EXPECT_MSG_LT(refused, 19000, "some are");
        const std::vector<std::vector<EventAttribute>> malformed{
            {{"", "1"}},
            {{"x", ""}},
            {{"x.y", "1"}},
            {{"x", "a b"}},
            {{"x", "1"}, {"x", "2"}},
            {{"x", "a,b"}},
            {{"x", "1..2"}},
            std::vector<EventAttribute>(17, {"x", "1"})};
        for (const auto& attributes : malformed)
        {
            const Content content = C("t", attributes);
            NS_TEST_EXPECT_MSG_EQ(content.IsWellFormed(), false, content.AttributesText());
        }
        NS_TEST_EXPECT_MSG_EQ(C("t", {{"x", "1"}, {"y", "1"}}).IsWellFormed(), true, "two names");
    }
};

/// @brief Filters with predicates.
class FilterTestSuite : public TestSuite
{
  public:
    FilterTestSuite()
        : TestSuite("pubsub-filter", Type::UNIT)
    {
        AddTestCase(new DecimalTest, Duration::QUICK);
        AddTestCase(new FilterTextTest, Duration::QUICK);
        AddTestCase(new FilterMatchTest, Duration::QUICK);
        AddTestCase(new PredicateAlgebraTest, Duration::QUICK);
        AddTestCase(new CoverageIsCompleteTest, Duration::QUICK);
        AddTestCase(new ContentSubscriptionTest, Duration::QUICK);
        AddTestCase(new HostileFilterTest, Duration::QUICK);
    }
};

FilterTestSuite g_filterTestSuite; ///< the suite

} // namespace
