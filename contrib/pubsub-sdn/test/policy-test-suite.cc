// SPDX-License-Identifier: GPL-2.0-only
//
// Policies: XML that is read or refused, rules that decide, and merges.

#include "policy-texts.h"

#include "ns3/sdn-xml-element.h"
#include "ns3/test.h"

#include <fstream>
#include <functional>
#include <map>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::sdn;

namespace
{

/**
 * @param element any
 * @return the element and all inside it in one line
 */
std::string
TextOfElement(const XmlElement& element)
{
    std::string text = element.name + "[";
    for (const auto& [name, value] : element.attributes)
    {
        text += name + "=" + value + ";";
    }
    text += "]" + element.text + "(";
    for (const XmlElement& child : element.children)
    {
        text += TextOfElement(child);
    }
    return text + ")";
}

/// @brief XML that is read, with all that is allowed.
class XmlReadTest : public TestCase
{
  public:
    XmlReadTest()
        : TestCase("XML that is read")
    {
    }

  private:
    void DoRun() override
    {
        const std::map<std::string, std::string> texts{
            {"<a/>", "a[]()"},
            {"<a></a >", "a[]()"},
            {"\n<!-- a - b --><a />\n<!-- c -->", "a[]()"},
            {"<?xml version='1.0'?><a/>", "a[]()"},
            {"\xEF\xBB\xBF<?xml version=\"1.0\" encoding='utf-8' standalone='no' ?>\r\n<a/>",
             "a[]()"},
            {"<a b='1' c=\"'\"/>", "a[b=1;c=';]()"},
            {"<a b = '\"&amp;&lt;&gt;&quot;&apos;'/>", "a[b=\"&<>\"';]()"},
            {"<a b='1\n2\t3\r\n4'/>", "a[b=1 2 3 4;]()"},
            {"<a>x&amp;y<b/>z<!-- no --><b>1\r\n2\r3</b></a>", "a[]x&yz(b[]()b[]1\n2\n3())"},
            {"<_a-1.b>\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80</_a-1.b>",
             "_a-1.b[]\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80()"},
            {"<a>]] ></a>", "a[]]] >()"},
        };
        for (const auto& [text, expected] : texts)
        {
            std::string read;
            const std::string refusal =
                RefusalOfInput([&] { read = TextOfElement(XmlElement::Parse(text)); });
            NS_TEST_EXPECT_MSG_EQ(refusal, "", text);
            NS_TEST_EXPECT_MSG_EQ(read, expected, text);
        }
        const std::string odd = "a<b>&\"c\"'d'";
        const XmlElement element =
            XmlElement::Parse("<t v=\"" + XmlEscaped(odd) + "\">" + XmlEscaped(odd) + "</t>");
        NS_TEST_EXPECT_MSG_EQ(element.text, odd, "escaped");
        NS_TEST_EXPECT_MSG_EQ(element.attributes.at("v"), odd, "escaped");
        const XmlElement lines = XmlElement::Parse("<a>\n\n<b/>\r\n<c\n/><d/></a>");
        NS_TEST_EXPECT_MSG_EQ(lines.children[0].line, 3, "line of b");
        NS_TEST_EXPECT_MSG_EQ(lines.children[1].line, 4, "line of c");
        NS_TEST_EXPECT_MSG_EQ(lines.children[2].line, 5, "line of d");
    }
};

/// @brief XML that is refused, each with its sentence.
class XmlRefusedTest : public TestCase
{
  public:
    XmlRefusedTest()
        : TestCase("XML that is refused")
    {
    }

  private:
    /**
     * @param text any
     * @param limits of it
     * @return the sentence; empty if it is read
     */
    static std::string Refusal(const std::string& text, const XmlLimits& limits = {})
    {
        return RefusalOfInput([&] { XmlElement::Parse(text, limits); });
    }

