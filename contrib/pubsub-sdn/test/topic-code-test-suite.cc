// SPDX-License-Identifier: GPL-2.0-only
//
// Codes and addresses of topics: known answers, all pairs of random trees, capacity, new topics.

#include "ns3/sdn-coding-faults.h"
#include "ns3/sdn-huffman.h"
#include "ns3/sdn-topic-registry.h"
#include "ns3/test.h"

#include <algorithm>
#include <cmath>
#include <functional>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::sdn;

namespace
{

/// All codings.
const std::vector<TopicCoding> CODINGS{TopicCoding::OWN_SLOT,
                                       TopicCoding::LCRS,
                                       TopicCoding::HUFFMAN,
                                       TopicCoding::FIXED_WIDTH};

/// Random trees, and topics of each.
constexpr uint32_t TREES = 300;
constexpr uint32_t TOPICS = 25; ///< of a tree

/**
 * @param text of a topic
 * @return the topic
 */
Topic
TopicOf(const std::string& text)
{
    return *Topic::Parse(text);
}

/**
 * @param text of 0 and 1
 * @return the string
 */
BitString
BitsOf(const std::string& text)
{
    return *BitString::Parse(text);
}

/**
 * @param call a function that should refuse a code
 * @return the sentence; empty if there was none
 */
std::string
CodeRefusal(const std::function<void()>& call)
{
    try
    {
        call();
        return "";
    }
    catch (const TopicCodeError& error)
    {
        return error.what();
    }
}

/**
 * @param first number of the stream
 * @return draws
 */
Ptr<UniformRandomVariable>
Draws(int64_t first)
{
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(first);
    return random;
}

/// @return a, with children a.x and a.y, then b; rates 4, 1, 2 and 3
TopicTree
SmallTree()
{
    TopicTree tree;
    tree.Add(TopicOf("a.x"), 1.0);
    tree.Add(TopicOf("a.y"), 2.0);
    tree.Add(TopicOf("a"), 4.0);
    tree.Add(TopicOf("b"), 3.0);
    return tree;
}

/// @brief Strings of bits: text, octets, order, prefixes, and what is refused.
class BitStringTest : public TestCase
{
  public:
    BitStringTest()
        : TestCase("strings of bits")
    {
    }

  private:
    void DoRun() override
    {
        const std::string longest(BitString::MAX_BITS, '1');
        NS_TEST_EXPECT_MSG_EQ(BitsOf(longest).Text(), longest, "round trip");
        NS_TEST_EXPECT_MSG_EQ(BitString::Parse(longest + "0").has_value(), false, "too long");
        NS_TEST_EXPECT_MSG_EQ(BitString::Parse("012").has_value(), false, "no bits");
        NS_TEST_EXPECT_MSG_EQ(BitString::Parse("")->IsEmpty(), true, "the empty string");

        const BitString bits = BitsOf("0110000001");
        NS_TEST_EXPECT_MSG_EQ(+bits.Bits()[0], 0x60, "the first octet");
        NS_TEST_EXPECT_MSG_EQ(+bits.Bits()[1], 0x40, "the second octet");
        NS_TEST_EXPECT_MSG_EQ((*BitString::FromOctets(bits.Bits(), 10) == bits), true, "octets");
        NS_TEST_EXPECT_MSG_EQ(BitString::FromOctets(bits.Bits(), 9).has_value(),
                              false,
                              "a bit behind the end");
        NS_TEST_EXPECT_MSG_EQ(BitString::FromOctets({}, 104).has_value(), false, "too long");
        BitString::Octets full{};
        full.back() = 0x01; // bit 104
        NS_TEST_EXPECT_MSG_EQ(BitString::FromOctets(full, 103).has_value(), false, "bit 104");

        NS_TEST_EXPECT_MSG_EQ(bits.StartsWith(BitsOf("011")), true, "prefix");
        NS_TEST_EXPECT_MSG_EQ(bits.StartsWith(BitsOf("010")), false, "other");
        NS_TEST_EXPECT_MSG_EQ(BitsOf("01").StartsWith(BitsOf("010")), false, "longer");
        NS_TEST_EXPECT_MSG_EQ(bits.StartsWith(bits), true, "itself");
        NS_TEST_EXPECT_MSG_EQ((BitsOf("01") < BitsOf("010")), true, "a prefix comes before");
        NS_TEST_EXPECT_MSG_EQ((BitsOf("0101") < BitsOf("011")), true, "the dictionary");
        NS_TEST_EXPECT_MSG_EQ(BitsOf("01").Padded(true, 5).Text(), "01111", "padded");
        BitString number = BitsOf("1");
        number.AppendNumber(5, 4);
        NS_TEST_EXPECT_MSG_EQ(number.Text(), "10101", "a number");
        number.PopBack();
        number.Append(BitsOf("11"));
        NS_TEST_EXPECT_MSG_EQ(number.Text(), "101011", "appended");
    }
};

/// @brief Topics, fathers, children and orders of a tree.
class TopicTreeTest : public TestCase
{
  public:
    TopicTreeTest()
        : TestCase("the tree of topics")
    {
    }

