// SPDX-License-Identifier: GPL-2.0-only
#include "broker-path-moves.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3::pubsub::broker
{

namespace
{

/// FNV-1a over bytes, 64 bits.
class ByteHash
{
  public:
    /// @param byte next
    void Add(uint8_t byte)
    {
        m_hash = (m_hash ^ byte) * 0x100000001b3;
    }

    /// @return the hash of all bytes so far
    uint64_t Value() const
    {
        return m_hash;
    }

  private:
    uint64_t m_hash = 0xcbf29ce484222325; ///< offset basis
};

/**
 * @brief Add the move of one combination of units, if it is one.
 * @param moves to add to
 * @param path of brokers
 * @param a unit before it, or NO_BROKER
 * @param b unit behind it, or NO_BROKER
 */
void
AddMove(std::vector<Move>& moves, const std::vector<BrokerId>& path, BrokerId a, BrokerId b)
{
    std::vector<BrokerId> walk = path;
    if (b != NO_BROKER)
    {
        walk.push_back(b);
    }
    if (a == NO_BROKER)
    {
        a = walk.front();
        walk.erase(walk.begin());
    }
    if (walk.size() >= 2)
    {
        Move move = MakeMove(a, std::move(walk));
        if (move.IsWellFormed())
        {
            moves.push_back(std::move(move));
        }
    }
}

/**
 * @param units of one side
 * @return them after NO_BROKER, which stands for no unit
 */
std::vector<BrokerId>
WithNone(const std::set<BrokerId>& units)
{
    std::vector<BrokerId> all{NO_BROKER};
    all.insert(all.end(), units.begin(), units.end());
    return all;
}

} // namespace

bool
IsWellFormedPath(const std::vector<PathBroker>& path)
{
    std::vector<BrokerId> brokers = BrokersOf(path);
    std::sort(brokers.begin(), brokers.end());
    return !brokers.empty() && brokers.back() < LOCAL_CLIENTS &&
           std::adjacent_find(brokers.begin(), brokers.end()) == brokers.end();
}

std::vector<BrokerId>
BrokersOf(const std::vector<PathBroker>& path)
{
    std::vector<BrokerId> brokers;
    for (const PathBroker& each : path)
    {
        brokers.push_back(each.broker);
    }
    return brokers;
}

BrokerId
MasterOf(const std::vector<PathBroker>& path)
{
    NS_ABORT_MSG_IF(path.empty(), "a path without brokers has no master");
    return std::min_element(path.begin(),
                            path.end(),
                            [](const PathBroker& a, const PathBroker& b) {
                                return a.cost < b.cost || (a.cost == b.cost && a.broker < b.broker);
                            })
        ->broker;
}

uint64_t
PathIdOf(const PredictingMessage& message, const std::vector<PathBroker>& path)
{
    ByteHash hash;
    hash.Add(static_cast<uint8_t>(message.kind));
    for (const char letter : message.filter.Text())
    {
        hash.Add(static_cast<uint8_t>(letter));
    }
    for (const PathBroker& each : path)
    {
        for (int shift = 24; shift >= 0; shift -= 8)
        {
            hash.Add(static_cast<uint8_t>(each.broker >> shift));
        }
    }
    return hash.Value();
}

std::vector<Move>
MovesOfPath(const std::vector<BrokerId>& path,
            const std::set<BrokerId>& upstream,
            const std::set<BrokerId>& downstream)
{
    NS_ABORT_MSG_IF(path.empty(), "a path without brokers");
    std::vector<Move> moves;
    for (BrokerId a : WithNone(upstream))
    {
        for (BrokerId b : WithNone(downstream))
        {
            AddMove(moves, path, a, b);
        }
    }
    return moves;
}

} // namespace ns3::pubsub::broker
