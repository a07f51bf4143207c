// SPDX-License-Identifier: GPL-2.0-only
//
// What a filter matches and covers, as one line of JSON.

#include "ns3/pubsub-module.h"

#include <iostream>
#include <sstream>

using namespace ns3;
using namespace ns3::pubsub;

namespace
{

/**
 * @param filter or none
 * @return its canonical text as JSON, or null
 */
std::string
Json(const std::optional<Filter>& filter)
{
    if (!filter)
    {
        return "null";
    }
    std::string quoted = "\"";
    for (char c : filter->Text())
    {
        quoted += (c == '"' || c == '\\') ? std::string("\\") + c : std::string(1, c);
    }
    return quoted + "\"";
}

/**
 * @param text such as `speed=3,unit=tank`
 * @return the attributes it tells
 */
std::vector<EventAttribute>
AttributesOf(const std::string& text)
{
    std::vector<EventAttribute> attributes;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ',');)
    {
        const std::size_t equals = std::min(part.find('='), part.size());
        attributes.push_back(
            {part.substr(0, equals), part.substr(std::min(equals + 1, part.size()))});
    }
    return attributes;
}

/**
 * @brief Print one answer; texts that are no filters are null in it.
 * @param parameters of the program
 * @param filter asked
 * @param other that it may cover
 * @param topic of an event that it may match
 * @param attributes of that event
 */
void
Print(const ScenarioParameters& parameters,
      const std::string& filter,
      const std::string& other,
      const std::string& topic,
      const std::string& attributes)
{
    const auto asked = Filter::Parse(filter);
    const auto covered = Filter::Parse(other);
    const auto about = Topic::Parse(topic);
    const Content content(about.value_or(Topic()), AttributesOf(attributes));
    if (!about || !content.IsWellFormed())
    {
        parameters.Refuse("'" + topic + "' with '" + attributes +
                          "' is no event; expected a topic and name=value,name=value");
    }
    std::cout << std::boolalpha << "{\"filter\": " << Json(asked)
              << ", \"other\": " << Json(covered)
              << ", \"matches\": " << (asked && asked->Matches(content))
              << ", \"covers\": " << (asked && covered && asked->Covers(*covered)) << "}\n";
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string filter;
    std::string other = "#";
    std::string topic = "enemy.troop.status";
    std::string attributes;
    bool batch = false;
    ScenarioParameters parameters(
        "topic-filter",
        "whether a filter matches an event, and whether it covers another filter");
    parameters.Add("filter", filter, {}, "filter", "such as enemy.#[speed>=3,unit=tank*]");
    parameters.Add("other", other, {}, "filter", "filter that may be covered");
    parameters.Add("topic", topic, {}, "topic", "of an event");
    parameters.Add("attributes", attributes, {}, "", "of the event, such as speed=3,unit=tank");
    parameters.Add("batch",
                   batch,
                   "read 'filter other topic attributes' from standard input, one a line");
    parameters.Parse(argc, argv);
    if (!batch)
    {
        if (!Filter::Parse(filter) || !Filter::Parse(other))
        {
            parameters.Refuse("'" + (Filter::Parse(filter) ? other : filter) +
                              "' is no filter; expected a topic, perhaps with .# and "
                              "[comparisons] that do not exclude each other");
        }
        Print(parameters, filter, other, topic, attributes);
        return 0;
    }
    std::string line;
    while (std::getline(std::cin, line))
    {
        std::istringstream words(line);
        attributes.clear();
        words >> filter >> other >> topic >> attributes;
        Print(parameters, filter, other, topic, attributes);
    }
    return 0;
}