  private:
    /**
     * @param tree of topics
     * @param topics of it
     * @return their names
     */
    static std::string Names(const TopicTree& tree, const std::vector<TopicId>& topics)
    {
        std::string text;
        for (const TopicId topic : topics)
        {
            text += (text.empty() ? "" : " ") + tree.NameOf(topic).Text();
        }
        return text;
    }

    void DoRun() override
    {
        TopicTree tree;
        const TopicId deep = tree.Add(TopicOf("a.b.c"), 2.0);
        NS_TEST_EXPECT_MSG_EQ(deep, 2, "missing ancestors come first");
        tree.Add(TopicOf("d"), 1.0);
        tree.Add(TopicOf("a.e"));
        NS_TEST_EXPECT_MSG_EQ(tree.Add(TopicOf("a"), 3.0), 0, "there already");
        NS_TEST_EXPECT_MSG_EQ(tree.RateOf(0), 3.0, "its rate is replaced");
        NS_TEST_EXPECT_MSG_EQ(tree.Size(), 5, "topics");
        NS_TEST_EXPECT_MSG_EQ(tree.Father(deep), 1, "a.b");
        NS_TEST_EXPECT_MSG_EQ(tree.Father(0), NO_TOPIC, "the first level");
        NS_TEST_EXPECT_MSG_EQ(tree.Find(TopicOf("a.b.d")), NO_TOPIC, "not registered");
        NS_TEST_EXPECT_MSG_EQ(Names(tree, tree.Children(NO_TOPIC)), "a d", "the first level");
        NS_TEST_EXPECT_MSG_EQ(Names(tree, tree.BreadthFirst()), "a d a.b a.e a.b.c", "by level");
        NS_TEST_EXPECT_MSG_EQ(Names(tree, tree.Subtree(0)), "a a.b a.e a.b.c", "a subtree");
        NS_TEST_EXPECT_MSG_EQ(tree.Covers(0, deep), true, "an ancestor");
        NS_TEST_EXPECT_MSG_EQ(tree.Covers(deep, 0), false, "a descendant");
        NS_TEST_EXPECT_MSG_EQ(tree.Covers(3, 4), false, "another branch");
        NS_TEST_EXPECT_MSG_EQ(tree.Covers(1, 1), true, "itself");
        tree.Truncate(2);
        NS_TEST_EXPECT_MSG_EQ(Names(tree, tree.BreadthFirst()), "a a.b", "the older ones");
        NS_TEST_EXPECT_MSG_EQ(tree.Add(TopicOf("a.b.c")), 2, "the number is free again");
    }
};

/**
 * @brief Codes of a small tree that were computed by hand.
 *
 * Huffman: the root joins its own slot (0) and b (3) before a (7), so b is 01 and a is 1; a joins
 * a.x (1) and a.y (2), and then this group (3) and itself (4).
 */
class KnownCodeTest : public TestCase
{
  public:
    KnownCodeTest()
        : TestCase("known codes")
    {
    }

