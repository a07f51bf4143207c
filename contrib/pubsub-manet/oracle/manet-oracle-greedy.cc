// SPDX-License-Identifier: GPL-2.0-only
#include "manet-node-set.h"
#include "manet-oracle-trees.h"

#include <algorithm>
#include <functional>
#include <optional>

namespace ns3::pubsub::manet
{

namespace
{

/// A multicast, perhaps with one node whose frames nobody hears.
struct Task
{
    const Multicast& multicast; ///< the task
    NodeId mute = NO_NODE;      ///< the node that nobody hears

    /// @return nodes of the network
    std::size_t Nodes() const
    {
        return multicast.links.size();
    }

    /**
     * @param node a transmitter
     * @return those that hear it
     */
    const std::vector<NodeId>& HearersOf(NodeId node) const
    {
        static const std::vector<NodeId> nobody;
        return node == mute ? nobody : multicast.links[node];
    }
};

/**
 * @param task any
 * @param transmitters some
 * @return those that the publisher's frames reach
 */
NodeSet
Linked(const Task& task, const NodeSet& transmitters)
{
    NodeSet linked(task.Nodes());
    linked.Insert(task.multicast.publisher);
    std::vector<NodeId> queue{task.multicast.publisher};
    for (std::size_t i = 0; i < queue.size(); ++i)
    {
        for (NodeId next : task.HearersOf(queue[i]))
        {
            if (transmitters.Contains(next) && linked.Insert(next))
            {
                queue.push_back(next);
            }
        }
    }
    return linked;
}

/**
 * @param task any
 * @param transmitters some nodes
 * @return the receivers that hear none
 */
NodeSet
Unserved(const Task& task, const NodeSet& transmitters)
{
    NodeSet unserved(task.Nodes(), task.multicast.receivers);
    for (NodeId node : transmitters.Members())
    {
        unserved.Erase(node);
        for (NodeId served : task.HearersOf(node))
        {
            unserved.Erase(served);
        }
    }
    return unserved;
}

/**
 * @param task any
 * @param transmitters some nodes
 * @return whether they are enough
 */
bool
AreEnough(const Task& task, const NodeSet& transmitters)
{
    return transmitters.Contains(task.multicast.publisher) &&
           Unserved(task, Linked(task, transmitters)).Size() == 0;
}

/**
 * @param task any
 * @param transmitters some
 * @return the links among these
 */
LinkGraph
LinksAmong(const Task& task, const std::vector<NodeId>& transmitters)
{
    const NodeSet all(task.Nodes(), transmitters);
    LinkGraph links(task.Nodes());
    for (NodeId node : transmitters)
    {
        std::copy_if(task.HearersOf(node).begin(),
                     task.HearersOf(node).end(),
                     std::back_inserter(links[node]),
                     [&all](NodeId other) { return all.Contains(other); });
    }
    return links;
}

/// How many transmitters serve each receiver.
class Servers
{
  public:
    /**
     * @param task any
     * @param transmitters some nodes
     */
    Servers(const Task& task, const std::vector<NodeId>& transmitters)
        : m_task(task),
          m_receivers(task.Nodes(), task.multicast.receivers),
          m_servers(task.Nodes(), 0)
    {
        for (NodeId node : transmitters)
        {
            ForEachServed(node, [this](NodeId served) { ++m_servers[served]; });
        }
    }

    /**
     * @param node one of the transmitters
     * @return whether a receiver has no other
     */
    bool IsTheOnlyOne(NodeId node) const
    {
        bool isTheOnlyOne = false;
        ForEachServed(node, [&](NodeId served) {
            isTheOnlyOne = isTheOnlyOne || (m_servers[served] == 1 && m_receivers.Contains(served));
        });
        return isTheOnlyOne;
    }

