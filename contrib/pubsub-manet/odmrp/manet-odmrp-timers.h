// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_ODMRP_TIMERS_H
#define MANET_ODMRP_TIMERS_H

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3::pubsub::manet
{

/// Whose numbers ODMRP runs on.
enum class OdmrpTimerSet
{
    DRAFT_00,
    GLOMOSIM,
    DRAFT_04,
};

/**
 * @ingroup pubsub-manet
 * @brief ODMRP's numbers; docs/protocols/odmrp.md says where each comes from.
 */
struct OdmrpTimers
{
    Time refreshInterval; ///< a source's event is a query again after that
    Time groupTimeout;    ///< how long a node forwards for a group after a reply asked it to
    Time routeTimeout;    ///< how long the way back to a source is known after its query
    Time replyRefresh;    ///< a member repeats its reply so often; 0: it answers queries only
    Time ackTimeout;      ///< a reply is repeated if not acknowledged in time; 0: nobody watches
    Time queryJitter;     ///< greatest wait before a query is sent on
    Time replyJitter;     ///< greatest wait before a reply or an acknowledgement
    Time collectPause;    ///< a forwarding node waits so long for more replies, besides the jitter
    Time queryHoldOff;    ///< no query of one's own so soon after one of the same group was heard
    uint32_t maxReplies = 0; ///< transmissions of a reply
    uint32_t timeToLive = 0; ///< links that a query may cross

    /**
     * @param set whose
     * @return its numbers
     */
    static OdmrpTimers Of(OdmrpTimerSet set);
};

} // namespace ns3::pubsub::manet

#endif
