"""The command: wrong words cost nothing, a killed run resumes, two processes agree."""

import json
import re
import shutil
import signal
import subprocess
import sys
import time

import pandas as pd
import pytest
import torch
from safetensors.torch import load_file

from mha.training import __main__ as command

WORDS = [
    "news",
    "--epochs",
    "2",
    "--max-len",
    "32",
    "--embed-dim",
    "16",
    "--heads",
    "2",
]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "required: task"),
        (["weather"], "invalid choice: 'weather' .*news.*language.*baselines"),
        (["news"], "required: --out"),
        (["news", "--attention", "slow"], "choose from .*wrapper.*split.*fused.*torch"),
        (["news", "--positions", "up"], "choose from .*none.*sinusoidal.*learned"),
        (["news", "--epochs", "0"], "--epochs 0: below 1"),
        (["news", "--embed-dim", "65"], "--embed-dim 65 / --heads 8: uneven"),
        (["news", "--learning-rate", "0"], "--learning-rate 0.0: expected above 0"),
        (["news", "--seed", "one"], "invalid int value: 'one'"),
        (["news", "--attention", "none"], "would read .CLS. alone: --pool mean"),
        (["news", "--max-len", "2"], "max_len 2 is below 3"),
        (["language", "--attention", "fused"], "choose from .*rotary.*alibi"),
        (["language", "--subject", "weather"], "choose from .*all.*business.*tech"),
        (["language", "--layers", "0"], "--layers 0: below 1"),
        (["language", "--dropout", "2"], "dropout 2.0 is not between 0 and 1"),
        (["baselines", "--max-len", "0"], "--max-len 0: below 1"),
    ],
)
def test_wrong_words_get_one_line(words, message, tmp_path, capsys):
    out = [] if words in ([], ["news"]) else ["--out", str(tmp_path / "run")]
    with pytest.raises(SystemExit) as ended:
        command.main([*words, *out])
    assert ended.value.code == 2
    assert re.search(message, capsys.readouterr().err)
    assert list(tmp_path.iterdir()) == []


def launch(out, *words, launcher=()):
    command = [sys.executable, "-m", *launcher, "mha.training", *WORDS, *words]
    return subprocess.Popen([*command, "--out", str(out)], stderr=subprocess.PIPE)


def finish(process):
    _, errors = process.communicate(timeout=400)
    assert process.returncode == 0, errors.decode()


def state(out):
    return load_file(out / "model.safetensors")


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory):
    """The command, run once without a stop."""
    out = tmp_path_factory.mktemp("runs") / "unbroken"
    finish(launch(out))
    return out


def test_a_run_leaves_its_table_weights_and_circumstances(unbroken):
    run = json.loads((unbroken / "run.json").read_text(encoding="utf-8"))
    assert run["words"]["attention"] == "split"
    assert run["versions"]["torch"] == torch.__version__
    table = pd.read_csv(unbroken / "table.csv")
    assert len(table) == 4
    assert state(unbroken)["embedding.weight"].shape == (1000, 16)


def test_killed_by_the_system_it_resumes_to_the_same_weights(unbroken, tmp_path):
    out = tmp_path / "run"
    process = launch(out)
    while not (out / "epoch-0001").exists():
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert not (out / "model.safetensors").exists()
    finish(launch(out))
    for name, tensor in state(unbroken).items():
        assert torch.equal(state(out)[name], tensor), name


def test_two_processes_end_where_one_does(unbroken, tmp_path):
    out = tmp_path / "run"
    launcher = (
        "accelerate.commands.launch",
        *("--cpu", "--num_processes", "2", "--num_machines", "1"),
        *("--mixed_precision", "no", "--dynamo_backend", "no", "--module"),
    )
    finish(launch(out, launcher=launcher))
    one, two = (pd.read_csv(o / "table.csv") for o in (unbroken, out))
    assert (one["loss"] - two["loss"]).abs().max() < 0.02
    for name, tensor in state(unbroken).items():
        torch.testing.assert_close(state(out)[name], tensor, rtol=0, atol=0.02)


def test_another_run_is_not_mixed_in(unbroken, tmp_path, capsys):
    out = tmp_path / "run"
    shutil.copytree(unbroken, out)
    with pytest.raises(SystemExit):
        command.main([*WORDS, "--seed", "1", "--out", str(out)])
    assert "holds a run with seed 0, not 1" in capsys.readouterr().err
