// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/pubsub-bloom-keys.h"
#include "ns3/random-variable-stream.h"
#include "ns3/test.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>

using namespace ns3;
using namespace ns3::pubsub;

namespace
{

/// Both hash functions.
const std::vector<BloomHash> HASHES{BloomHash::FNV1A, BloomHash::ONE_AT_A_TIME};

/**
 * @param random stream
 * @param words at most
 * @return a topic over three letters
 */
std::string
RandomTopic(Ptr<UniformRandomVariable> random, uint32_t words)
{
    std::string text;
    for (uint32_t i = random->GetInteger(1, words); i > 0; --i)
    {
        text += std::string(text.empty() ? "" : ".") + "xyz"[random->GetInteger(0, 2)];
    }
    return text;
}

/**
 * @param random stream
 * @return a filter: a topic, a subtree or everything
 */
Filter
RandomFilter(Ptr<UniformRandomVariable> random)
{
    const uint32_t kind = random->GetInteger(0, 9);
    const std::string topic = RandomTopic(random, 4);
    return *Filter::Parse(kind == 0 ? "#" : kind < 5 ? topic + ".#" : topic);
}

/// @brief A key sets the bits that a reading of the header's comment in another language says.
class KnownBitsTest : public TestCase
{
  public:
    KnownBitsTest()
        : TestCase("known keys set known bits")
    {
    }

  private:
    /**
     * @param shape of the filter
     * @param key put in
     * @param bits that must be set, and no other
     */
    void Check(const BloomShape& shape, const std::string& key, const std::set<uint32_t>& bits)
    {
        BloomFilter filter(shape);
        filter.Add(key);
        std::vector<uint8_t> octets(shape.bits / 8, 0);
        for (uint32_t bit : bits)
        {
            octets[bit / 8] |= 1 << (bit % 8);
        }
        NS_TEST_EXPECT_MSG_EQ((filter.Octets() == octets), true, "'" << key << "'");
        NS_TEST_EXPECT_MSG_EQ(filter.FillRatio(),
                              static_cast<double>(bits.size()) / shape.bits,
                              "share of bits");
    }

    void DoRun() override
    {
        BloomShape shape{256, 4, BloomHash::FNV1A};
        Check(shape, "", {38, 118, 35});
        Check(shape, "foobar", {43, 55, 180, 89});
        Check(shape, "enemy.troop.#", {54, 39, 242, 36});
        Check({192, 4, BloomHash::FNV1A}, "a", {155, 47, 11, 56});
        shape.hash = BloomHash::ONE_AT_A_TIME;
        Check(shape, "", {51, 116, 12, 177});
        Check(shape, "foobar", {68, 113, 1, 120});
        Check(shape, "enemy.troop.#", {64, 226, 3});
        Check({192, 4, BloomHash::ONE_AT_A_TIME}, "a", {86, 48, 26, 32});
    }
};

/**
 * @brief The measured share of false positives lies in the 95 % binomial interval around the
 * formula; the figures go into a table in the folder that --tempdir names.
 */
class FalsePositiveTest : public TestCase
{
  public:
    FalsePositiveTest()
        : TestCase("false positives are as many as the formula says")
    {
    }

  private:
    static constexpr uint32_t BITS = 1024;     ///< few enough to be used on the air
    static constexpr uint32_t FILTERS = 20000; ///< so many that their own chance is small
    static constexpr uint32_t PROBES = 50;     ///< of each
    static constexpr double QUANTILE = 1.96;   ///< of the normal law, 95 % two-sided

    /**
     * @param shape of the filter
     * @param keys put in
     * @return share of false positives by the formula
     */
    static double Formula(const BloomShape& shape, uint32_t keys)
    {
        const double unset = std::pow(1.0 - 1.0 / shape.bits, double{1} * shape.hashes * keys);
        return std::pow(1.0 - unset, shape.hashes);
    }

    /**
     * @param shape of the filters
     * @param keys in each
     * @return share of probes that seemed to be in one
     */
    static double Measured(const BloomShape& shape, uint32_t keys)
    {
        uint32_t hits = 0;
        for (uint32_t f = 0; f < FILTERS; ++f)
        {
            const std::string region = "region-" + std::to_string(f) + ".";
            BloomFilter filter(shape);
            for (uint32_t i = 0; i < keys; ++i)
            {
                filter.Add(region + std::to_string(i));
            }
            for (uint32_t i = keys; i < keys + PROBES; ++i)
            {
                hits += filter.Test(region + std::to_string(i)) ? 1 : 0;
            }
        }
        return double{1} * hits / (FILTERS * PROBES);
    }

    void DoRun() override
    {
        std::ofstream table(CreateTempDirFilename("false-positives.txt"));
        table << "bits_per_key hashes formula low high Fnv1a OneAtATime\n";
        for (uint32_t bitsPerKey : {4, 6, 8, 10, 12, 16})
        {
            const uint32_t keys = BITS / bitsPerKey;
            BloomShape shape{BITS, static_cast<uint8_t>(std::lround(bitsPerKey * std::log(2.0)))};
            const double p = Formula(shape, keys);
            const double tolerance = QUANTILE * std::sqrt(p * (1.0 - p) / (FILTERS * PROBES));
            table << bitsPerKey << " " << +shape.hashes << " " << p << " " << p - tolerance << " "
                  << p + tolerance;
            for (BloomHash hash : HASHES)
            {
                shape.hash = hash;
                const double measured = Measured(shape, keys);
                table << " " << measured;
                NS_TEST_EXPECT_MSG_EQ_TOL(measured, p, tolerance, bitsPerKey << " bits a key");
            }
            table << "\n";
        }
    }
};

/// @brief What was put into any of the united filters is in the union, whatever way it took.
class UnionTest : public TestCase
{
  public:
    UnionTest()
        : TestCase("no false negative through unions and the wire")
    {
    }

