"""What a diagnosis says, in which order, and how it is written."""

import re
from typing import Any

import torch

from mha import attention_weights, check
from mha.check import known, subject
from mha.check.guard import call
from mha.check.judge import judge
from mha.check.subjects import gradients, model as subjects, subject_called


def unscaled(query, key, value, mask=None):
    scores = query @ key.mT
    if mask is not None:
        scores = scores.masked_fill(~mask, -torch.inf)
    weights = scores.softmax(dim=-1)
    return weights @ value, weights


def test_first_what_is_right_then_what_is_not_then_which_mistake() -> None:
    found = check.attend(unscaled)
    heads = [head for head, _ in found.parts()]
    assert heads == [
        "✗ attend",
        "Holds",
        "Does not hold",
        "Which mistake",
        "Look at",
        "More",
    ]
    text = str(found)
    assert "Each row of weights sums to 1" in text.split("Does not hold")[0]
    assert found.fails not in found.right
    assert (
        "With queries of width 4, a score of 1 counts as 1; expected 1/√4 = 0.5."
        in text
    )
    assert "The scores are not divided." in text
    assert repr(found) == text


def test_the_smallest_call_that_differs_is_shown() -> None:
    small = check.attend(unscaled).smallest
    assert small is not None
    assert small.case.told == "one query and two keys"
    text = str(check.attend(unscaled))
    # The scores are 1 and 2, divided by the root of 2.
    assert "weights, found:\n     0.2689   0.7311\n" in text
    assert "weights, expected:\n     0.3302   0.6698\n" in text


def test_two_mistakes_are_both_named() -> None:
    def two(query, key, value, mask=None):
        weights = (query @ key.mT).softmax(dim=-1)
        return weights @ value, weights

    names = {one.name for one in check.attend(two).faults}
    assert "The scores are not divided" in names
    assert len(names) == 2


def test_another_factor_only_behaves_like_a_known_one() -> None:
    def odd(query, key, value, mask=None):
        return unscaled(0.9 * query, key, value, mask)

    found = check.attend(odd)
    assert not found.faults
    assert "counts as 0.9; expected 1/√4" in str(found)
    assert "Which mistake" not in str(found)


def test_two_faults_are_tried_until_a_call_differs(monkeypatch) -> None:
    """Each call of each pair would be eight times as many: a reader waits for them."""
    calls = []

    def counted(*given, **options):
        calls.append(1)
        return call(*given, **options)

    monkeypatch.setattr(subject, "call", counted)
    known.fault_tried.cache_clear()
    known.fault_row.cache_clear()
    assert not check.attend(lambda query, key, value, mask=None: None).ok
    assert 400 < len(calls) < 1500


def test_hint_page_and_solution_come_when_asked_for() -> None:
    found = check.attend(unscaled)
    assert found.hint() not in str(found)
    assert found.hint().endswith("?")
    assert found.page() == "attention-by-hand.html"
    assert found.solution().startswith("def attend(")
    assert "sqrt" in found.solution()


def test_a_norm_that_is_made_and_never_used_is_told() -> None:
    block = subjects.BLOCK.listing
    twice = block.source.replace("mlp(self.mlp_norm", "mlp(self.attention_norm")
    made: dict[str, Any] = {}
    exec(twice, made)
    found = check.block(made["Block"])
    assert "`mlp_norm.weight` is made, and no output depends on it." in str(found)
    assert not found.faults
    assert not check.block(block.solution()).fails


def test_right_is_one_line() -> None:
    def right(query, key, value, mask=None):
        return unscaled(query / query.shape[-1] ** 0.5, key, value, mask)

    found = check.attend(right)
    assert str(found).startswith("✓ attend is right")
    assert "\n" not in str(found)
    assert found.hint() == "Nothing is wrong."


def test_a_notebook_gets_the_same_words_escaped() -> None:
    def raises(query, key, value, mask=None):
        raise ValueError("a <b> & c")

    html = check.attend(raises)._repr_html_()
    assert "a &lt;b&gt; &amp; c" in html
    assert "<b>" not in html


def test_a_notebook_has_what_was_expected_beside_what_was_found() -> None:
    html = check.attend(unscaled)._repr_html_()
    pairs = re.findall("<dt>(.*?)</dt><dd><pre>(.*?)</pre></dd>", html)
    assert [name for name, _ in pairs] == [
        *("output, found", "output, expected"),
        *("weights, found", "weights, expected"),
    ]
    numbers = ["0.2689   0.7311", "0.3302   0.6698"]
    assert [table for _, table in pairs[2:]] == numbers
    assert html.count("<dl>") == 2
    assert html.count("one query and two keys") == 1


def low_is_no_chance(logits, k):
    least = logits.topk(k, dim=-1).values[..., -1:]
    return logits.masked_fill(logits < least, -15.0)


def test_a_small_chance_is_a_chance() -> None:
    found = check.top_k(low_is_no_chance)
    assert found.fails == "As many tokens as asked for have a chance"
    assert found.found == "With k = 1, 5 and 5 tokens of two rows have a chance."


def test_the_row_that_is_told_is_the_first_that_is_wrong() -> None:
    def twice_from_the_second_row_on(query, key, value, mask=None):
        weights = attention_weights(query, key, mask)
        weights = torch.cat([weights[..., :1, :], 2 * weights[..., 1:, :]], dim=-2)
        return weights @ value, weights

    found = check.attend(twice_from_the_second_row_on)
    assert found.found == "Row 1 of the weights sums to 2."


def test_the_gradient_that_is_wrong_is_named() -> None:
    right = gradients.ATTENTION.listing.solution()

    def doubled(*args):
        query, key, value = right(*args)
        return query, 2 * key, value

    found = judge(doubled, gradients.ATTENTION)
    assert found.fails == "The gradient of the keys is right"


def test_a_reader_computes_with_as_many_threads_as_before() -> None:
    before = torch.get_num_threads()
    try:
        torch.set_num_threads(2)
        check.attend(unscaled)
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)


def test_what_grows_a_little_with_its_position_is_told_by_its_length() -> None:
    rotate = subject_called("rotate").listing.solution()

    def growing(x, start=0, base=10_000.0):
        places = torch.arange(start, start + x.shape[-2])
        return rotate(x, start, base) * (1 + 0.1 * places[:, None])

    found = check.rotate(growing)
    assert found.fails == "Turning leaves lengths as they are"
    assert "At position 4 a row's length was" in str(found)
