"""On a phone: code goes on below where it is too long, what is pressed has room."""

import re

import pytest

import checks
from later import later
from small_book import Book, cell

LONG = "scores = query @ key.mT / math.sqrt(query.shape[-1])  # (..., T, T): all pairs"
CODE = ["def f(x):", "    if x:", f"        {LONG}", "", "    return -x, -1, x - 1"]
SECTIONS = ["Why, *so*", "How", "Going deeper: what else"]
HEADED = "\n\n".join(f"## {title}\n\nWords." for title in SECTIONS)
PAGES = {"index": HEADED, "code": cell(*CODE), "short": "## One\n\n## Two"}


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    made = Book(tmp_path_factory.mktemp("phone") / "book", PAGES)
    assert made.build() == ""
    return made


def test_each_line_of_code_knows_how_far_in_it_begins(book):
    (code,) = book.parsed("code").select("article div.highlight pre")
    rows = code.select(".mha-row")
    assert [row.text for row in rows] == [f"{line}\n" for line in CODE]
    indents = [int(re.sub(r"\D", "", row.get("style", "0"))) for row in rows]
    assert indents == [0, 4, 8, 0, 4]
    whole = [part.text.strip() for part in code.select(".mha-whole")]
    assert whole == ["scores = query", "@ key.mT", "/ math.sqrt(query.shape[-1])"]


def test_what_is_on_the_page_is_listed_below_its_title(book):
    page = book.parsed("index")
    links = page.select("h1 + .mha-jumps a")
    titles = ["Why, so", "How", "Going deeper: what else"]
    assert [link.text for link in links] == titles
    for link in links:
        (target,) = page.select(f"section{link['href']}")
        assert link.text in " ".join(target.text.split())
    assert book.parsed("short").select(".mha-jumps") == []


def test_a_reader_loads_styles_and_no_remarks_on_them(book):
    sheets = [*(book.site / "_static" / "mha").glob("*.css")]
    styles = {sheet.stem: sheet.read_text(encoding="utf-8") for sheet in sheets}
    assert ".mha-jumps {" in styles["phone"]
    assert [name for name, css in styles.items() if "/*" in css] == []


def page_of(browser, width):
    context = browser.new_context(
        viewport={"width": width, "height": 844}, reduced_motion="reduce"
    )
    yield context.new_page()
    context.close()


@pytest.fixture(scope="module")
def phone(browser):
    yield from page_of(browser, 390)


@pytest.fixture
def small_phone(browser):
    """All tables fit one of 390; on this they do not."""
    yield from page_of(browser, 320)


# A page, and how many more of its lines are drawn than were written.
GROWN = """() => [...document.querySelectorAll("article div.highlight pre")]
  .filter((code) => code.checkVisibility())
  .map((code) => [
    code.scrollWidth - code.clientWidth,
    [...code.querySelectorAll(".mha-row:not(.mha-again)")].map((row) => [
      row.textContent,
      Math.round(row.clientHeight / parseFloat(getComputedStyle(row).lineHeight)),
      parseFloat(getComputedStyle(row, "::before").height),
      row.matches(".mha-remark, .mha-remarked"),
    ]),
  ])"""
# How far right of its code's first letter a remark begins, and how far above it.
ABOVE = r"""() => [...document.querySelectorAll("article pre .mha-remarked")]
  .filter((row) => row.checkVisibility())
  .map((row) => {
    const of = (node) => node.getBoundingClientRect();
    const remark = of(row.querySelector(".c1"));
    const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
    while (!texts.nextNode().data.trim()) {}
    const first = document.createRange();
    const place = texts.currentNode.data.search(/\S/);
    first.setStart(texts.currentNode, place);
    first.setEnd(texts.currentNode, place + 1);
    const code = of(first);
    return [Math.round(remark.left - code.left), remark.bottom <= code.top + 4];
  })"""


