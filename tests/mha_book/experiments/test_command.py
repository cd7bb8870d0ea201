"""The command: bad options cost nothing, a killed run resumes, faults get a line."""

import errno
import functools
import hashlib
import io
import json
import os
import pathlib
import pickle
import re
import signal
import subprocess
import sys
import time

import pandas as pd
import psutil
import pytest
import torch
from filelock import FileLock
from safetensors.torch import load_file

from mha.data import news as reading
from mha.data.packaged import news_folder
from mha.training.checkpoint import DIGEST
from mha.training.run_folder import write_run_file
from mha_book.experiments import cli as command, copying
from project import PROJECT

SMALL = ["--epochs", "3", "--embed-dim", "16", "--heads", "2"]
NEWS = ["news", "--max-len", "32", *SMALL]
LANGUAGE = ["language", "--subject", "tech", "--epochs", "1", "--layers", "1"]
LANGUAGE += ["--embed-dim", "16", "--heads", "2", "--batch-size", "96"]
COPYING = ["copying", "--epochs", "8", "--embed-dim", "8"]

# It moves all scores of a row alike, so no weight: its gradient is rounding alone, to
# which Adam gives the step of any other.
KEYS_BIAS = "attention.key_proj.bias"


@pytest.mark.usefixtures("short_news")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["weather"], 'Unknown command "weather".*news, language, copying.*'),
        (["news"], ".*parameter --out requires an argument.*"),
        (["news", "--out-of", "x"], "Unknown option: --out-of.*"),
        (
            ["news", "--attention", "slow"],
            ".*Choose from.*wrapper.*split.*fused.*torch.*",
        ),
        (["news", "--positions", "up"], ".*Choose from.*none.*sinusoidal.*learned.*"),
        (["news", "--relative", "up"], ".*Choose from.*none.*shaw.*rotary.*alibi.*"),
        (
            ["news", "--attention", "torch", "--relative", "alibi"],
            "attention 'torch' has no place for 'alibi'",
        ),
        (["news", "--epochs", "0"], "--epochs 0: expected 1 or more"),
        (
            ["news", "--embed-dim", "65"],
            "--embed-dim 65: expected a multiple of --heads 8",
        ),
        (
            ["news", "--learning-rate", "0"],
            "--learning-rate 0.0: expected above 0, and finite",
        ),
        (["news", "--seed", "one"], '.*--seed: unable to convert "one" into int.*'),
        (
            ["news", "--attention", "none"],
            "--attention none leaves zeros to read: --pool residual",
        ),
        (
            ["news", "--published", "--test"],
            "--published measures on the test part anyway: no --test",
        ),
        (["news", "--max-len", "2"], r"max_len 2 is below 3: \[CLS\], a word, \[SEP\]"),
        (
            ["language", "--attention", "torch"],
            ".*Choose from.*wrapper.*split.*merged.*",
        ),
        (["language", "--subject", "weather"], ".*Choose from.*all.*business.*tech.*"),
        (["language", "--layers", "0"], "--layers 0: expected 1 or more"),
        (["language", "--dropout", "2"], "dropout 2.0 is not between 0 and 1"),
        (["language", "--dropout", "nan"], "dropout nan is not between 0 and 1"),
        (["language", "--articles", "0"], r"articles 0 must be between 1 and \d+"),
        (["news", "--batch-size", "0"], "--batch-size 0: expected 1 or more"),
        (["news", "--batch-size", "-2"], "--batch-size -2: expected 1 or more"),
        (["news", "--heads", "0"], "--heads 0: expected 1 or more"),
        (["news", "--embed-dim", "0"], "--embed-dim 0: expected 1 or more"),
        (["news", "--max-len", "0"], "--max-len 0: expected 1 or more"),
        (["news", "--vocab-size", "0"], "--vocab-size 0: expected 1 or more"),
        (
            ["news", "--vocab-size", "9"],
            r"vocab_size 9 is below \d+: the texts' letters and marks alone need .*",
        ),
        (
            ["news", "--embedding-std", "-1"],
            "--embedding-std -1.0: expected 0 or more, and finite",
        ),
        (
            ["news", "--embedding-std", "inf"],
            "--embedding-std inf: expected 0 or more, and finite",
        ),
        (["copying", "--epochs", "10000"], "--epochs 10000: expected at most 9999"),
        (["news", "--epochs", "1", "--epochs", "2"], ".*--epochs specified multiple.*"),
        (["news", "--device", "tpu"], ".*Choose from.*cpu.*cuda.*mps.*"),
        (
            ["news", "--mixed-precision", "fp16"],
            "fp16 needs a GPU; on a CPU, bf16 works",
        ),
        (["news", "--seed", "-1"], "--seed -1: expected 0 to 4294967295"),
        (
            ["news", "--seed", "4294967296"],
            "--seed 4294967296: expected 0 to 4294967295",
        ),
        (
            ["news", "--learning-rate", "nan"],
            "--learning-rate nan: expected above 0, and finite",
        ),
        (
            ["news", "--learning-rate", "inf"],
            "--learning-rate inf: expected above 0, and finite",
        ),
    ],
)
def test_a_bad_option_gets_one_line_and_leaves_nothing(
    options, message, tmp_path, capsys
):
    out = [] if options == ["news"] else ["--out", str(tmp_path / "run")]
    told = message_of([*options, *out], capsys)
    assert re.fullmatch(message, told), told
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "options",
    [
        ["news", "--embedding-std", "0", "--epochs", "9999", "--batch-size", "1"],
        ["news", "--heads", "1", "--embed-dim", "1", "--vocab-size", "1"],
        ["news", "--learning-rate", "1e-300", "--max-len", "1", "--seed", "0"],
        ["language", "--seed", "4294967295", "--layers", "1", "--epochs", "1"],
    ],
)
def test_the_least_and_the_greatest_of_each_option_are_taken(options, tmp_path):
    command.read_options([*options, "--out", str(tmp_path / "run")]).check()


