// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_FORWARDING_GROUP_H
#define MANET_FORWARDING_GROUP_H

#include "ns3/nstime.h"

#include <cstdint>
#include <map>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief ODMRP's forwarding group table: the groups that a node forwards for, and until when.
 */
class ForwardingGroupTable
{
  public:
    /// Most groups at a time: what comes from the air may name any.
    static constexpr std::size_t MAX_GROUPS = 4096;

    /**
     * @brief Set the FG flag, or keep it set.
     * @param group address
     * @param now the time
     * @param expires when the flag goes out, unless set again
     * @return whether there was room
     */
    bool Set(uint32_t group, Time now, Time expires)
    {
        if (m_expires.size() >= MAX_GROUPS && !m_expires.contains(group))
        {
            std::erase_if(m_expires, [now](const auto& entry) { return entry.second <= now; });
            if (m_expires.size() >= MAX_GROUPS)
            {
                return false;
            }
        }
        m_expires[group] = expires;
        return true;
    }

    /**
     * @param group address
     * @param now the time
     * @return whether its flag is set
     */
    bool IsSet(uint32_t group, Time now) const
    {
        const auto at = m_expires.find(group);
        return at != m_expires.end() && at->second > now;
    }

    /// @brief Forget all.
    void Clear()
    {
        m_expires.clear();
    }

  private:
    std::map<uint32_t, Time> m_expires; ///< by group
};

} // namespace ns3::pubsub::manet

#endif