def test_a_long_line_goes_on_below_after_a_mark(phone, address):
    checks.Visit(phone, f"{address}/keep-keys-and-values.html")
    found = phone.evaluate(GROWN)
    assert len(found) > 10
    assert {wider for wider, _ in found} == {0}
    rows = [row for _, rows in found for row in rows]
    for text, lines, mark, remarked in rows:
        # A mark for each line but the first, unless a remark stands above it.
        assert remarked or (lines > 1) == (mark > 1), text
        assert lines == 1 or len(text) > 35, text
        assert lines <= 2 + len(text) // 40, text
    assert len([text for text, lines, *_ in rows if lines > 1]) > 20
    code = phone.locator("article div.highlight pre").first
    look = "code => ['fontSize', 'letterSpacing'].map(x => getComputedStyle(code)[x])"
    assert code.evaluate(look) == ["12px", "normal"]


def test_a_remark_without_room_stands_above_its_code(phone, address):
    checks.Visit(phone, f"{address}/keep-keys-and-values.html")
    found = phone.evaluate(ABOVE)
    assert len(found) > 5
    assert {tuple(places) for places in found} == {(0, True)}


# The pieces of a line's text, without a remark above it, and the line's own edges.
EDGES = r"""() => {
  for (const fold of document.querySelectorAll("article details")) fold.open = true;
  return [...document.querySelectorAll("article pre .mha-row")].map((row) => {
    const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
    const [edges, own] = [[], row.getBoundingClientRect()];
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const isAside = text.parentElement.closest(".mha-remarked .c1");
      if (!text.data.trim() || isAside) continue;
      const piece = document.createRange();
      piece.selectNodeContents(text);
      for (const { top, bottom } of piece.getClientRects()) edges.push([top, bottom]);
    }
    const isRemarked = row.matches(".mha-remarked");
    return [row.textContent.trim(), isRemarked, own.top, own.bottom, edges];
  }).filter((row) => row[0]);
}"""
LINE = 18  # px


@pytest.mark.parametrize("name", ["write-the-next-word", *later("rotary-and-relative")])
def test_no_line_of_code_begins_or_ends_with_an_empty_row(phone, address, name):
    checks.Visit(phone, f"{address}/{name}.html")
    rows = phone.evaluate(EDGES)
    assert sum(is_remarked for _, is_remarked, *_ in rows) > 5
    for text, is_remarked, top, bottom, edges in rows:
        above = min(first for first, _ in edges) - top - is_remarked * LINE
        below = bottom - max(last for _, last in edges)
        assert max(above, below) < LINE / 2, text


COPIED = """code => {
  getSelection().selectAllChildren(code);
  return getSelection().toString();
}"""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["keep-keys-and-values", *later("hide-the-future")])
def test_what_is_copied_is_the_code_as_it_was_written(phone, address, name):
    checks.Visit(phone, f"{address}/{name}.html")
    # An editor replaces what stands there for paper when it comes to life.
    all_code = phone.locator("article pre:not(.mha-mount *)").all()
    blocks = [code for code in all_code if code.is_visible()]
    assert len(blocks) > 8
    for code in blocks:
        written = code.evaluate("code => code.textContent").rstrip()
        assert code.evaluate(COPIED).rstrip() == written
        assert "↳" not in written


@pytest.mark.slow
def test_in_a_wide_window_each_line_of_the_file_has_a_row(page, address):
    checks.Visit(page, f"{address}/keep-keys-and-values.html")
    code = page.locator("details.mha-your-file pre")
    code.evaluate('code => (code.closest("details").open = true)')
    tops = code.evaluate(
        """code => [...code.querySelectorAll(".mha-row")].map(
             row => row.getBoundingClientRect().top)"""
    )
    assert len(tops) > 100
    assert tops == sorted({*tops})
    assert code.evaluate(COPIED).rstrip() == code.text_content().rstrip()


@pytest.mark.slow
def test_a_new_line_is_marked_as_long_as_it_is(phone, address):
    checks.Visit(phone, f"{address}/keep-keys-and-values.html")
    marked = phone.locator(".mha-row:has(> ins), .tag_your-file .mha-row:has(> .hll)")
    grounds = marked.evaluate_all(
        """rows => rows.filter(row => row.checkVisibility()).map(row => [
             getComputedStyle(row).borderLeftWidth,
             row.getBoundingClientRect().right >=
               row.closest("pre").getBoundingClientRect().right - 9])"""
    )
    assert len(grounds) > 10
    assert {tuple(ground) for ground in grounds} == {("4px", True)}


