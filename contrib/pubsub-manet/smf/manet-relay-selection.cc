// SPDX-License-Identifier: GPL-2.0-only
#include "manet-relay-selection.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <memory_resource>
#include <optional>
#include <utility>

namespace ns3::pubsub::manet
{

namespace
{

/// The place of a node in the election: its priority above its id.
using Rank = uint64_t;

/**
 * @param node any
 * @return its rank
 */
Rank
RankOf(const RankedNode& node)
{
    return Rank{node.priority} << 32 | node.node;
}

/// Memory for one decision: from the heap it would cost more than all the rest.
struct WorkingMemory
{
    std::array<std::byte, 65536> bytes; ///< taken first; what does not fit comes from the heap
    std::pmr::monotonic_buffer_resource resource{bytes.data(), bytes.size()}; ///< hands them out
};

/// Gives nodes numbers from 0 on, in the order in which they are first named: a hash table in one
/// piece of memory.
class NodeNumbers
{
  public:
    /**
     * @param most how many nodes may be named
     * @param memory for a hash table
     */
    NodeNumbers(std::size_t most, WorkingMemory& memory)
        : m_slots(std::bit_ceil(most + 1), &memory.resource) // mostly free: many tell of one node
    {
    }

    /**
     * @param node any but NO_NODE
     * @return its number
     */
    uint32_t Of(NodeId node)
    {
        const std::size_t last = m_slots.size() - 1;
        std::size_t at = node & last;
        while (m_slots[at].node != node && m_slots[at].node != NO_NODE)
        {
            at = (at + 1) & last;
        }
        if (m_slots[at].node == NO_NODE)
        {
            m_slots[at] = {node, m_count++};
        }
        return m_slots[at].number;
    }

  private:
    /// A place of the table.
    struct Slot
    {
        NodeId node = NO_NODE; ///< whose place; NO_NODE: free
        uint32_t number = 0;   ///< of the node
    };

    std::pmr::vector<Slot> m_slots; ///< more than nodes
    uint32_t m_count = 0;           ///< of nodes so far
};

/// A link that a neighbour tells of.
struct Link
{
    uint32_t neighbour; ///< its number
    uint32_t other;     ///< number of the other end
};

/// A view with its nodes numbered: the neighbours in order of id, then the nodes two hops away.
struct NumberedView
{
    /**
     * @param view what is known
     * @param memory for what is here
     */
    NumberedView(const TwoHopNeighbourhood& view, WorkingMemory& memory)
        : neighbours(view.neighbours.size()),
          ranks(&memory.resource),
          near(&memory.resource),
          far(&memory.resource)
    {
        std::size_t told = 0;
        for (const auto& neighbour : view.neighbours)
        {
            told += neighbour.links.size();
        }
        ranks.reserve(neighbours + told);
        near.reserve(told);
        far.reserve(told);
        NodeNumbers numbers(neighbours + told, memory);
        for (const auto& neighbour : view.neighbours)
        {
            numbers.Of(neighbour.who.node);
            ranks.push_back(RankOf(neighbour.who));
        }
        for (uint32_t neighbour = 0; neighbour < neighbours; ++neighbour)
        {
            for (const RankedNode& node : view.neighbours[neighbour].links)
            {
                if (node.node != view.self.node)
                {
                    Add(neighbour, numbers.Of(node.node), RankOf(node));
                }
            }
        }
    }

    /**
     * @brief A link that is told of.
     * @param neighbour who tells
     * @param other the other end
     * @param rank of that as told
     */
    void Add(uint32_t neighbour, uint32_t other, Rank rank)
    {
        if (other < neighbours)
        {
            near.push_back({neighbour, other});
            return;
        }
        if (other == ranks.size())
        {
            ranks.push_back(rank);
        }
        ranks[other] = std::max(ranks[other], rank);
        far.push_back({neighbour, other});
    }