    void DoRun() override
    {
        const std::string entities = "expected one of &amp; &lt; &gt; &quot; &apos;";
        const std::string characters = "expected characters of XML 1.0 in UTF-8";
        const std::map<std::string, std::string> texts{
            {"", "line 1, column 1: expected an element"},
            {"text", "line 1, column 1: expected an element"},
            {"<a>", "line 1, column 4: expected the end tag of a"},
            {"<a></b>", "line 1, column 7: expected the end tag of a"},
            {"<a><b></a></b>", "line 1, column 10: expected the end tag of b"},
            {"<a/><b/>", "line 1, column 5: expected nothing after the outermost element"},
            {"<a/>text", "line 1, column 5: expected nothing after the outermost element"},
            {"< a/>", "line 1, column 2: expected a name"},
            {"<1/>", "line 1, column 2: expected a name"},
            {"<a:b/>", "line 1, column 3: expected the end of a tag"},
            {"<a b/>", "line 1, column 5: expected = and a value"},
            {"<a b=1/>", "line 1, column 6: expected a quoted value"},
            {"<a b='1/>", "line 1, column 10: expected the quote at the end of a value"},
            {"<a b='<'/>", "line 1, column 7: expected no < in a value"},
            {"<a b='1'c='2'/>", "line 1, column 9: expected the end of a tag"},
            {"<a\nb='1' b='2'/>", "line 2, column 8: expected each attribute once"},
            {"<a>&euro;</a>", "line 1, column 4: " + entities},
            {"<a>&#65;</a>", "line 1, column 4: " + entities},
            {"<a b='&'/>", "line 1, column 7: " + entities},
            {"<a>]]></a>", "line 1, column 4: expected no ]]> in a text"},
            {"<!DOCTYPE a><a/>", "line 1, column 2: expected a name"},
            {"<a><?go?></a>", "line 1, column 5: expected a name"},
            {"<a><![CDATA[x]]></a>", "line 1, column 5: expected a name"},
            {"<!-- a -- b --><a/>",
             "line 1, column 8: expected --> at the end of a comment, and no -- inside"},
            {"<a><!-- ",
             "line 1, column 9: expected --> at the end of a comment, and no -- inside"},
            {" <?xml version='1.0'?><a/>", "line 1, column 3: expected a name"},
            {"<?xml version='1.1'?><a/>",
             "line 1, column 20: expected version=\"1.0\" in the declaration"},
            {"<?xml version='1.0' encoding='latin-1'?><a/>",
             "line 1, column 39: expected the encoding UTF-8"},
            {"<a>\n\x01</a>", "line 2, column 1: " + characters},
            {"<a>\xC3</a>", "line 1, column 4: " + characters},
            {"<a>\xC0\x80</a>", "line 1, column 4: " + characters},
            {"<a>\xED\xA0\x80</a>", "line 1, column 4: " + characters},
            {"<a>\xEF\xBF\xBF</a>", "line 1, column 4: " + characters},
            {"<a>\xF4\x90\x80\x80</a>", "line 1, column 4: " + characters},
            {"<a>\xFF</a>", "line 1, column 4: " + characters},
        };
        for (const auto& [text, sentence] : texts)
        {
            NS_TEST_EXPECT_MSG_EQ(Refusal(text), sentence, text);
        }
        NS_TEST_EXPECT_MSG_EQ(Refusal(std::string("<a>\0</a>", 8)),
                              "line 1, column 4: " + characters,
                              "an octet 0");
        CheckLimits();
    }