def test_what_is_said_of_some_code_stands_below_the_code(phone, page, address):
    tops = """page => [...document.querySelectorAll("tr:has(> th > code)")]
      .filter(row => row.checkVisibility() && row.children.length === 2)
      .filter(row => row.matches(":has(> .mha-words:last-child)"))
      .map(({ children: [code, said] }) =>
        code.getBoundingClientRect().top < said.getBoundingClientRect().top)"""
    for screen, is_below in ((phone, True), (page, False)):
        checks.Visit(screen, f"{address}/products-in-four-spellings.html")
        found = screen.evaluate(tops)
        assert len(found) > 3
        assert set(found) == {is_below}


def test_code_that_goes_on_below_is_not_filled_up_line_by_line(phone, address):
    checks.Visit(phone, f"{address}/attention-by-hand.html")
    styles = phone.locator(".mha-row").evaluate_all(
        "rows => rows.map(row => getComputedStyle(row).textWrapStyle)"
    )
    assert set(styles) == {"pretty"}
    spaces = phone.locator("p .mha-whole .pre").evaluate_all(
        "all => all.map(code => getComputedStyle(code).whiteSpace)"
    )
    assert set(spaces) == {"nowrap"}  # a short piece of code is not parted


def test_the_list_of_sections_is_there_where_the_margin_has_none(phone, page, address):
    for shown, screen in ((True, phone), (False, page)):
        checks.Visit(screen, f"{address}/masks-in-practice.html")
        assert screen.locator(".mha-jumps").is_visible() == shown
    phone.locator(".mha-jumps summary").click()
    link = phone.locator(".mha-jumps a").nth(2)
    link.click()
    head = phone.get_by_role("heading", name=link.inner_text()).bounding_box()
    assert 40 <= head["y"] < 300  # below the bar on top


# The top of what is drawn, and how much of the window is covered by what is said.
TAKEN = """node => [node.querySelector("svg").getBoundingClientRect().top,
  node.querySelector(".mha-foot").offsetHeight / innerHeight]"""


def test_the_map_begins_early_and_what_is_said_leaves_it_the_window(phone, address):
    checks.Visit(phone, f"{address}/map.html")
    explorer = phone.locator(".mha-explorer:has(.mha-area)")
    assert explorer.evaluate(TAKEN)[0] <= 370  # below its task and its steps
    for _ in range(3):
        explorer.get_by_role("button", name="Next").click()
    assert explorer.evaluate(TAKEN)[1] <= 1 / 8
    explorer.locator("[data-name=k0] .mha-cell").first.click()
    assert explorer.evaluate(TAKEN)[1] <= 0.18
    assert explorer.get_by_role("button", name="Copy tensor").is_visible()


# A number in a table is as large as its table lets it be; a round button's words are
# pressed with it.
SMALL = """() => {
  const all = "summary, button, select, input[type=range], label:has(> input), " +
    ".mha-frames label, .bd-header-article .btn";
  return [...document.querySelectorAll(`main :is(${all})`)]
    .filter((node) => node.checkVisibility())
    .filter((node) => !node.matches("td > *, li > *, .copybtn, .mha-exercises *"))
    .map((node) => [node.outerHTML.slice(0, 80), node.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && Math.min(box.width, box.height) < 43.5)
    .map(([words, box]) => [words, box.width, box.height]);
}"""


@pytest.mark.parametrize(
    "name",
    ["map", *later("padding-and-packing", "rope-scaling", "keep-keys-and-values")],
)
def test_a_finger_meets_what_it_presses(phone, address, name):
    checks.Visit(phone, f"{address}/{name}.html")
    assert phone.evaluate(SMALL) == []


