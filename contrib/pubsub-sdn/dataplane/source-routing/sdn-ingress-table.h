// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_INGRESS_TABLE_H
#define SDN_INGRESS_TABLE_H

#include "ns3/sdn-flow-match.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief Prefixes of event addresses, each with a route; the longest prefix wins.
 * @tparam Route what a prefix leads to
 */
template <typename Route>
class IngressTable
{
  public:
    /**
     * @brief Set the route of a prefix.
     * @param address with any bits after the prefix
     * @param length of the prefix
     * @param route what it leads to
     */
    void Set(Ipv6Address address, uint8_t length, const Route& route)
    {
        m_routes[length].insert_or_assign(Masked(address, length), route);
    }

    /**
     * @brief Remove a prefix.
     * @param address with any bits after the prefix
     * @param length of the prefix
     */
    void Remove(Ipv6Address address, uint8_t length)
    {
        const auto of = m_routes.find(length);
        if (of != m_routes.end())
        {
            of->second.erase(Masked(address, length));
            if (of->second.empty())
            {
                m_routes.erase(of);
            }
        }
    }

    /**
     * @param address of an event
     * @return the route of the longest prefix, or null
     */
    const Route* Find(Ipv6Address address) const
    {
        for (auto of = m_routes.rbegin(); of != m_routes.rend(); ++of)
        {
            const auto found = of->second.find(Masked(address, of->first));
            if (found != of->second.end())
            {
                return &found->second;
            }
        }
        return nullptr;
    }

    /// @return prefixes
    std::size_t Size() const
    {
        std::size_t prefixes = 0;
        for (const auto& [length, routes] : m_routes)
        {
            prefixes += routes.size();
        }
        return prefixes;
    }

  private:
    /**
     * @param address any
     * @param length of a prefix
     * @return the address with zeroes after the prefix
     */
    static Ipv6Address Masked(Ipv6Address address, uint8_t length)
    {
        return Ipv6Pattern::Prefix(address, length).value;
    }

    std::map<uint8_t, std::map<Ipv6Address, Route>> m_routes; ///< by length and prefix
};

} // namespace ns3::pubsub::sdn

#endif
