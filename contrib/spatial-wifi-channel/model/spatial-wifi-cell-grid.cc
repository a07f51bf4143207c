// SPDX-License-Identifier: GPL-2.0-only
#include "spatial-wifi-cell-grid.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

/// @param from @param to @param edge of a cell @return cells from one to the other, at least one
std::size_t
Cells(double from, double to, double edge)
{
    return static_cast<std::size_t>((to - from) / edge) + 1;
}

/// @param offset from the least coordinate @param edge of a cell @param cells in that direction
/// @return the cell it is in, the nearest if it is beyond them
std::size_t
Cell(double offset, double edge, std::size_t cells)
{
    const double cell = offset / edge;
    return cell <= 0.0                              ? 0
           : cell >= static_cast<double>(cells - 1) ? cells - 1
                                                    : static_cast<std::size_t>(cell);
}

} // namespace

void
CellGrid::Build(const std::vector<Vector>& places, double edge)
{
    Vector least = places.empty() ? Vector() : places.front();
    Vector greatest = least;
    for (const Vector& place : places)
    {
        least = Vector(std::min(least.x, place.x), std::min(least.y, place.y), 0.0);
        greatest = Vector(std::max(greatest.x, place.x), std::max(greatest.y, place.y), 0.0);
    }
    // As many cells as points in each direction are more than enough.
    const double extent = std::max(greatest.x - least.x, greatest.y - least.y);
    m_edge = std::max(edge, extent / (2.0 * std::sqrt(static_cast<double>(places.size())) + 1.0));
    m_west = least.x;
    m_south = least.y;
    m_columns = Cells(least.x, greatest.x, m_edge);
    m_rows = Cells(least.y, greatest.y, m_edge);
    m_cells.resize(m_columns * m_rows);
    for (auto& cell : m_cells)
    {
        cell.clear();
    }
    m_cellOf.resize(places.size());
    for (uint32_t point = 0; point < places.size(); ++point)
    {
        Insert(point, places[point]);
    }
}

void
CellGrid::Move(uint32_t point, const Vector& place)
{
    auto& cell = m_cells[m_cellOf[point]];
    const auto entry = std::find_if(cell.begin(), cell.end(), [point](const Entry& each) {
        return each.point == point;
    });
    *entry = cell.back();
    cell.pop_back();
    Insert(point, place);
}

void
CellGrid::Find(const Vector& centre, double radius, std::vector<uint32_t>& found) const
{
    const std::size_t west = Column(centre.x - radius);
    const std::size_t east = Column(centre.x + radius);
    const std::size_t north = Row(centre.y + radius);
    for (std::size_t row = Row(centre.y - radius); row <= north; ++row)
    {
        for (std::size_t column = west; column <= east; ++column)
        {
            for (const Entry& entry : m_cells[row * m_columns + column])
            {
                const double dx = entry.x - centre.x;
                const double dy = entry.y - centre.y;
                if (dx * dx + dy * dy <= radius * radius)
                {
                    found.push_back(entry.point);
                }
            }
        }
    }
}

std::size_t
CellGrid::Column(double x) const
{
    return Cell(x - m_west, m_edge, m_columns);
}

std::size_t
CellGrid::Row(double y) const
{
    return Cell(y - m_south, m_edge, m_rows);
}

void
CellGrid::Insert(uint32_t point, const Vector& place)
{
    m_cellOf[point] = Row(place.y) * m_columns + Column(place.x);
    m_cells[m_cellOf[point]].push_back({place.x, place.y, point});
}

} // namespace ns3