# Code that something around it cuts at an edge.
CUT = """listings => listings.filter(pre => {
  const own = pre.getBoundingClientRect();
  const around = [...document.querySelectorAll("article *")].filter(node =>
    node !== pre && node.contains(pre)
    && getComputedStyle(node).overflowX !== "visible");
  const boxes = around.map(node => node.getBoundingClientRect());
  return boxes.some(box => own.left < box.left - 1 || own.right > box.right + 1);
}).map(pre => pre.innerText)"""


def test_no_fold_cuts_the_code_in_it_or_has_another_ground(phone, address):
    checks.Visit(phone, f"{address}/attention-by-hand.html")
    phone.locator("article details").evaluate_all("all => all.map(d => d.open = true)")
    code = phone.locator("article details pre")
    assert code.count() > 8
    assert code.evaluate_all(CUT) == []
    grounds = phone.locator(".mha-solution > div").evaluate_all(
        "all => all.map(part => getComputedStyle(part).backgroundColor)"
    )
    assert set(grounds) == {"rgba(0, 0, 0, 0)"}


# How wide those are whose words stand in several lines.
WRAPPED = """names => names.filter(name => {
  const words = document.createRange();
  words.selectNodeContents(name);
  const tops = [...words.getClientRects()].map(line => Math.round(line.top));
  return new Set(tops).size > 1;
}).map(name => name.getBoundingClientRect().width)"""


@pytest.mark.slow
def test_a_row_named_in_several_words_is_not_a_word_wide(phone, address):
    checks.Visit(phone, f"{address}/norms-and-starts.html")
    phone.locator("article details").evaluate_all("all => all.map(d => d.open = true)")
    widths = phone.locator(".cell_output [data-words]").evaluate_all(WRAPPED)
    assert len(widths) > 3
    assert min(widths) >= 110


def test_a_short_name_of_a_row_stands_in_one_line(phone, address):
    checks.Visit(phone, f"{address}/softmax-and-scale.html")
    names = phone.locator(".mha-tiles tbody th:not([data-words])")
    assert names.count() > 10
    assert names.evaluate_all(WRAPPED) == []


# The words of a folded output and of a check below it: left, top, right, bottom.
BESIDE = """checks => checks.map(check => [check.previousElementSibling, check])
  .filter(([cell]) => cell?.matches(".cell:has(> details.below-input)"))
  .map(cells => cells.map(cell => {
    const words = document.createRange();
    const lines = [...cell.querySelectorAll("summary p")];
    words.selectNodeContents(lines.find((line) => line.checkVisibility()));
    const { left, top, right, bottom } = words.getBoundingClientRect();
    return [left, top, right, bottom];
  }))"""


@pytest.mark.parametrize("name", ["heads-in-one-product", *later("softmax-and-scale")])
def test_a_check_and_a_folded_output_have_a_line_each(phone, address, name):
    checks.Visit(phone, f"{address}/{name}.html")
    found = phone.locator("article .tag_checked").evaluate_all(BESIDE)
    assert len(found) > 1
    for output, check in found:
        assert output[3] < check[1], "the words lie over each other"
        assert abs(output[0] - check[0]) < 8, "a check does not stand at the left"


@pytest.mark.parametrize("name", ["heads-in-one-product", *later("smollm2-in-detail")])
def test_what_goes_on_to_the_right_is_shaded_also_where_nothing_may_move(
    small_phone, address, name
):
    checks.Visit(small_phone, f"{address}/{name}.html")
    shades = small_phone.evaluate("""() => {
      for (const fold of document.querySelectorAll("article details")) fold.open = true;
      const all = "article :is(.output, .pst-scrollable-table-container)";
      return [...document.querySelectorAll(all)]
        .filter((one) => one.checkVisibility())
        .filter((one) => getComputedStyle(one).overflowX === "auto")
        .map((one) => [one.scrollWidth - one.clientWidth > 2,
                       getComputedStyle(one).getPropertyValue("--shade")]);
    }""")
    assert {shade for wider, shade in shades if wider} == {"1rem"}
    assert {shade for wider, shade in shades if not wider} == {"0rem"}


