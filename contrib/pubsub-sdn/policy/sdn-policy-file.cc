// SPDX-License-Identifier: GPL-2.0-only
//
// Policies as XML.
#include "sdn-policy.h"
#include "sdn-xml-characters.h"
#include "sdn-xml-element.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <set>
#include <sstream>

namespace ns3::pubsub::sdn
{

namespace
{

const std::set<std::string> RULE_ATTRIBUTES{"topic", "cluster", "level", "action"}; ///< all needed

/// @brief Refuse a rule.
/// @param element of the rule
/// @param what is wrong, and what was expected
[[noreturn]] void
RefuseRule(const XmlElement& element, const std::string& what)
{
    throw PolicyError("is no policy: line " + std::to_string(element.line) + " has " + what);
}

/**
 * @param element any
 * @return whether there is no text between its tags
 */
bool
IsWithoutText(const XmlElement& element)
{
    return std::all_of(element.text.begin(), element.text.end(), IsXmlBlank);
}

/// @brief Refuse an element that is no rule, or whose attributes are not those of a rule.
/// @param element to check
void
CheckRule(const XmlElement& element)
{
    if (element.name != "rule" || !element.children.empty() || !IsWithoutText(element))
    {
        RefuseRule(element, "no empty element rule");
    }
    std::set<std::string> names;
    for (const auto& [name, value] : element.attributes)
    {
        names.insert(name);
    }
    if (names != RULE_ATTRIBUTES)
    {
        RefuseRule(element, "other attributes than topic, cluster, level and action");
    }
}

/**
 * @tparam Values type of a list of values
 * @param element of a rule
 * @param attribute its name
 * @param values allowed
 * @param nameOf returns the name of a value
 * @return the value of the attribute
 */
template <typename Value>
Value
OneOf(const XmlElement& element,
      const std::string& attribute,
      const std::vector<Value>& values,
      std::string (*nameOf)(Value))
{
    const std::string& text = element.attributes.at(attribute);
    std::vector<std::string> names;
    for (const Value value : values)
    {
        names.push_back(nameOf(value));
        if (names.back() == text)
        {
            return value;
        }
    }
    RefuseRule(element,
               attribute + " " + broker::Quoted(text) + "; expected one of " +
                   broker::Listed(names));
}

/**
 * @param element of a rule
 * @return the rule
 */
PolicyRule
RuleOf(const XmlElement& element)
{
    CheckRule(element);
    PolicyRule rule;
    const std::string& topic = element.attributes.at("topic");
    const auto pattern = TopicPattern::Parse(topic);
    if (!pattern)
    {
        RefuseRule(element,
                   "topic " + broker::Quoted(topic) + "; expected one such as a.b, a.b.# or #");
    }
    rule.topics = *pattern;
    const std::string& cluster = element.attributes.at("cluster");
    const char* const end = cluster.data() + cluster.size();
    const auto read = std::from_chars(cluster.data(), end, rule.cluster);
    if (read.ec != std::errc() || read.ptr != end || rule.cluster == NO_CLUSTER)
    {
        RefuseRule(element,
                   "cluster " + broker::Quoted(cluster) + "; expected the number of a cluster");
    }
    rule.level = OneOf<PolicyLevel>(element,
                                    "level",
                                    {PolicyLevel::CLUSTER, PolicyLevel::BROKER},
                                    NameOfLevel);
    rule.action =
        OneOf<PolicyAction>(element,
                            "action",
                            {PolicyAction::ALLOW, PolicyAction::DENY, PolicyAction::DELETE},
                            NameOfAction);
    return rule;
}

/**
 * @param text XML
 * @return its outermost element
 */
XmlElement
PolicyElement(const std::string& text)
{
    XmlLimits limits;
    limits.octets = Policy::MAX_OCTETS;
    try
    {
        XmlElement root = XmlElement::Parse(text, limits);
        if (root.name != "policy" || !root.attributes.empty() || !IsWithoutText(root))
        {
            RefuseRule(root, "no element policy without attributes and text");
        }
        return root;
    }
    catch (const XmlError& error)
    {
        throw PolicyError(std::string("is no policy: ") + error.what());
    }
}

} // namespace

Policy
Policy::Parse(const std::string& text)
{
    Policy policy;
    std::map<Subject, uint32_t> lines;
    const XmlElement root = PolicyElement(text);
    for (const XmlElement& element : root.children)
    {
        const PolicyRule rule = RuleOf(element);
        const Subject subject{rule.topics, rule.cluster, rule.level};
        const auto [place, isNew] = policy.m_rules.emplace(subject, rule.action);
        if (!isNew && place->second != rule.action)
        {
            throw PolicyError(
                "contradicts itself: line " + std::to_string(lines.at(subject)) + " has action " +
                NameOfAction(place->second) + " and line " + std::to_string(element.line) + " " +
                NameOfAction(rule.action) + " for topic " + rule.topics.Text() + " in cluster " +
                std::to_string(rule.cluster) + " at level " + NameOfLevel(rule.level));
        }
        lines.emplace(subject, element.line);
    }
    return policy;
}

Policy
Policy::ReadFile(const std::string& file)
{
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    if (!stream || text.str().empty())
    {
        throw PolicyError(file + " cannot be read; expected the XML file of a policy");
    }
    try
    {
        return Parse(text.str());
    }
    catch (const PolicyError& error)
    {
        throw PolicyError(file + " " + error.what());
    }
}

std::string
Policy::Text() const
{
    std::ostringstream text;
    text << "<policy>\n";
    for (const PolicyRule& rule : Rules())
    {
        text << "  <rule topic=\"" << XmlEscaped(rule.topics.Text()) << "\" cluster=\""
             << rule.cluster << "\" level=\"" << NameOfLevel(rule.level) << "\" action=\""
             << NameOfAction(rule.action) << "\"/>\n";
    }
    text << "</policy>\n";
    return text.str();
}

} // namespace ns3::pubsub::sdn
