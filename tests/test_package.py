"""What people import: every name is there, and comes with an example that runs."""

import subprocess
import sys

import pytest

import mha
import mha_book


@pytest.mark.parametrize("room", [mha, mha_book])
def test_every_name_that_a_stub_lists_is_there(room):
    assert len(room.__all__) > 5
    for name in room.__all__:
        assert getattr(room, name).__doc__, name


@pytest.mark.parametrize("name", mha.__all__)
def test_what_people_import_has_an_example(name):
    assert ">>> " in getattr(mha, name).__doc__


def test_nothing_is_loaded_before_it_is_asked_for():
    code = "import sys, mha; from mha import in_numpy"
    check = "sys.exit('torch' in sys.modules or 'numpy' not in sys.modules)"
    assert subprocess.run([sys.executable, "-c", f"{code}; {check}"]).returncode == 0
