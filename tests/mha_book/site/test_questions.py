"""The page of questions: one list, which is the page itself. Its form is held here."""

import re
from collections import Counter

import pytest

import checks
from project import listed
from questions import PAGE, Entry, entries, sections

TEXT = PAGE.read_text(encoding="utf-8")
ENTRIES = entries(TEXT)
GROUPS = ["A symptom", "An error message", "A choice", "A why", "A look inside"]


def faults(entry: Entry) -> list[str]:
    """What is not as it should be in an entry."""
    asked = entry.asked.endswith("?") or re.fullmatch("“.+”", entry.asked)
    found = [] if asked else ["neither a question nor a message in quotes"]
    if not 2 <= len(entry.sentences) <= 3:
        found.append(f"{len(entry.sentences)} sentences")
    if any(not part.endswith((".", "?", "!")) for part in entry.sentences):
        found.append("a sentence without an end")
    if not entry.links:
        found.append("no link")
    for page, place in entry.links:
        if page not in listed():
            found.append(f"no page {page}")
        elif place and place not in sections(page):
            found.append(f"no section {page}#{place}")
    return found


def test_each_entry_has_a_question_two_sentences_and_a_place():
    assert {one.asked: faults(one) for one in ENTRIES if faults(one)} == {}


def test_there_are_enough_of_each_kind_and_none_twice():
    kinds = Counter(one.group for one in ENTRIES)
    assert list(kinds) == GROUPS
    assert len(ENTRIES) >= 110
    assert min(kinds.values()) >= 20
    plain = Counter(re.sub(r"\W+", " ", one.asked).lower() for one in ENTRIES)
    assert [words for words, times in plain.items() if times > 1] == []


def test_a_link_leads_to_a_section():
    assert {page for one in ENTRIES for page, place in one.links if not place} == set()


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        ("### Why?\n\nSo. And so.\n[](map.md#how-to-read-it)", []),
        ("### So\n\nSo. And so.\n[](map.md#how-to-read-it)", ["neither a question"]),
        ("### Why?\n\nSo.\n[](map.md#how-to-read-it)", ["1 sentences"]),
        ("### Why?\n\nSo. And so.", ["no link"]),
        ("### Why?\n\nSo. And so.\n[](map.md#away)", ["no section map#away"]),
        ("### Why?\n\nSo. And so.\n[](away.md)", ["no page away"]),
    ],
)
def test_a_faulty_entry_is_seen(entry, fault):
    found = faults(entries(f"## A why\n\n{entry}\n")[0])
    assert [
        said[: len(known)] for said, known in zip(found, fault, strict=True)
    ] == fault


def test_each_place_is_on_the_built_site(site):
    page = checks.parsed(site / "questions.html")
    built = {}
    for link in page.select("article a[href*='.html#']"):
        name, place = link["href"].split(".html#")
        if name not in built:  # to parse them all takes ten seconds
            html = (site / f"{name}.html").read_text(encoding="utf-8")
            built[name] = set(re.findall(r'<\w[^>]* id="([^"]+)"', html))
        assert place in built[name], link["href"]
        assert link.get_text().strip(), link["href"]
    assert len(built) > 20


def test_the_titles_of_the_questions_are_sections_of_the_page(site):
    page = checks.parsed(site / "questions.html")
    assert len(page.select("article h3")) == len(ENTRIES)
