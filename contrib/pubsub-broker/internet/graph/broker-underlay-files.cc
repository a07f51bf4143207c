// SPDX-License-Identifier: GPL-2.0-only
#include "broker-underlay-files.h"

#include "broker-underlay-collector.h"

#include "ns3/broker-gml.h"
#include "ns3/broker-graph-files.h"
#include "ns3/broker-input.h"
#include "ns3/log.h"

#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerUnderlayFiles");

namespace
{

constexpr double EARTH_RADIUS_M = 6'371'000; ///< mean
constexpr double FIBRE_M_PER_NS = 0.2;       ///< 2/3 of the speed of light
constexpr double MOST_DELAY_MS = 3'600'000;  ///< that a file may state
constexpr double LEAST_RATE_BPS = 1;         ///< that a file may state
constexpr double MOST_RATE_BPS = 1e15;       ///< that a file may state
constexpr double NS_PER_MS = 1'000'000;      ///< nanoseconds in a millisecond

/// A place on the Earth, in radians.
struct Place
{
    double latitude;  ///< north is positive
    double longitude; ///< east is positive
};

/**
 * @param list of GML
 * @param key of one of its entries
 * @return the finite number there; nothing if there is none
 */
std::optional<double>
NumberOf(const GmlList& list, const std::string& key)
{
    const GmlEntry* const entry = list.Find(key);
    double value = 0;
    if (entry == nullptr)
    {
        return std::nullopt;
    }
    const std::string& text = entry->value;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isNumber = error == std::errc() && end == text.data() + text.size();
    return isNumber && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/**
 * @param node of a GML graph
 * @return where it is; nothing if the file does not state a place
 */
std::optional<Place>
PlaceOf(const GmlList& node)
{
    constexpr double degree = std::numbers::pi / 180;
    const auto latitude = NumberOf(node, "Latitude");
    const auto longitude = NumberOf(node, "Longitude");
    if (!latitude || !longitude || std::abs(*latitude) > 90 || std::abs(*longitude) > 360)
    {
        return std::nullopt;
    }
    return Place{*latitude * degree, *longitude * degree};
}

/**
 * @param a a place
 * @param b another
 * @return the delay of a fibre on the great circle between them, ns
 */
int64_t
FibreDelayNs(const Place& a, const Place& b)
{
    // The haversine formula, which is exact for short distances, too.
    const double north = std::sin((b.latitude - a.latitude) / 2);
    const double east = std::sin((b.longitude - a.longitude) / 2);
    const double square = north * north + std::cos(a.latitude) * std::cos(b.latitude) * east * east;
    const double metres = 2 * EARTH_RADIUS_M * std::asin(std::min(1.0, std::sqrt(square)));
    return std::llround(metres / FIBRE_M_PER_NS);
}

/**
 * @brief Read an underlay from a GML file.
 * @param file its name
 * @param defaults of its links
 * @return the underlay
 */
NamedUnderlay
ReadGmlUnderlay(const std::string& file, const LinkSpeed& defaults)
{
    NamedGraph named = ReadGml(file); // refuses what is malformed
    const GmlList content = ParseGml(file);
    const GmlList& top = *content.Find("graph")->list;
    std::map<std::string, RouterId> numbers;
    std::vector<std::optional<Place>> places;
    for (const GmlEntry* node : top.All("node"))
    {
        numbers.emplace(node->Required("id", file), static_cast<RouterId>(places.size()));
        places.push_back(PlaceOf(*node->list));
    }
    NamedUnderlay result{Underlay(named.graph.Size()), std::move(named.names)};
    for (const GmlEntry* edge : top.All("edge"))
    {
        const RouterId a = numbers.at(edge->Required("source", file));
        const RouterId b = numbers.at(edge->Required("target", file));
        LinkSpeed speed = defaults;
        if (places[a] && places[b])
        {
            speed.delayNs = FibreDelayNs(*places[a], *places[b]);
        }
        const double rate = NumberOf(*edge->list, "LinkSpeedRaw").value_or(0);
        if (rate >= LEAST_RATE_BPS && rate <= MOST_RATE_BPS)
        {
            speed.rateBps = static_cast<uint64_t>(rate);
        }
        if (a != b)
        {
            result.underlay.AddLink(a, b, speed);
        }
    }
    return result;
}

/**
 * @brief Read an underlay from an edge list.
 * @param file its name
 * @param defaults of its links
 * @return the underlay
 */
NamedUnderlay
ReadEdgeListUnderlay(const std::string& file, const LinkSpeed& defaults)
{
    WordLines lines(file);
    UnderlayCollector collector(file);
    while (lines.Next())
    {
        const std::vector<std::string>& words = lines.Words();
        if (words.size() < 2 || words.size() > 4 || words[0] == words[1])
        {
            lines.Refuse("the names of two different routers, and perhaps ms and bit/s");
        }
        LinkSpeed speed = defaults;
        if (words.size() > 2)
        {
            const double delay = lines.Amount(2, "a delay in ms");
            if (delay > MOST_DELAY_MS)
            {
                lines.Refuse("a delay of at most an hour");
            }
            speed.delayNs = std::llround(delay * NS_PER_MS);
        }
        if (words.size() > 3)
        {
            const double rate = lines.Amount(3, "a rate in bit/s");
            if (rate < LEAST_RATE_BPS || rate > MOST_RATE_BPS)
            {
                lines.Refuse("a rate from 1 to 1e15 bit/s");
            }
            speed.rateBps = static_cast<uint64_t>(rate);
        }
        const RouterId a = collector.AddRouter(words[0], words[0]);
        collector.AddLink(a, collector.AddRouter(words[1], words[1]), speed);
    }
    return collector.Finish();
}

} // namespace

NamedUnderlay
ReadUnderlay(const std::string& file, const LinkSpeed& defaults)
{
    NS_LOG_FUNCTION(file);
    if (file.ends_with(".gml"))
    {
        return ReadGmlUnderlay(file, defaults);
    }
    return file.ends_with(".cch") ? ReadRocketfuel(file, defaults)
                                  : ReadEdgeListUnderlay(file, defaults);
}

} // namespace ns3::pubsub::broker
