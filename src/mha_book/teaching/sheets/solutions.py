"""What the one who marks a sheet gets: what is right, and what a wrong answer tells."""

from html import escape
from typing import Any

from mha_book.exercises.plain import answer, number, title

HEAD = "<th scope='col'>Who writes</th><th scope='col'>has made this mistake</th>"
APART = {"find", "order"}  # of a choice and of lines nothing else is told


def solution(exercise: dict[str, Any]) -> str:
    """Give the right answer, and the answers that known mistakes give."""
    more = _orders if exercise["kind"] in APART else _mistakes
    return f"<p>{title(exercise)}</p>{_stated(exercise)}{more(exercise)}"


def _stated(exercise: dict[str, Any]) -> str:
    right = answer(exercise)
    return right if right.startswith("<") else f"<p class='right'>{right}</p>"


def _orders(exercise: dict[str, Any]) -> str:
    """Say how many other orders of the lines are right, too."""
    orders = len(exercise["draws"][0]["right"])
    if exercise["kind"] == "find" or orders == 1:
        return ""
    return (
        f"<p>In all, {orders} orders are right: a line may move where no other line "
        "needs it sooner.</p>"
    )


def _mistakes(exercise: dict[str, Any]) -> str:
    pairs = (
        f"<td>{_answered(found, exercise)}</td><td>{_names(told, exercise)}</td>"
        for told, found in exercise["draws"][0]["wrong"]
    )
    rows = "".join(f"<tr>{pair}</tr>" for pair in (HEAD, *pairs))
    return f"<table class='mistakes'>{rows}</table>"


def _names(told: list[int], exercise: dict[str, Any]) -> str:
    return "<br>".join(escape(exercise["faults"][one]["name"]) for one in told)


def _answered(found: list[Any], exercise: dict[str, Any]) -> str:
    """A wrong answer as somebody would write it; of a mask, row by row."""
    if exercise["kind"] != "mask":
        return escape(", ".join(map(number, found)))
    width = len(exercise["draws"][0]["columns"])
    signs = "".join("·✓"[value != 0] for value in found)
    return "<br>".join(signs[n : n + width] for n in range(0, len(signs), width))
