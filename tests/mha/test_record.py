"""A run's circumstances on any machine, and runs kept whole."""

import errno
import json
import sys
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
import torch

from mha import record
from mha.record import circumstances, cpu_name, write_json, write_whole


def test_json_is_written_whole_and_as_it_is(tmp_path):
    path = tmp_path / "run.json"
    write_json(path, {"rows": ["größer"]})
    text = path.read_text(encoding="utf-8")
    assert json.loads(text) == {"rows": ["größer"]}
    assert text.count("\n") == 5  # a line for each thing, as a diff shows them
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("failing", ["fsync", "replace"])
def test_what_stood_there_stays_where_the_disk_is_full(tmp_path, monkeypatch, failing):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "run.json"
    write_whole(path, b"older")
    usage = SimpleNamespace(free=1234)
    monkeypatch.setattr(record.shutil, "disk_usage", lambda folder: usage)
    owner = record.os if failing == "fsync" else record.Path
    monkeypatch.setattr(owner, failing, full)
    with pytest.raises(OSError, match="No space") as found:
        write_whole(path, bytes(56789))
    assert found.value.errno == errno.ENOSPC
    assert found.value.filename == str(path)
    assert found.value.strerror == (
        "No space left on device; 56,789 bytes needed, 1,234 free"
    )
    assert path.read_bytes() == b"older"
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_is_on_the_disk_before_it_has_its_name(tmp_path, monkeypatch):
    done, sync, replace = [], record.os.fsync, record.Path.replace
    monkeypatch.setattr(record.os, "fsync", lambda n: done.append("sync") or sync(n))
    monkeypatch.setattr(
        record.Path, "replace", lambda *p: done.append("name") or replace(*p)
    )
    write_whole(tmp_path / "run.json", b"newer")
    assert done == ["sync", "name"]


def test_what_a_kill_leaves_is_hidden_so_that_the_folder_still_counts_as_new(
    tmp_path, monkeypatch
):
    def killed(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(record.os, "fsync", killed)
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "run.json", b"half")
    assert [path.name for path in tmp_path.iterdir()] == [".run.json.partial"]


LINUX = """
Architecture:   x86_64
CPU(s):         2
  BIOS Model name: Virtual CPU
Model name:     AMD EPYC 7B13
Model:          1
"""
WINDOWS = """
----------------------
Name: 12th Gen Intel(R) Core(TM) i7-12700
Manufacturer: GenuineIntel
----------------------
Name: another
"""


@pytest.mark.parametrize(
    ("told", "name"),
    [
        (LINUX, "AMD EPYC 7B13"),
        (LINUX.replace("\n", "\r\n"), "AMD EPYC 7B13"),
        (WINDOWS, "12th Gen Intel(R) Core(TM) i7-12700"),
        ("Apple M2 Pro\n", "Apple M2 Pro"),
        ("Intel(R) Core(TM) i7-9750H CPU @ 2.60GHz", None),
        ("/bin/sh: 1: lscpu: not found", "a processor"),
        ("Model name:\nModel: 1", "a processor"),
        ("", "a processor"),
    ],
)
def test_every_systems_cpu_has_its_name(monkeypatch, told, name):
    monkeypatch.setattr(record.platform, "processor", lambda: "a processor")
    assert cpu_name(told) == (name or told)


def test_a_cpu_that_nothing_names_is_unknown(monkeypatch):
    monkeypatch.setattr(record.platform, "processor", lambda: "")
    assert cpu_name("") == "unknown"


@pytest.fixture
def collected(monkeypatch):
    """What torch tells of a machine, and what a GPU would be called."""
    told = SimpleNamespace(cpu="Apple M2 Pro", os="macOS 15.0 (arm64)")
    monkeypatch.setattr(record.collect_env, "get_cpu_info", lambda run: told.cpu)
    monkeypatch.setattr(record.collect_env, "get_os", lambda run: told.os)
    monkeypatch.setattr(
        torch.cuda, "get_device_name", lambda device: f"name of {device}"
    )
    return told


@pytest.mark.parametrize(
    ("device", "gpu"),
    [
        ("cpu", None),
        ("mps", None),
        ("cuda", "name of cuda"),
        ("cuda:1", "name of cuda:1"),
    ],
)
def test_a_run_says_what_it_ran_on(collected, monkeypatch, device, gpu):
    monkeypatch.setattr(record.psutil, "getloadavg", lambda: (1.0, 2.0, 3.0))
    monkeypatch.setattr(record.os, "cpu_count", lambda: 12)
    monkeypatch.setattr(torch, "get_num_threads", lambda: 6)
    first = datetime.now(UTC).date().isoformat()
    found = circumstances(device)
    assert first <= found.pop("date") <= datetime.now(UTC).date().isoformat()
    versions = found.pop("versions")
    assert sys.version.startswith(versions["python"] + " ")
    assert versions["torch"] == torch.__version__
    assert versions["cuda"] == torch.version.cuda
    assert found == {
        "machine": {"cpu": "Apple M2 Pro", "cores": 12, "os": collected.os, "gpu": gpu},
        "threads": 6,
        "load_before": (1.0, 2.0, 3.0),
    }


def test_a_machine_that_tells_nothing_is_written_down_too(collected):
    collected.cpu = None
    assert circumstances("cpu")["machine"]["cpu"]
