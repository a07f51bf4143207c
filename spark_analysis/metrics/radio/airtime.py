"""How much of the channel's time the frames took, and how evenly nodes sent."""

from __future__ import annotations

from spark_analysis.metrics.metric import ON_RADIO, RADIO, Metric

AIRTIME_FRACTION = Metric(
    name="airtime_fraction",
    order=140,
    unit="1",
    definition="Share of the measured window in which a radio sent or received a frame, mean over radios. "
    "A frame takes 20 µs and its OFDM symbols at its rate, or 192 µs and its bits at 802.11b's rates.",
    source="IEEE 802.11, clauses 15.3 and 17.4.3; captures",
    compute="""
        SELECT sum(frames * airtime_us) / 1e6 / max(nodes) / max(window_s) AS value
        FROM in_window WHERE rate_kbps > 0""",
    needs=("in_window",),
    kinds=ON_RADIO,
    label="share of airtime used",
    group=RADIO,
    better="lower",
    percent=True,
    shown_in={"load": 2},
)

TX_FAIRNESS = Metric(
    name="tx_fairness",
    order=150,
    unit="1",
    definition="Jain's index of the frames sent per node in the measured window: 1 if all send alike, 1/n if one sends "
    "all.",
    source="Jain et al. 1984; captures",
    compute="""
        SELECT pow(sum(sent), 2) / (max(nodes) * sum(sent * sent)) AS value
        FROM (SELECT node, max(nodes) AS nodes, sum(frames) AS sent FROM in_window WHERE is_tx GROUP BY node)""",
    needs=("in_window",),
    kinds=ON_RADIO,
    label="fairness of transmissions (Jain)",
    group=RADIO,
    shown_in={"load": 3},
)
