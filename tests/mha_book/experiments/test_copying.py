"""The copying task: what is guessed, and what is measured."""

import re

import pytest
import torch
from torch.nn import functional as F

from mha.data.letters import repeats
from mha_book.experiments import cli as command, copying

V, T = 13, 17


def of_size(**options):
    sizes = {"vocab_size": V, "max_len": T, "shortest": 3, "longest": 7}
    return copying.copying_task(**sizes | options)


def test_each_step_has_new_sequences_which_the_generator_decides(monkeypatch):
    monkeypatch.setattr(copying, "STEPS", 3)
    task = of_size(batch_size=5)

    def epoch(seed):
        task.generator.manual_seed(seed)
        return torch.cat([ids for ids, _ in task.training])

    assert epoch(1).shape == (15, T + 1)
    assert len(task.training) == 3
    assert len(epoch(1).unique(dim=0)) > 10
    assert torch.equal(epoch(1), epoch(1))
    assert not torch.equal(epoch(1), epoch(2))
    measured = torch.cat([ids for ids, _ in of_size().validation])
    own = torch.Generator().manual_seed(copying.MEASURING_SEED)
    assert torch.equal(measured, repeats(512, T, V, 3, 7, own)[0])


def test_all_are_guessed_and_what_repeats_everywhere_is_counted():
    model = copying.copying_model(vocab_size=V, max_len=T)
    batch = repeats(5, T, V, 3, 7)
    loss, right = copying.copying_step(model, batch, longest=7)
    logits, answers = model(batch[0][:, :-1])[0], batch[0][:, 1:]
    torch.testing.assert_close(loss, F.cross_entropy(logits.mT, answers))
    assert torch.equal(right, (logits.argmax(-1) == answers)[:, 7:])
    known = F.one_hot(answers, V).float()
    known[0] = known[0].roll(1, dims=-1)  # each guess one letter off
    _, right = copying.copying_step(lambda ids: (known, None), batch, longest=7)
    assert right.tolist() == [[False] * 10] + [[True] * 10] * 4
    loss.backward()  # several processes wait for each parameter's gradient
    assert all(p.grad is not None for p in model.parameters())


def test_words_reach_the_model_and_the_task(monkeypatch, tmp_path):
    monkeypatch.setattr(copying, "STEPS", 1)
    sizes = f"--vocab-size {V} --max-len {T} --embed-dim 12 --heads 3 --layers 4"
    words = f"copying {sizes} --shortest 3 --longest 7 --batch-size 5"
    kinds = "--relative shaw --positions learned"
    argv = [*words.split(), *kinds.split(), "--out", str(tmp_path)]
    model, task = command.read_options(argv).build()
    assert (model.vocab_size, model.num_heads, len(model.blocks)) == (V, 3, 4)
    assert model.positions.max_len == T
    for block in model.blocks:
        assert block.attention.relative.distance.weight.shape[1] == 12 // 3
        assert isinstance(block.mlp, copying.NoMLP)
    assert [ids.shape for ids, _ in task.training] == [(5, T + 1)]
    ids, periods = task.validation.dataset.tensors
    assert ids.unique().tolist() == list(range(V))
    assert periods.unique().tolist() == list(range(3, 8))
    _, right = task.step(model, (ids[:5], periods[:5]))
    assert right.shape == (5, T - 7)


def test_no_mlp_adds_nothing_and_passes_a_gradient_on():
    x = torch.tensor([[0.0, -3.0, 7.0]], requires_grad=True)
    added = copying.NoMLP(3)(x)
    assert torch.equal(added, torch.zeros(1, 3))
    added.sum().backward()
    assert torch.equal(x.grad, torch.zeros(1, 3))


def test_head_0_prefers_what_is_near():
    scheme, (query, key) = copying.NearHead(), torch.randn(2, 1, 3, 5, 2)
    *same, bias = scheme(query, key)
    assert all(torch.equal(a, b) for a, b in zip(same, (query, key), strict=True))
    places = torch.arange(5)
    assert torch.equal(bias[0], -(places[:, None] - places).abs().float())
    assert not bias[1:].any()
    *_, later = scheme(query[..., 3:, :], key[..., 2:, :], past=2)
    assert torch.equal(later, bias[:, 3:])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--max-len 11", "max_len 11 is not above longest 12"),
        ("--max-len 12", "max_len 12 is not above longest 12"),
        ("--longest 17", "shortest 6 and longest 17: expected 2 to 16"),
        ("--shortest 1", "shortest 1 and longest 12: expected 2 to 16"),
        ("--relative up", "Choose from.*near.*alibi"),
        ("--layers 0", "--layers 0: expected 1 or more"),
    ],
)
def test_wrong_words_get_one_line(words, message, tmp_path, capsys):
    with pytest.raises(SystemExit):
        command.main(["copying", *words.split(), "--out", str(tmp_path / "run")])
    told = capsys.readouterr().err
    assert re.fullmatch(f"mha-train: .*{message}.*\n", told)
