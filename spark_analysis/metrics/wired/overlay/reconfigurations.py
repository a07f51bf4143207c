"""How often the links of an overlay were changed, and how often brokers refused their lock for it."""

from __future__ import annotations

from spark_analysis.metrics.metric import ON_WIRES, OVERLAY, Metric

RECONFIGURATIONS = Metric(
    name="reconfigurations",
    order=650,
    unit="plans",
    definition="Executed plans in the measured window: each takes one link away and adds another.",
    source="Chi et al. 2014, section 5; traces",
    compute="""
        SELECT (SELECT count(DISTINCT plan) FROM plans, run
                WHERE state = 'done' AND time_ns BETWEEN start_ns AND end_ns)::DOUBLE AS value
        FROM overlay_brokers HAVING count(*) > 0""",
    needs=("overlay_brokers", "plans", "run"),
    kinds=ON_WIRES,
    label="reconfigurations",
    group=OVERLAY,
    better="lower",
    short_label="reconfigurations",
    shown_in={"terminal": 5, "answer": 9, "overlay-reconfiguration": 2, "differences": 9},
    in_every_run=False,
)

LOCK_CONFLICT_RATIO = Metric(
    name="lock_conflict_ratio",
    order=670,
    unit="1",
    definition="Locks that brokers refused, over all that they granted or refused in the measured window.",
    source="ours; traces",
    compute="""
        SELECT count_if(change = 'refused') / nullif(count(*), 0) AS value
        FROM locks, run WHERE change IN ('granted', 'refused') AND time_ns BETWEEN start_ns AND end_ns""",
    needs=("locks", "run"),
    kinds=ON_WIRES,
    label="refused locks",
    group=OVERLAY,
    better="lower",
    percent=True,
    shown_in={"overlay-reconfiguration": 4},
    in_every_run=False,
)

PLAN_GAIN_ERROR = Metric(
    name="plan_gain_error",
    order=760,
    unit="1",
    definition="Sum of the absolute errors of predicted changes of cost, over the sum of the absolute changes that the "
    "brokers of the path worked out. All plans count that were evaluated in the measured window, executed or not.",
    source="ours; traces",
    compute="""
        SELECT sum(abs(predicted - evaluated)) / nullif(sum(abs(evaluated)), 0) AS value
        FROM (SELECT max_by(predicted, time_ns) AS predicted, max_by(evaluated, time_ns) AS evaluated
              FROM plans, run WHERE is_evaluated = 1 AND time_ns BETWEEN start_ns AND end_ns GROUP BY plan)""",
    needs=("plans", "run"),
    kinds=ON_WIRES,
    label="error of predicted gains",
    group=OVERLAY,
    better="lower",
    percent=True,
    shown_in={"overlay-reconfiguration": 5},
    in_every_run=False,
)