    /**
     * @param node one of the transmitters
     * @param linked some of them
     * @return whether these serve all receivers that it serves
     */
    bool AreServed(NodeId node, const NodeSet& linked) const
    {
        bool areServed = true;
        ForEachServed(node, [&](NodeId served) {
            areServed = areServed && (!m_receivers.Contains(served) || Hears(served, linked));
        });
        return areServed;
    }

    /**
     * @brief It is a transmitter no more.
     * @param node one of them
     */
    void Remove(NodeId node)
    {
        ForEachServed(node, [this](NodeId served) { --m_servers[served]; });
    }

  private:
    /**
     * @param receiver any
     * @param transmitters some
     * @return whether it is or hears one of them
     */
    bool Hears(NodeId receiver, const NodeSet& transmitters) const
    {
        const auto& near = m_task.multicast.links[receiver];
        return transmitters.Contains(receiver) ||
               std::any_of(near.begin(), near.end(), [&](NodeId other) {
                   return other != m_task.mute && transmitters.Contains(other);
               });
    }

    /**
     * @param node a transmitter
     * @param visit called with it and each that hears it
     */
    template <typename Visit>
    void ForEachServed(NodeId node, Visit visit) const
    {
        visit(node);
        std::for_each(m_task.HearersOf(node).begin(), m_task.HearersOf(node).end(), visit);
    }

