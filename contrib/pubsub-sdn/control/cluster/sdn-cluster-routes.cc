// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-cluster-routes.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <string>

namespace ns3::pubsub::sdn
{

namespace
{

using PortsBySwitch = std::map<NodeId, PortSet>; ///< of one topic

/**
 * @brief Add the ports of trunks.
 * @param trunks of an overlay
 * @param cluster whose ends are wanted
 * @param switches that are connected
 * @param ports that are added to
 */
void
AddTrunks(const std::vector<Trunk>& trunks,
          ClusterId cluster,
          const std::set<NodeId>& switches,
          PortsBySwitch& ports)
{
    for (const Trunk& trunk : trunks)
    {
        for (const TrunkEnd& end : {trunk.a, trunk.b})
        {
            if (end.cluster == cluster && switches.contains(end.switchNode))
            {
                ports[end.switchNode].insert(end.port);
            }
        }
    }
}

/**
 * @param topic registered
 * @return the topic above it, if it has several words
 */
std::optional<Topic>
FatherOf(const Topic& topic)
{
    const auto dot = topic.Text().rfind('.');
    return dot == std::string::npos ? std::nullopt : Topic::Parse(topic.Text().substr(0, dot));
}

/// Computes the plans of one cluster.
class PlanMaker
{
  public:
    /**
     * @param state of the controller
     * @param cluster of the switches
     * @param links of the cluster
     * @param switches that are connected
     */
    PlanMaker(const RouteState& state,
              ClusterId cluster,
              const ClusterLinks& links,
              const std::set<NodeId>& switches)
        : m_state(state),
          m_cluster(cluster),
          m_links(links),
          m_switches(switches),
          m_tree(links, switches)
    {
    }

    /**
     * @param source of the publishers, or NO_CLUSTER
     * @param topic registered
     * @param trunks of its overlay
     * @return its ports at the switches that events pass or start at
     */
    PortsBySwitch PortsFor(ClusterId source,
                           const Topic& topic,
                           const std::vector<Trunk>& trunks) const
    {
        PortsBySwitch terminals;
        AddTrunks(trunks, m_cluster, m_switches, terminals);
        for (const auto& [host, port] : m_links.Hosts())
        {
            if (m_switches.contains(port.first) && m_state.interests.Wants(host, topic))
            {
                terminals[port.first].insert(port.second);
            }
        }
        const bool hasOutputs = !terminals.empty();
        for (const NodeId node : source == NO_CLUSTER || source == m_cluster
                                     ? PublishersSwitches(topic)
                                     : std::set<NodeId>())
        {
            terminals[node];
        }
        return hasOutputs ? m_tree.Connect(terminals) : terminals;
    }

    /// @return the tree of the cluster
    const InnerTree& Tree() const
    {
        return m_tree;
    }

  private:
    /**
     * @param topic registered
     * @return switches with hosts of the cluster that publish it
     */
    std::set<NodeId> PublishersSwitches(const Topic& topic) const
    {
        std::set<NodeId> found;
        const auto hosts = m_state.publishers.find(topic);
        if (hosts == m_state.publishers.end())
        {
            return found;
        }
        for (const auto& [host, rate] : hosts->second)
        {
            const auto* port = m_links.PortOfHost(host);
            if (port && m_switches.contains(port->first))
            {
                found.insert(port->first);
            }
        }
        return found;
    }

