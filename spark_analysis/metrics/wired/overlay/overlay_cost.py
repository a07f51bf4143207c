"""What the messages of an overlay cost."""

from __future__ import annotations

from spark_analysis.metrics.metric import ON_WIRES, OVERLAY, Metric

_PER_TICK = " In whole steps of the measured window, per tick."

OVERLAY_COST_N = Metric(
    name="overlay_cost_n",
    order=600,
    unit="1/tick",
    definition="Cost of notifications. Each transmission from broker to broker costs that of the link and that of the "
    "receiving broker. Each event that is sent on or delivered costs that of its publisher's broker, too." + _PER_TICK,
    source="Chi et al. 2014, section 3; traces",
    compute="""
        SELECT sum(cost_n) / nullif(any_value(ticks), 0) AS value
        FROM overlay_costs CROSS JOIN overlay_clock WHERE in_window""",
    needs=("overlay_clock", "overlay_costs"),
    kinds=ON_WIRES,
    label="cost of notifications per tick",
    group=OVERLAY,
    better="lower",
    shown_in={"overlay-cost-parts": 1},
    in_every_run=False,
)

OVERLAY_COST_A = Metric(
    name="overlay_cost_a",
    order=610,
    unit="1/tick",
    definition="Cost of advertisements: each transmission costs that of the link and that of the receiving broker."
    + _PER_TICK,
    source="Chi et al. 2014, section 3; traces",
    compute="""
        SELECT sum(cost_a) / nullif(any_value(ticks), 0) AS value
        FROM overlay_costs CROSS JOIN overlay_clock WHERE in_window""",
    needs=("overlay_clock", "overlay_costs"),
    kinds=ON_WIRES,
    label="cost of advertisements per tick",
    group=OVERLAY,
    better="lower",
    shown_in={"overlay-cost-parts": 2},
    in_every_run=False,
)

OVERLAY_COST_S = Metric(
    name="overlay_cost_s",
    order=620,
    unit="1/tick",
    definition="Cost of subscriptions: each transmission costs that of the link and that of the receiving broker."
    + _PER_TICK,
    source="Chi et al. 2014, section 3; traces",
    compute="""
        SELECT sum(cost_s) / nullif(any_value(ticks), 0) AS value
        FROM overlay_costs CROSS JOIN overlay_clock WHERE in_window""",
    needs=("overlay_clock", "overlay_costs"),
    kinds=ON_WIRES,
    label="cost of subscriptions per tick",
    group=OVERLAY,
    better="lower",
    shown_in={"overlay-cost-parts": 3},
    in_every_run=False,
)

OVERLAY_COST = Metric(
    name="overlay_cost",
    order=630,
    unit="1/tick",
    definition="The reported cost: that of notifications and half of that of advertisements and subscriptions, the "
    "mean of the paper's cost and of OCBR's, which counts notifications alone." + _PER_TICK,
    source="Chi et al. 2014, section 5; traces",
    compute="""
        SELECT sum(cost_n + (cost_a + cost_s) / 2) / nullif(any_value(ticks), 0) AS value
        FROM overlay_costs CROSS JOIN overlay_clock WHERE in_window""",
    needs=("overlay_clock", "overlay_costs"),
    kinds=ON_WIRES,
    label="cost of the overlay per tick",
    group=OVERLAY,
    better="lower",
    report_order=590,
    short_label="cost per tick",
    shown_in={"terminal": 3, "answer": 0, "overlay-reconfiguration": 1, "differences": 0},
    in_every_run=False,
)

OVERLAY_COST_WITH_CONTROL = Metric(
    name="overlay_cost_with_control",
    order=640,
    unit="1/tick",
    definition="Cost of all messages between brokers: notifications, advertisements, subscriptions, and those that "
    "evaluate and make changes of the overlay. A message between brokers without a link costs that of their pair."
    + _PER_TICK,
    source="ours; traces",
    compute="""
        SELECT if(count(*) = count(cost_other), sum(cost_n + cost_a + cost_s + cost_other), NULL)
               / nullif(any_value(ticks), 0) AS value
        FROM overlay_costs CROSS JOIN overlay_clock WHERE in_window""",
    needs=("overlay_clock", "overlay_costs"),
    kinds=ON_WIRES,
    label="cost of the overlay with control per tick",
    group=OVERLAY,
    better="lower",
    report_order=595,
    shown_in={"overlay-cost-parts": 4, "differences": 3},
    in_every_run=False,
)