    const Task& m_task;              ///< the task
    NodeSet m_receivers;             ///< of the task
    std::vector<uint32_t> m_servers; ///< by node
};

/**
 * @brief Leave out those without whom it is enough.
 * @param task any
 * @param transmitters enough
 */
void
Prune(const Task& task, NodeSet& transmitters)
{
    const auto members = transmitters.Members();
    const LinkGraph links = LinksAmong(task, members);
    const Multicast among{links, task.multicast.publisher, {}};
    Servers servers(task, members);
    for (NodeId node : members)
    {
        if (node == among.publisher || servers.IsTheOnlyOne(node))
        {
            continue;
        }
        transmitters.Erase(node);
        const NodeSet linked = Linked({among}, transmitters);
        // The others serve everybody. If some have lost their link, those that have not must do.
        const bool isEnough = linked.Size() == transmitters.Size() ||
                              std::all_of(members.begin(), members.end(), [&](NodeId other) {
                                  const bool isCutOff =
                                      transmitters.Contains(other) && !linked.Contains(other);
                                  return !isCutOff || servers.AreServed(other, linked);
                              });
        if (isEnough)
        {
            servers.Remove(node);
        }
        else
        {
            transmitters.Insert(node);
        }
    }
}

/// The way from a set of transmitters to other nodes.
struct Ways
{
    std::vector<uint32_t> length; ///< transmitters to be added to reach a node and make it one
    std::vector<NodeId> before;   ///< the node before it
};

/**
 * @param task any
 * @param transmitters where the ways begin
 * @param goals nodes
 * @return the shortest to all goals that can be reached, and to others on the search
 */
Ways
WaysFrom(const Task& task, const NodeSet& transmitters, NodeSet goals)
{
    Ways ways{std::vector<uint32_t>(task.Nodes(), NO_WAY),
              std::vector<NodeId>(task.Nodes(), NO_NODE)};
    std::vector<NodeId> queue = transmitters.Members();
    for (NodeId node : queue)
    {
        ways.length[node] = 0;
        goals.Erase(node);
    }
    for (std::size_t i = 0; i < queue.size() && goals.Size() > 0; ++i)
    {
        const NodeId at = queue[i];
        for (NodeId next : task.HearersOf(at))
        {
            if (ways.length[next] == NO_WAY)
            {
                ways.length[next] = ways.length[at] + 1;
                ways.before[next] = at;
                queue.push_back(next);
                goals.Erase(next);
            }
        }
    }
    return ways;
}

/**
 * @param task any
 * @param unserved receivers
 * @return how many of them each node would serve
 */
std::vector<uint32_t>
Gains(const Task& task, const NodeSet& unserved)
{
    std::vector<uint32_t> gains(task.Nodes(), 0);
    for (NodeId receiver : unserved.Members())
    {
        ++gains[receiver];
        for (NodeId server : task.multicast.links[receiver])
        {
            gains[server] += server == task.mute ? 0 : 1;
        }
    }
    return gains;
}

/**
 * @param gains by node
 * @return the nodes with any
 */
NodeSet
Above0(const std::vector<uint32_t>& gains)
{
    NodeSet nodes(gains.size());
    for (NodeId node = 0; node < gains.size(); ++node)
    {
        if (gains[node] > 0)
        {
            nodes.Insert(node);
        }
    }
    return nodes;
}

/// What a node promises: a number, from the receivers it would serve and the transmitters it takes.
using Promise = std::function<double(double gain, double length)>;

/**
 * @brief Add transmitters, each time towards the node that promises most, and leave out again those
 * without whom it is enough.
 * @param task any
 * @param transmitters to begin with, linked to the publisher
 * @param promise of a node
 * @return enough transmitters; nothing if there is a receiver that cannot be reached
 */
std::optional<NodeSet>
GrowGreedily(const Task& task, NodeSet transmitters, const Promise& promise)
{
    for (auto unserved = Unserved(task, transmitters); unserved.Size() > 0;
         unserved = Unserved(task, transmitters))
    {
        const auto gains = Gains(task, unserved);
        const Ways ways = WaysFrom(task, transmitters, Above0(gains));
        NodeId best = NO_NODE;
        double most = 0.0;
        for (NodeId node = 0; node < task.Nodes(); ++node)
        {
            const bool isOfUse = gains[node] > 0 && ways.length[node] < NO_WAY;
            const double promised = isOfUse ? promise(gains[node], ways.length[node]) : 0.0;
            if (promised > most)
            {
                most = promised;
                best = node;
            }
        }
        if (best == NO_NODE)
        {
            return std::nullopt;
        }
        for (NodeId at = best; !transmitters.Contains(at); at = ways.before[at])
        {
            transmitters.Insert(at);
        }
    }
    Prune(task, transmitters);
    return transmitters;
}

/**
 * @brief Do without one transmitter after the other, and grow again what is then missing.
 * @param multicast the task
 * @param transmitters enough; other ones or fewer if they can be had
 * @param promise of a node
 */
void
Regrow(const Multicast& multicast, NodeSet& transmitters, const Promise& promise)
{
    for (NodeId node : transmitters.Members())
    {
        const Task without{multicast, node};
        const auto regrown = GrowGreedily(without, Linked(without, transmitters), promise);
        if (regrown && regrown->Size() <= transmitters.Size())
        {
            transmitters = *regrown;
        }
    }
}

/**
 * @param nodes some
 * @return them
 */
std::set<NodeId>
AsSet(const NodeSet& nodes)
{
    const auto members = nodes.Members();
    return {members.begin(), members.end()};
}

} // namespace

bool
IsEnough(const Multicast& multicast, const std::set<NodeId>& transmitters)
{
    return AreEnough({multicast}, NodeSet(multicast.links.size(), transmitters));
}

std::set<NodeId>
FewTransmitters(const Multicast& multicast)
{
    const Promise promises[] = {
        [](double, double length) { return 1.0 / length; },
        [](double gain, double length) { return gain / length; },
        [](double gain, double length) { return gain / (length * length); },
    };
    const std::size_t nodes = multicast.links.size();
    const NodeSet root(nodes, std::vector{multicast.publisher});
    NodeSet best(nodes, ShortestPathTransmitters(multicast));
    Prune({multicast}, best);
    for (const Promise& promise : promises)
    {
        NodeSet transmitters = *GrowGreedily({multicast}, root, promise);
        for (const Promise& again : promises)
        {
            Regrow(multicast, transmitters, again);
        }
        if (transmitters.Size() < best.Size())
        {
            best = std::move(transmitters);
        }
    }
    return AsSet(best);
}

} // namespace ns3::pubsub::manet
