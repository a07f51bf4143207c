// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-topology-report.h"

#include "ns3/broker-input.h"
#include "ns3/broker-json-value.h"

#include <cmath>
#include <map>
#include <sstream>

namespace ns3::pubsub::sdn
{

namespace
{

using broker::BrokerInputError;
using broker::JsonValue;

/**
 * @brief Refuse a report.
 * @param what is wrong and what was expected
 */
[[noreturn]] void
RefuseReport(const std::string& what)
{
    throw BrokerInputError("topology report: " + what);
}

/**
 * @param value of JSON
 * @param key of an object
 * @return what the object has there
 */
const JsonValue&
Member(const JsonValue& value, const std::string& key)
{
    const auto* object = value.As<JsonValue::Object>();
    if (!object || !object->contains(key))
    {
        RefuseReport("'" + key + "' is missing; expected an object with this key");
    }
    return object->at(key);
}

/**
 * @param value of JSON
 * @param key of an object
 * @param most that the number may be
 * @return the whole number that the object has there
 */
uint64_t
WholeNumber(const JsonValue& value, const std::string& key, uint64_t most)
{
    const auto* number = Member(value, key).As<double>();
    if (!number || !(*number >= 0) || *number > static_cast<double>(most) ||
        std::floor(*number) != *number)
    {
        RefuseReport("'" + key + "' is no whole number from 0 to " + std::to_string(most));
    }
    return static_cast<uint64_t>(*number);
}

/**
 * @param value of JSON
 * @param key of an object
 * @return the list that the object has there
 */
const JsonValue::List&
ListAt(const JsonValue& value, const std::string& key)
{
    const auto* list = Member(value, key).As<JsonValue::List>();
    if (!list || list->size() > TopologyReport::MOST_ITEMS)
    {
        RefuseReport("'" + key + "' is no list of at most " +
                     std::to_string(TopologyReport::MOST_ITEMS) + " items");
    }
    return *list;
}

constexpr uint64_t MOST_ID = NO_NODE - 1;              ///< of nodes, clusters and ports
constexpr uint64_t MOST_BANDWIDTH = uint64_t{1} << 50; ///< bit/s

/**
 * @param value of JSON
 * @param near cluster that reports
 * @param far cluster at the other end
 * @return the trunk
 */
ReportedTrunk
TrunkOf(const JsonValue& value, ClusterId near, ClusterId far)
{
    const auto id = [&](const char* key) {
        return static_cast<uint32_t>(WholeNumber(value, key, MOST_ID));
    };
    const auto* isSilent = Member(value, "silent").As<bool>();
    if (!isSilent)
    {
        RefuseReport("'silent' is neither true nor false");
    }
    return {.near = {.cluster = near, .switchNode = id("switch"), .port = id("port")},
            .far = {.cluster = far, .switchNode = id("peer_switch"), .port = id("peer_port")},
            .bandwidthBps = WholeNumber(value, "bandwidth", MOST_BANDWIDTH),
            .isSilent = *isSilent};
}

} // namespace

std::string
TopologyReport::Json() const
{
    std::map<ClusterId, std::vector<const ReportedTrunk*>> links;
    for (const ReportedTrunk& trunk : trunks)
    {
        links[trunk.far.cluster].push_back(&trunk);
    }
    std::ostringstream out;
    out << "{\"cluster\":" << cluster << ",\"links\":[";
    const char* between = "";
    for (const auto& [to, parts] : links)
    {
        uint64_t bandwidth = 0;
        std::ostringstream list;
        for (const ReportedTrunk* trunk : parts)
        {
            bandwidth += trunk->isSilent ? 0 : trunk->bandwidthBps;
            list << (trunk == parts.front() ? "" : ",") << "{\"switch\":" << trunk->near.switchNode
                 << ",\"port\":" << trunk->near.port << ",\"peer_switch\":" << trunk->far.switchNode
                 << ",\"peer_port\":" << trunk->far.port << ",\"bandwidth\":" << trunk->bandwidthBps
                 << ",\"silent\":" << (trunk->isSilent ? "true" : "false") << "}";
        }
        out << between << "{\"to\":" << to << ",\"bandwidth\":" << bandwidth << ",\"trunks\":["
            << list.str() << "]}";
        between = ",";
    }
    out << "],\"hosts\":[";
    between = "";
    for (const ReportedHost& host : hosts)
    {
        out << between << "{\"host\":" << host.host << ",\"switch\":" << host.switchNode
            << ",\"port\":" << host.port << "}";
        between = ",";
    }
    out << "]}";
    return out.str();
}

TopologyReport
TopologyReport::Parse(const std::string& text)
{
    const JsonValue json = JsonValue::Parse(text);
    TopologyReport report;
    report.cluster = static_cast<ClusterId>(WholeNumber(json, "cluster", MOST_ID));
    for (const JsonValue& link : ListAt(json, "links"))
    {
        const auto to = static_cast<ClusterId>(WholeNumber(link, "to", MOST_ID));
        if (to == report.cluster)
        {
            RefuseReport("cluster " + std::to_string(to) + " has a link to itself");
        }
        for (const JsonValue& trunk : ListAt(link, "trunks"))
        {
            report.trunks.push_back(TrunkOf(trunk, report.cluster, to));
            if (report.trunks.size() > MOST_ITEMS)
            {
                RefuseReport("more than " + std::to_string(MOST_ITEMS) + " trunks");
            }
        }
    }
    for (const JsonValue& host : ListAt(json, "hosts"))
    {
        report.hosts.push_back(
            {.host = static_cast<NodeId>(WholeNumber(host, "host", MOST_ID)),
             .switchNode = static_cast<NodeId>(WholeNumber(host, "switch", MOST_ID)),
             .port = static_cast<uint32_t>(WholeNumber(host, "port", MOST_ID))});
    }
    return report;
}

} // namespace ns3::pubsub::sdn