def test_a_file_is_no_folder(tmp_path, capsys):
    (path := tmp_path / "run").write_text("mine", encoding="utf-8")
    told = message_of([*COPYING, "--out", str(path)], capsys)
    assert told == f"--out {path} is a file; expected a folder"
    assert path.read_text(encoding="utf-8") == "mine"


def message_of(argv, capsys, status=2):
    """The one line that the command ends with, without its name."""
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        command.main([str(word) for word in argv])
    assert ended.value.code == status
    told = capsys.readouterr().err
    assert re.fullmatch("mha-train: .+\n", told), told
    return told.removeprefix("mha-train: ").rstrip()


def test_without_options_or_with_help_it_says_what_there_is(capsys):
    for argv, found in (([], "copying.*language.*news"), (["news", "-h"], "--out")):
        with pytest.raises(SystemExit) as ended:
            command.main(argv)
        assert ended.value.code == 0
        assert re.search(found, capsys.readouterr().out, re.DOTALL)


def test_until_it_trains_a_task_imports_only_what_it_needs():
    """Of all tasks' options none is read but the one that is asked for."""
    code = (
        "import sys; from mha_book.experiments.cli import read_options\n"
        "print(*sys.modules)\n"
        "read_options(['copying', '--out', 'x'])\n"
        "print(*sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, text=True
    )
    first, then = (set(line.split()) for line in run.stdout.splitlines())
    assert "cyclopts" in first
    assert not first & {"torch", "numpy", "pandas"}
    assert "torch" in then
    assert not then & {"transformers", "datasets", "sklearn", "torch._dynamo"}


# ---- killed, and again ----------------------------------------------------------

THIS = (sys.executable, "-m", "mha_book.experiments.cli")