    const RouteState& m_state;          ///< of the controller
    ClusterId m_cluster;                ///< of the switches
    const ClusterLinks& m_links;        ///< of the cluster
    const std::set<NodeId>& m_switches; ///< that are connected
    InnerTree m_tree;                   ///< of the cluster
};

/// Ports by topic, of one source.
using TopicPorts = std::map<Topic, PortsBySwitch>;

/**
 * @brief Write the entries of one source into the tables.
 *
 * A topic without ports needs an entry where a prefix around it has ports, and where its events
 * start; elsewhere it needs none.
 *
 * @param codes of topics
 * @param source of the publishers, or NO_CLUSTER
 * @param topics their ports
 * @param tables of switches
 */
void
WritePlans(const std::map<Topic, KnownCode>& codes,
           ClusterId source,
           const TopicPorts& topics,
           std::map<NodeId, SwitchTables>& tables)
{
    for (auto& [node, table] : tables)
    {
        std::set<Topic> withPorts;
        for (const auto& [topic, code] : codes) // a topic comes after its father
        {
            const auto ports = topics.find(topic);
            const PortSet* own = nullptr;
            if (ports != topics.end() && ports->second.contains(node))
            {
                own = &ports->second.at(node);
            }
            bool isInside = false;
            for (auto above = FatherOf(topic); above && !isInside; above = FatherOf(*above))
            {
                isInside = withPorts.contains(*above);
            }
            if (own && !own->empty())
            {
                withPorts.insert(topic);
            }
            for (const AddressPrefix& cover :
                 own || isInside ? code.covers : std::vector<AddressPrefix>())
            {
                table.plans[source].Set(cover, own ? *own : PortSet());
            }
        }
    }
}

} // namespace

std::map<NodeId, SwitchTables>
RouteState::TablesFor(ClusterId cluster,
                      const ClusterLinks& links,
                      const std::set<NodeId>& switches,
                      FlowAggregation aggregation) const
{
    const PlanMaker maker(*this, cluster, links, switches);
    std::map<NodeId, SwitchTables> tables;
    for (const NodeId node : switches)
    {
        tables[node];
    }
    std::map<ClusterId, TopicPorts> bySource;
    for (const auto& [topic, code] : codes)
    {
        const auto found = routes.find(topic);
        if (found == routes.end())
        {
            bySource[NO_CLUSTER][topic] = maker.PortsFor(NO_CLUSTER, topic, {});
            continue;
        }
        for (const auto& [source, trunks] : found->second)
        {
            bySource[source][topic] = maker.PortsFor(source, topic, trunks);
        }
    }
    for (const auto& [source, topics] : bySource)
    {
        WritePlans(codes, source, topics, tables);
    }
    PortsBySwitch floodEnds;
    AddTrunks(flood, cluster, switches, floodEnds);
    for (const NodeId node : switches)
    {
        floodEnds[node]; // each switch may have a host that subscribes
    }
    for (const auto& [node, ports] : maker.Tree().Connect(floodEnds))
    {
        tables[node].flood = ports;
    }
    for (auto& [node, table] : tables)
    {
        for (auto& [source, plan] : table.plans)
        {
            plan = Aggregated(plan, aggregation);
        }
    }
    return tables;
}

InnerTree::InnerTree(const ClusterLinks& links, const std::set<NodeId>& switches)
{
    std::set<NodeId> reached;
    for (const NodeId root : switches)
    {
        if (!reached.insert(root).second)
        {
            continue;
        }
        std::deque<NodeId> queue{root};
        while (!queue.empty())
        {
            const NodeId node = queue.front();
            queue.pop_front();
            m_order.push_back(node);
            for (auto link = links.Inner().lower_bound({node, 0});
                 link != links.Inner().end() && link->first.first == node;
                 ++link)
            {
                const auto& [next, nextPort] = link->second;
                if (switches.contains(next) && reached.insert(next).second)
                {
                    m_upward[next] = {.father = node,
                                      .port = nextPort,
                                      .fatherPort = link->first.second};
                    queue.push_back(next);
                }
            }
        }
    }
}

std::map<NodeId, PortSet>
InnerTree::Connect(const std::map<NodeId, PortSet>& terminals) const
{
    std::map<NodeId, PortSet> ports = terminals;
    std::map<NodeId, std::size_t> below;
    for (const auto& [node, own] : terminals)
    {
        below[node] = 1;
    }
    for (auto node = m_order.rbegin(); node != m_order.rend(); ++node)
    {
        const auto upward = m_upward.find(*node);
        if (upward != m_upward.end())
        {
            below[upward->second.father] += below[*node];
        }
    }
    for (const auto& [node, upward] : m_upward)
    {
        NodeId root = node;
        while (m_upward.contains(root))
        {
            root = m_upward.at(root).father;
        }
        if (below.at(node) > 0 && below.at(node) < below.at(root))
        {
            ports[node].insert(upward.port);
            ports[upward.father].insert(upward.fatherPort);
        }
    }
    return ports;
}

} // namespace ns3::pubsub::sdn