  private:
    /**
     * @param coding of the small tree
     * @param expected code and own code of each topic, then its cover
     */
    void Check(TopicCoding coding, const std::vector<std::string>& expected)
    {
        const TopicTree tree = SmallTree();
        const TopicCodes codes(coding, tree);
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            const auto topic = static_cast<TopicId>(i);
            std::string text = tree.NameOf(topic).Text() + ": " + codes.CodeOf(topic).Text() + " " +
                               AddressText(codes.OwnAddress(topic));
            for (const AddressPrefix& prefix : codes.CoverOf(topic))
            {
                text += " " + prefix.Text();
            }
            NS_TEST_EXPECT_MSG_EQ(text, expected[i], NameOfCoding(coding));
        }
    }

    void DoRun() override
    {
        Check(TopicCoding::OWN_SLOT,
              {"a: 01 ff18:20:: ff18:20::/28",
               "a.x: 0101 ff18:28:: ff18:28::/30",
               "a.y: 01011 ff18:2c:: ff18:2c::/31",
               "b: 011 ff18:30:: ff18:30::/29"});
        Check(TopicCoding::FIXED_WIDTH,
              {"a: 01 ff18:20:: ff18:20::/27",
               "a.x: 0101 ff18:28:: ff18:28::/29",
               "a.y: 0110 ff18:30:: ff18:30::/29",
               "b: 10 ff18:40:: ff18:40::/27"});
        Check(TopicCoding::HUFFMAN,
              {"a: 1 ff18:60:: ff18:40::/26",
               "a.x: 100 ff18:40:: ff18:40::/28",
               "a.y: 101 ff18:50:: ff18:50::/28",
               "b: 01 ff18:20:: ff18:20::/27"});
        Check(TopicCoding::LCRS,
              {"a: 0 ff18:3f:ffff:ffff:ffff:ffff:ffff:ff81 "
               "ff18:3f:ffff:ffff:ffff:ffff:ffff:ff81 ff18::/27",
               "a.x: 00 ff18:1f:ffff:ffff:ffff:ffff:ffff:ff82 "
               "ff18:1f:ffff:ffff:ffff:ffff:ffff:ff82 ff18::/28",
               "a.y: 001 ff18:1f:ffff:ffff:ffff:ffff:ffff:ff83 "
               "ff18:1f:ffff:ffff:ffff:ffff:ffff:ff83 ff18:10::/29",
               "b: 01 ff18:3f:ffff:ffff:ffff:ffff:ffff:ff82 "
               "ff18:3f:ffff:ffff:ffff:ffff:ffff:ff82 ff18:20::/28"});
    }
};

/// @brief On random trees, entries match what topics cover, and no two topics have one address.
class CoverTest : public TestCase
{
  public:
    /// @param coding of the trees
    explicit CoverTest(TopicCoding coding)
        : TestCase("prefix if and only if cover: " + NameOfCoding(coding)),
          m_coding(coding)
    {
    }

  private:
    void DoRun() override
    {
        const auto random = Draws(1);
        CodingFaults faults;
        std::size_t topics = 0;
        for (uint32_t i = 0; i < TREES; ++i)
        {
            const TopicTree tree = RandomTopicTree(TOPICS, random);
            faults += FaultsOf(tree, TopicCodes(m_coding, tree));
            topics += tree.Size();
        }
        NS_TEST_EXPECT_MSG_EQ(topics, TREES * TOPICS, "topics");
        NS_TEST_EXPECT_MSG_EQ(faults.wrongPairs, 0, "prefix if and only if cover");
        NS_TEST_EXPECT_MSG_EQ(faults.collisions, 0, "one address for two topics");
    }

    TopicCoding m_coding; ///< of the trees
};

/// @brief The rule that the paper prints, on a tree of three topics and on the random trees.
class PrintedRuleTest : public TestCase
{
  public:
    PrintedRuleTest()
        : TestCase("the printed rule")
    {
    }

