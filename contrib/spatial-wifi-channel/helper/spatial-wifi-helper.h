// SPDX-License-Identifier: GPL-2.0-only
#ifndef SPATIAL_WIFI_HELPER_H
#define SPATIAL_WIFI_HELPER_H

#include "ns3/spatial-wifi-channel.h"
#include "ns3/yans-wifi-helper.h"

namespace ns3
{

/**
 * @ingroup spatial-wifi-channel
 * @brief Makes radios for a SpatialWifiChannel: used as YansWifiPhyHelper is.
 */
class SpatialWifiPhyHelper : public YansWifiPhyHelper
{
  public:
    SpatialWifiPhyHelper();
};

/**
 * @ingroup spatial-wifi-channel
 * @brief Makes a SpatialWifiChannel: used as YansWifiChannelHelper is.
 */
class SpatialWifiChannelHelper
{
  public:
    /**
     * @brief Add a model to the end of the chain of loss models.
     * @tparam Ts \deduced Argument types
     * @param name of its type
     * @param args names and values of its attributes
     */
    template <typename... Ts>
    void AddPropagationLoss(const std::string& name, Ts&&... args)
    {
        m_loss.push_back(ObjectFactory(name, std::forward<Ts>(args)...));
    }

    /**
     * @brief Receive nothing beyond a distance. The models before are not asked beyond it, so that
     * they may draw random numbers.
     * @param range m
     */
    void CutAt(double range);

    /// @return a new channel, its delay that of light
    Ptr<SpatialWifiChannel> Create() const;

  private:
    std::vector<ObjectFactory> m_loss; ///< the chain
    double m_cut = 0.0;                ///< m; 0: none
};

} // namespace ns3

#endif