def launch(out, launcher=THIS):
    return subprocess.Popen(
        [*launcher, *COPYING, "--out", str(out)],
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


# It ends itself after an epoch: who watches it from outside may come too late.
ENDS = """
import os, sys
from mha.training import loop
from mha_book.experiments import cli
save = loop.save_checkpoint
def save_and_end(*args):
    save(*args)
    if args[-1][-1]["epoch"] == {epoch}:
        os.kill(os.getpid(), {with_signal})
loop.save_checkpoint = save_and_end
cli.main(sys.argv[1:])
"""


def end_after(epoch, with_signal, out):
    """What a process says that ends itself by a signal, once an epoch is kept."""
    program = ENDS.format(epoch=epoch, with_signal=int(with_signal))
    process = launch(out, (sys.executable, "-c", program))
    return ended(process, out)


def finish(process):
    told, errors = process.communicate(timeout=400)
    assert process.returncode == 0, errors.decode()
    return told.decode()


def stop(process, out, rank):
    """End one of the processes that a launcher started, once there is an epoch."""
    end = time.monotonic() + 400
    while not any(out.glob("epoch-*.checkpoint")):
        assert process.poll() is None, process.communicate()[1].decode()
        assert time.monotonic() < end, "no epoch"
        time.sleep(0.02)
    ranked(process, rank).send_signal(signal.SIGKILL)
    ended(process, out)


def ended(process, out):
    """What a process said that has been ended before it had a model."""
    _, errors = process.communicate(timeout=400)
    assert process.returncode != 0
    assert not (out / "model.safetensors").exists()
    return errors.decode()


def ranked(process, rank):
    """The launched process of this rank."""
    every = psutil.Process(process.pid).children(recursive=True)
    (found,) = [child for child in every if child.environ().get("RANK") == str(rank)]
    return found


def state(out):
    return load_file(out / "model.safetensors")


@pytest.fixture(scope="module")
def short_news(tmp_path_factory):
    """Each article's beginning: a run reads 32 tokens of it, but would cut up all."""
    folder, whole = tmp_path_factory.mktemp("news"), news_folder()
    for path in whole.glob("*/*.txt"):
        place = folder / path.relative_to(whole)
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(path.read_bytes()[:300])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "news_folder", lambda: folder)
        yield


@pytest.fixture(scope="module")
def unbroken(short_news, tmp_path_factory):
    """A function: options -> the folder of their run, which had no stop."""

    @functools.cache
    def run(*options):
        out = tmp_path_factory.mktemp("runs") / options[0]
        command.main([*options, "--out", str(out)])
        return out

    return lambda options: run(*options)


def test_a_run_leaves_its_table_weights_and_circumstances(unbroken):
    out = unbroken(NEWS)
    run = json.loads((out / "run.json").read_text(encoding="utf-8"))
    assert run["options"]["attention"] == "split"
    assert run["options"]["device"] == "cpu"
    assert run["versions"]["torch"] == torch.__version__
    assert run["processes"] == 1
    table = pd.read_csv(out / "table.csv")
    assert len(table) == 6
    assert state(out)["embedding.weight"].shape == (1000, 16)
    counts = pd.read_csv(out / "confusion.csv", index_col=0).to_numpy()
    right = table["accuracy"].iloc[-1]
    assert counts.trace() / counts.sum() == pytest.approx(right, abs=1e-6)


def test_a_language_model_is_trained_by_command(unbroken):
    out = unbroken(LANGUAGE)
    table = pd.read_csv(out / "table.csv")
    assert table["part"].tolist() == ["training", "validation"]
    assert state(out)["embedding.weight"].shape == (1000, 16)


@pytest.mark.slow  # three processes import for some seconds
def test_stopped_by_the_reader_and_killed_by_the_system_it_ends_the_same(
    unbroken, tmp_path
):
    out = tmp_path / "run"
    told = end_after(1, signal.SIGINT, out)
    kept = rf"kept up to epoch \d in {re.escape(str(out))}: the same command goes on"
    assert re.fullmatch(f"mha-train: stopped; {kept} from there\n", told)
    end_after(2, signal.SIGKILL, out)
    command.main([*COPYING, "--out", str(out)])
    name = "model.safetensors"
    assert (out / name).read_bytes() == (unbroken(COPYING) / name).read_bytes()


