// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_DUPLICATE_CACHE_H
#define PUBSUB_DUPLICATE_CACHE_H

#include "ns3/nstime.h"
#include "ns3/pubsub-message.h"

#include <deque>
#include <unordered_set>
#include <utility>

namespace ns3::pubsub
{

/**
 * @ingroup pubsub
 * @brief Remembers which events a node has seen, for a while; too many, and the oldest go.
 */
class DuplicateCache
{
  public:
    /**
     * @brief See an event.
     * @param publisher of the event
     * @param sequence of the event
     * @param now the current time
     * @param lifetime how long it is remembered
     * @return whether it was seen before
     */
    bool CheckAndRemember(NodeId publisher, uint32_t sequence, Time now, Time lifetime)
    {
        while (!m_byAge.empty() && (m_byAge.front().first <= now || m_byAge.size() >= LIMIT))
        {
            m_seen.erase(m_byAge.front().second);
            m_byAge.pop_front();
        }
        const Key key = Key{publisher} << 32 | sequence;
        if (!m_seen.insert(key).second)
        {
            return true;
        }
        m_byAge.emplace_back(now + lifetime, key);
        return false;
    }

  private:
    static constexpr std::size_t LIMIT = 65536; ///< events remembered: some 10 MB

    using Key = uint64_t; ///< an event's publisher and sequence

    std::unordered_set<Key> m_seen;           ///< events seen
    std::deque<std::pair<Time, Key>> m_byAge; ///< when to forget each
};

} // namespace ns3::pubsub

#endif
