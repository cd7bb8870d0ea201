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
        unjudged: the code may be right; it is the check that does not get on.
        raised: the code raised an exception.
        misfit: numbers that are handed over do not fit into its parameters.
    """

    def __init__(
        self,
        told: str,
        kind: str,
        unjudged: bool = False,
        raised: bool = False,
        misfit: bool = False,
    ) -> None:
        super().__init__(told)
        self.told, self.kind = told, kind
        self.unjudged, self.raised, self.misfit = unjudged, raised, misfit


class _TooLong(BaseException):
    """Raised inside code that does not end; no `except Exception` holds it."""


def call(
    function: Callable[..., Any],
    *args: Any,
    seconds: float = SECONDS,
    watched: bool = True,
) -> Any:
    """Call a function on copies of its arguments, and give back what it returns.

    Args:
        function: the reader's, or the catalogue's.
        args: what it gets.
        seconds: after how long it is ended.
        watched: it may never end; to watch takes longer than most calls do.

    Raises:
        Stumble: it raised, did not end, or changed what it was given.
    """
    given = [_copy(one) for one in args]
    try:
        with _Watch(seconds) if watched else contextlib.nullcontext(), _quiet():
            returned = function(*given)
    except _TooLong:
        told = f"It had not ended after {seconds:g} s: is there a loop without an end?"
        raise Stumble(told, "endless") from None
    except Stumble:
        raise
    except (Exception, SystemExit) as error:  # `exit()` ends the reader's code alone
        raise _stumble_of(error) from error
    for number, (before, after) in enumerate(zip(args, given, strict=True)):
        if isinstance(before, Tensor) and not _same(before, after):
            told = (
                f"It changes its argument {number + 1}, which whoever called it still "
                "needs. Work on a copy."
            )
            raise Stumble(told, f"changes {number}")
    return returned


def _copy(one: Any) -> Any:
    return one.clone() if isinstance(one, Tensor) else one


def _same(before: Tensor, after: Tensor) -> bool:
    return before.shape == after.shape and torch.equal(before, after)


def _stumble_of(error: BaseException) -> Stumble:
    """An exception in words: what, and in which line of the reader's code."""
    said = f"{type(error).__name__}: {error}".rstrip(": ")
    frames = traceback.extract_tb(error.__traceback__)
    own = [
        one
        for one in frames
        if one.filename != __file__ and "torch" not in one.filename
    ]
    line = f" in its line “{own[-1].line}”" if own and own[-1].line else ""
    first = said.splitlines()[0].rstrip(".")
    return Stumble(f"It raises {first}{line}.", said, raised=True)


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Keep what the code prints, and what it is warned of, off the answer."""
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


class _Watch:
    """Ends what runs in this thread after so many seconds of processor time.

    A loop that catches everything ends, too; on a busy machine nobody is hurried.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds, self.thread = seconds, threading.get_ident()
        self.done = threading.Event()
        self.watcher = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> None:
        self.watcher.start()

    def _watch(self) -> None:
        begun, until = time.process_time(), time.monotonic() + max(WAIT, self.seconds)
        while not self.done.wait(0.02):
            used = time.process_time() - begun
            if used > self.seconds or time.monotonic() > until:
                _raise_in(self.thread)  # again and again, where the code catches it

    def __exit__(self, *error: object) -> None:
        """End the watch, also while an exception of it is on its way."""
        while True:
            with contextlib.suppress(_TooLong):
                self.done.set()
                self.watcher.join()
                # What came too late is raised here. To take it back by a call would
                # leave CPython looking for it for ever: no debugger gets past that.
                for _ in range(100):
                    pass
                return


def _raise_in(thread: int) -> None:
    error = ctypes.py_object(_TooLong)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), error)
