// SPDX-License-Identifier: GPL-2.0-only
#ifndef SPATIAL_RECEPTION_LOG_H
#define SPATIAL_RECEPTION_LOG_H

#include "ns3/mac48-address.h"
#include "ns3/node-container.h"
#include "ns3/propagation-loss-model.h"
#include "ns3/yans-wifi-channel.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup spatial-wifi-channel-test
 * @brief What happened at a radio.
 */
struct Reception
{
    char what;           ///< 'a' a signal that can be sensed arrives, 'd' a frame was decoded
    int64_t time;        ///< ns
    uint32_t receiver;   ///< node
    Mac48Address sender; ///< of the frame
    uint16_t sequence;   ///< number of the frame
    double power;        ///< dBm
    double noise;        ///< dBm, of a frame that was decoded: interference included

    /// @brief Equality to the last bit. @param other another @return whether they are equal
    bool operator==(const Reception& other) const = default;
};

/**
 * @ingroup spatial-wifi-channel-test
 * @brief A network to be simulated with one channel and with the other.
 */
struct BroadcastNetwork
{
    uint32_t nodes = 50;                     ///< 50 on a square kilometre
    std::string mobility = "static";         ///< see Place() in the source
    std::string loss = "friis";              ///< see Loss() in the source
    uint64_t seed = 1;                       ///< RngRun
    double seconds = 2.0;                    ///< to simulate
    bool lastBits = true;                    ///< attribute of SpatialWifiChannel
    std::function<void(NodeContainer)> also; ///< is done before the simulation
};

/**
 * @ingroup spatial-wifi-channel-test
 * @brief Simulate: everybody broadcasts frames at random times.
 * @param network to be simulated
 * @param spatial whether with SpatialWifiChannel; else with YansWifiChannel
 * @param whyNot gets what SpatialWifiChannel says, if given
 * @return all receptions, in the order in which they happened
 */
std::vector<Reception> Simulate(const BroadcastNetwork& network,
                                bool spatial,
                                std::string* whyNot = nullptr);

} // namespace ns3

#endif
