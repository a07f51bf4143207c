// SPDX-License-Identifier: GPL-2.0-only
#include "broker-store-instance.h"

#include "ns3/broker-input.h"
#include "ns3/log.h"

#include <limits>
#include <map>
#include <numeric>
#include <utility>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerStoreInstance");

namespace
{

constexpr uint32_t MOST_TOPICS = std::numeric_limits<uint32_t>::max(); ///< that a store can hold

/// Reads the lines of an instance file.
class InstanceReader
{
  public:
    /// @param file its name
    explicit InstanceReader(const std::string& file)
        : m_lines(file)
    {
    }

    /// @return the instance
    StoreInstance Read()
    {
        ReadBrokers();
        while (m_lines.Next())
        {
            ReadLine();
        }
        return Finish();
    }

  private:
    /// The demand of a topic at a broker.
    struct Demand
    {
        double rate = 0.0; ///< requests/s
        InputLine line;    ///< of the file
    };

    /// @brief Read the first line.
    void ReadBrokers()
    {
        if (!m_lines.Next())
        {
            m_lines.RefuseFile("has only comments; expected 'brokers N' as the first line");
        }
        if (m_lines.Words().size() != 2 || m_lines.Words()[0] != "brokers")
        {
            m_lines.Refuse("'brokers N' as the first line");
        }
        m_brokers = m_lines.Number(1, 1, MOST_BROKERS, "a number of brokers");
        m_graph = BrokerGraph(m_brokers);
    }

    /// @brief Read another line.
    void ReadLine()
    {
        const std::vector<std::string>& words = m_lines.Words();
        if (words[0] == "link" && words.size() == 3)
        {
            ReadLink();
        }
        else if (words[0] == "capacity" && words.size() == 2)
        {
            ReadOnce(m_capacity, m_lines.Number(1, 1, MOST_TOPICS, "a number of topics"));
        }
        else if (words[0] == "stores" && words.size() == 2)
        {
            ReadOnce(m_stores, m_lines.Number(1, 1, m_brokers, "a number of stores"));
        }
        else if (words[0] == "topic" && words.size() == 4 && words[2] == "copies")
        {
            ReadTopic();
        }
        else if (words[0] == "demand" && words.size() == 4)
        {
            ReadDemand();
        }
        else
        {
            m_lines.Refuse("'link A B', 'capacity L', 'stores M', 'topic NAME copies K' or "
                           "'demand NAME BROKER REQUESTS_PER_S'");
        }
    }

    /// @brief Read a link.
    void ReadLink()
    {
        const BrokerId a = m_lines.Number(1, 0, m_brokers - 1, "a broker");
        const BrokerId b = m_lines.Number(2, 0, m_brokers - 1, "a broker");
        if (a == b || !m_graph.AddLink(a, b))
        {
            m_lines.Refuse("a link between two different brokers, only once");
        }
    }

    /**
     * @brief Take a value that may be given once.
     * @param value nothing before
     * @param given for it
     */
    void ReadOnce(std::optional<uint32_t>& value, uint32_t given)
    {
        if (value)
        {
            m_lines.Refuse("only one line '" + m_lines.Words()[0] + "'");
        }
        value = given;
    }

    /// @brief Read a topic.
    void ReadTopic()
    {
        const std::string name = m_lines.Words()[1];
        const uint32_t copies = m_lines.Number(3, 1, m_brokers, "a number of copies");
        if (!m_indices.emplace(name, m_topics.size()).second)
        {
            m_lines.Refuse("each topic only once");
        }
        m_topics.push_back({name, copies, std::vector<double>(m_brokers, 0.0)});
    }

    /// @brief Read the demand of a topic, which may come before the topic itself.
    void ReadDemand()
    {
        const BrokerId broker = m_lines.Number(2, 0, m_brokers - 1, "a broker");
        const Demand demand{m_lines.Amount(3, "a number of requests/s"), m_lines.Line()};
        if (!m_demand.emplace(std::pair(m_lines.Words()[1], broker), demand).second)
        {
            m_lines.Refuse("the demand of a topic at a broker only once");
        }
    }

    /// @return the instance, if it is complete
    StoreInstance Finish()
    {
        if (!m_capacity || !m_stores || m_topics.empty())
        {
            m_lines.RefuseFile("lacks a line; expected 'capacity', 'stores' and 'topic'");
        }
        if (!m_graph.IsConnected())
        {
            m_lines.RefuseFile("has links that do not connect all brokers; expected a connected "
                               "graph");
        }
        for (const auto& [key, demand] : m_demand)
        {
            const auto topic = m_indices.find(key.first);
            if (topic == m_indices.end())
            {
                m_lines.RefuseLine(demand.line, "a line 'topic " + key.first + " copies K'");
            }
            m_topics[topic->second].demand[key.second] = demand.rate;
        }
        return {PlanningTree(m_graph), *m_stores, *m_capacity, std::move(m_topics)};
    }

    WordLines m_lines;                                           ///< of the file
    uint32_t m_brokers = 0;                                      ///< number of brokers
    BrokerGraph m_graph;                                         ///< the links so far
    std::optional<uint32_t> m_capacity;                          ///< of a store
    std::optional<uint32_t> m_stores;                            ///< number of stores
    std::vector<StoredTopic> m_topics;                           ///< without their demand
    std::map<std::string, std::size_t> m_indices;                ///< of the topics
    std::map<std::pair<std::string, BrokerId>, Demand> m_demand; ///< of topics at brokers
};

} // namespace

double
StoredTopic::TotalDemand() const
{
    return std::accumulate(demand.begin(), demand.end(), 0.0);
}

double
StoreInstance::TotalDemand() const
{
    double total = 0.0;
    for (const StoredTopic& topic : topics)
    {
        total += topic.TotalDemand();
    }
    return total;
}

std::optional<uint32_t>
StoreInstance::FindTopic(const std::string& name) const
{
    for (uint32_t index = 0; index < topics.size(); ++index)
    {
        if (topics[index].name == name)
        {
            return index;
        }
    }
    return std::nullopt;
}

BrokerGraph
PlanningTree(const BrokerGraph& graph)
{
    return graph.IsTree() ? graph : graph.BreadthFirstTree(0);
}

StoreInstance
ReadStoreInstance(const std::string& file)
{
    NS_LOG_FUNCTION(file);
    return InstanceReader(file).Read();
}

} // namespace ns3::pubsub::broker