    std::size_t neighbours;       ///< how many
    std::pmr::vector<Rank> ranks; ///< of each node
    std::pmr::vector<Link> near;  ///< between neighbours, in the order of who tells
    std::pmr::vector<Link> far;   ///< to nodes two hops away, in the order of who tells
};

/// Of each node, how many relays reach it.
using Counts = std::pmr::vector<uint32_t>;

/// Of each neighbour, whether it is a relay: 0 or 1.
using Relays = std::pmr::vector<uint8_t>;

/**
 * @param view of a node
 * @param relays for it
 * @return by how many of them each node two hops away is reached
 */
Counts
Providers(const NumberedView& view, const Relays& relays)
{
    Counts providers(view.ranks.size(), 0, view.far.get_allocator());
    for (const auto& [neighbour, other] : view.far)
    {
        providers[other] += relays[neighbour];
    }
    return providers;
}

/**
 * @param view of a node
 * @return the neighbours that alone reach some node two hops away
 */
Relays
OnlyProviders(const NumberedView& view)
{
    Relays relays(view.neighbours, 1, view.far.get_allocator());
    const Counts providers = Providers(view, relays);
    std::fill(relays.begin(), relays.end(), 0);
    for (const auto& [neighbour, other] : view.far)
    {
        relays[neighbour] |= providers[other] == 1 ? 1 : 0;
    }
    return relays;
}

/**
 * @param view of a node
 * @param providers of each node two hops away
 * @return the neighbour that reaches most of those without one, then most of all; nothing if each
 * has one
 */
std::optional<uint32_t>
BestProvider(const NumberedView& view, const Counts& providers)
{
    std::pmr::vector<std::pair<uint32_t, uint32_t>> worth(view.neighbours,
                                                          view.far.get_allocator());
    for (const auto& [neighbour, other] : view.far)
    {
        worth[neighbour].first += providers[other] == 0 ? 1 : 0;
        ++worth[neighbour].second;
    }
    const auto best = std::max_element(worth.begin(), worth.end());
    if (best == worth.end() || best->first == 0)
    {
        return std::nullopt;
    }
    return best - worth.begin();
}

/**
 * @brief Leave out relays without which all is reached.
 * @param view of a node
 * @param providers of each node two hops away
 * @param relays which these are
 */
void
Prune(const NumberedView& view, Counts& providers, Relays& relays)
{
    for (auto begin = view.far.begin(); begin != view.far.end();)
    {
        const uint32_t neighbour = begin->neighbour;
        const auto end = std::find_if(begin, view.far.end(), [&](const Link& link) {
            return link.neighbour != neighbour;
        });
        if (relays[neighbour] &&
            std::none_of(begin, end, [&](const Link& link) { return providers[link.other] == 1; }))
        {
            relays[neighbour] = 0;
            std::for_each(begin, end, [&](const Link& link) { --providers[link.other]; });
        }
        begin = end;
    }
}

/// What became of a node in the election.
enum class Reached : uint8_t
{
    NOT,    ///< not yet
    AS_END, ///< and it is too small to pass on
    ON,     ///< and others through it
};

/// @brief Who is reached from the greatest neighbour through nodes that are greater than one.
class Spreading
{
  public:
    /**
     * @param view of a node
     * @param greatest number of its greatest neighbour
     * @param own rank of the node
     */
    Spreading(const NumberedView& view, uint32_t greatest, Rank own)
        : m_view(view),
          m_own(own),
          m_reached(view.ranks.size(), Reached::NOT, view.far.get_allocator()),
          m_missing(view.neighbours - 1)
    {
        m_reached[greatest] = Reached::ON;
    }

    /// @return whether each neighbour is reached in the end
    bool ReachesAll()
    {
        while (m_missing > 0 && (Along(m_view.near) || Along(m_view.far)))
        {
        }
        return m_missing == 0;
    }

  private:
    /**
     * @param links of the view
     * @return whether they led to new nodes
     */
    bool Along(const std::pmr::vector<Link>& links)
    {
        bool isNew = false;
        for (const auto& [neighbour, other] : links)
        {
            isNew = Spread(neighbour, other) || Spread(other, neighbour) || isNew;
        }
        return isNew;
    }

    /**
     * @param from one end of a link
     * @param to the other
     * @return whether this is newly reached
     */
    bool Spread(uint32_t from, uint32_t to)
    {
        const bool isNew = m_reached[from] == Reached::ON && m_reached[to] == Reached::NOT;
        if (isNew)
        {
            m_reached[to] = m_view.ranks[to] > m_own ? Reached::ON : Reached::AS_END;
            m_missing -= to < m_view.neighbours ? 1 : 0;
        }
        return isNew;
    }

    const NumberedView& m_view;          ///< of a node
    Rank m_own;                          ///< of the node
    std::pmr::vector<Reached> m_reached; ///< by node
    std::size_t m_missing;               ///< neighbours not reached yet
};

} // namespace

std::set<NodeId>
SelectMultipointRelays(const TwoHopNeighbourhood& view)
{
    WorkingMemory memory;
    const NumberedView numbered(view, memory);
    Relays relays = OnlyProviders(numbered);
    Counts providers = Providers(numbered, relays);
    while (const auto best = BestProvider(numbered, providers))
    {
        relays[*best] = 1;
        providers = Providers(numbered, relays);
    }
    Prune(numbered, providers, relays);
    std::set<NodeId> selected;
    for (std::size_t neighbour = 0; neighbour < relays.size(); ++neighbour)
    {
        if (relays[neighbour])
        {
            selected.insert(selected.end(), view.neighbours[neighbour].who.node);
        }
    }
    return selected;
}

bool
IsEssentialRelay(const TwoHopNeighbourhood& view)
{
    if (view.neighbours.size() < 2)
    {
        return false;
    }
    const Rank own = RankOf(view.self);
    const auto greatest = std::max_element(
        view.neighbours.begin(),
        view.neighbours.end(),
        [](const auto& a, const auto& b) { return RankOf(a.who) < RankOf(b.who); });
    if (RankOf(greatest->who) < own)
    {
        return true;
    }
    WorkingMemory memory;
    const NumberedView numbered(view, memory);
    return !Spreading(numbered, greatest - view.neighbours.begin(), own).ReachesAll();
}

} // namespace ns3::pubsub::manet