  private:
    void DoRun() override
    {
        // a is 0, a.x is 00 and b is 01. So a seems to cover b, and a and a.x have one address.
        TopicTree tree;
        tree.Add(TopicOf("a.x"));
        tree.Add(TopicOf("b"));
        NS_TEST_EXPECT_MSG_EQ((FaultsOfPrintedRule(tree) == CodingFaults{1, 1}), true, "by hand");
        const auto random = Draws(1);
        CodingFaults faults;
        for (uint32_t i = 0; i < TREES; ++i)
        {
            faults += FaultsOfPrintedRule(RandomTopicTree(TOPICS, random));
        }
        // docs/topic-codes.md has these numbers.
        NS_TEST_EXPECT_MSG_EQ(faults.wrongPairs, PRINTED_WRONG_PAIRS, "wrong pairs");
        NS_TEST_EXPECT_MSG_EQ(faults.collisions, PRINTED_COLLISIONS, "collisions");
    }

    static constexpr uint64_t PRINTED_WRONG_PAIRS = 14'662; ///< in 300 trees
    static constexpr uint64_t PRINTED_COLLISIONS = 3'600;   ///< in 300 trees
};

/// @brief The father of a code from its bits.
class FatherOfCodeTest : public TestCase
{
  public:
    FatherOfCodeTest()
        : TestCase("the father from the bits")
    {
    }

  private:
    void DoRun() override
    {
        const auto random = Draws(2);
        for (uint32_t i = 0; i < 50; ++i)
        {
            const TopicTree tree = RandomTopicTree(TOPICS, random);
            for (const TopicCoding coding : {TopicCoding::OWN_SLOT, TopicCoding::LCRS})
            {
                const TopicCodes codes(coding, tree);
                for (TopicId topic = 0; topic < tree.Size(); ++topic)
                {
                    const TopicId father = tree.Father(topic);
                    const BitString expected =
                        father == NO_TOPIC ? BitString() : codes.CodeOf(father);
                    NS_TEST_EXPECT_MSG_EQ((FatherOfCode(codes.CodeOf(topic)) == expected),
                                          true,
                                          tree.NameOf(topic).Text());
                }
            }
        }
        NS_TEST_EXPECT_MSG_EQ(FatherOfCode(BitsOf("111")).has_value(), false, "no code");
        NS_TEST_EXPECT_MSG_EQ(FatherOfCode(BitString()).has_value(), false, "the root");
    }
};

/// @brief Addresses of all kinds, there and back, and addresses that are none of events.
class AddressTest : public TestCase
{
  public:
    AddressTest()
        : TestCase("addresses")
    {
    }

  private:
    void DoRun() override
    {
        const BitString none;
        const std::vector<std::string> kinds{"ff18::/25",
                                             "ff18:80::/25",
                                             "ff18:100::/25",
                                             "ff18:180::/25"};
        for (uint8_t kind = 0; kind < kinds.size(); ++kind)
        {
            NS_TEST_EXPECT_MSG_EQ(PrefixOf(EventKind{kind}, none).Text(), kinds[kind], "kind");
        }
        const auto random = Draws(3);
        for (uint32_t i = 0; i < 1000; ++i)
        {
            BitString code;
            for (uint32_t size = random->GetInteger(0, BitString::MAX_BITS); size > 0; --size)
            {
                code.PushBack(random->GetInteger(0, 1) == 1);
            }
            const auto kind = static_cast<EventKind>(random->GetInteger(0, 3));
            const Ipv6Address address = AddressOf(kind, code);
            const auto parts = ReadEventAddress(address);
            const EventAddress expected{kind, code.Padded(false)};
            NS_TEST_ASSERT_MSG_EQ(parts.has_value(), true, AddressText(address));
            NS_TEST_EXPECT_MSG_EQ((*parts == expected), true, AddressText(address));
            NS_TEST_EXPECT_MSG_EQ(PrefixOf(kind, code).Contains(address), true, "its prefix");
            const Ipv6Address again(AddressText(address).c_str());
            NS_TEST_EXPECT_MSG_EQ(again, address, "its text");
        }
        for (const char* other : {"ff18:200::", "ff08::", "ff15::", "fe80::1", "::"})
        {
            NS_TEST_EXPECT_MSG_EQ(ReadEventAddress(other).has_value(), false, other);
        }
        const AddressPrefix prefix{"ff18:20::", 28};
        NS_TEST_EXPECT_MSG_EQ(prefix.Contains(Ipv6Address("ff18:2f::1")), true, "inside");
        NS_TEST_EXPECT_MSG_EQ(prefix.Contains(Ipv6Address("ff18:30::")), false, "outside");
        NS_TEST_EXPECT_MSG_EQ(prefix.Contains(AddressPrefix{"ff18:20::", 27}), false, "shorter");
        NS_TEST_EXPECT_MSG_EQ(prefix.Contains(AddressPrefix{"ff18:28::", 29}), true, "longer");
        const AddressPrefix all{"::", 0};
        NS_TEST_EXPECT_MSG_EQ(all.Contains(prefix), true, "everything");
    }
};