def readme_launchers():
    """What docs/package.md starts several processes with, torchrun first."""
    text = (PROJECT / "docs" / "package.md").read_text(encoding="utf-8")
    found = re.findall(r"^\$ (.*-m mha_book.experiments.cli) news ", text, re.MULTILINE)
    assert ["torchrun" in line for line in found] == [True, False]
    return [line.split() for line in found]


@pytest.mark.slow  # each process imports for some seconds
def test_two_processes_end_where_one_does_also_when_one_was_killed(unbroken, tmp_path):
    torchrun, _ = readme_launchers()
    stop(launch(tmp_path / "run", torchrun), tmp_path / "run", rank=1)
    ends_as_one_process(torchrun, unbroken(COPYING), tmp_path / "run")


@pytest.mark.slow
def test_accelerates_launcher_ends_where_one_process_does(unbroken, tmp_path):
    ends_as_one_process(readme_launchers()[1], unbroken(COPYING), tmp_path / "run")


def ends_as_one_process(launcher, expected, out):
    told = finish(launch(out, launcher))
    assert told.count("written to") == 1
    run = json.loads((out / "run.json").read_text(encoding="utf-8"))
    assert run["processes"] == 2
    files = [sorted(path.name for path in o.iterdir()) for o in (expected, out)]
    assert files[0] == files[1]
    one, two = (
        pd.read_csv(o / "table.csv").drop(columns="seconds") for o in (expected, out)
    )
    pd.testing.assert_frame_equal(one, two, rtol=0, atol=1e-5)
    ended = state(out)
    for name, tensor in state(expected).items():
        if not name.endswith(KEYS_BIAS):
            torch.testing.assert_close(ended[name], tensor, rtol=0, atol=1e-5)


# ---- a folder of another run -----------------------------------------------------

OTHERWISE = {
    "--attention": "fused",
    "--pool": "mean",
    "--positions": "learned",
    "--relative": "alibi",
    "--vocab-size": "999",
    "--max-len": "31",
    "--embed-dim": "32",
    "--heads": "4",
    "--batch-size": "31",
    "--learning-rate": "0.002",
    "--mixed-precision": "bf16",
    "--embedding-std": "0.5",
    "--seed": "1",
    "--start": "torch",
    "--no-mask": None,
    "--published": None,
}


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_every_option_that_decides_a_run_is_known_here():
    known = {option.strip("-").replace("-", "_") for option in OTHERWISE}
    options = command.read_options([*NEWS, "--out", "x"]).decisive()
    assert known == options.keys() - {"task", "epochs", "device", "test"}


@pytest.mark.parametrize("option", OTHERWISE)
def test_another_run_is_not_mixed_in(option, unbroken, capsys):
    before, value, argv = contents(out := unbroken(NEWS)), OTHERWISE[option], [*NEWS]
    if option in argv:
        argv[argv.index(option) + 1] = value
    else:
        argv += [option] if value is None else [option, value]
    told = message_of([*argv, "--out", out], capsys)
    name = option.strip("-").replace("-", "_")
    assert told.startswith(f"{out} holds a run with {name} ")
    assert told.endswith(f", not {value or True}: choose another --out")
    assert contents(out) == before


def test_a_run_of_another_task_is_not_mixed_in(unbroken, capsys):
    told = message_of(["language", "--out", unbroken(NEWS)], capsys)
    assert "holds a run with task news, not language" in told


@pytest.fixture
def begun(tmp_path, monkeypatch):
    """A function: how many epochs -> the folder of a small run that has so many."""
    monkeypatch.setattr(copying, "STEPS", 4)

    def run(epochs):
        command.main(small(epochs, tmp_path))
        return tmp_path / "run"

    return run


def small(epochs, folder):
    options = ["--epochs", str(epochs), "--embed-dim", "8"]
    return ["copying", *options, "--out", str(folder / "run")]


