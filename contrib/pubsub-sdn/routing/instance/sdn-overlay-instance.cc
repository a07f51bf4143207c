// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-overlay-instance.h"

#include "ns3/broker-input.h"
#include "ns3/log.h"

#include <algorithm>
#include <iomanip>
#include <limits>
#include <ostream>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnOverlayInstance");

namespace
{

constexpr uint32_t MOST_CLUSTERS = 65535; ///< of an instance

/// Reads the lines of an instance.
class InstanceReader
{
  public:
    /// @param file its name
    explicit InstanceReader(const std::string& file)
        : m_lines(file)
    {
    }

    /// @return the instance
    OverlayInstance Read()
    {
        if (!m_lines.Next() || !HasForm("clusters", 2, 2))
        {
            m_lines.RefuseFile("there is no first line `clusters N`; expected one");
        }
        m_instance.graph = ClusterGraph(m_lines.Number(1, 1, MOST_CLUSTERS, "clusters"));
        while (m_lines.Next())
        {
            ReadLine();
        }
        if (!m_instance.graph.IsConnected())
        {
            m_lines.RefuseFile("its edges leave the clusters in pieces; expected a path between "
                               "each two");
        }
        return m_instance;
    }

  private:
    /**
     * @param keyword first word
     * @param least number of words
     * @param most number of words
     * @return whether the line has this form
     */
    bool HasForm(const std::string& keyword, std::size_t least, std::size_t most) const
    {
        const auto& words = m_lines.Words();
        return words[0] == keyword && words.size() >= least && words.size() <= most;
    }

    /// @brief Read a line after the first.
    void ReadLine()
    {
        if (HasForm("edge", 4, 4))
        {
            ReadEdge();
        }
        else if (HasForm("topic", 3, 4))
        {
            ReadTopic();
        }
        else if (HasForm("publish", 4, 4))
        {
            TopicDemand& demand = Demand();
            const ClusterId cluster = Cluster(2);
            const auto isSame = [&](const auto& each) { return each.cluster == cluster; };
            RequireNew(std::none_of(demand.publishers.begin(), demand.publishers.end(), isSame));
            demand.publishers.push_back({cluster, m_lines.Amount(3, "share")});
        }
        else if (HasForm("subscribe", 3, 3))
        {
            AddCluster(Demand().subscribers);
        }
        else if (HasForm("deny", 3, 3))
        {
            AddCluster(Demand().denied);
        }
        else
        {
            m_lines.Refuse("`edge A B CAPACITY`, `topic NAME LOAD [FATHER]`, `publish NAME CLUSTER "
                           "SHARE`, `subscribe NAME CLUSTER` or `deny NAME CLUSTER`");
        }
    }

    /// @brief Read a line `edge`.
    void ReadEdge()
    {
        const ClusterId a = Cluster(1);
        const ClusterId b = Cluster(2);
        if (a == b)
        {
            m_lines.Refuse("two different clusters");
        }
        RequireNew(!m_instance.graph.Find(a, b));
        m_instance.graph.AddEdge(a, b, m_lines.Amount(3, "capacity in bit/s"));
    }

    /// @brief Read a line `topic`.
    void ReadTopic()
    {
        const auto& words = m_lines.Words();
        RequireNew(!m_instance.FindTopic(words[1]));
        const auto topic = static_cast<TopicId>(m_instance.names.size());
        TopicId father = NO_TOPIC;
        if (words.size() == 4)
        {
            const auto known = m_instance.FindTopic(words[3]);
            if (!known)
            {
                m_lines.Refuse("a father with a line `topic` before this one");
            }
            father = *known;
        }
        const double load = m_lines.Amount(2, "load in bit/s");
        m_instance.names.push_back(words[1]);
        m_instance.demands.push_back({.topic = topic, .father = father, .load = load});
    }

    /// @return the demand of the topic that the line names
    TopicDemand& Demand()
    {
        const auto topic = m_instance.FindTopic(m_lines.Words()[1]);
        if (!topic)
        {
            m_lines.Refuse("a topic with a line `topic` before this one");
        }
        return m_instance.demands[*topic];
    }

    /**
     * @param index of a word
     * @return the cluster there
     */
    ClusterId Cluster(std::size_t index)
    {
        return m_lines.Number(index, 0, m_instance.graph.Size() - 1, "cluster");
    }

    /// @param clusters to which the one of the line is added
    void AddCluster(std::vector<ClusterId>& clusters)
    {
        const ClusterId cluster = Cluster(2);
        RequireNew(std::find(clusters.begin(), clusters.end(), cluster) == clusters.end());
        clusters.push_back(cluster);
    }

    /// @param isNew whether the line does not repeat another; otherwise it is refused
    void RequireNew(bool isNew) const
    {
        if (!isNew)
        {
            m_lines.Refuse("each edge, topic, publisher, subscriber and denied cluster once");
        }
    }

    broker::WordLines m_lines;  ///< of the file
    OverlayInstance m_instance; ///< so far
};

} // namespace

std::optional<TopicId>
OverlayInstance::FindTopic(const std::string& name) const
{
    const auto place = std::find(names.begin(), names.end(), name);
    return place == names.end() ? std::nullopt
                                : std::optional(static_cast<TopicId>(place - names.begin()));
}

OverlayInstance
ReadOverlayInstance(const std::string& file)
{
    NS_LOG_FUNCTION(file);
    return InstanceReader(file).Read();
}

void
WriteOverlayInstance(const OverlayInstance& instance, std::ostream& stream)
{
    stream << std::setprecision(std::numeric_limits<double>::max_digits10) << "clusters "
           << instance.graph.Size() << '\n';
    for (const ClusterEdge& edge : instance.graph.Edges())
    {
        stream << "edge " << edge.a << ' ' << edge.b << ' ' << edge.capacityBps << '\n';
    }
    for (const TopicDemand& demand : instance.demands)
    {
        const std::string& name = instance.names[demand.topic];
        const bool hasFather = demand.father != NO_TOPIC;
        stream << "topic " << name << ' ' << demand.load
               << (hasFather ? " " + instance.names[demand.father] : "") << '\n';
        for (const PublisherShare& publisher : demand.publishers)
        {
            stream << "publish " << name << ' ' << publisher.cluster << ' ' << publisher.share
                   << '\n';
        }
        for (const ClusterId cluster : demand.subscribers)
        {
            stream << "subscribe " << name << ' ' << cluster << '\n';
        }
        for (const ClusterId cluster : demand.denied)
        {
            stream << "deny " << name << ' ' << cluster << '\n';
        }
    }
}

} // namespace ns3::pubsub::sdn
