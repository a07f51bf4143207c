// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_ODMRP_ROUTES_H
#define MANET_ODMRP_ROUTES_H

#include "ns3/nstime.h"
#include "ns3/pubsub-message.h"

#include <map>
#include <utility>
#include <vector>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief The way back to a source of a group, and what became of the reply that went there.
 *
 * All but the way itself belongs to one round, which a new query of the source begins.
 */
struct OdmrpRoute
{
    NodeId nextHop = NO_NODE;     ///< whence the query came; NO_NODE: given up
    uint8_t hops = 0;             ///< links to the source
    Time learnt;                  ///< when the query came
    Time expires;                 ///< forgotten then
    bool isMember = false;        ///< whether this node itself wants the source's events
    bool upstreamReplied = false; ///< whether the next hop's reply for the source was overheard
    bool awaitsAck = false;       ///< whether the next hop has not acknowledged our reply yet
    uint32_t tries = 0;           ///< replies sent
    uint32_t firstReply = 0;      ///< sequence of the first of them
    uint32_t replySequence = 0;   ///< of the last
    Time repliedAt;               ///< when that was
};

/**
 * @ingroup pubsub-manet
 * @brief ODMRP's routing table, member table and response table in one, by group and source.
 */
class OdmrpRouteTable
{
  public:
    /// Most routes at a time: what comes from the air may name any source.
    static constexpr std::size_t MAX_ROUTES = 4096;

    /**
     * @brief A query came in: begin a new round.
     * @param group address
     * @param source of the query
     * @param now the time
     * @return the route, as new; nullptr if there is no room
     */
    OdmrpRoute* Renew(uint32_t group, NodeId source, Time now);

    /**
     * @param group address
     * @param source of it
     * @param now the time
     * @return the route if it is known and has not expired, else nullptr
     */
    OdmrpRoute* Find(uint32_t group, NodeId source, Time now);

    /// @copydoc Find
    const OdmrpRoute* Find(uint32_t group, NodeId source, Time now) const;

    /**
     * @param group address
     * @param now the time
     * @return sources with a route, in order of id
     */
    std::vector<NodeId> Sources(uint32_t group, Time now) const;

    /**
     * @brief Visit each route that has not expired.
     * @param now the time
     * @param visit takes group, source, route
     */
    template <typename Visit>
    void ForEach(Time now, Visit visit)
    {
        for (auto& [key, route] : m_routes)
        {
            if (route.expires > now)
            {
                visit(key.first, key.second, route);
            }
        }
    }

    /// @brief Forget all.
    void Clear()
    {
        m_routes.clear();
    }

  private:
    std::map<std::pair<uint32_t, NodeId>, OdmrpRoute> m_routes; ///< by group and source
};

} // namespace ns3::pubsub::manet

#endif