/// @brief How many topics fit beside and below each other; one more is refused and changes nothing.
class CapacityTest : public TestCase
{
  public:
    CapacityTest()
        : TestCase("capacity")
    {
    }

  private:
    /**
     * @brief Register topics until one is refused.
     * @param coding of the topics
     * @param nameOf the name of a topic from its number
     * @param most number of topics to try
     * @return number of topics and the sentence
     */
    std::string Fill(TopicCoding coding,
                     const std::function<std::string(uint32_t)>& nameOf,
                     uint32_t most)
    {
        TopicRegistry registry(coding);
        for (uint32_t i = 0; i < most; ++i)
        {
            std::vector<AddressPrefix> before;
            if (i > 0)
            {
                before = registry.Codes().CoverOf(0);
            }
            const std::string refusal = CodeRefusal([&] { registry.Register(TopicOf(nameOf(i))); });
            if (!refusal.empty())
            {
                NS_TEST_EXPECT_MSG_EQ(registry.Tree().Size(), i, "the tree is as before");
                NS_TEST_EXPECT_MSG_EQ(registry.Codes().Size(), i, "the codes are as before");
                NS_TEST_EXPECT_MSG_EQ((registry.Codes().CoverOf(0) == before), true, "as before");
                const CodingFaults faults = FaultsOf(registry.Tree(), registry.Codes());
                NS_TEST_EXPECT_MSG_EQ((faults == CodingFaults{}), true, "all codes are right");
                return std::to_string(i) + ": " + refusal;
            }
        }
        return std::to_string(most);
    }

    void DoRun() override
    {
        const auto beside = [](uint32_t i) { return "t" + std::to_string(i); };
        const auto below = [](uint32_t i) {
            std::string name = "t";
            for (; i > 0; --i)
            {
                name += ".t";
            }
            return name;
        };
        const std::string needs = "needs a code of 104 bits in the coding ";
        NS_TEST_EXPECT_MSG_EQ(Fill(TopicCoding::OWN_SLOT, beside, 200),
                              "102: topic t102 " + needs + "own-slot; expected at most 103",
                              "siblings");
        NS_TEST_EXPECT_MSG_EQ(Fill(TopicCoding::OWN_SLOT, below, 120),
                              "51: topic " + below(51) + " " + needs +
                                  "own-slot; expected at most 103",
                              "levels");
        NS_TEST_EXPECT_MSG_EQ(
            Fill(TopicCoding::LCRS, beside, 200),
            "96: topic t96 needs a code of 97 bits in the coding lcrs; expected at most 96",
            "siblings");
        NS_TEST_EXPECT_MSG_EQ(
            Fill(TopicCoding::LCRS, below, 120),
            "96: topic " + below(96) +
                " needs a code of 97 bits in the coding lcrs; expected at most 96",
            "levels");
        for (const TopicCoding coding : {TopicCoding::HUFFMAN, TopicCoding::FIXED_WIDTH})
        {
            NS_TEST_EXPECT_MSG_EQ(Fill(coding, beside, 200), "200", "siblings");
            NS_TEST_EXPECT_MSG_EQ(Fill(coding, below, 120),
                                  "103: topic " + below(103) + " " + needs + NameOfCoding(coding) +
                                      "; expected at most 103",
                                  "levels");
        }
    }
};

