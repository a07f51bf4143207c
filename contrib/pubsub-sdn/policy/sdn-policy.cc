// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-policy.h"

#include "ns3/log.h"

#include <set>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnPolicy");

std::vector<PolicyRule>
Policy::Merge(const Policy& newer)
{
    NS_LOG_FUNCTION(this << newer.m_rules.size());
    std::vector<PolicyRule> changed;
    for (const PolicyRule& rule : newer.Rules())
    {
        const Subject subject{rule.topics, rule.cluster, rule.level};
        const auto old = m_rules.find(subject);
        const bool isThere = old != m_rules.end();
        const bool isDeleted = rule.action == PolicyAction::DELETE;
        if (isDeleted ? !isThere : isThere && old->second == rule.action)
        {
            continue;
        }
        changed.push_back(rule);
        if (isDeleted)
        {
            m_rules.erase(old);
        }
        else
        {
            m_rules[subject] = rule.action;
        }
    }
    return changed;
}

bool
Policy::Denies(PolicyLevel level, const Topic& topic, ClusterId cluster) const
{
    const std::string& text = topic.Text();
    const auto actionOf = [&](const Topic& rules, bool isTree) {
        const auto rule = m_rules.find(Subject{{rules, isTree}, cluster, level});
        return rule == m_rules.end() ? PolicyAction::DELETE : rule->second;
    };
    // From the topic itself to fewer and fewer words: the first rules decide.
    Topic above = topic;
    for (std::size_t end = text.size();;)
    {
        const PolicyAction tree = actionOf(above, true);
        const PolicyAction exact =
            end == text.size() ? actionOf(above, false) : PolicyAction::DELETE;
        if (tree == PolicyAction::DENY || exact == PolicyAction::DENY)
        {
            return true;
        }
        if (tree == PolicyAction::ALLOW || exact == PolicyAction::ALLOW || end == 0)
        {
            return false;
        }
        const std::size_t dot = text.rfind('.', end - 1);
        end = dot == std::string::npos ? 0 : dot;
        above = end == 0 ? Topic() : *Topic::Parse(text.substr(0, end));
    }
}

std::vector<ClusterId>
Policy::DeniedClusters(const Topic& topic, PolicyLevel level) const
{
    std::set<ClusterId> denied;
    for (const auto& [subject, action] : m_rules)
    {
        if (action == PolicyAction::DENY && subject.level == level &&
            subject.topics.Matches(topic) && Denies(level, topic, subject.cluster))
        {
            denied.insert(subject.cluster);
        }
    }
    return {denied.begin(), denied.end()};
}

std::vector<PolicyRule>
Policy::Rules() const
{
    std::vector<PolicyRule> rules;
    for (const auto& [subject, action] : m_rules)
    {
        rules.push_back({subject.topics, subject.cluster, subject.level, action});
    }
    return rules;
}

void
Policy::CheckClusters(uint32_t clusters) const
{
    for (const auto& [subject, action] : m_rules)
    {
        if (subject.cluster >= clusters)
        {
            throw PolicyError("has a rule for cluster " + std::to_string(subject.cluster) +
                              "; expected clusters below " + std::to_string(clusters));
        }
    }
}

std::string
NameOfLevel(PolicyLevel level)
{
    return level == PolicyLevel::CLUSTER ? "cluster" : "broker";
}

std::string
NameOfAction(PolicyAction action)
{
    switch (action)
    {
    case PolicyAction::ALLOW:
        return "allow";
    case PolicyAction::DENY:
        return "deny";
    default:
        return "delete";
    }
}

} // namespace ns3::pubsub::sdn
