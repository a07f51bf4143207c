"""The order of ARIMA for many links, searched on a sample of them: one order for all, from their training parts only.

The number of differences is by the test of Kwiatkowski, Phillips, Schmidt and Shin (J. Econometrics 54, 1992), as
Hyndman and Khandakar use it (J. Statistical Software 27, 2008). The other two orders have the least sum of corrected
Akaike criteria over the sample.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
from statsmodels.tools.sm_exceptions import ConvergenceWarning, InterpolationWarning
from statsmodels.tsa.arima.model import ARIMA
from statsmodels.tsa.stattools import kpss
from threadpoolctl import threadpool_limits

from spark_analysis.prediction.series.unusable import Fault, UnusableSeries

MOST = 2
"""The largest order of the autoregression and of the moving average."""
SAMPLE = 20
LEVEL = 0.05
Order = tuple[int, int, int]


class OrderCriteria(NamedTuple):
    """What one series contributes: whether it needs a difference, and the criterion of each order."""

    is_differenced: bool
    criteria: dict[Order, float]


def order_criteria(training: np.ndarray) -> OrderCriteria:
    """The criteria of one training part, which varies, for all orders up to MOST.

    In one thread: sums of several threads have another order, and for small matrices they only wait for each other.
    """
    with warnings.catch_warnings(), threadpool_limits(1):
        warnings.simplefilter("ignore", InterpolationWarning)  # the p value is beyond the ends of its table
        warnings.simplefilter("ignore", ConvergenceWarning)
        warnings.filterwarnings("ignore", "Non-(stationary|invertible) starting", UserWarning)
        needs_difference = bool(kpss(training, nlags="auto", result_object=False)[1] < LEVEL)
        orders = [(p, d, q) for d, p, q in product((0, 1), range(MOST + 1), range(MOST + 1)) if p + q]
        criteria = {order: float(ARIMA(training, order=order).fit(cov_type="none").aicc) for order in orders}
    return OrderCriteria(needs_difference, criteria)


def chosen_order(found: Sequence[OrderCriteria]) -> Order:
    """The order with the least sum of criteria among those with the differences that most of the series need.

    Raises UnusableSeries for an empty sample.
    """
    if not found:
        raise UnusableSeries(Fault.EMPTY, "no series is left to search the order of ARIMA on")
    differences = int(2 * sum(each.is_differenced for each in found) > len(found))
    orders = [order for order in found[0].criteria if order[1] == differences]
    return min(orders, key=lambda order: (sum(each.criteria[order] for each in found), order))


def sampled(count: int, most: int = SAMPLE) -> list[int]:
    """Indices of a sample of `count` series, evenly spread over them."""
    return sorted({round(index) for index in np.linspace(0, count - 1, min(count, most))}) if count else []