def test_a_run_that_ends_shows_its_last_epoch_and_its_folder(begun, capsys):
    out = begun(2)
    heads, *rows, where = map(str.split, capsys.readouterr().out.splitlines()[-4:])
    assert heads == ["epoch", "part", "loss", "accuracy", "seconds"]
    assert [row[:2] for row in rows] == [["2", "training"], ["2", "validation"]]
    assert " ".join(where) == f"written to {out}"


def test_a_run_goes_on_where_it_began_and_on_no_other_device(begun, tmp_path, capsys):
    run = json.loads(((out := begun(1)) / "run.json").read_text(encoding="utf-8"))
    run["options"]["device"] = "cuda"
    (out / "run.json").write_text(json.dumps(run), encoding="utf-8")
    before = contents(out)
    told = message_of(small(2, tmp_path), capsys)
    assert told == f"{out} holds a run with device cuda, not cpu: choose another --out"
    assert contents(out) == before


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", "null", '{"options": 3}', '{"words": {}}', "\xff"]
)
def test_a_foreign_run_file_is_not_taken_for_a_runs(text, tmp_path, capsys):
    (out := tmp_path / "run").mkdir()
    (out / "run.json").write_text(text, encoding="latin-1")
    (out / "table.csv").write_text("mine", encoding="utf-8")
    before = contents(out)
    told = message_of(small(1, tmp_path), capsys)
    assert told == (
        f"{out / 'run.json'} is no run's: expected JSON with the options of mha-train; "
        "choose another --out"
    )
    assert contents(out) == before


@pytest.mark.parametrize("name", ["table.csv", "notes"])
def test_a_folder_with_other_files_is_no_runs(name, tmp_path, capsys):
    (out := tmp_path / "run").mkdir()
    (out / name).write_text("mine", encoding="utf-8")
    told = message_of(small(1, tmp_path), capsys)
    assert "has files but no run.json, so it is no run's folder: choose another" in told
    assert contents(out) == {name: b"mine"}


def test_of_two_runs_in_one_folder_the_second_is_refused(begun, tmp_path, capsys):
    before = contents(out := begun(1))
    with FileLock(out / ".lock"):  # as the first one holds it
        told = message_of(small(2, tmp_path), capsys)
    assert told.startswith(f"another run is at work in {out}: wait for its end, or ")
    assert contents(out) == before
    begun(2)  # which is over now


# ---- damage, and disks -----------------------------------------------------------


class Bomb:
    def __reduce__(self):
        return exec, ("import os; os.environ['BOMB'] = 'exploded'",)


def with_digest(payload):
    return hashlib.sha256(payload).digest() + payload


def of_another_model(content):
    payload = torch.load(io.BytesIO(content[DIGEST:]), weights_only=True)
    payload["model"]["embedding.weight"] = torch.zeros(3, 2)
    return saved(payload)


def saved(payload):
    torch.save(payload, buffer := io.BytesIO())
    return with_digest(buffer.getvalue())


