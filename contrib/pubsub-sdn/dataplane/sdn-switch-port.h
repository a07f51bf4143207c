// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_SWITCH_PORT_H
#define SDN_SWITCH_PORT_H

#include "ns3/net-device.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief A port of a switch, with its counters. Bytes are those on the link, PPP's two included.
 */
struct SwitchPort
{
    Ptr<NetDevice> device;        ///< of the link
    Time added;                   ///< when
    bool isEnabled = true;        ///< as SetPortUp has it
    bool isUp = true;             ///< enabled, and the device's link works
    uint64_t receivedPackets = 0; ///< that came in
    uint64_t sentPackets = 0;     ///< that the link's queue took
    uint64_t receivedBytes = 0;   ///< of them
    uint64_t sentBytes = 0;       ///< of them
    uint64_t receivedDropped = 0; ///< that ended here
    uint64_t sentDropped = 0;     ///< that the link's queue did not take
};

} // namespace ns3::pubsub::sdn

#endif
