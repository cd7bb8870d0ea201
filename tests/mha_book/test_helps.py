"""What each command says when it is asked for help, as a person has read it."""

import re
from pathlib import Path

import pytest

from mha.benchmark import cli as benchmark
from mha.check.clinic import cli as doctor
from mha_book.capstone import cli as capstone
from mha_book.experiments import cli as experiments
from records import Record

READ = Record(Path(__file__).with_name("helps.txt"), exact=True)
COMMANDS = {
    "mha-doctor": (doctor.main, ()),
    "mha-next": (capstone.main, ()),
    "mha-train": (experiments.main, ()),
    "python -m mha.benchmark.cli": (benchmark.read_options, ()),
} | {f"mha-train {task}": (experiments.main, (task,)) for task in experiments.TASKS}
FRAME = re.compile("[─-╿]+")  # around a table of options


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_s_help_is_what_was_read(name, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")  # nothing is cut by a narrow window
    run, before = COMMANDS[name]
    with pytest.raises(SystemExit) as ended:
        run([*before, "--help"])
    assert ended.value.code == 0
    told = FRAME.sub("", capsys.readouterr().out).splitlines()
    said = [" ".join(line.split()) for line in told if line.strip()]
    assert said[0].lower().startswith(f"usage: {name}")
    READ.holds(name, said)


def test_no_other_help_was_read():
    READ.has_only(set(COMMANDS))
