"""How well the brokers of a run predicted the traffic of their links; without predictions, how well the last value did.

One error is of one direction of a link and one step. Steps count that are in the measured window together with the
step before them. Where the run has predictions, only steps that one was made for count.
"""

from __future__ import annotations

from spark_analysis.metrics.metric import ON_WIRES, OVERLAY, Metric

_ERRORS = """
        SELECT {value} AS value FROM (
            SELECT previous - actual AS last_value,
                   if((SELECT count(*) FROM predictions) > 0, predicted, previous) - actual AS error
            FROM (
                SELECT step, actual, predicted, lag(actual) OVER way AS previous, lag(step) OVER way AS previous_step
                FROM (
                    SELECT link_steps.step::BIGINT AS step, link_steps.a, link_steps.b,
                           link_steps.notifications::DOUBLE AS actual, predictions.notifications AS predicted
                    FROM link_steps LEFT JOIN predictions USING (step, a, b)
                ) WINDOW way AS (PARTITION BY a, b ORDER BY step)
            ), run
            WHERE previous_step = step - 1 AND previous_step * step_ns >= start_ns AND (step + 1) * step_ns <= end_ns
        ) WHERE error IS NOT NULL"""
_DEFINITION = (
    "of the predictions of T(n + 1), one for each direction of a link and step, as the brokers made them; of the last "
    "value where they made none."
)
_NEEDS = ("link_steps", "predictions", "run")


def _compute(value: str) -> str:
    return _ERRORS.format(value=value)


PREDICTION_RMSE = Metric(
    name="prediction_rmse",
    order=800,
    unit="notifications/step",
    definition=f"Root mean squared error {_DEFINITION}",
    source="Chi et al. 2017, section 6; traces",
    compute=_compute("sqrt(avg(error * error))"),
    needs=_NEEDS,
    kinds=ON_WIRES,
    label="error of predicted traffic (RMSE)",
    group=OVERLAY,
    better="lower",
    in_every_run=False,
)

PREDICTION_MAE = Metric(
    name="prediction_mae",
    order=810,
    unit="notifications/step",
    definition=f"Mean absolute error {_DEFINITION}",
    source="ours; traces",
    compute=_compute("avg(abs(error))"),
    needs=_NEEDS,
    kinds=ON_WIRES,
    label="error of predicted traffic (MAE)",
    group=OVERLAY,
    better="lower",
    in_every_run=False,
)

PREDICTION_MASE = Metric(
    name="prediction_mase",
    order=820,
    unit="1",
    definition="prediction_mae over the mean absolute error of the last value in the same steps.",
    source="Hyndman and Koehler 2006, here without a training part; traces",
    compute=_compute("avg(abs(error)) / nullif(avg(abs(last_value)), 0)"),
    needs=_NEEDS,
    kinds=ON_WIRES,
    label="scaled error of predicted traffic",
    group=OVERLAY,
    better="lower",
    in_every_run=False,
)

PREDICTION_SKILL = Metric(
    name="prediction_skill",
    order=830,
    unit="1",
    definition="1 minus the squared prediction_rmse over the mean squared error of the last value in the same steps.",
    source="Murphy 1988; traces",
    compute=_compute("1 - avg(error * error) / nullif(avg(last_value * last_value), 0)"),
    needs=_NEEDS,
    kinds=ON_WIRES,
    label="skill of predicted traffic",
    group=OVERLAY,
    better="higher",
    in_every_run=False,
)
