// SPDX-License-Identifier: GPL-2.0-only
//
// What a scenario program tells other programs about itself (--describe).

#include "pubsub-event-scheduler.h"
#include "pubsub-json-text.h"
#include "pubsub-scenario-parameters.h"
#include "pubsub-stream-blocks.h"

#include "ns3/log.h"
#include "ns3/pubsub-helper.h"
#include "ns3/pubsub-protocol-registry.h"
#include "ns3/type-id.h"

#include <iostream>
#include <set>

namespace ns3::pubsub
{

namespace
{

/// @return how this was compiled: release, debug (with assertions) or sanitized (slowest)
std::string
Build()
{
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1 // as GCC says it
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
    return "sanitized";
#elif defined(NDEBUG)
    return "release";
#else
    return "debug";
#endif
}

/**
 * @param kind of network, or empty
 * @return the first random-number stream of each block that it has, as JSON
 */
std::string
Streams(const std::string& kind)
{
    std::string list;
    for (const StreamBlockEntry& entry : STREAM_BLOCKS)
    {
        if (kind.empty() || *entry.kind == 0 || kind == entry.kind)
        {
            list += (list.empty() ? "" : ", ") + Json(entry.name) + ": " +
                    std::to_string(FirstStream(entry.block));
        }
    }
    return "{" + list + "}";
}

/// @return the names that NS_LOG may use, as a JSON list
std::string
LogComponents()
{
    std::set<std::string> names;
    for (const auto& [name, component] : *LogComponent::GetComponentList())
    {
        names.insert(Json(name));
    }
    std::string list;
    for (const std::string& name : names)
    {
        list += (list.empty() ? "" : ", ") + name;
    }
    return "[" + list + "]";
}

/**
 * @param labels of the choices of a parameter
 * @return them as JSON to append; nothing without a label
 */
std::string
Labels(const ChoiceLabels& labels)
{
    std::string list;
    for (const auto& [choice, label] : labels)
    {
        list += (list.empty() ? "" : ", ") + Json(choice) + ": " + Json(label);
    }
    return list.empty() ? "" : ", \"labels\": {" + list + "}";
}

/**
 * @param choices of a parameter
 * @return if they are protocols: their labels, and which are bounds, as JSON to append
 */
std::string
ProtocolLabels(const std::vector<std::string>& choices)
{
    if (choices.empty() || choices != PubSubHelper::Protocols())
    {
        return "";
    }
    ChoiceLabels labels;
    std::string bounds;
    for (const ProtocolEntry& entry : RegisteredProtocols())
    {
        labels.emplace_back(entry.name, entry.label);
        if (entry.isBound)
        {
            bounds += (bounds.empty() ? "" : ", ") + Json(entry.name);
        }
    }
    return Labels(labels) + ", \"bounds\": [" + bounds + "]";
}

} // namespace

void
ScenarioParameters::PrintDescription() const
{
    std::cout << "{\"program\": " << Json(m_program)
              << (m_kind.empty() ? "" : ", \"kind\": " + Json(m_kind))
              << ", \"build\": " << Json(Build()) << ", \"summary\": " << Json(m_summary)
              << ", \"check\": true"
              << ",\n \"streams\": " << Streams(m_kind)
              << ",\n \"log_components\": " << LogComponents() << ",\n \"parameters\": [";
    const char* separator = "\n  ";
    for (const Parameter& parameter : m_parameters)
    {
        std::string choices;
        for (const std::string& choice : parameter.choices)
        {
            choices += (choices.empty() ? "" : ", ") + Json(choice);
        }
        std::cout << separator << "{\"name\": " << Json(parameter.name)
                  << ", \"type\": " << Json(parameter.type)
                  << ", \"default\": " << parameter.defaultValue
                  << ", \"minimum\": " << parameter.minimum
                  << ", \"maximum\": " << parameter.maximum
                  << ", \"choices\": " << (choices.empty() ? "null" : "[" + choices + "]")
                  << ", \"unit\": " << (parameter.unit.empty() ? "null" : Json(parameter.unit))
                  << ", \"help\": " << Json(parameter.help) << Labels(parameter.labels)
                  << ProtocolLabels(parameter.choices) << "}";
        separator = ",\n  ";
    }
    std::cout << "],\n \"attributes\": [\n  {\"name\": " << Json(SCHEDULER)
              << ", \"default\": " << Json(FASTEST_SCHEDULER)
              << ", \"help\": " << Json("what holds the events to come; decides speed alone")
              << "}";
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId type = TypeId::GetRegistered(i);
        for (std::size_t j = 0; type.GetGroupName() == "PubSub" && j < type.GetAttributeN(); ++j)
        {
            const auto attribute = type.GetAttribute(j);
            std::cout << separator << "{\"name\": " << Json(type.GetName() + "::" + attribute.name)
                      << ", \"default\": "
                      << Json(attribute.initialValue->SerializeToString(attribute.checker))
                      << ", \"help\": " << Json(attribute.help) << "}";
            separator = ",\n  ";
        }
    }
    std::cout << "]}\n";
}

} // namespace ns3::pubsub