@pytest.mark.parametrize("name", ["assemble-a-decoder", *later("softmax-and-scale")])
def test_a_long_row_of_numbers_stands_upright_beside_its_words(phone, address, name):
    checks.Visit(phone, f"{address}/{name}.html")
    row = phone.locator(".mha-tiles table:has(tr > :nth-child(8))").first
    row.evaluate("node => node.closest('details')?.setAttribute('open', '')")
    tops, lefts = row.evaluate("""table => ["top", "left"].map(side =>
        [...table.querySelectorAll("td")].map(n => n.getBoundingClientRect()[side]))""")
    assert tops == sorted(set(tops))
    assert len(tops) >= 8
    assert len(set(lefts)) == 1
    heads = row.locator("th")
    level = heads.evaluate_all("all => all.map(th => th.getBoundingClientRect().top)")
    assert level == pytest.approx(tops[: len(level)], abs=1)


QUESTION = "#why-do-the-rows-of-my-attention-weights-not-sum-to-1"


def test_answers_fold_below_their_questions_and_a_link_opens_one(phone, page, address):
    checks.Visit(phone, f"{address}/questions.html")
    assert phone.evaluate("document.body.scrollHeight") < 2500
    answer = phone.locator(QUESTION).locator("p").first
    assert not answer.is_visible()
    phone.get_by_role("link", name="A symptom", exact=True).click()
    phone.get_by_role("heading", name="Why do the rows").click()
    assert answer.is_visible()
    checks.Visit(phone, f"{address}/questions.html{QUESTION}")
    assert answer.is_visible()  # at once, as for the search
    phone.evaluate("location.hash = 'why-10000'")
    phone.locator("#why-10000 p").first.wait_for(state="visible")
    checks.Visit(page, f"{address}/questions.html")
    assert page.locator(".mha-folded").count() == 0


@pytest.mark.slow
def test_a_table_of_six_columns_is_whole_on_a_phone(phone, address):
    checks.Visit(phone, f"{address}/look-inside-a-real-model.html")
    table = phone.locator("article .cell_output table", has_text="24,030")
    assert table.locator("thead tr > *").count() == 6
    assert table.evaluate(
        """table => table.getBoundingClientRect().right
             <= table.closest(".output").getBoundingClientRect().right"""
    )


# Tables of cells that are wider than what holds them, and their first words.
WIDER = """() => [...document.querySelectorAll("article .output")]
  .filter((box) => box.querySelector("table") && box.scrollWidth > box.clientWidth + 1)
  .map((box) => box.innerText.slice(0, 40))"""


@pytest.mark.parametrize(
    "name", ["several-heads", *later("cross-attention", "norms-and-starts")]
)
def test_tables_of_five_to_seven_columns_need_no_swipe(phone, address, name):
    checks.Visit(phone, f"{address}/{name}.html")
    opened = "all => all.forEach(fold => (fold.open = true))"
    phone.locator("article .cell > details").evaluate_all(opened)
    assert phone.locator("article tr > :nth-child(5)").count() > 5
    assert phone.evaluate(WIDER) == []


@pytest.mark.slow
def test_a_long_name_in_a_table_parts_at_its_joints(phone, address):
    checks.Visit(phone, f"{address}/wrapper-or-split.html")
    opened = "all => all.forEach(fold => (fold.open = true))"
    phone.locator("article .cell > details").evaluate_all(opened)
    name = phone.locator("td:has(wbr)", has_text="aten::").first
    assert name.evaluate("cell => cell.textContent") in name.inner_text()
    assert "flash_<wbr>attention" in name.inner_html().replace("<wbr/>", "<wbr>")
    assert phone.evaluate(WIDER) == []


@pytest.mark.slow
def test_code_takes_the_margins_and_nothing_else_does(phone, address):
    checks.Visit(phone, f"{address}/attention-by-hand.html")
    edges = phone.locator("article section > .cell > *").evaluate_all(
        """all => all.filter(part => part.checkVisibility()).map(part => [
             part.matches(".cell_input"), part.getBoundingClientRect().left])"""
    )
    text = phone.locator("article section > p").first.bounding_box()["x"]
    for is_code, left in edges:
        assert (left < text) == is_code
        assert left >= 0
