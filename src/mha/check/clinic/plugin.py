"""pytest finds this by itself where the package is installed: a fixture, in a process.

In a test of one's own::

    def test_attention(mha_doctor):
        mha_doctor("my_model.py:MyAttention")
"""

from collections.abc import Callable
from typing import Any

import pytest


@pytest.fixture
def mha_doctor() -> Callable[..., dict[str, Any]]:
    """Fail a test with the diagnosis, unless what a name in a file means is healthy."""
    from mha.check.clinic.process import in_own_process

    def look(layer: str, seconds: float = 120.0, **known: Any) -> dict[str, Any]:
        told = in_own_process({"layer": layer, **known}, seconds)
        if told["status"]:
            pytest.fail(told["text"], pytrace=False)
        return told["report"]

    return look
