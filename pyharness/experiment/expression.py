"""Expressions over parameters, `1000 * sqrt(nodes / 50)`: parsed and computed here, never run as Python.

Grammar and meaning are Python's, with three exceptions. Numbers, texts and truth values are not converted into each
other. Whole numbers have at most 256 bits. A result without a finite real value is an error.
"""

from __future__ import annotations

import ast
import math
import operator
import re
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import NoReturn, TypeGuard

from schema.manifest import Scalar

LONGEST, DEEPEST, MOST_BITS, MOST_DIGITS = 500, 60, 256, 15
Number = int | float
Parameters = Mapping[str, Scalar]
_Compute = Callable[[Parameters], Scalar]


class ExpressionError(ValueError):
    """A text is not an expression, or has no value. The message continues a sentence that begins with the text."""


@dataclass(frozen=True)
class Expression:
    """A parsed expression."""

    text: str
    names: frozenset[str]
    """Parameters that it uses."""
    _compute: _Compute

    def value(self, parameters: Parameters) -> Scalar:
        """Return its value for these parameters. Raises ExpressionError where it has none."""
        return self._compute(parameters)


def parse_expression(text: str) -> Expression:
    """Parse `text`. Attributes are named in full, `ns3::Gossip::Probability`. Raises ExpressionError."""
    if len(text) > LONGEST:
        raise ExpressionError(f"is longer than {LONGEST} characters")
    aliases: dict[str, str] = {}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            tree = ast.parse(_with_aliases(text, aliases).strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError, Warning) as error:
        raise ExpressionError("is no expression") from error
    compiler = _Compiler(aliases)
    compute = compiler.compiled(tree.body, 0)
    return Expression(text, frozenset(compiler.names), compute)


def _with_aliases(text: str, aliases: dict[str, str]) -> str:
    """Python has no `::` in names: names for those that have, entered in `aliases`. Quoted texts stay."""

    def alias(match: re.Match[str]) -> str:
        name = match[0]
        if "::" not in name or name[0] in "'\"":
            return name
        return aliases.setdefault(name, f"attribute_{len(aliases)}_")

    return re.sub(r"'[^']*'|\"[^\"]*\"|[A-Za-z_]\w*(?:::\w+)*", alias, text)


class _Compiler:
    """Turns the nodes of an expression into functions of the parameters."""

    def __init__(self, aliases: Mapping[str, str]) -> None:
        self.names: set[str] = set()
        self._named = {alias: name for name, alias in aliases.items()}

    def compiled(self, node: ast.expr, depth: int) -> _Compute:
        if depth > DEEPEST:
            raise ExpressionError("is nested too deeply")
        match node:
            case ast.Constant(value=bool() | int() | float() | str() as value):
                return self._constant(value)
            case ast.Name(id="true" | "false" as word):
                return self._constant(word == "true")
            case ast.Name(id=word):
                return self._parameter(self._named.get(word, word))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                truth = self.compiled(operand, depth + 1)
                return lambda at: not _truth(truth(at), "not")
            case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=operand):
                return self._signed(sign, self.compiled(operand, depth + 1))
            case ast.BinOp(left=left, op=symbol, right=right) if type(symbol) in _ARITHMETIC:
                return self._arithmetic(symbol, self.compiled(left, depth + 1), self.compiled(right, depth + 1))
            case ast.BoolOp(op=joint, values=parts):
                return self._joined(joint, [self.compiled(part, depth + 1) for part in parts])
            case ast.Compare():
                return self._comparison(node, depth + 1)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self._choice(*(self.compiled(part, depth + 1) for part in (test, body, orelse)))
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in _FUNCTIONS:
                return self._call(name, [self.compiled(argument, depth + 1) for argument in arguments])
            case ast.Call(func=ast.Name(id=name)) if name not in _FUNCTIONS:
                raise ExpressionError(f"has {name!r}, which is no function here; there are {', '.join(_FUNCTIONS)}")
        raise ExpressionError("has something in it that is no arithmetic, comparison, and, or, not, if or function")

    def _constant(self, value: Scalar) -> _Compute:
        held = value if isinstance(value, bool | str) else _finite(value)
        return lambda at: held

    def _parameter(self, name: str) -> _Compute:
        self.names.add(name)
        return lambda at: at[name]

    def _signed(self, sign: ast.unaryop, of: _Compute) -> _Compute:
        if isinstance(sign, ast.UAdd):
            return lambda at: _number(of(at), "+")
        return lambda at: -_number(of(at), "-")

    def _arithmetic(self, kind: ast.operator, left: _Compute, right: _Compute) -> _Compute:
        symbol, apply = _ARITHMETIC[type(kind)]
        return lambda at: _real(lambda: apply(_number(left(at), symbol), _number(right(at), symbol)))

    def _joined(self, joint: ast.boolop, parts: list[_Compute]) -> _Compute:
        if isinstance(joint, ast.And):
            return lambda at: all(_truth(part(at), "and") for part in parts)
        return lambda at: any(_truth(part(at), "or") for part in parts)

    def _comparison(self, node: ast.Compare, depth: int) -> _Compute:
        sides = [node.left, *node.comparators]
        if any(isinstance(kind, ast.In | ast.NotIn) for kind in node.ops):
            return self._membership(node, depth)
        if not all(type(kind) in _COMPARISONS for kind in node.ops):
            raise ExpressionError("has a comparison other than <, <=, ==, !=, >=, > and in")
        compares = [_COMPARISONS[type(kind)] for kind in node.ops]
        computes = [self.compiled(side, depth) for side in sides]

        def chained(at: Parameters) -> bool:
            found = pairwise(compute(at) for compute in computes)
            return all(compare(*_alike(*pair)) for compare, pair in zip(compares, found, strict=True))

        return chained

    def _membership(self, node: ast.Compare, depth: int) -> _Compute:
        match node:
            case ast.Compare(ops=[kind], comparators=[ast.Tuple(elts=elements) | ast.List(elts=elements)]):
                one = self.compiled(node.left, depth)
                several = [self.compiled(element, depth) for element in elements]
                outside = isinstance(kind, ast.NotIn)
                return lambda at: any(operator.eq(*_alike(one(at), each(at))) for each in several) is not outside
        raise ExpressionError("has an 'in' that is not followed by a list alone, as in protocol in ['smf', 'odmrp']")

    def _choice(self, test: _Compute, body: _Compute, orelse: _Compute) -> _Compute:
        return lambda at: body(at) if _truth(test(at), "if") else orelse(at)

    def _call(self, name: str, arguments: list[_Compute]) -> _Compute:
        least, most, apply = _FUNCTIONS[name]
        if not least <= len(arguments) <= most:
            raise ExpressionError(f"gives {name} {len(arguments)} numbers, which is not how many it takes")
        return lambda at: _real(lambda: apply(*(_number(argument(at), name) for argument in arguments)))