/// @brief New topics change no address and no cover of old ones, or else there is a new epoch.
class NewTopicTest : public TestCase
{
  public:
    NewTopicTest()
        : TestCase("new topics")
    {
    }

  private:
    /// @brief Register the topics of a random tree one by one, and code them anew at the end.
    /// @param coding of the topics
    /// @param tree random
    void Grow(TopicCoding coding, const TopicTree& tree)
    {
        TopicRegistry registry(coding);
        std::vector<std::pair<Topic, double>> all;
        for (TopicId topic = 0; topic < tree.Size(); ++topic)
        {
            std::vector<std::vector<AddressPrefix>> before;
            for (TopicId old = 0; old < topic; ++old)
            {
                before.push_back(registry.Codes().CoverOf(old));
                before.push_back({{registry.Codes().OwnAddress(old), 128}});
            }
            const uint16_t epoch = registry.Codes().Epoch();
            all.emplace_back(tree.NameOf(topic), tree.RateOf(topic));
            const TopicRegistration done = registry.Register(all.back().first, all.back().second);
            NS_TEST_EXPECT_MSG_EQ((done.added == std::vector<TopicId>{topic}), true, "one topic");
            bool isKept = true;
            for (TopicId old = 0; old < topic; ++old)
            {
                const std::vector<AddressPrefix> own{{registry.Codes().OwnAddress(old), 128}};
                isKept = isKept && registry.Codes().CoverOf(old) == before[2 * old] &&
                         own == before[2 * old + 1];
            }
            NS_TEST_EXPECT_MSG_EQ(isKept, !done.isRecoded, "a new epoch if and only if changed");
            NS_TEST_EXPECT_MSG_EQ(registry.Codes().Epoch(), epoch + done.isRecoded, "the epoch");
            m_recoded += done.isRecoded;
        }
        TopicRegistry atOnce(coding);
        atOnce.Register(all);
        for (TopicId topic = 0; topic < tree.Size(); ++topic)
        {
            NS_TEST_EXPECT_MSG_EQ(registry.Codes().CodeOf(topic).Text(),
                                  atOnce.Codes().CodeOf(topic).Text(),
                                  "one by one as all at once");
        }
        NS_TEST_EXPECT_MSG_EQ(atOnce.Recode(), false, "the same rates, the same codes");
    }

    void DoRun() override
    {
        for (const TopicCoding coding : CODINGS)
        {
            m_recoded = 0;
            const auto random = Draws(4);
            for (uint32_t i = 0; i < 20; ++i)
            {
                Grow(coding, RandomTopicTree(TOPICS, random));
            }
            const bool isStable = coding == TopicCoding::OWN_SLOT || coding == TopicCoding::LCRS;
            NS_TEST_EXPECT_MSG_EQ((m_recoded == 0), isStable, NameOfCoding(coding));
        }
        TopicRegistry registry(TopicCoding::HUFFMAN);
        registry.Register({{TopicOf("a"), 1.0}, {TopicOf("b"), 5.0}});
        NS_TEST_EXPECT_MSG_EQ(registry.Codes().CodeOf(1).Text(), "1", "the frequent one is short");
        const TopicRegistration known = registry.Register(TopicOf("a"), 9.0);
        NS_TEST_EXPECT_MSG_EQ((known.topic == 0 && known.added.empty() && !known.isRecoded),
                              true,
                              "a known topic");
        NS_TEST_EXPECT_MSG_EQ(registry.Recode(), true, "other rates");
        NS_TEST_EXPECT_MSG_EQ(registry.Codes().CodeOf(0).Text(), "1", "now the other one is");
        NS_TEST_EXPECT_MSG_EQ(registry.Codes().Epoch(), 1, "a new epoch");
    }

    uint32_t m_recoded = 0; ///< new epochs
};

/// @brief Huffman codes are prefix codes, and no binary tree has a smaller mean length.
class HuffmanTest : public TestCase
{
  public:
    HuffmanTest()
        : TestCase("Huffman codes")
    {
    }

