"""The page of cards as it is found: what was kept, what is due, and the focus."""

import json

import pytest
from playwright.sync_api import expect

from project import PROJECT

BUILT = PROJECT / "_build" / "html" / "_static" / "mha"
KINDS = ["word", "word", "question", "mistake"]
DAY = 20_000
CARD = """<li data-key="k{0}" data-kind="{1}"><details>
<summary>Front <b>{0}</b></summary>
<div class="mha-back">Back <b>{0}</b></div></details></li>"""
CARDS = "".join(CARD.format(*one) for one in enumerate(KINDS))
BODY = f"""<div class="mha-recall"><ul class="mha-cards">{CARDS}</ul></div>
<script src="recall.js"></script>"""
CLOSED = """Object.defineProperty(window, "localStorage",
  { get() { throw new Error("closed"); } });"""
MORE = "".join(CARD.format(k, "word") for k in range(30))
STATE = """() => {
  const seen = (node) => !node.hidden;
  const buttons = [...document.querySelectorAll(".mha-buttons button")].filter(seen);
  const text = (query) => document.querySelector(query).textContent.trim();
  return { front: text(".mha-front"), back: text(".mha-card .mha-back"),
    buttons: buttons.map((node) => node.textContent),
    focus: document.activeElement.textContent.trim().slice(0, 20),
    told: text(".mha-live") };
}"""
TURN, JUDGE = ["Turn the card"], ["I knew it", "Not yet"]


@pytest.fixture
def opened(page, alone):
    """A function: what is kept of cards, and a script before all -> the page."""
    page.clock.set_fixed_time(DAY * 86_400 + 43_200)

    def open_with(kept=None, before="", body=BODY):
        text = json.dumps({"pages": {"recall": kept or {}}})
        keep = f"localStorage.setItem('mha-progress', {json.dumps(text)});"
        alone(BUILT, f"<script>{keep}{before}</script>{body}")
        return page

    return open_with


def press(page, name):
    page.get_by_role("button", name=name).press("Enter")
    return page.evaluate(STATE)


def kept_of(page):
    text = page.evaluate("localStorage.getItem('mha-progress')")
    return json.loads(text)["pages"]["recall"]


def test_a_card_is_turned_and_judged_by_key_until_all_are_known(opened):
    page = opened()
    seen = page.evaluate(STATE)
    assert [seen["front"], seen["back"], seen["buttons"]] == ["Front 0", "", TURN]
    for k, answer in ((0, "Not yet"), (1, "I knew it"), (2, "I knew it")):
        seen = press(page, "Turn the card")
        assert [seen["front"], seen["back"]] == [f"Front {k}", f"Back {k}"]
        assert [seen["buttons"], seen["focus"]] == [JUDGE, "I knew it"]
        seen = press(page, answer)
        assert [seen["front"], seen["back"]] == [f"Front {k + 1}", ""]
        assert [seen["buttons"], seen["focus"]] == [TURN, "Turn the card"]
        assert ("It comes again" in seen["told"]) == (answer == "Not yet")
    for _ in range(2):
        press(page, "Turn the card")
        seen = press(page, "I knew it")
    assert [seen["front"], seen["back"], seen["buttons"]] == ["", "", []]
    assert "come back tomorrow" in seen["told"]
    assert page.get_by_label("Which cards?").evaluate("n => n.matches(':focus')")
    known = {"times": 1, "due": DAY + 1}
    assert kept_of(page) == {f"k{k}": known for k in range(4)}


def test_another_round_begins_with_its_first_card_and_the_focus(opened):
    body = BODY.replace(CARDS, MORE)
    page = opened(body=body)
    for _ in range(20):
        press(page, "Turn the card")
        seen = press(page, "I knew it")
    assert [seen["buttons"], seen["focus"]] == [["Another round"], "Another round"]
    assert "10 cards wait" in seen["told"]
    seen = press(page, "Another round")
    assert [seen["front"], seen["back"], seen["buttons"]] == ["Front 20", "", TURN]
    assert seen["focus"] == "Turn the card"
    assert seen["told"] == "10 cards left in this round."


RESTS, DUE = {"times": 2, "due": DAY + 1}, {"times": 2, "due": DAY}


@pytest.mark.parametrize(
    ("kept", "front", "told"),
    [
        ({"k2": DUE}, "Front 2", "4 cards left"),
        ({"k0": RESTS}, "Front 1", "3 cards left"),
        ({f"k{k}": RESTS for k in range(4)}, "", "You knew all of them"),
        ({f"k{k}": {"times": 2} for k in range(4)}, "Front 0", "4 cards left"),
        ({"k9": DUE, "k0": None, "k1": "odd"}, "Front 0", "4 cards left"),
    ],
)
def test_what_was_kept_says_which_card_comes_first(opened, kept, front, told):
    seen = opened(kept).evaluate(STATE)
    assert seen["front"] == front
    assert seen["told"].startswith(told)
    assert seen["buttons"] == (TURN if front else [])


def test_each_kind_has_its_own_cards_and_begins_unturned(opened):
    page = opened({"k3": RESTS})
    press(page, "Turn the card")
    kinds = page.get_by_label("Which cards?")
    for kind, front, told in (
        ("question", "Front 2", "1 card left"),
        ("mistake", "", "You knew all of them"),
        ("word", "Front 0", "2 cards left"),
        ("", "Front 0", "3 cards left"),
    ):
        kinds.select_option(kind)
        seen = page.evaluate(STATE)
        assert [seen["front"], seen["back"]] == [front, ""]
        assert seen["told"].startswith(told)


@pytest.mark.parametrize(
    ("before", "told"),
    [
        ("", "Your progress is kept in this browser"),
        (CLOSED, "This browser keeps nothing of this page"),
        ("localStorage.setItem('mha-progress', '[]');", "It was set aside"),
    ],
)
def test_what_becomes_of_the_answers_is_said_and_they_count(opened, before, told):
    page = opened(before=before)
    expect(page.locator(".mha-notice")).to_contain_text(told)
    press(page, "Turn the card")
    seen = press(page, "I knew it")
    assert seen["told"] == "3 cards left in this round."
    page.get_by_label("Which cards?").select_option("word")
    assert page.evaluate(STATE)["told"] == "1 card left in this round."


def test_the_list_is_there_below_the_cards_and_folded(opened):
    page = opened()
    parts = page.locator(".mha-recall > *").evaluate_all(
        "all => all.map(n => n.className)"
    )
    assert parts == ["mha-explorer", "mha-notice", "mha-all"]
    fold = page.locator(".mha-recall > details.mha-all")
    expect(fold.locator(".mha-cards > li")).to_have_count(4)
    assert fold.evaluate("fold => fold.open") is False
    press(page, "Turn the card")
    press(page, "I knew it")
    texts = fold.locator("li summary").all_text_contents()
    assert texts == [f"Front {k}" for k in range(4)]  # cards are copies of it