DAMAGED = {
    "cut off": lambda content: content[:-1],
    "empty": lambda content: b"",
    "one bit": lambda content: (
        content[:-900] + bytes([content[-900] ^ 1]) + content[-899:]
    ),
    "text": lambda content: b'{"epoch": 1}',
    "code": lambda content: pickle.dumps(Bomb()),
    "code, marked as whole": lambda content: with_digest(pickle.dumps(Bomb(), 2)),
    "saved code": lambda content: saved(Bomb()),
    "another model's": of_another_model,
    "other things": lambda content: saved({"rows": []}),
    "a list": lambda content: saved([1, 2]),
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_damaged_checkpoint_is_named_and_runs_no_code(
    damage, begun, tmp_path, capsys, monkeypatch
):
    path = begun(1) / "epoch-0001.checkpoint"
    path.write_bytes(DAMAGED[damage](path.read_bytes()))
    before = contents(path.parent)
    monkeypatch.delenv("BOMB", raising=False)
    told = message_of(small(2, tmp_path), capsys)
    assert "BOMB" not in os.environ
    assert told.startswith(f"{path} is damaged, or no checkpoint of this model (")
    assert told.endswith("): move it away, and the same command begins anew")
    after = contents(path.parent)
    assert {name: after[name] for name in before if name != "run.json"} == {
        name: before[name] for name in before if name != "run.json"
    }


def test_beside_a_damaged_checkpoint_an_earlier_one_is_named(begun, tmp_path, capsys):
    earlier = begun(1) / "epoch-0001.checkpoint"
    content = earlier.read_bytes()
    (begun(2) / "epoch-0002.checkpoint").write_bytes(b"")
    earlier.write_bytes(content)  # as a kill between the two may leave it
    told = message_of(small(2, tmp_path), capsys)
    assert told.endswith("and the same command goes on from epoch-0001")
    (earlier.parent / "epoch-0002.checkpoint").unlink()
    begun(2)


def test_a_folder_that_another_run_took_meanwhile_is_refused(tmp_path):
    """After this command had looked, and before it held the folder."""
    write_run_file(copying.CopyingOptions(out=tmp_path, seed=1))
    with pytest.raises(ValueError, match="holds a run with seed 1, not 2"):
        write_run_file(copying.CopyingOptions(out=tmp_path, seed=2))


def test_on_a_full_disk_what_was_kept_stays(begun, tmp_path, capsys, monkeypatch):
    def full(file):
        raise OSError(errno.ENOSPC, "No space left on device")

    begun(1)
    before = contents(out := tmp_path / "run")
    with monkeypatch.context() as patch:
        patch.setattr("mha.training.run_folder.write_json", lambda *_: None)
        patch.setattr(os, "fsync", full)
        told = message_of(small(2, tmp_path), capsys)
    sizes = r"[\d,]+ bytes needed, [\d,]+ free"
    assert re.fullmatch(
        f"{out / 'epoch-0002.checkpoint'}: No space left on device; {sizes}; "
        f"kept up to epoch 1 in {out}: the same command goes on from there",
        told,
    )
    assert contents(out) == before
    begun(2)


def test_where_no_file_can_be_made_the_folder_is_named(tmp_path, capsys, monkeypatch):
    def refused(path, *_, **__):
        raise OSError(errno.EROFS, "Read-only file system", str(path))

    monkeypatch.setattr(pathlib.Path, "mkdir", refused)
    told = message_of(small(1, tmp_path), capsys)
    assert told == f"{tmp_path / 'run'}: Read-only file system"


@pytest.mark.parametrize(
    ("epoch", "kept"), [(1, "nothing is kept yet"), (2, "kept up to epoch 1")]
)
def test_ctrl_c_is_answered_with_what_is_kept(
    epoch, kept, begun, tmp_path, capsys, monkeypatch
):
    calls, real = iter(range(1, 100)), copying.copying_step

    def stopped(model, batch, *, longest):
        if next(calls) > 8 * (epoch - 1) + 2:  # of 4 batches each, and 4 to measure
            raise KeyboardInterrupt
        return real(model, batch, longest=longest)

    monkeypatch.setattr(copying, "STEPS", 4)
    monkeypatch.setattr(copying, "copying_step", stopped)
    told = message_of(small(3, tmp_path), capsys, status=130)
    assert told.startswith(f"stopped; {kept} in {tmp_path / 'run'}: the same command ")


def test_ctrl_c_while_the_options_are_read_is_a_line_too(capsys, monkeypatch):
    def stopped(argv):
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "read_options", stopped)
    assert message_of([], capsys, status=130) == "stopped"


def test_a_launcher_that_started_one_of_several_is_refused(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("MASTER_PORT", "29500")
    monkeypatch.delenv("RANK", raising=False)
    told = message_of([*COPYING, "--out", tmp_path / "run"], capsys)
    assert "starts one process alone" in told
    assert list(tmp_path.iterdir()) == []
