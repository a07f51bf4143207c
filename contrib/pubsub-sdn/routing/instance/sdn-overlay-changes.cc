// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-overlay-changes.h"

#include "ns3/broker-input.h"
#include "ns3/log.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnOverlayChanges");

namespace
{

/**
 * @param clusters some
 * @param cluster to add or remove
 * @param isWanted whether it is among them afterwards
 */
void
SetMember(std::vector<ClusterId>& clusters, ClusterId cluster, bool isWanted)
{
    clusters.erase(std::remove(clusters.begin(), clusters.end(), cluster), clusters.end());
    if (isWanted)
    {
        clusters.push_back(cluster);
    }
}

/**
 * @param publishers some
 * @param cluster to remove
 */
void
RemovePublisher(std::vector<PublisherShare>& publishers, ClusterId cluster)
{
    std::erase_if(publishers, [&](const auto& each) { return each.cluster == cluster; });
}

/// Reads the lines of changes and keeps the demand that they lead to.
class ChangeReader
{
  public:
    /**
     * @param file its name
     * @param instance to begin with
     */
    ChangeReader(const std::string& file, const OverlayInstance& instance)
        : m_lines(file),
          m_instance(instance)
    {
    }

    /// @return the changes
    std::vector<OverlayChange> Read()
    {
        static const std::map<std::string, std::pair<std::size_t, void (ChangeReader::*)()>> forms{
            {"fail", {3, &ChangeReader::ReadEdge}},
            {"restore", {3, &ChangeReader::ReadEdge}},
            {"fail-cluster", {2, &ChangeReader::ReadCluster}},
            {"restore-cluster", {2, &ChangeReader::ReadCluster}},
            {"subscribe", {3, &ChangeReader::ReadSubscription}},
            {"unsubscribe", {3, &ChangeReader::ReadSubscription}},
            {"publish", {4, &ChangeReader::ReadPublisher}},
            {"unpublish", {3, &ChangeReader::ReadPublisher}},
            {"load", {3, &ChangeReader::ReadLoad}},
            {"deny", {3, &ChangeReader::ReadPolicy}},
            {"allow", {3, &ChangeReader::ReadPolicy}},
        };
        std::vector<OverlayChange> changes;
        while (m_lines.Next())
        {
            const auto form = forms.find(m_lines.Words()[0]);
            if (form == forms.end() || form->second.first != m_lines.Words().size())
            {
                m_lines.Refuse("`fail A B`, `restore A B`, `fail-cluster A`, `restore-cluster A`, "
                               "`subscribe`, `unsubscribe`, `publish`, `unpublish`, `load`, `deny` "
                               "or `allow` with a topic and its argument");
            }
            m_change = OverlayChange{};
            for (const std::string& word : m_lines.Words())
            {
                m_change.text += (m_change.text.empty() ? "" : " ") + word;
            }
            (this->*form->second.second)();
            changes.push_back(m_change);
        }
        return changes;
    }

  private:
    /**
     * @param index of a word
     * @return the cluster there
     */
    ClusterId Cluster(std::size_t index)
    {
        return m_lines.Number(index, 0, m_instance.graph.Size() - 1, "cluster");
    }

    /// @return the topic that the line names
    TopicId Topic()
    {
        const auto topic = m_instance.FindTopic(m_lines.Words()[1]);
        if (!topic)
        {
            m_lines.Refuse("a topic of the instance");
        }
        return *topic;
    }

    /// @return the edges of the change: those that fail, or those that return
    std::vector<EdgeId>& ChangedEdges()
    {
        return m_lines.Words()[0].starts_with("fail") ? m_change.failed : m_change.restored;
    }

    /// @brief Read a line about an edge.
    void ReadEdge()
    {
        const auto edge = m_instance.graph.Find(Cluster(1), Cluster(2));
        if (!edge)
        {
            m_lines.Refuse("two clusters with an edge between them");
        }
        ChangedEdges().push_back(*edge);
    }

    /// @brief Read a line about all edges of a cluster.
    void ReadCluster()
    {
        for (const ClusterNeighbour& neighbour : m_instance.graph.Neighbours(Cluster(1)))
        {
            ChangedEdges().push_back(neighbour.edge);
        }
    }

    /// @brief Read a line about a subscriber of a topic and all its descendants.
    void ReadSubscription()
    {
        const TopicId topic = Topic();
        const ClusterId cluster = Cluster(2);
        const bool isJoin = m_lines.Words()[0] == "subscribe";
        for (TopicDemand& demand : m_instance.demands)
        {
            if (IsInSubtree(demand.topic, topic))
            {
                SetMember(demand.subscribers, cluster, isJoin);
                m_change.demands.push_back(demand);
            }
        }
    }

    /// @brief Read a line about a publisher.
    void ReadPublisher()
    {
        TopicDemand& demand = m_instance.demands[Topic()];
        const ClusterId cluster = Cluster(2);
        RemovePublisher(demand.publishers, cluster);
        if (m_lines.Words()[0] == "publish")
        {
            demand.publishers.push_back({cluster, m_lines.Amount(3, "share")});
        }
        m_change.demands.push_back(demand);
    }

    /// @brief Read a line about a load.
    void ReadLoad()
    {
        TopicDemand& demand = m_instance.demands[Topic()];
        demand.load = m_lines.Amount(2, "load in bit/s");
        m_change.demands.push_back(demand);
    }

    /// @brief Read a line about a denied cluster.
    void ReadPolicy()
    {
        TopicDemand& demand = m_instance.demands[Topic()];
        SetMember(demand.denied, Cluster(2), m_lines.Words()[0] == "deny");
        m_change.demands.push_back(demand);
    }

    /**
     * @param topic any
     * @param ancestor any
     * @return whether the topic is the ancestor or below it
     */
    bool IsInSubtree(TopicId topic, TopicId ancestor) const
    {
        while (topic != ancestor && topic != NO_TOPIC)
        {
            topic = m_instance.demands[topic].father;
        }
        return topic == ancestor;
    }

    broker::WordLines m_lines;  ///< of the file
    OverlayInstance m_instance; ///< after the changes so far
    OverlayChange m_change;     ///< of the line
};

} // namespace

std::vector<OverlayChange>
ReadOverlayChanges(const std::string& file, const OverlayInstance& instance)
{
    NS_LOG_FUNCTION(file);
    return ChangeReader(file, instance).Read();
}

std::vector<TopicId>
ApplyChange(const OverlayChange& change, TopicRouter& router)
{
    if (!change.failed.empty())
    {
        return router.EdgesFailed(change.failed);
    }
    return change.restored.empty() ? router.DemandsChanged(change.demands)
                                   : router.EdgesRestored(change.restored);
}

} // namespace ns3::pubsub::sdn
