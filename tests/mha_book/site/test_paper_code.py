"""Code on paper: its edges, and where a sheet may end."""

from on_a_sheet import put_on_paper

# The edges of code and of its lines: the former would go down to the sheet's foot.
EDGES = """() => [".cell_input pre", ".cell_input .mha-row"].map(query =>
  [...document.querySelectorAll(query)].filter(node => node.checkVisibility())
    .map(node => getComputedStyle(node).borderLeftWidth))"""


def test_each_line_of_code_has_its_own_edge(page, address):
    put_on_paper(page, address, "attention-by-hand")
    whole, lines = page.evaluate(EDGES)
    assert set(whole) == {"0px"}
    assert set(lines) == {"2px"}


# Of each piece of code that is seen: whether it may be cut, and of each line whether it
# stays with the one before it, and the next with it.
CUTS = """() => [...document.querySelectorAll(".cell_input, .cell_output")]
  .filter(part => part.checkVisibility() && part.querySelector(".mha-row"))
  .map(part => [getComputedStyle(part).breakInside,
    [...part.querySelectorAll(".mha-row")].map(row => [row.matches(".mha-tied"),
      getComputedStyle(row).breakBefore, getComputedStyle(row).breakAfter])])"""


def test_short_code_is_whole_and_long_code_is_cut_between_statements(page, address):
    put_on_paper(page, address, "hide-the-future")
    found = page.evaluate(CUTS)
    long = [rows for way, rows in found if way == "auto" and len(rows) > 3]
    assert len(long) > 2
    assert all(len(rows) > 7 for rows in long)
    assert all(way == "avoid" for way, rows in found if 3 < len(rows) < 8)
    rows = [row for rows in long for row in rows]
    assert {before for tied, before, _ in rows if tied} == {"avoid"}
    assert {before for tied, before, _ in rows if not tied} == {"auto"}
    for rows in long:  # four lines at least
        afters = [after for _, _, after in rows]
        assert {*afters[:3], *afters[-4:-1]} == {"avoid"}
        assert {*afters[3:-4], afters[-1]} == {"auto"}


FILES = """() => [...document.querySelectorAll(".tag_your-file .cell_input pre")]
  .map(pre => [pre.querySelectorAll(".mha-row").length,
    getComputedStyle(pre).breakInside])"""


def test_a_listing_of_half_a_sheet_is_whole(page, address):
    put_on_paper(page, address, "attention-by-hand")
    assert page.evaluate(FILES) == [[12, "avoid"]]


FOLLOWED = """() => [...document.querySelectorAll("article p")]
  .filter(said => said.checkVisibility() && !said.closest("details, .mha-mount, li"))
  .map(said => [said.textContent.trim().endsWith(":"),
    getComputedStyle(said).breakAfter])"""


def test_a_line_that_ends_in_a_colon_stays_with_what_it_leads_to(page, address):
    put_on_paper(page, address, "hide-the-future")
    found = page.evaluate(FOLLOWED)
    assert {way for leads, way in found if leads} == {"avoid"}
    assert sum(leads for leads, _ in found) > 5
    assert "auto" in {way for leads, way in found if not leads}


# Whether what code gives stays with it, by whether it is a verdict.
FOLLOWS = """() => [...document.querySelectorAll(".cell_input + .cell_output")]
  .filter(given => given.checkVisibility())
  .map(given => [given.querySelector(".mha-judged") !== null,
    ...[given, given.firstElementChild]
      .map(part => getComputedStyle(part).breakBefore)])"""


def test_what_code_gives_follows_it_and_a_verdict_may_stand_overleaf(page, address):
    put_on_paper(page, address, "attention-by-hand")
    found = page.evaluate(FOLLOWS)
    assert [ways for is_judged, *ways in found if is_judged] == [["auto", "auto"]]
    assert {tuple(ways) for is_judged, *ways in found if not is_judged} == {
        ("avoid", "avoid")
    }
