// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_IDEAL_CAPTURE_H
#define MANET_IDEAL_CAPTURE_H

#include "ns3/manet-unit-disk-channel.h"

#include <string>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief Capture what crosses ideal links, one file per radio, in the same form as 802.11 radios
 * write: radiotap, an 802.11 data frame, LLC/SNAP. So one reader serves both.
 * @param channel of the links
 * @param folder for radio-<node>.pcap
 */
void CaptureIdealLinks(Ptr<UnitDiskChannel> channel, const std::string& folder);

} // namespace ns3::pubsub::manet

#endif
