// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_IDEAL_CAPTURE_H
#define PUBSUB_IDEAL_CAPTURE_H

#include "ns3/unit-disk-channel.h"

#include <string>

namespace ns3
{

/**
 * @ingroup pubsub
 * @brief Capture what crosses ideal links, one file per radio, in the same form as 802.11 radios
 * write: radiotap, an 802.11 data frame, LLC/SNAP. So one reader serves both.
 * @param channel of the links
 * @param folder for radio-<node>.pcap
 */
void CaptureIdealLinks(Ptr<UnitDiskChannel> channel, const std::string& folder);

} // namespace ns3

#endif
