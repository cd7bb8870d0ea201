"""Runs that take long are stored one by one, each made with a single thread."""

import json

import pytest
import torch

from mha_book.your_file.stored import store_each


@pytest.fixture
def _threads():
    """As many threads afterwards as before."""
    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


@pytest.mark.usefixtures("_threads")
def test_each_run_is_kept_as_soon_as_it_is_made(tmp_path):
    torch.set_num_threads(2)
    out = tmp_path / "runs.jsonl"

    def train_one(name, seed):
        kept = len(out.read_text(encoding="utf-8").splitlines()) if seed else 0
        return {"of": [name, seed, kept], "threads used": torch.get_num_threads()}

    store_each(out, "as typed", [("a", 0), ("a", 1), ("a", 2)], train_one)
    runs = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [run["of"] for run in runs] == [["a", 0, 0], ["a", 1, 1], ["a", 2, 2]]
    assert {run["threads used"] for run in runs} == {1}  # so that sums come out alike
    assert {run["command"] for run in runs} == {"as typed"}
    assert {run["threads"] for run in runs} == {1}
    assert {run["versions"]["torch"] for run in runs} == {torch.__version__}
