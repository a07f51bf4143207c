// SPDX-License-Identifier: GPL-2.0-only
#ifndef SPATIAL_WIFI_CELL_GRID_H
#define SPATIAL_WIFI_CELL_GRID_H

#include "ns3/vector.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup spatial-wifi-channel
 * @brief Points in square cells of the plane, to find those near a place without looking at all.
 *
 * Heights do not count. Points beyond the outermost cells belong to those.
 */
class CellGrid
{
  public:
    /**
     * @brief Begin anew.
     * @param places of the points, which are numbered from 0
     * @param edge of a cell, m; cells are larger where there would be far more of them than points
     */
    void Build(const std::vector<Vector>& places, double edge);

    /// @brief A point is elsewhere. @param point which @param place its new one
    void Move(uint32_t point, const Vector& place);

    /**
     * @brief Find points.
     * @param centre of a disk
     * @param radius of the disk, m
     * @param found the points in it, in no order, are added
     */
    void Find(const Vector& centre, double radius, std::vector<uint32_t>& found) const;

  private:
    /// A point in its cell.
    struct Entry
    {
        double x;       ///< m
        double y;       ///< m
        uint32_t point; ///< number
    };

    /// @param x m @return the column it is in
    std::size_t Column(double x) const;

    /// @param y m @return the row it is in
    std::size_t Row(double y) const;

    /// @brief Put a point into its cell. @param point which @param place where
    void Insert(uint32_t point, const Vector& place);

    double m_west = 0.0;                     ///< least x, m
    double m_south = 0.0;                    ///< least y, m
    double m_edge = 1.0;                     ///< of a cell, m
    std::size_t m_columns = 0;               ///< of cells
    std::size_t m_rows = 0;                  ///< of cells
    std::vector<std::vector<Entry>> m_cells; ///< row by row
    std::vector<std::size_t> m_cellOf;       ///< by point
};

} // namespace ns3

#endif
