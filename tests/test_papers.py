"""What the project shows of itself to those who come: links, citation, paper."""

import json
import re

import pytest
import yaml

from project import PROJECT


def read(name: str) -> str:
    return (PROJECT / name).read_text(encoding="utf-8")


PAPERS = ["README.md", "CONTRIBUTING.md", "SECURITY.md"]
PAPERS += [f"docs/{path.name}" for path in sorted((PROJECT / "docs").glob("*.md"))]
CITED = yaml.safe_load(read("CITATION.cff"))


def dead_links(text: str, folder) -> list[str]:
    """Links to files that are not there; code is passed over."""
    links = re.findall(r"\]\(([^)#\s]+)", re.sub(r"(?s)(`+).*?\1", "", text))
    files = [link for link in links if "://" not in link]
    return [link for link in files if not (folder / link).exists()]


@pytest.mark.parametrize("name", PAPERS)
def test_every_link_between_files_leads_somewhere(name):
    assert dead_links(read(name), (PROJECT / name).parent) == []


def test_a_dead_link_is_seen():
    text = "`[code](gone.py)` [here](README.md#a) [web](https://a.b) [gone](gone.md)"
    assert dead_links(text, PROJECT) == ["gone.md"]


def test_an_archive_gets_what_the_citation_says():
    archived = json.loads(read(".zenodo.json"))
    assert archived["title"] == CITED["title"]
    assert [one["name"] for one in archived["creators"]] == [
        one["name"] for one in CITED["authors"]
    ]
    assert archived["keywords"] == CITED["keywords"]
    assert archived["license"] == CITED["license"] == "MIT"
    assert "CC BY 4.0" in archived["notes"]


ENTRY = r"(?ms)^@\w+\{(\w+),.*?^\}"


def entries(name: str) -> dict[str, str]:
    return {found[1]: found[0] for found in re.finditer(ENTRY, read(name))}


def test_the_paper_cites_what_it_lists_as_the_book_does():
    cited = set(re.findall(r"@(\w+)", read("docs/paper/paper.md")))
    listed, book = entries("docs/paper/paper.bib"), entries("book/references.bib")
    assert cited == {*listed}
    shared = cited & {*book}
    assert len(shared) > 3
    assert all(listed[key] == book[key] for key in shared)


def test_the_paper_names_nobody_who_did_not_say_so():
    """Until somebody submits it, its authors are a sentence in capitals."""
    head = yaml.safe_load(read("docs/paper/paper.md").split("---")[1])
    names = [one["name"] for one in head["authors"] + head["affiliations"]]
    assert all(name.isupper() for name in names)
