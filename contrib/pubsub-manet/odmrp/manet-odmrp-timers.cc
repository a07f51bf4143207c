// SPDX-License-Identifier: GPL-2.0-only
#include "manet-odmrp-timers.h"

namespace ns3::pubsub::manet
{

OdmrpTimers
OdmrpTimers::Of(OdmrpTimerSet set)
{
    // Jitter is GloMoSim's in every set: the drafts give none.
    OdmrpTimers timers;
    timers.queryJitter = MilliSeconds(10);
    timers.replyJitter = MilliSeconds(15);
    timers.collectPause = MilliSeconds(25);
    timers.maxReplies = 3;
    timers.timeToLive = 32;
    switch (set)
    {
    case OdmrpTimerSet::DRAFT_00:
        timers.refreshInterval = MilliSeconds(400);
        timers.groupTimeout = MilliSeconds(480);
        timers.routeTimeout = MilliSeconds(960);
        timers.replyRefresh = MilliSeconds(160);
        break;
    case OdmrpTimerSet::GLOMOSIM:
        timers.refreshInterval = Seconds(3);
        timers.groupTimeout = Seconds(4);
        timers.routeTimeout = Seconds(4);
        timers.ackTimeout = MilliSeconds(75);
        timers.queryHoldOff = MilliSeconds(250);
        timers.timeToLive = 10;
        break;
    case OdmrpTimerSet::DRAFT_04:
        timers.refreshInterval = Seconds(3);
        timers.groupTimeout = Seconds(9);
        timers.routeTimeout = Seconds(9);
        timers.ackTimeout = MilliSeconds(75);
        break;
    }
    return timers;
}

} // namespace ns3::pubsub::manet
