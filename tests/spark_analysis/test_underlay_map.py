"""Routers placed by the delays between them."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.distance import pdist

from spark_analysis.report.data.overlay.underlay_map import place_routers


def complete(points: np.ndarray) -> dict[tuple[int, int], float]:
    """A link between each two points, its delay their distance."""
    return {
        (a, b): float(np.linalg.norm(points[a] - points[b])) * 1e6
        for a in range(len(points))
        for b in range(a + 1, len(points))
    }


def test_points_of_a_plane_are_found_again() -> None:
    points = np.random.default_rng(4).uniform(size=(30, 2))
    places = place_routers(complete(points))
    found = pdist(np.array([places[router] for router in range(30)]))
    assert np.corrcoef(found, pdist(points))[0, 1] > 0.99


def test_a_line_keeps_its_order() -> None:
    places = place_routers({(i, i + 1): 10.0 for i in range(20)})
    along = [places[router][0] for router in range(21)]
    assert along in (sorted(along), sorted(along, reverse=True))
    assert max(abs(y) for _, y in places.values()) < 0.5 * max(abs(x) for x in along)


def test_places_are_the_same_each_time_and_within_the_page() -> None:
    delays = complete(np.random.default_rng(5).uniform(size=(80, 2)))
    places = place_routers(delays)
    assert places == place_routers(dict(reversed(list(delays.items()))))
    assert all(-1 <= value <= 1 for place in places.values() for value in place)


@pytest.mark.parametrize("delays", [{}, {(0, 1): 1.0, (2, 3): 1.0}])
def test_no_places_without_links_or_in_parts(delays: dict[tuple[int, int], float]) -> None:
    assert place_routers(delays) == {}


def test_two_routers_have_two_places() -> None:
    places = place_routers({(3, 7): 0.0})
    assert places[3] != places[7]