  private:
    void DoRun() override
    {
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(1);
        for (uint32_t round = 0; round < 300; ++round)
        {
            const BloomShape shape{BloomShape::WholeWords(random->GetInteger(1, 600)),
                                   static_cast<uint8_t>(random->GetInteger(1, 12)),
                                   HASHES[round % HASHES.size()]};
            BloomFilter all(shape);
            BloomFilter united(shape);
            std::vector<std::string> keys;
            for (uint32_t part = random->GetInteger(1, 5); part > 0; --part)
            {
                BloomFilter filter(shape);
                for (uint32_t i = random->GetInteger(0, 20); i > 0; --i)
                {
                    keys.push_back(RandomTopic(random, 6));
                    filter.Add(keys.back());
                    all.Add(keys.back());
                }
                united.Unite(*BloomFilter::FromOctets(filter.Octets(), shape));
                NS_TEST_EXPECT_MSG_EQ(united.Covers(filter), true, "the union covers its parts");
                NS_TEST_EXPECT_MSG_EQ(filter.Covers(united), (filter == united), "not conversely");
            }
            NS_TEST_EXPECT_MSG_EQ((united == all), true, "the union is the filter of the union");
            NS_TEST_EXPECT_MSG_EQ(united.IsEmpty(), keys.empty(), "empty only without keys");
            const bool found = std::all_of(keys.begin(), keys.end(), [&](const std::string& key) {
                return united.Test(key);
            });
            NS_TEST_EXPECT_MSG_EQ(found, true, "every key is found in round " << round);
        }
    }
};

/// @brief Octets of another length than the shape's are refused.
class WrongLengthTest : public TestCase
{
  public:
    WrongLengthTest()
        : TestCase("a filter from the air has the right length or is none")
    {
    }

  private:
    void DoRun() override
    {
        const BloomShape shape{128, 4, BloomHash::FNV1A};
        for (std::size_t octets : {0, 1, 15, 17, 65535})
        {
            const auto read = BloomFilter::FromOctets(std::vector<uint8_t>(octets, 0xff), shape);
            NS_TEST_EXPECT_MSG_EQ(read.has_value(), false, octets << " octets");
        }
        const auto full = BloomFilter::FromOctets(std::vector<uint8_t>(16, 0xff), shape);
        NS_TEST_EXPECT_MSG_EQ(full->FillRatio(), 1.0, "all bits set");
        NS_TEST_EXPECT_MSG_EQ(full->Test("anything"), true, "holds everything");
        NS_TEST_EXPECT_MSG_EQ(BloomShape::WholeWords(0), 64, "at least a word");
        NS_TEST_EXPECT_MSG_EQ(BloomShape::WholeWords(64), 64, "whole already");
        NS_TEST_EXPECT_MSG_EQ(BloomShape::WholeWords(65), 128, "rounded up");
    }
};

/**
 * @brief Subscriptions, events and advertisements as keys: whatever matches is found, and with a
 * filter wide enough nothing else is.
 */
class EncodingTest : public TestCase
{
  public:
    EncodingTest()
        : TestCase("encoded subscriptions miss no event, advertisements no subscriber")
    {
    }

  private:
    void DoRun() override
    {
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(2);
        const BloomShape wide{1 << 16, 7, BloomHash::FNV1A};
        const BloomShape narrow{64, 3, BloomHash::FNV1A};
        uint32_t matches = 0;
        for (uint32_t round = 0; round < 5000; ++round)
        {
            Subscription wanted;
            for (uint32_t i = random->GetInteger(0, 3); i > 0; --i)
            {
                wanted.Add(RandomFilter(random));
            }
            const Topic topic = *Topic::Parse(RandomTopic(random, 5));
            const bool match = wanted.Matches(topic);
            matches += match ? 1 : 0;
            NS_TEST_EXPECT_MSG_EQ(MayMatch(SubscriptionFilter(wanted, wide), topic),
                                  match,
                                  topic.Text());
            NS_TEST_EXPECT_MSG_EQ(!match || MayMatch(SubscriptionFilter(wanted, narrow), topic),
                                  true,
                                  topic.Text() << " missed");
            const std::vector<WeightedFilter> topics{{RandomFilter(random), 1}};
            const Filter asked = RandomFilter(random);
            const bool overlap = topics[0].filter.Covers(asked) || asked.Covers(topics[0].filter);
            NS_TEST_EXPECT_MSG_EQ(MayOverlap(AdvertisementFilter(topics, wide), asked),
                                  overlap,
                                  topics[0].filter.Text() << " advertised to " << asked.Text());
            NS_TEST_EXPECT_MSG_EQ(!overlap ||
                                      MayOverlap(AdvertisementFilter(topics, narrow), asked),
                                  true,
                                  topics[0].filter.Text() << " not seen by " << asked.Text());
        }
        NS_TEST_EXPECT_MSG_GT(matches, 500, "rounds in which the event is wanted");
    }
};

/// @brief Bloom filters and what is put into them.
class BloomTestSuite : public TestSuite
{
  public:
    BloomTestSuite()
        : TestSuite("pubsub-bloom", Type::UNIT)
    {
        AddTestCase(new KnownBitsTest, Duration::QUICK);
        AddTestCase(new UnionTest, Duration::QUICK);
        AddTestCase(new WrongLengthTest, Duration::QUICK);
        AddTestCase(new EncodingTest, Duration::QUICK);
        AddTestCase(new FalsePositiveTest, Duration::QUICK);
    }
};

BloomTestSuite g_bloomTestSuite; ///< the suite

} // namespace
