"""Numbers as a reader wants them: as many decimals as say something, and no more."""

import math
from collections.abc import Iterable
from typing import Any

MISSING = "–"
MOST = 4  # decimals
SINGLE = 1e-6  # to how much of itself a number in 32 bits is what was typed
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def decimals_for(values: Iterable[Any]) -> int:
    """With how many decimals a column is written: fewer where its numbers are large.

    So many as its longest number has, when it was rounded before; at most 4, and one
    less for each digit that the largest has before the point, from the second on.
    """
    finite = [abs(v) for v in values if is_float(v) and math.isfinite(v)]
    before = len(str(int(max(finite, default=0))))
    most = max(0, MOST + 1 - before)
    for decimals in range(most):
        pairs = ((v, round(v, decimals)) for v in finite)
        if all(math.isclose(*pair, rel_tol=SINGLE, abs_tol=1e-9) for pair in pairs):
            return decimals
    return most


def decimals_for_tensor(values: Iterable[float]) -> int:
    """As many as a column's; fewer where most numbers are whole, such as 0 and 1.

    Then each of the others keeps two digits, and none of them looks whole.
    """
    finite = [abs(v) for v in values if is_float(v) and math.isfinite(v)]
    parts = [v for v in finite if not math.isclose(v, round(v), abs_tol=1e-9)]
    most = decimals_for(finite)
    if 2 * len(parts) >= len(finite):
        return most
    for decimals in range(2, most):
        least = 10.0 ** (1 - decimals)
        if all(v >= least and round(v, decimals) % 1 for v in parts):
            return decimals
    return most


def write_number(value: Any, decimals: int, *, tiny: bool = True) -> str:
    """A value as text: 1,024; −0.50; −∞; ✓ and · for True and False; – for missing.

    Where the decimals would leave 0 of a number, it is written as 5 × 10⁻¹⁶, unless
    `tiny` is False.
    """
    if value is None or value != value:
        return MISSING
    if isinstance(value, bool):
        return "✓" if value else "·"
    if is_float(value):
        return _write_float(value, decimals, tiny)
    return f"{value:,}".replace("-", "−") if isinstance(value, int) else str(value)


def is_float(value: Any) -> bool:
    """Whether a value is a floating-point number, NumPy's among them."""
    return isinstance(value, float)


def _write_float(value: float, decimals: int, tiny: bool) -> str:
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    text = f"{value:,.{decimals}f}"
    lost = not float(text.replace(",", ""))
    if lost and not tiny:
        return text.removeprefix("-")
    if value and lost:
        digits, power = f"{value:.0e}".split("e")
        text = f"{digits} × 10{str(int(power)).translate(RAISED)}"
    return text.replace("-", "−")
