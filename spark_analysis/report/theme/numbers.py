"""Numbers as text: no more digits than the interval supports, a real minus sign, an en dash where there is none."""

from __future__ import annotations

from math import floor, isfinite, log10

MISSING = "–"
_MINUS = "\N{MINUS SIGN}"
_SIGNIFICANT_OF_WIDTH = 2
_SIGNIFICANT_ALONE = 4
_MOST_DECIMALS = 6


def decimals(value: float, half_width: float = float("nan")) -> int:
    """How many decimals `value` deserves, given the half-width of its interval if there is one."""
    known = isfinite(half_width) and half_width > 0
    guide, digits = (half_width, _SIGNIFICANT_OF_WIDTH) if known else (value, _SIGNIFICANT_ALONE)
    if not isfinite(guide) or guide == 0 or (not known and float(value).is_integer()):
        return 0
    return min(max(digits - 1 - floor(log10(abs(guide))), 0), _MOST_DECIMALS)


def fixed(value: float, places: int, *, signed: bool = False) -> str:
    """`value` with `places` decimals and thousands separated; MISSING for anything not finite."""
    if not isfinite(value):
        return MISSING
    text = f"{abs(value):,.{places}f}"
    if not text.strip("0.,"):
        return text
    return (_MINUS if value < 0 else "+" if signed else "") + text


def plain(value: float) -> str:
    """A number that has no interval."""
    return fixed(value, decimals(value))


def with_unit(text: str, unit: str) -> str:
    """`text` and its unit, kept on one line."""
    return f"{text}\N{NO-BREAK SPACE}{unit}" if unit and text != MISSING else text


def probability(p: float) -> str:
    """A p value as papers print it, with one more digit where rounding would hide the side of 0.05 it is on."""
    if not isfinite(p):
        return MISSING
    if p < 0.001:
        return "< 0.001"
    if 0.0495 <= p < 0.0505:
        return f"{p:.4f}"
    return f"{p:.3f}" if p < 0.1 else f"{p:.2f}"


def equals_probability(p: float) -> str:
    """The same within a sentence."""
    text, nbsp = probability(p), "\N{NO-BREAK SPACE}"
    return "p " + text.replace(" ", nbsp) if text.startswith("<") else f"p{nbsp}={nbsp}{text}"
