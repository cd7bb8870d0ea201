"""A notebook is run again where its kernel did not start, and nowhere else."""

import nbclient
import pytest
from nbclient.exceptions import DeadKernelError

from mha_book.site.kernels import execute

TAKEN = RuntimeError("Kernel died before replying to kernel_info")


def attempts(monkeypatch, *results):
    """Let each run end with the next of these; give what each run was told."""
    told, results = [], iter(results)

    def run(notebook, **how):
        told.append((notebook, how))
        result = next(results)
        if isinstance(result, Exception):
            raise result
        return result

    monkeypatch.setattr(nbclient, "execute", run)
    return told


def test_a_kernel_that_finds_its_ports_taken_is_started_again(monkeypatch):
    told = attempts(monkeypatch, TAKEN, TAKEN, "outputs")
    assert execute("cells", cwd="here", timeout=60) == "outputs"
    assert told == [("cells", {"cwd": "here", "timeout": 60})] * 3


@pytest.mark.parametrize(
    ("error", "runs"),
    [(TAKEN, 3), (DeadKernelError("a cell ended it"), 1), (ValueError("a cell"), 1)],
)
def test_what_another_try_does_not_mend_is_raised(monkeypatch, error, runs):
    told = attempts(monkeypatch, *[error] * 4)
    with pytest.raises(type(error)) as caught:
        execute("cells")
    assert caught.value is error
    assert len(told) == runs
