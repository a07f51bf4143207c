// SPDX-License-Identifier: GPL-2.0-only
#ifndef POLICY_TEXTS_H
#define POLICY_TEXTS_H

#include "ns3/sdn-policy.h"

#include <string>
#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn-test
 * @brief Call a function that should throw a BrokerInputError.
 * @param call the function
 * @return the error's sentence; empty if there was none
 */
template <typename Call>
std::string
RefusalOfInput(Call&& call)
{
    try
    {
        call();
        return "";
    }
    catch (const broker::BrokerInputError& error)
    {
        return error.what();
    }
}

/**
 * @ingroup pubsub-sdn-test
 * @param text of a policy
 * @return the sentence that refuses it; empty if it is read
 */
inline std::string
RefusalOfPolicy(const std::string& text)
{
    return RefusalOfInput([&] { Policy::Parse(text); });
}

/**
 * @ingroup pubsub-sdn-test
 * @param topic of the rule
 * @param cluster of the rule
 * @param level of the rule
 * @param action of the rule
 * @return the rule as XML
 */
inline std::string
Rule(const std::string& topic,
     const std::string& cluster,
     const std::string& level = "cluster",
     const std::string& action = "deny")
{
    return "<rule topic=\"" + topic + "\" cluster=\"" + cluster + "\" level=\"" + level +
           "\" action=\"" + action + "\"/>";
}

/**
 * @ingroup pubsub-sdn-test
 * @param rules as XML
 * @return a policy of these rules, each in a line of its own from line 2 on
 */
inline std::string
PolicyText(const std::vector<std::string>& rules)
{
    std::string text = "<policy>\n";
    for (const std::string& rule : rules)
    {
        text += rule + "\n";
    }
    return text + "</policy>\n";
}

} // namespace ns3::pubsub::sdn

#endif
