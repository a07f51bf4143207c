// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_HODMRP_MESSAGES_H
#define MANET_HODMRP_MESSAGES_H

#include "ns3/manet-odmrp-messages.h"

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief The history degrees of the nodes that have sent a query on: the least, and their sum.
 *
 * A degree is 0 to 255. The source is not among them; how many there are is the query's hop count.
 */
struct PathHistory
{
    static constexpr uint8_t MAX_DEGREE = 255; ///< of a node that has always taken part

    uint8_t minimum = MAX_DEGREE; ///< of all relays; MAX_DEGREE where there is none
    uint16_t sum = 0;             ///< over all relays

    /**
     * @brief One more node sends the query on.
     * @param degree of it
     */
    void Add(uint8_t degree);

    /**
     * @param relays on the way
     * @return whether so many may have these values
     */
    bool IsSound(uint8_t relays) const;

    /**
     * @param relays on the way
     * @return mean degree, MAX_DEGREE where there is no relay
     */
    double Mean(uint8_t relays) const;

    /**
     * @param a archive
     * @param m part of a message
     */
    template <typename A, typename M>
    static void Fields(A& a, M& m)
    {
        a.U8(m.minimum);
        a.U16(m.sum);
    }
};

/**
 * @ingroup pubsub-manet
 * @brief HODMRP's Join Query, 23 octets in front of the event: ODMRP's and the history of its way.
 */
struct HistoryQuery
{
    static constexpr const char* NAME = "ns3::HodmrpHistoryQueryHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{14};                               ///< on the wire
    static constexpr const char* TYPE_NAME = "history_query";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = true; ///< whether an event travels in it

    JoinQuery query;  ///< as in ODMRP
    PathHistory path; ///< of the nodes that have sent it on

    /**
     * @param a archive
     * @param m message
     */
    template <typename A, typename M>
    static void Fields(A& a, M& m)
    {
        JoinQuery::Fields(a, m.query);
        PathHistory::Fields(a, m.path);
    }
};

inline const RegisteredMessage<HistoryQuery> g_historyQuery; ///< registers the type

} // namespace ns3::pubsub::manet

#endif