def _power(base: Number, exponent: Number) -> Number:
    if isinstance(base, int) and isinstance(exponent, int) and abs(base) > 1 and exponent > MOST_BITS:
        _fail("has a number in it that is too large")
    return base**exponent


def _rounded(value: Number, digits: Number = 0) -> Number:
    if not isinstance(digits, int) or abs(digits) > MOST_DIGITS:
        _fail(f"rounds to {digits} digits, not to {-MOST_DIGITS} to {MOST_DIGITS}")
    return round(value, digits) if digits else round(value)


_ARITHMETIC: dict[type[ast.operator], tuple[str, Callable[[Number, Number], Number]]] = {
    ast.Add: ("+", operator.add),
    ast.Sub: ("-", operator.sub),
    ast.Mult: ("*", operator.mul),
    ast.Div: ("/", operator.truediv),
    ast.FloorDiv: ("//", operator.floordiv),
    ast.Mod: ("%", operator.mod),
    ast.Pow: ("**", _power),
}
_COMPARISONS: dict[type[ast.cmpop], Callable[[Scalar, Scalar], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.GtE: operator.ge,
    ast.Gt: operator.gt,
}
_FUNCTIONS: dict[str, tuple[int, int, Callable[..., Number]]] = {
    "abs": (1, 1, abs),
    "ceil": (1, 1, math.ceil),
    "exp": (1, 1, math.exp),
    "floor": (1, 1, math.floor),
    "log": (1, 2, math.log),
    "log10": (1, 1, math.log10),
    "log2": (1, 1, math.log2),
    "max": (2, LONGEST, max),
    "min": (2, LONGEST, min),
    "round": (1, 2, _rounded),
    "sqrt": (1, 1, math.sqrt),
}
"""Name to the fewest and most numbers it takes, and the function."""


def _real(compute: Callable[[], Number]) -> Number:
    """Return the value of one step. Raises ExpressionError unless it is a finite real number of allowed size."""
    try:
        value = compute()
    except ZeroDivisionError:
        _fail("divides by zero")
    except OverflowError:
        _fail("has a number in it that is too large")
    except ExpressionError:
        raise
    except ValueError:
        _fail("has no value (a root or logarithm of a number that has none)")
    return _finite(value)


def _finite(value: Number) -> Number:
    if isinstance(value, complex):
        _fail("has no real value")
    if (isinstance(value, int) and value.bit_length() > MOST_BITS) or not math.isfinite(value):
        _fail("has a number in it that is too large")
    return value


def _number(value: Scalar, symbol: str) -> Number:
    if not _is_number(value):
        _fail(f"has {_shown(value)} with {symbol!r}, which takes numbers")
    return value


def _truth(value: Scalar, word: str) -> bool:
    if not isinstance(value, bool):
        _fail(f"has {_shown(value)} with {word!r}, which takes true or false")
    return value


def _alike(left: Scalar, right: Scalar) -> tuple[Scalar, Scalar]:
    if type(left) is not type(right) and not (_is_number(left) and _is_number(right)):
        _fail(f"compares {_shown(left)} with {_shown(right)}")
    return left, right


def _is_number(value: Scalar) -> TypeGuard[Number]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _shown(value: Scalar) -> str:
    return str(value).lower() if isinstance(value, bool) else repr(value)


def _fail(why: str) -> NoReturn:
    raise ExpressionError(why)
