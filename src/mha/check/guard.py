"""A reader's code is called as if it could do anything: raise, print, never end."""

import contextlib
import ctypes
import io
import threading
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch import Tensor

SECONDS = 5.0  # of processor time for one call; a right one takes a few thousandths
WAIT = 60.0  # on the clock, for what does not end and computes nothing


class Stumble(Exception):
    """Why a call gave nothing that one can judge.

    Args:
        told: what happened, as one whole sentence.
        kind: equal for two calls that stumbled over the same.
    """

    def __init__(self, told: str, kind: str) -> None:
        super().__init__(told)
        self.told, self.kind = told, kind


class _TooLong(BaseException):
    """Raised inside code that does not end; no `except Exception` holds it."""


def call(function: Callable[..., Any], *args: Any, seconds: float = SECONDS) -> Any:
    """Call a function on copies of its arguments, and give back what it returns.

    Raises:
        Stumble: it raised, did not end, or changed what it was given.
    """
    given = [_copy(one) for one in args]
    try:
        with _at_most(seconds), _quiet():
            returned = function(*given)
    except _TooLong:
        told = f"It had not ended after {seconds:g} s: is there a loop without an end?"
        raise Stumble(told, "endless") from None
    except Stumble:
        raise
    except Exception as error:
        raise _stumble_of(error) from error
    for number, (before, after) in enumerate(zip(args, given, strict=True)):
        if isinstance(before, Tensor) and not _same(before, after):
            told = (
                f"It changes its argument number {number} (from 0) in place: who "
                "called it loses that."
            )
            raise Stumble(told, f"changes {number}")
    return returned


def _copy(one: Any) -> Any:
    return one.clone() if isinstance(one, Tensor) else one


def _same(before: Tensor, after: Tensor) -> bool:
    return before.shape == after.shape and torch.equal(before, after)


def _stumble_of(error: Exception) -> Stumble:
    """An exception in words: what, and in which line of the reader's code."""
    said = f"{type(error).__name__}: {error}".rstrip(": ")
    frames = traceback.extract_tb(error.__traceback__)
    own = [
        one
        for one in frames
        if one.filename != __file__ and "torch" not in one.filename
    ]
    line = f" in its line “{own[-1].line}”" if own and own[-1].line else ""
    return Stumble(f"It raises {said.splitlines()[0]}{line}.", said)


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Keep what the code prints, and what it is warned of, off the answer."""
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@contextlib.contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """End what runs inside after so many seconds of processor time.

    A loop that catches everything ends, too; on a busy machine nobody is hurried.
    """
    thread, done = threading.get_ident(), threading.Event()

    def watch() -> None:
        begun, until = time.process_time(), time.monotonic() + max(WAIT, seconds)
        while not done.wait(0.01):
            late = time.process_time() - begun > seconds or time.monotonic() > until
            if late:  # again and again, where the code catches it
                _raise_in(thread)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
        _raise_in(thread, None)  # what came too late is taken back


def _raise_in(thread: int, error: type[BaseException] | None = _TooLong) -> None:
    wanted = ctypes.py_object(error) if error else None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), wanted)
