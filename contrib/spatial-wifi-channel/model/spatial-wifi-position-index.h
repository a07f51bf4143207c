// SPDX-License-Identifier: GPL-2.0-only
#ifndef SPATIAL_WIFI_POSITION_INDEX_H
#define SPATIAL_WIFI_POSITION_INDEX_H

#include "spatial-wifi-cell-grid.h"

#include "ns3/mobility-model.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup spatial-wifi-channel
 * @brief Finds those who are near a place, of many that stand or move.
 *
 * Never misses one. What it takes to know that depends on the mobility model:
 * - one that tells of every change of its course, and is where it is whoever asks
 *   (ConstantPositionMobilityModel, CourseMobilityModel), has a place in a grid; the grid is made
 *   again before the fastest can have left the slack around its place;
 * - ns-3's moving models tell of changes, too, but add a step to their position whenever it is
 *   asked for, so that its last bits depend on how often that was. To be exact to these bits, they
 *   are asked at every search, as a channel without index asks them. If last bits do not matter,
 *   they have places in the grid, too;
 * - all others are asked at every search.
 */
class PositionIndex
{
  public:
    PositionIndex() = default;
    ~PositionIndex();
    PositionIndex(const PositionIndex&) = delete;
    PositionIndex& operator=(const PositionIndex&) = delete;

    /**
     * @brief Begin anew.
     * @param models of those to be found, who are numbered from 0
     * @param radius that searches will mostly have, m
     * @param lastBits whether positions have to be exact to their last bits
     */
    void Watch(std::vector<Ptr<MobilityModel>> models, double radius, bool lastBits);

    /// @brief Forget all.
    void Forget();

    /**
     * @brief Search.
     * @param centre of a disk
     * @param radius of the disk, m
     * @return all who are in the disk now, and perhaps some who are near it, in ascending order;
     * valid until the next search
     */
    const std::vector<uint32_t>& Near(const Vector& centre, double radius);

    /// @param one a number @return its mobility model
    const Ptr<MobilityModel>& Model(uint32_t one) const
    {
        return m_models[one];
    }

  private:
    /// @brief Make the grid from where all are now.
    void Place();

    /// @brief Somebody's course has changed. @param index of positions @param point in the grid
    /// @param model whose
    static void Turned(PositionIndex* index, uint32_t point, Ptr<const MobilityModel> model);

    std::vector<Ptr<MobilityModel>> m_models; ///< of all
    std::vector<uint32_t> m_asked;            ///< those who are asked at every search
    std::vector<uint32_t> m_placed;           ///< those in the grid, by point
    std::vector<Callback<void, Ptr<const MobilityModel>>> m_sinks; ///< of their changes, by point
    CellGrid m_grid;                                               ///< of those
    double m_radius = 0.0;                                         ///< of most searches, m
    double m_greatestSpeed = 0.0;                                  ///< since the grid was made, m/s
    double m_slack = 0.0;                                          ///< around places in the grid, m
    Time m_made;                                                   ///< when the grid was
    std::vector<uint32_t> m_found;                                 ///< in the last search
};

} // namespace ns3

#endif
