// SPDX-License-Identifier: GPL-2.0-only
//
// Mutated policies, and mutated addresses of events. PUBSUB_FUZZ_PACKETS in the environment says
// how many are made.

#include "policy-texts.h"

#include "ns3/environment-variable.h"
#include "ns3/random-variable-stream.h"
#include "ns3/sdn-topic-address.h"
#include "ns3/sdn-xml-element.h"
#include "ns3/test.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <map>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::sdn;

namespace
{

/// Good policies, with all that XML may have.
const std::vector<std::string> GOOD{
    PolicyText({Rule("a.b.#", "4"), Rule("a.b.c", "4", "cluster", "allow")}),
    PolicyText({Rule("#", "0", "broker"), Rule("x", "17", "broker", "delete")}),
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- rules -->\n<policy>\n"
    "<rule action='deny' level='cluster' cluster='3' topic='a'></rule><!-- one -->\n</policy>\n",
    "<policy/>",
    "<policy>" + Rule("enemy.troop.#", "12") + Rule("enemy.#", "12", "cluster", "allow") +
        "</policy>",
};

/// What readers of XML stumble over.
const std::vector<std::string> TOKENS{
    "<",
    ">",
    "</",
    "/>",
    "<!--",
    "-->",
    "--",
    "&",
    "&amp;",
    "&#x41;",
    "&lol9;",
    "]]>",
    "<![CDATA[",
    "<!DOCTYPE a [<!ENTITY b \"c\">]>",
    "<?",
    "?>",
    "<?xml version=\"1.0\"?>",
    "\"",
    "'",
    "=",
    " ",
    "\n",
    "\r",
    "<policy>",
    "</policy>",
    "<rule>",
    "</rule>",
    Rule("a.b.#", "4", "cluster", "allow"),
    Rule("a", "4294967295"),
    "topic=\"\"",
    "cluster=\"-1\"",
    "#",
    ".",
    "99999999999999999999",
    std::string(1, '\0'),
    "\xEF\xBB\xBF",
    "\xC0\xAF",
    "\xF4\x90\x80\x80",
};

/// What a rule may have between its quotes.
const std::vector<std::string> WORDS{
    "deny",
    "deny",
    "allow",
    "allow",
    "delete",
    "cluster",
    "broker",
    "a.b.#",
    "a.b",
    "enemy",
    "4",
    "12",
};

/// @brief Makes hostile texts of good ones.
class TextMutator
{
  public:
    /// @param stream of all draws
    explicit TextMutator(int64_t stream)
        : m_random(CreateObject<UniformRandomVariable>())
    {
        m_random->SetStream(stream);
    }

    /// @return the next text: a good one with one to four changes, half of which keep it XML
    std::string Next()
    {
        std::string text = OneOf(GOOD);
        const bool isGentle = Below(2) == 0;
        for (uint32_t changes = 1 + Below(4); changes > 0; --changes)
        {
            isGentle ? ChangeRule(text) : Change(text);
        }
        return text;
    }

    /**
     * @param limit more than is wanted
     * @return a number from 0 to limit - 1
     */
    uint32_t Below(std::size_t limit)
    {
        return m_random->GetInteger(0, static_cast<uint32_t>(limit) - 1);
    }

  private:
    /**
     * @param texts some
     * @return one of them
     */
    const std::string& OneOf(const std::vector<std::string>& texts)
    {
        return texts[Below(texts.size())];
    }

    /**
     * @param text any
     * @return its end, of any length
     */
    std::string EndOf(const std::string& text)
    {
        return text.substr(Below(text.size() + 1));
    }

    /// @brief Write a rule twice, or replace a word of a rule by another one.
    /// @param text to change
    void ChangeRule(std::string& text)
    {
        const std::string& word = OneOf(WORDS);
        const std::size_t from = Below(text.size() + 1);
        const std::size_t rule = text.find("<rule ", from);
        const std::size_t end = text.find("/>", rule);
        const std::size_t place = text.find(word, from);
        if (Below(3) == 0 && rule != std::string::npos && end != std::string::npos)
        {
            text.insert(rule, text.substr(rule, end + 2 - rule));
        }
        else if (place != std::string::npos)
        {
            text.replace(place, word.size(), OneOf(WORDS));
        }
    }

    /// @brief Change a text.
    /// @param text to change
    void Change(std::string& text)
    {
        const std::size_t at = Below(text.size() + 1);
        const std::size_t length = Below(text.size() - at + 1);
        switch (Below(8))
        {
        case 0:
            text.insert(at, OneOf(TOKENS));
            break;
        case 1:
            text.replace(at, std::min<std::size_t>(length, 8), OneOf(TOKENS));
            break;
        case 2:
            text.erase(at, std::min<std::size_t>(length, 1 + Below(20)));
            break;
        case 3:
            text.resize(at);
            break;
        case 4: // a piece twice
            text.insert(Below(text.size() + 1), text.substr(at, length));
            break;
        case 5: // the beginning of one and the end of another
            text = text.substr(0, at) + EndOf(OneOf(GOOD));
            break;
        case 6: // deeper
            for (uint32_t i = Below(40); i > 0; --i)
            {
                text.insert(std::min(at, text.size()), Below(2) == 0 ? "<rule>" : "<a>");
            }
            break;
        default:
            if (at < text.size())
            {
                text[at] = static_cast<char>(text[at] ^ (1 << Below(8)));
            }
        }
    }