  private:
    /**
     * @brief Try all binary trees.
     * @param weights of the symbols or groups
     * @return the least sum of weights times lengths
     */
    static double Least(const std::vector<double>& weights)
    {
        if (weights.size() < 2)
        {
            return 0.0;
        }
        double least = INFINITY;
        for (std::size_t i = 0; i < weights.size(); ++i)
        {
            for (std::size_t j = i + 1; j < weights.size(); ++j)
            {
                std::vector<double> joined = weights;
                joined[i] += joined[j];
                const double group = joined[i];
                joined.erase(joined.begin() + static_cast<std::ptrdiff_t>(j));
                least = std::min(least, group + Least(joined));
            }
        }
        return least;
    }

    void DoRun() override
    {
        const std::vector<std::string> known{"1", "000", "001", "01"};
        NS_TEST_EXPECT_MSG_EQ((HuffmanCode({5, 1, 1, 2.5}) == known), true, "by hand");
        NS_TEST_EXPECT_MSG_EQ(HuffmanCode({7}).front(), "", "a single symbol");
        const auto random = Draws(5);
        for (uint32_t i = 0; i < 200; ++i)
        {
            std::vector<double> weights(1 + i % 6);
            for (double& weight : weights)
            {
                weight = random->GetInteger(0, 20);
            }
            const auto codes = HuffmanCode(weights);
            double mean = 0.0;
            for (std::size_t a = 0; a < codes.size(); ++a)
            {
                mean += weights[a] * static_cast<double>(codes[a].size());
                for (std::size_t b = 0; b < codes.size(); ++b)
                {
                    NS_TEST_EXPECT_MSG_EQ((a != b && codes[b].starts_with(codes[a])),
                                          false,
                                          "a prefix code");
                }
            }
            NS_TEST_EXPECT_MSG_EQ(mean, Least(weights), "as short as any");
        }
        for (const std::string& code : HuffmanCode(std::vector<double>(64, 0.0)))
        {
            NS_TEST_EXPECT_MSG_EQ(code.size(), 6, "equal weights, equal lengths");
        }
    }
};

/// @brief Names of codings.
class CodingNameTest : public TestCase
{
  public:
    CodingNameTest()
        : TestCase("names of codings")
    {
    }

  private:
    void DoRun() override
    {
        for (const TopicCoding coding : CODINGS)
        {
            NS_TEST_EXPECT_MSG_EQ((ParseTopicCoding(NameOfCoding(coding)) == coding), true, "name");
        }
        std::string sentence;
        try
        {
            ParseTopicCoding("base64");
        }
        catch (const broker::BrokerInputError& error)
        {
            sentence = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(sentence,
                              "no coding is named 'base64'; expected one of own-slot, lcrs, "
                              "huffman, fixed-width",
                              "refused");
    }
};

/// @brief Codes and addresses of topics.
class TopicCodeTestSuite : public TestSuite
{
  public:
    TopicCodeTestSuite()
        : TestSuite("sdn-topic-codes", Type::UNIT)
    {
        AddTestCase(new BitStringTest, Duration::QUICK);
        AddTestCase(new TopicTreeTest, Duration::QUICK);
        AddTestCase(new KnownCodeTest, Duration::QUICK);
        for (const TopicCoding coding : CODINGS)
        {
            AddTestCase(new CoverTest(coding), Duration::QUICK);
        }
        AddTestCase(new PrintedRuleTest, Duration::QUICK);
        AddTestCase(new FatherOfCodeTest, Duration::QUICK);
        AddTestCase(new AddressTest, Duration::QUICK);
        AddTestCase(new CapacityTest, Duration::QUICK);
        AddTestCase(new NewTopicTest, Duration::QUICK);
        AddTestCase(new HuffmanTest, Duration::QUICK);
        AddTestCase(new CodingNameTest, Duration::QUICK);
    }
};

TopicCodeTestSuite g_topicCodeTestSuite; ///< the suite

} // namespace
