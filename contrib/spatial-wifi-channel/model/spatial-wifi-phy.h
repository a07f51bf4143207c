// SPDX-License-Identifier: GPL-2.0-only
#ifndef SPATIAL_WIFI_PHY_H
#define SPATIAL_WIFI_PHY_H

#include "ns3/yans-wifi-phy.h"

namespace ns3
{

/**
 * @ingroup spatial-wifi-channel
 * @brief A YansWifiPhy that hands what it sends to a SpatialWifiChannel, if it has one.
 */
class SpatialWifiPhy : public YansWifiPhy
{
  public:
    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    void StartTx(Ptr<const WifiPpdu> ppdu) override;
};

} // namespace ns3

#endif
