// SPDX-License-Identifier: GPL-2.0-only
#include "broker-underlay-collector.h"

#include "ns3/broker-input.h"
#include "ns3/log.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerUnderlayCollector");

namespace
{

/// A router's line of a Rocketfuel map.
struct RocketfuelLine
{
    std::string uid;                     ///< identifies the router
    std::string name;                    ///< of the host
    std::vector<std::string> neighbours; ///< uids of its links
};

/**
 * @param word of a line
 * @param first character that it should have
 * @param last character that it should have
 * @return whether it is so and has something in between
 */
bool
IsBetween(const std::string& word, char first, char last)
{
    return word.size() > 2 && word.front() == first && word.back() == last;
}

/**
 * @brief Read a line of a Rocketfuel map, or refuse it.
 * @param lines at that line
 * @return the line; nothing if it is of no router of the mapped network
 */
std::optional<RocketfuelLine>
ReadRocketfuelLine(const WordLines& lines)
{
    const std::vector<std::string>& words = lines.Words();
    if (words[0].front() == '-')
    {
        return std::nullopt;
    }
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    const auto arrow = std::find(words.begin(), words.end(), "->");
    if (words.size() < 3 || !std::all_of(words[0].begin(), words[0].end(), isDigit) ||
        words[1].front() != '@' || arrow == words.end() || words.back().front() != 'r')
    {
        lines.Refuse("'uid @place (links) -> <uid> ... =name r0' of a Rocketfuel map");
    }
    if (words.back() != "r0")
    {
        return std::nullopt;
    }
    RocketfuelLine line{.uid = words[0], .name = words[0], .neighbours = {}};
    for (auto word = arrow + 1; word != words.end(); ++word)
    {
        if (IsBetween(*word, '<', '>'))
        {
            line.neighbours.push_back(word->substr(1, word->size() - 2));
        }
        else if (word->front() == '=')
        {
            line.name = word->substr(1);
        }
    }
    return line;
}

} // namespace

UnderlayCollector::UnderlayCollector(std::string file)
    : m_file(std::move(file))
{
    NS_LOG_FUNCTION(this << m_file);
}

RouterId
UnderlayCollector::AddRouter(const std::string& key, const std::string& name)
{
    const auto [entry, isNew] = m_numbers.emplace(key, m_result.underlay.Size());
    if (isNew)
    {
        if (m_result.underlay.Size() == MOST_ROUTERS)
        {
            throw BrokerInputError(m_file + " has more than " + std::to_string(MOST_ROUTERS) +
                                   " routers; expected at most so many");
        }
        m_result.underlay.AddRouter();
        m_result.names.push_back(name);
    }
    return entry->second;
}

std::optional<RouterId>
UnderlayCollector::Find(const std::string& key) const
{
    const auto entry = m_numbers.find(key);
    return entry == m_numbers.end() ? std::nullopt : std::optional(entry->second);
}

void
UnderlayCollector::AddLink(RouterId a, RouterId b, const LinkSpeed& speed)
{
    if (a != b)
    {
        m_result.underlay.AddLink(a, b, speed);
    }
}

NamedUnderlay
UnderlayCollector::Finish()
{
    NS_LOG_FUNCTION(this);
    m_result.underlay.RequireConnected(m_file);
    return std::move(m_result);
}

NamedUnderlay
ReadRocketfuel(const std::string& file, const LinkSpeed& speed)
{
    NS_LOG_FUNCTION(file);
    WordLines lines(file);
    UnderlayCollector collector(file);
    std::vector<RocketfuelLine> routers;
    while (lines.Next())
    {
        if (auto line = ReadRocketfuelLine(lines))
        {
            collector.AddRouter(line->uid, line->name);
            routers.push_back(std::move(*line));
        }
    }
    for (const RocketfuelLine& router : routers)
    {
        for (const std::string& uid : router.neighbours)
        {
            // Others than r0 are not of the mapped network.
            if (const auto neighbour = collector.Find(uid))
            {
                collector.AddLink(*collector.Find(router.uid), *neighbour, speed);
            }
        }
    }
    return collector.Finish();
}

} // namespace ns3::pubsub::broker
