"""What is said of the book's address: all of it where it is known, and else nothing."""

from types import SimpleNamespace
from urllib.parse import urljoin
from xml.etree import ElementTree

import pytest
import yaml
from PIL import Image

import checks
from mha_book.site import launch
from mha_book.site.addresses import read_addresses, use_addresses
from project import PROJECT, pages
from small_book import Book, cell

SITE, SOURCE = "https://somebody.test/attention/", "https://github.com/some/body"
URLS = f'[project.urls]\nHomepage = "{SITE}"\nSource = "{SOURCE}/"\n'
TEXT = (
    'Why.\n\nIn <span class="mha-project">a copy of the project</span>. '
    'By us<span class="mha-address"></span>.'
    '<span class="mha-releases"> Each release has both.</span>'
)


def told(folder, text: str) -> dict[str, str]:
    (folder / "pyproject.toml").write_text(text, encoding="utf-8")
    return read_addresses(folder)


def test_an_address_that_belongs_to_nobody_is_none(tmp_path):
    assert read_addresses(tmp_path) == {}
    for nobodys in ("https://some-book.invalid", "https://a.invalid/b", ""):
        assert told(tmp_path, f'[project.urls]\nSource = "{nobodys}"') == {}
    known = {"Homepage": SITE.rstrip("/"), "Source": SOURCE}
    assert told(tmp_path, URLS) == known


@pytest.mark.parametrize(
    ("source", "issues"),
    [
        (SOURCE, True),
        ("https://bitbucket.org/some/body", False),
        ("https://code.somebody.test/attention", None),
    ],
)
def test_a_button_leads_to_issues_where_the_host_has_some(source, issues, tmp_path):
    text = f'[project.urls]\nSource = "{source}"\n'
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    config = SimpleNamespace(html_context={}, html_theme_options={})
    use_addresses(SimpleNamespace(srcdir=tmp_path / "book"), config)
    assert config.html_theme_options.get("use_issues_button") is issues
    assert config.html_context == {"mha_source": source}


@pytest.fixture(scope="module")
def book(tmp_path_factory) -> Book:
    """Two pages whose project has an address."""
    pages = {"index": TEXT, "one": "*From the shelf; this page answers how.*"}
    made = Book(tmp_path_factory.mktemp("addressed") / "book", pages)
    made.write("one", f"{pages['one']}\n\n{cell('1 + 1')}")
    (made.folder / "pyproject.toml").write_text(URLS, encoding="utf-8")
    assert made.build() == ""
    return made


def test_each_page_has_one_address_of_its_own(book):
    found = {
        name: [link["href"] for link in book.parsed(name).select("[rel=canonical]")]
        for name in ("index", "one", "search", "404")
    }
    own = {"index": [SITE], "one": [f"{SITE}one.html"]}
    assert found == own | {"search": [], "404": []}
    shared = book.parsed("one").select_one("[property='og:url']")
    assert shared["content"] == f"{SITE}one.html"
    assert book.parsed("index").select_one("[rel=manifest]")


def test_each_page_is_shared_with_a_picture_of_its_own(book):
    for name in ("index", "one"):
        head = {
            tag["property"]: tag["content"]
            for tag in book.parsed(name).select("[property]")
        }
        assert head["og:image"] == f"{SITE}previews/{name}.png"
        with Image.open(book.site / "previews" / f"{name}.png") as picture:
            size = int(head["og:image:width"]), int(head["og:image:height"])
            assert picture.size == size == (1200, 630)
        assert head["og:image:alt"]
        assert head["og:type"] == ("website" if name == "index" else "article")
        assert book.parsed(name).select_one("[name='twitter:card']")


def test_a_page_leads_to_its_source_its_editor_and_to_who_mends_it(book):
    links = [link["href"] for link in book.parsed("one").select("a[href^='https:']")]
    assert SOURCE in links
    assert f"{SOURCE}/edit/main/book/one.md" in links
    assert [link for link in links if link.startswith(f"{SOURCE}/issues/new?title=")]
    words = book.parsed("index").select_one(f"article a[href='{SOURCE}']")
    assert words.text == "a copy of the project"
    assert f"By us {SITE}." in book.parsed("index").article.text
    both = book.parsed("index").select_one(
        f"article a[href='{SOURCE}/releases/latest']"
    )
    assert both.text.strip() == "Each release has both."


def test_a_page_with_a_notebook_opens_it_where_it_runs(book):
    places = ".btn-launch-colab-button, .btn-launch-kaggle-button"
    colab, kaggle = (link["href"] for link in book.parsed("one").select(places))
    path = f"{SOURCE.removeprefix('https://github.com')}/blob/notebooks/one.ipynb"
    assert colab == f"https://colab.research.google.com/github{path}"
    assert kaggle.endswith(f"?src=https://github.com{path}")
    group = book.parsed("one").select_one(".dropdown-launch-buttons")
    signs = [sign["class"][-1] for sign in group.select("i")]
    assert signs == ["fa-rocket", "fa-play", "fa-play"]
    assert book.parsed("index").select(places) == []
    ci = yaml.safe_load((PROJECT / ".github/workflows/ci.yml").read_text("utf-8"))
    pushed = ci["jobs"]["notebooks"]["steps"][-1]["run"]
    assert f"--initial-branch {launch.BRANCH}" in pushed


def test_search_engines_get_all_pages_and_nothing_raw(book):
    sitemap = ElementTree.parse(book.site / "sitemap.xml").getroot()
    places = [place.text for place in sitemap.findall(".//{*}loc")]
    assert places == [SITE, f"{SITE}one.html"]
    robots = (book.site / "robots.txt").read_text(encoding="utf-8")
    assert f"Sitemap: {SITE}sitemap.xml" in robots
    assert "Disallow: /attention/_sources/" in robots


def test_the_page_for_lost_addresses_leads_on_from_any_depth(book):
    page = book.parsed("404")
    deep = "https://somebody.test/attention/a/b/c"
    for name in ("href", "src", "action"):
        for part in page.select(f"[{name}]"):
            assert part[name].startswith(("#", "https://")), part
    assert page.select("a[href='#main-content']")  # to skip to it leads nowhere else
    links = {urljoin(deep, link["href"]) for link in page.select("article a")}
    assert links == {f"{SITE}index.html"}
    assert page.select_one("article form")["action"] == f"{SITE}search.html"
    assert page.html["data-content_root"] == SITE


def test_without_an_address_nothing_points_anywhere(book):
    """Nor is anything left from when there was one."""
    (book.folder / "pyproject.toml").unlink()
    assert book.build() == ""
    assert not [
        name for name in ("sitemap.xml", "robots.txt") if (book.site / name).exists()
    ]
    for name in ("index", "one", "404"):
        page = book.parsed(name)
        assert not page.select("[rel=canonical], [rel=manifest], [property='og:url']")
        assert "somebody" not in str(page)
        assert "github" not in str(page)
        assert "release" not in page.article.text
    assert book.parsed("404").select_one("article form")["action"] == "search.html"


def test_an_old_address_leads_to_the_section_that_it_had(site):
    config = yaml.safe_load((PROJECT / "_config.yml").read_text(encoding="utf-8"))
    moved = config["sphinx"]["config"]["mha_moved"]
    assert set(moved.values()) <= set(pages())
    assert not set(moved) & set(pages())
    for before, now in moved.items():
        page = checks.parsed(site / f"{before}.html")
        assert page.select_one("body a")["href"] == f"{now}.html"
        script = page.script.text
        assert f'replace("{now}.html" + location.search + location.hash)' in script
