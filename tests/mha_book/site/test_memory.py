"""The build tells how much memory the largest chapter took."""

import subprocess
import sys

import pytest

from mha_book.site import memory

pytest.importorskip("resource", reason="Windows counts no peaks of children")


@pytest.fixture
def told(monkeypatch):
    """What is logged, by its kind."""
    lines = []

    class Logger:
        def info(self, text, *values):
            lines.append(("info", text % values))

        def warning(self, text, *values):
            lines.append(("warning", text % values))

    monkeypatch.setattr(memory, "logger", Logger())
    return lines


def test_the_largest_childs_peak_is_told(told):
    taken = 400 * 2**20
    subprocess.run([sys.executable, "-c", f"b'x' * {taken}"], check=True)
    subprocess.run([sys.executable, "-c", ""], check=True)
    peak = memory.largest_child()
    assert taken / 2**30 < peak < memory.MOST
    memory.weigh(None, None)
    assert told == [("info", f"the largest chapter took {peak:.1f} GiB of memory")]


def test_more_than_readers_have_is_a_warning(told, monkeypatch):
    monkeypatch.setattr(memory, "largest_child", lambda: 4.06)
    memory.weigh(None, None)
    assert told[1] == ("warning", "a chapter took 4.1 GiB of memory: at most 4.0")


def test_where_the_system_counts_no_peak_nothing_is_told(told, monkeypatch):
    monkeypatch.setattr(memory, "find_spec", lambda name: None)
    memory.weigh(None, None)
    assert told == []
