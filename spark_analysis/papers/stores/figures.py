"""Figures 4 to 11 with the paper's axes."""

from __future__ import annotations

from spark_analysis.papers.comparison.panel import PaperPanel, PaperPicture
from spark_analysis.papers.stores.curves import gain_curves, policy_curves, reassignment_curves

HOPS, ONT, STORES = "mean_hop_distance", "ont_req_hops_s", "stores_installed"
_HOPS, _ONT, _GAIN = "mean hop distance", "ONT (req·hops/s)", "gain (%)"
_POPULARITY, _LOCALITY = "popularity exponent $s_p$", "locality exponent $s_l$"


def _both(x: str, x_label: str) -> tuple[PaperPanel, ...]:
    """Return the panels of distance and traffic over `x`."""
    return (
        PaperPanel("Mean hop distance", x_label, _HOPS, policy_curves(HOPS, x, optimum=True)),
        PaperPanel("Overall network traffic", x_label, _ONT, policy_curves(ONT, x, at_full_rate=True, optimum=True)),
    )


def _given_stores(x: str, x_label: str, stores: int) -> PaperPanel:
    return PaperPanel(f"{stores} stores", x_label, _HOPS, policy_curves(HOPS, x, {"stores": stores}, optimum=True))


def _changed(x: str, x_label: str) -> tuple[PaperPanel, ...]:
    """Return the panels of distance and gain over the exponent after the change."""
    return (
        PaperPanel("Mean hop distance", x_label, _HOPS, reassignment_curves(HOPS, x)),
        PaperPanel("Gain of the reassignment", x_label, _GAIN, gain_curves(HOPS, x)),
    )


PICTURES = (
    PaperPicture("fig-4", "distance and traffic over the number of brokers", _both("brokers", "brokers $N$")),
    PaperPicture("fig-5", "distance and traffic over the capacity of a store", _both("capacity", "capacity $L$")),
    PaperPicture(
        "fig-6",
        "distance and traffic over the least number of replicas of a topic",
        _both("min_copies", "least number of replicas $min_k$"),
    ),
    PaperPicture(
        "fig-7",
        "distance and traffic over the exponent of popularity, with a given number of stores",
        (
            _given_stores("popularity", _POPULARITY, 20),
            _given_stores("popularity", _POPULARITY, 10),
            PaperPanel(
                "20 stores",
                _POPULARITY,
                _ONT,
                policy_curves(ONT, "popularity", {"stores": 20}, at_full_rate=True, optimum=True),
            ),
            PaperPanel(
                "10 stores",
                _POPULARITY,
                _ONT,
                policy_curves(ONT, "popularity", {"stores": 10}, at_full_rate=True, optimum=True),
            ),
        ),
    ),
    PaperPicture(
        "fig-8",
        "distance and installed stores over the exponent of locality, with a given number of stores",
        (
            _given_stores("locality", _LOCALITY, 20),
            _given_stores("locality", _LOCALITY, 10),
            PaperPanel("20 stores", _LOCALITY, "stores", policy_curves(STORES, "locality", {"stores": 20})),
            PaperPanel("10 stores", _LOCALITY, "stores", policy_curves(STORES, "locality", {"stores": 10})),
        ),
    ),
    PaperPicture(
        "fig-9",
        "distance over the number of stores that fail",
        (PaperPanel("Mean hop distance", "failed stores of 20", _HOPS, policy_curves(HOPS, "failed_stores")),),
    ),
    PaperPicture(
        "fig-10",
        "distance after a change of popularity, and the gain of the reassignment",
        _changed("popularity", f"{_POPULARITY} after the change"),
    ),
    PaperPicture(
        "fig-11",
        "distance after a change of locality, and the gain of the reassignment",
        _changed("locality", f"{_LOCALITY} after the change"),
    ),
)