    Ptr<UniformRandomVariable> m_random; ///< all draws
};

/// @brief Every mutated policy is read, or refused with one sentence; what is read can be written.
class PolicyFuzzTest : public TestCase
{
  public:
    /// @param texts to make
    explicit PolicyFuzzTest(uint64_t texts)
        : TestCase("mutated policies"),
          m_texts(texts)
    {
    }

  private:
    /// @brief Read a text and check what follows.
    /// @param text any
    void Read(const std::string& text)
    {
        const std::string refusal = RefusalOfPolicy(text);
        if (refusal.empty())
        {
            const Policy policy = Policy::Parse(text);
            const Policy again = Policy::Parse(policy.Text());
            NS_TEST_EXPECT_MSG_EQ((again.Rules() == policy.Rules()), true, policy.Text());
            const Topic topic = *Topic::Parse("a.b.c");
            for (const ClusterId cluster : policy.DeniedClusters(topic))
            {
                NS_TEST_EXPECT_MSG_EQ(policy.Denies(PolicyLevel::CLUSTER, topic, cluster),
                                      true,
                                      policy.Text());
            }
            ++m_counts[policy.Rules().empty() ? "read, without rules" : "read, with rules"];
            return;
        }
        const bool isPlain = std::all_of(refusal.begin(), refusal.end(), [](char letter) {
            return letter >= ' ' && letter <= '~';
        });
        NS_TEST_EXPECT_MSG_EQ(isPlain, true, "one line of printable ASCII");
        NS_TEST_EXPECT_MSG_LT(refusal.size(), 1000, refusal);
        // Refusals of the reader have a column.
        const bool isXml = refusal.find(", column ") == std::string::npos;
        const bool isContradiction = refusal.starts_with("contradicts itself: ");
        ++m_counts[isContradiction ? "contradictions" : isXml ? "no policies" : "no XML"];
    }

    void DoRun() override
    {
        TextMutator mutator(1);
        for (uint64_t i = 0; i < m_texts; ++i)
        {
            Read(mutator.Next());
        }
        uint64_t sum = 0;
        std::ofstream table(CreateTempDirFilename("fuzz-policies.txt"));
        for (const auto& [what, count] : m_counts)
        {
            table << count << ' ' << what << '\n';
            sum += count;
        }
        NS_TEST_EXPECT_MSG_EQ(sum, m_texts, "every text is counted");
        for (const char* what :
             {"read, without rules", "read, with rules", "contradictions", "no policies", "no XML"})
        {
            NS_TEST_EXPECT_MSG_GT(m_counts[what], 0, what);
        }
    }

    uint64_t m_texts;                         ///< to make
    std::map<std::string, uint64_t> m_counts; ///< texts by outcome
};

/// @brief Random addresses are those of events or none, and events' addresses can be made again.
class AddressFuzzTest : public TestCase
{
  public:
    /// @param addresses to make
    explicit AddressFuzzTest(uint64_t addresses)
        : TestCase("mutated addresses"),
          m_addresses(addresses)
    {
    }

  private:
    void DoRun() override
    {
        TextMutator mutator(2);
        uint64_t events = 0;
        for (uint64_t i = 0; i < m_addresses; ++i)
        {
            std::array<uint8_t, 16> octets{};
            for (uint8_t& octet : octets)
            {
                octet = static_cast<uint8_t>(mutator.Below(256));
            }
            if (i % 2 == 0)
            {
                octets[0] = 0xff;
                octets[1] = 0x18;
                octets[2] = static_cast<uint8_t>(mutator.Below(4));
            }
            const Ipv6Address address(octets.data());
            const auto parts = ReadEventAddress(address);
            const bool isEvent = octets[0] == 0xff && octets[1] == 0x18 && octets[2] < 2;
            NS_TEST_EXPECT_MSG_EQ(parts.has_value(), isEvent, AddressText(address));
            if (parts)
            {
                NS_TEST_EXPECT_MSG_EQ(AddressOf(parts->kind, parts->field),
                                      address,
                                      AddressText(address));
                ++events;
            }
        }
        NS_TEST_EXPECT_MSG_GT(events, m_addresses / 8, "addresses of events");
    }

    uint64_t m_addresses; ///< to make
};

/// @brief Hostile texts and addresses.
class PolicyFuzzTestSuite : public TestSuite
{
  public:
    PolicyFuzzTestSuite()
        : TestSuite("sdn-policy-fuzz", Type::SYSTEM)
    {
        const auto [given, number] = EnvironmentVariable::Get("PUBSUB_FUZZ_PACKETS");
        const uint64_t texts = given ? std::stoull(number) : 5000;
        AddTestCase(new PolicyFuzzTest(texts), Duration::QUICK);
        AddTestCase(new AddressFuzzTest(texts), Duration::QUICK);
    }
};

PolicyFuzzTestSuite g_policyFuzzTestSuite; ///< the suite

} // namespace