    /// @brief Texts at a limit are read, and those beyond it are refused.
    void CheckLimits()
    {
        const auto nested = [](std::size_t depth) {
            std::string text;
            for (std::size_t i = 0; i < 2 * depth; ++i)
            {
                text += i < depth ? "<a>" : "</a>";
            }
            return text;
        };
        NS_TEST_EXPECT_MSG_EQ(Refusal(nested(16)), "", "as deep as allowed");
        NS_TEST_EXPECT_MSG_EQ(Refusal(nested(17)),
                              "line 1, column 50: expected fewer elements in each other",
                              "too deep");
        NS_TEST_EXPECT_MSG_EQ(Refusal(nested(100'000)),
                              "line 1, column 50: expected fewer elements in each other",
                              "much too deep");
        XmlLimits few;
        few.octets = 20;
        few.elements = 3;
        few.attributes = 1;
        NS_TEST_EXPECT_MSG_EQ(Refusal("<a><b/><b/></a>", few), "", "as many as allowed");
        NS_TEST_EXPECT_MSG_EQ(Refusal("<a><b/><b/><b/></a>", few),
                              "line 1, column 13: expected fewer elements",
                              "too many elements");
        NS_TEST_EXPECT_MSG_EQ(Refusal("<a b='' c=''/>", few),
                              "line 1, column 9: expected fewer attributes",
                              "too many attributes");
        NS_TEST_EXPECT_MSG_EQ(Refusal("<a>" + std::string(14, 'x') + "</a>", few),
                              "the text has 21 octets; expected at most 20",
                              "too long");
    }
};

/// @brief Policies that are no policies or contradict themselves.
class PolicyRefusedTest : public TestCase
{
  public:
    PolicyRefusedTest()
        : TestCase("policies that are refused")
    {
    }

  private:
    void DoRun() override
    {
        const std::string line = "is no policy: line 2 has ";
        const std::map<std::string, std::string> rules{
            {Rule("a..b", "4"), line + "topic 'a..b'; expected one such as a.b, a.b.# or #"},
            {Rule("a.#.b", "4"), line + "topic 'a.#.b'; expected one such as a.b, a.b.# or #"},
            {Rule("", "4"), line + "topic ''; expected one such as a.b, a.b.# or #"},
            {Rule("a", "-1"), line + "cluster '-1'; expected the number of a cluster"},
            {Rule("a", "4x"), line + "cluster '4x'; expected the number of a cluster"},
            {Rule("a", "4294967295"),
             line + "cluster '4294967295'; expected the number of a cluster"},
            {Rule("a", "4294967296"),
             line + "cluster '4294967296'; expected the number of a cluster"},
            {Rule("a", "4", "host"), line + "level 'host'; expected one of cluster, broker"},
            {Rule("a", "4", "cluster", "permit"),
             line + "action 'permit'; expected one of allow, deny, delete"},
            {"<rule topic=\"a\" cluster=\"4\" level=\"cluster\"/>",
             line + "other attributes than topic, cluster, level and action"},
            {"<rule topic=\"a\" cluster=\"4\" level=\"cluster\" action=\"deny\" x=\"\"/>",
             line + "other attributes than topic, cluster, level and action"},
            {"<deny/>", line + "no empty element rule"},
            {"<rule>x</rule>", line + "no empty element rule"},
            {"<rule><rule/></rule>", line + "no empty element rule"},
            {"<rule", "is no policy: line 3, column 1: expected the end of a tag"},
        };
        for (const auto& [rule, sentence] : rules)
        {
            NS_TEST_EXPECT_MSG_EQ(RefusalOfPolicy("<policy>\n" + rule + "\n</policy>"),
                                  sentence,
                                  rule);
        }
        const std::string root =
            "is no policy: line 1 has no element policy without attributes and text";
        for (const char* text : {"<rules/>", "<policy a=\"\"/>", "<policy>deny</policy>"})
        {
            NS_TEST_EXPECT_MSG_EQ(RefusalOfPolicy(text), root, text);
        }
        NS_TEST_EXPECT_MSG_EQ(
            RefusalOfPolicy(PolicyText({Rule("a.#", "4"),
                                        Rule("a", "4", "cluster", "allow"),
                                        Rule("a.#", "4", "cluster", "allow")})),
            "contradicts itself: line 2 has action deny and line 4 allow for topic a.# in cluster "
            "4 at level cluster",
            "a contradiction");
        NS_TEST_EXPECT_MSG_EQ(
            RefusalOfPolicy(PolicyText({Rule("a.#", "4"), Rule("a.#", "4", "broker", "allow")})),
            "",
            "other levels");
        NS_TEST_EXPECT_MSG_EQ(RefusalOfPolicy(PolicyText({Rule("a", "4"), Rule("a", "4")})),
                              "",
                              "twice the same");
        NS_TEST_EXPECT_MSG_EQ(RefusalOfPolicy(std::string(Policy::MAX_OCTETS + 1, ' ')),
                              "is no policy: the text has 1048577 octets; expected at most 1048576",
                              "too large");
        CheckFiles();
    }

    /// @brief Files: one that is there, one that is wrong, one that is missing.
    void CheckFiles()
    {
        const std::string file = CreateTempDirFilename("policy.xml");
        std::ofstream(file) << PolicyText({Rule("a", "4")});
        NS_TEST_EXPECT_MSG_EQ(Policy::ReadFile(file).Rules().size(), 1, "a file");
        std::ofstream(file) << "<policy>";
        NS_TEST_EXPECT_MSG_EQ(RefusalOfInput([&] { Policy::ReadFile(file); }),
                              file +
                                  " is no policy: line 1, column 9: expected the end tag of policy",
                              "a wrong file");
        NS_TEST_EXPECT_MSG_EQ(RefusalOfInput([&] { Policy::ReadFile(file + ".no"); }),
                              file + ".no cannot be read; expected the XML file of a policy",
                              "no file");
        const Policy policy = Policy::Parse(PolicyText({Rule("a", "4")}));
        NS_TEST_EXPECT_MSG_EQ(RefusalOfInput([&] { policy.CheckClusters(4); }),
                              "has a rule for cluster 4; expected clusters below 4",
                              "no such cluster");
        NS_TEST_EXPECT_MSG_EQ(RefusalOfInput([&] { policy.CheckClusters(5); }), "", "the last one");
    }
};

/// @brief Which rules decide.
class PolicyDecisionTest : public TestCase
{
  public:
    PolicyDecisionTest()
        : TestCase("decisions of policies")
    {
    }

  private:
    /// @brief Compare the denied clusters of a topic.
    /// @param topic of events
    /// @param expected clusters
    void Check(const std::string& topic, const std::vector<ClusterId>& expected)
    {
        const Topic name = *Topic::Parse(topic);
        NS_TEST_EXPECT_MSG_EQ((m_policy.DeniedClusters(name) == expected), true, topic);
        for (ClusterId cluster = 0; cluster < 6; ++cluster)
        {
            const bool isDenied =
                std::find(expected.begin(), expected.end(), cluster) != expected.end();
            NS_TEST_EXPECT_MSG_EQ(m_policy.Denies(PolicyLevel::CLUSTER, name, cluster),
                                  isDenied,
                                  topic);
        }
    }

    void DoRun() override
    {
        m_policy = Policy::Parse(PolicyText({Rule("#", "5"),
                                             Rule("a.#", "4"),
                                             Rule("a.b", "4", "cluster", "allow"),
                                             Rule("a.b.#", "3"),
                                             Rule("a.b", "3", "cluster", "allow"),
                                             Rule("a.b.c.#", "5", "cluster", "allow"),
                                             Rule("x", "2"),
                                             Rule("x.#", "1", "broker")}));
        Check("a", {4, 5});
        Check("ab", {5});
        // a.b is allowed in 4, and a.b.# is denied in 3: as specific as the rule that allows it.
        Check("a.b", {3, 5});
        Check("a.b.d", {3, 4, 5});
        Check("a.b.c", {3, 4});
        Check("a.b.c.d", {3, 4});
        Check("x", {2, 5});
        Check("x.y", {5});
        const Topic below = *Topic::Parse("x.y");
        NS_TEST_EXPECT_MSG_EQ(m_policy.Denies(PolicyLevel::BROKER, below, 1), true, "broker");
        NS_TEST_EXPECT_MSG_EQ(m_policy.Denies(PolicyLevel::CLUSTER, below, 1), false, "cluster");
        const auto brokers = m_policy.DeniedClusters(below, PolicyLevel::BROKER);
        NS_TEST_EXPECT_MSG_EQ((brokers == std::vector<ClusterId>{1}), true, "brokers");
        NS_TEST_EXPECT_MSG_EQ(Policy().Denies(PolicyLevel::CLUSTER, below, 1), false, "no rules");
        NS_TEST_EXPECT_MSG_EQ((Policy::Parse(m_policy.Text()).Rules() == m_policy.Rules()),
                              true,
                              "round trip");
    }

    Policy m_policy; ///< whose decisions are checked
};

/// @brief A policy that is changed by newer ones.
class PolicyMergeTest : public TestCase
{
  public:
    PolicyMergeTest()
        : TestCase("merges of policies")
    {
    }

  private:
    /**
     * @brief Merge a policy.
     * @param rules of the newer policy
     * @return the topics of the rules that have changed something
     */
    std::string Merge(const std::vector<std::string>& rules)
    {
        std::string topics;
        for (const PolicyRule& rule : m_policy.Merge(Policy::Parse(PolicyText(rules))))
        {
            topics += (topics.empty() ? "" : " ") + rule.topics.Text();
        }
        return topics;
    }

    void DoRun() override
    {
        const Topic topic = *Topic::Parse("a.b");
        NS_TEST_EXPECT_MSG_EQ(Merge({Rule("a.#", "4"), Rule("c", "1")}), "a.# c", "added");
        NS_TEST_EXPECT_MSG_EQ(Merge({Rule("a.#", "4"), Rule("c", "2")}), "c", "one is new");
        NS_TEST_EXPECT_MSG_EQ(m_policy.Denies(PolicyLevel::CLUSTER, topic, 4), true, "denied");
        NS_TEST_EXPECT_MSG_EQ(Merge({Rule("a.#", "4", "cluster", "allow")}), "a.#", "replaced");
        NS_TEST_EXPECT_MSG_EQ(m_policy.Denies(PolicyLevel::CLUSTER, topic, 4), false, "allowed");
        NS_TEST_EXPECT_MSG_EQ(Merge({Rule("c", "1", "cluster", "delete"),
                                     Rule("d", "1", "cluster", "delete"),
                                     Rule("c", "2", "broker", "delete")}),
                              "c",
                              "one was there");
        NS_TEST_EXPECT_MSG_EQ(m_policy.Rules().size(), 2, "rules that stay");
        const Policy deletes = Policy::Parse(PolicyText({Rule("a", "1", "cluster", "delete")}));
        NS_TEST_EXPECT_MSG_EQ(deletes.Denies(PolicyLevel::CLUSTER, *Topic::Parse("a"), 1),
                              false,
                              "a deletion forbids nothing");
    }

    Policy m_policy; ///< that is changed
};

/// @brief Policies.
class PolicyTestSuite : public TestSuite
{
  public:
    PolicyTestSuite()
        : TestSuite("sdn-policies", Type::UNIT)
    {
        AddTestCase(new XmlReadTest, Duration::QUICK);
        AddTestCase(new XmlRefusedTest, Duration::QUICK);
        AddTestCase(new PolicyRefusedTest, Duration::QUICK);
        AddTestCase(new PolicyDecisionTest, Duration::QUICK);
        AddTestCase(new PolicyMergeTest, Duration::QUICK);
    }
};

PolicyTestSuite g_policyTestSuite; ///< the suite

} // namespace
