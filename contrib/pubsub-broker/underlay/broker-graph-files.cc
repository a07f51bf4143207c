// SPDX-License-Identifier: GPL-2.0-only
#include "broker-graph-files.h"

#include "broker-gml.h"
#include "broker-input.h"

#include "ns3/log.h"

#include <map>
#include <optional>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerGraphFiles");

namespace
{

/// Collects the brokers and links of a file, whose number is known only at its end.
class GraphCollector
{
  public:
    /**
     * @brief Add a broker, if it is new.
     * @param key identifies it in the file
     * @param name for people
     * @return its number, and whether it was new
     */
    std::pair<BrokerId, bool> AddBroker(const std::string& key, const std::string& name)
    {
        const auto [entry, isNew] = m_numbers.emplace(key, static_cast<BrokerId>(m_names.size()));
        if (isNew)
        {
            m_names.push_back(name);
        }
        return {entry->second, isNew};
    }

    /**
     * @param key of a broker
     * @return its number; nothing if it was not added
     */
    std::optional<BrokerId> Find(const std::string& key) const
    {
        const auto entry = m_numbers.find(key);
        return entry == m_numbers.end() ? std::nullopt : std::optional(entry->second);
    }

    /**
     * @param a a broker
     * @param b another
     */
    void AddLink(BrokerId a, BrokerId b)
    {
        m_links.emplace_back(a, b);
    }

    /**
     * @brief Make the graph, or throw a BrokerInputError.
     * @param file name of it
     * @return the connected graph
     */
    NamedGraph Finish(const std::string& file) const
    {
        if (m_links.empty() || m_names.size() > MOST_BROKERS)
        {
            throw BrokerInputError(file + " has " + std::to_string(m_names.size()) +
                                   " brokers and " + std::to_string(m_links.size()) +
                                   " links; expected a link and at most " +
                                   std::to_string(MOST_BROKERS) + " brokers");
        }
        NamedGraph result{BrokerGraph(static_cast<uint32_t>(m_names.size())), m_names};
        for (const auto& [a, b] : m_links)
        {
            result.graph.AddLink(a, b);
        }
        const std::vector<uint16_t> hops = result.graph.HopsFrom(0);
        for (BrokerId broker = 0; broker < hops.size(); ++broker)
        {
            if (hops[broker] == UNREACHABLE)
            {
                throw BrokerInputError(file + " has no path from broker " + Quoted(m_names[0]) +
                                       " to broker " + Quoted(m_names[broker]) +
                                       "; expected a connected graph");
            }
        }
        return result;
    }

  private:
    std::map<std::string, BrokerId> m_numbers; ///< by what identifies a broker in the file
    std::vector<std::string> m_names;          ///< of the brokers, in order
    std::vector<BrokerLink> m_links;           ///< perhaps several between two brokers
};

} // namespace

NamedGraph
ReadGraph(const std::string& file)
{
    NS_LOG_FUNCTION(file);
    return file.ends_with(".gml") ? ReadGml(file) : ReadEdgeList(file);
}

NamedGraph
ReadEdgeList(const std::string& file)
{
    NS_LOG_FUNCTION(file);
    WordLines lines(file);
    GraphCollector graph;
    while (lines.Next())
    {
        const std::vector<std::string>& words = lines.Words();
        if (words.size() != 2 || words[0] == words[1])
        {
            lines.Refuse("the names of two different brokers");
        }
        const BrokerId a = graph.AddBroker(words[0], words[0]).first;
        const BrokerId b = graph.AddBroker(words[1], words[1]).first;
        graph.AddLink(a, b);
    }
    return graph.Finish(file);
}

NamedGraph
ReadGml(const std::string& file)
{
    NS_LOG_FUNCTION(file);
    const GmlList content = ParseGml(file);
    const GmlEntry* const top = content.Find("graph");
    if (top == nullptr || !top->list)
    {
        throw BrokerInputError(file + " has no list 'graph'; expected a GML file");
    }
    GraphCollector graph;
    for (const GmlEntry* node : top->list->All("node"))
    {
        const std::string id = node->Required("id", file);
        const GmlEntry* const label = node->list->Find("label");
        if (!graph.AddBroker(id, label != nullptr ? label->value : id).second)
        {
            throw BrokerInputError(file + ", line " + std::to_string(node->line) + ": node " + id +
                                   " is there twice; expected an id of its own for each node");
        }
    }
    for (const GmlEntry* edge : top->list->All("edge"))
    {
        std::vector<BrokerId> ends;
        for (const char* key : {"source", "target"})
        {
            const std::string id = edge->Required(key, file);
            const auto broker = graph.Find(id);
            if (!broker)
            {
                throw BrokerInputError(file + ", line " + std::to_string(edge->line) +
                                       ": the edge's " + key + " " + id +
                                       " is no node; expected the id of a node");
            }
            ends.push_back(*broker);
        }
        if (ends[0] != ends[1])
        {
            graph.AddLink(ends[0], ends[1]);
        }
    }
    return graph.Finish(file);
}

} // namespace ns3::pubsub::broker
