"""The first number of a random stream of ns-3: L'Ecuyer's MRG32k3a, whose streams are 2^127 numbers apart.

The phases of brokers' decisions are such numbers, so the model knows the order of decisions without looking at a run.
"""

from __future__ import annotations

Matrix = tuple[tuple[int, ...], ...]

PROTOCOL_STREAMS = 3 << 32
"""The first stream of brokers: the block `protocol` of the scenario programs."""

M1, M2 = 4294967087, 4294944443
A1: Matrix = ((0, 1, 0), (0, 0, 1), (-810728 % M1, 1403580, 0))
A2: Matrix = ((0, 1, 0), (0, 0, 1), (-1370589 % M2, 0, 527612))


def _times(a: Matrix, b: Matrix, m: int) -> Matrix:
    columns = list(zip(*b, strict=True))
    return tuple(tuple(sum(x * y for x, y in zip(row, column, strict=True)) % m for column in columns) for row in a)


def _advanced(state: list[int], a: Matrix, steps: int, m: int) -> list[int]:
    while steps:
        if steps & 1:
            state = [sum(x * y for x, y in zip(row, state, strict=True)) % m for row in a]
        a, steps = _times(a, a, m), steps >> 1
    return state


def first_uniform(stream: int, run: int) -> float:
    """The first number from 0 to 1 of a stream whose number a program has set, with RngSeed=1 and RngRun=`run`."""
    steps = ((1 << 63) + stream << 127) + (run << 76)
    one = _advanced([1, 1, 1], A1, steps + 1, M1)[2]
    other = _advanced([1, 1, 1], A2, steps + 1, M2)[2]
    return ((one - other) % M1 or M1) / (M1 + 1)


def decision_phase(broker: int, run: int) -> float:
    """The share of a period that passes before a broker of the program `overlay` decides for the first time."""
    return first_uniform(PROTOCOL_STREAMS + 2 * broker, run)
