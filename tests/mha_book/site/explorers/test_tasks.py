"""What explorers ask a reader to try: it can be done, and they say so."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

import checks
from headpages import picture
from later import first_of

Deed = Callable[[Locator], object]


def fill(label: str, number: float) -> Deed:
    return lambda explorer: explorer.get_by_label(label, exact=True).fill(str(number))


def tick(label: str, *, on: bool = True) -> Deed:
    """By what it is called to whoever hears it: a label may hold a note that waits."""

    def set_it(explorer):
        box, radio = (
            explorer.get_by_role(role, name=label, exact=True)
            for role in ("checkbox", "radio")
        )
        box.or_(radio).set_checked(on)

    return set_it


def press_line(code: str) -> Deed:
    """A line of the finder's listing, below which stands what may be wrong with it."""
    return lambda explorer: explorer.locator("summary", has_text=code).first.click()


def press(name: str) -> Deed:
    pattern = re.compile(name)
    return lambda explorer: explorer.get_by_role("button", name=pattern).first.click()


def open_tab(name: str) -> Deed:
    return lambda explorer: explorer.get_by_role("tab", name=name).click()


def unfold(words: str) -> Deed:
    return lambda explorer: explorer.get_by_text(words).press("Enter")


def press_cell(grid: str, row: int, column: int) -> Deed:
    def walk(explorer):
        table = explorer.get_by_role("grid", name=grid, exact=True)
        table.locator("tbody tr").nth(row).locator("button").nth(column).press("Enter")

    return walk


def go_down(grid: str) -> Deed:
    """Enter a table by keyboard, and move to its second row."""

    def walk(explorer):
        table = explorer.get_by_role("grid", name=grid, exact=True)
        table.locator("[tabindex='0']").focus()
        explorer.page.keyboard.press("ArrowDown")

    return walk


# Page, the explorer's spoken name, and for each of its tasks what does it.
TASKS = [
    (
        "softmax-and-scale",
        "Attention explorer with invented scores",
        [[fill("embedding of “you”, x1", 20)]],
    ),
    (
        "attention-by-hand",
        "Attention explorer",
        [
            [fill("embedding of “how”, x1", 9)],
            # with the first numbers, which it brings back
            [unfold("Options ("), fill("Temperature", 20)],
        ],
    ),
    (
        "padding-and-packing",
        "Mask explorer",
        [
            [fill("Window, 0 = none", 2)],
            [
                fill("Window, 0 = none", 0),
                tick("later words", on=False),
                tick("sentence 1"),
            ],
            [fill("Length of sentence 1", 0)],
        ],
    ),
    (
        "rotary-and-relative",
        "Position explorer",
        [
            [fill("Query q at", 20), fill("Key k at", 23)],
            [fill("Key k at", 45), fill("Width E", 2)],
            [fill("Width E", 8), open_tab("Waves"), fill("Feature", 5)],
        ],
    ),
    (
        "rope-scaling",
        "Position explorer",
        [
            [fill("Query q at", 9), fill("Key k at", 10), press("one on")],
            [fill("Key k at", 36), fill("Query q at", 30)],
            [fill("Base", 10)],
        ],
    ),
    (
        "walk-back",
        "Gradient inspector",
        [
            [press_cell("scores", 2, 2), press_cell("gradients of the scores", 0, 0)],
            [
                unfold("4. Further back"),
                press_cell("gradients of the value matrix", 0, 0),
                press_cell("gradients of the key matrix", 1, 0),
            ],
            [
                unfold("Change the numbers"),
                fill("query matrix W_Q, row 1, column 0", -2),
                fill("query matrix W_Q, row 1, column 0", -8),
            ],
        ],
    ),
    (
        "products-in-four-spellings",
        "Tensor layout explorer",
        [
            [go_down("head 1")],
            [fill("H, heads", 1)],
            [
                fill("H, heads", 2),
                tick("and back: merge the heads"),
                go_down("sentence 0, second tensor"),
            ],
        ],
    ),
    (
        "bug-museum",
        "Find the bug",
        [
            [
                tick("in one head (2 points)"),
                press_line("scores = "),
                press("The scores are not divided"),  # and so it is not cheap
                press("Divided by the root of the number of heads"),
            ],
            [fill("Seed", 8), tick("in one head (2 points)")],
        ],
    ),
    (
        "several-heads",
        "Head browser",
        [[press(r"mostly \[CLS\]")], [press("layer 5, head 11,")]],
    ),
    (
        "smollm2-in-detail",
        "Head browser",
        [[press("mostly the first token")], [press("layer 9, head 7,")]],
    ),
    (
        "watch-a-head-form",
        "Head browser",
        [[press("Play")], [lambda explorer: asking(explorer).nth(10).hover()]],
    ),
]


def asking(explorer):
    column = explorer.get_by_role("list", name="Tokens that ask", exact=True)
    return column.get_by_role("button")


@pytest.mark.parametrize(
    ("file", "name", "deeds"),
    first_of(TASKS, 2),
    ids=[" ".join(task[:2]) for task in TASKS],
)
def test_each_task_is_open_until_it_is_done_and_then_says_so(
    page, address, file, name, deeds
):
    checks.open_page(page, f"{address}/{file}.html")
    explorer = page.get_by_role("region", name=name, exact=True)
    line = explorer.locator(".mha-task")
    for k, deed in enumerate(deeds):
        expect(line).to_contain_text("Try it: ")
        for part in deed:
            expect(line).to_contain_text("Try it: ")
            part(explorer)
        expect(line).to_contain_text("✓ ", timeout=20_000)
        further = line.get_by_role("button", name="Next task")
        assert further.is_visible() == (k + 1 < len(deeds))
        if further.is_visible():
            further.press("Enter")
    explorer.get_by_role("button", name="Reset").press("Enter")
    expect(line).to_contain_text("Try it: ")


def test_a_head_becomes_an_induction_head_in_one_epoch_and_stays_one(page, address):
    checks.open_page(page, f"{address}/watch-a-head-form.html")
    explorer = page.get_by_role("region", name="Head browser", exact=True)
    epochs, names = explorer.get_by_label("Training epoch"), []
    for epoch in range(int(epochs.get_attribute("max")) + 1):
        epochs.fill(str(epoch))
        names.append(
            picture(explorer, 1, 1).evaluate("b => b.ariaLabel ?? b.textContent")
        )
    first = next(k for k, name in enumerate(names) if "induction" in name)
    assert 0 < first < len(names) - 1
    assert all("induction" in name for name in names[first:]), names
