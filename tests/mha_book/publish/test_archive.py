"""A site as one zip: what is in it, and that two of one build are equal bytes."""

import random
from zipfile import ZipFile

import pytest

from mha_book.publish.about import about_book
from mha_book.publish.archive import content_of, main, write_zip
from mha_book.your_file.contents import PACKAGE

FILES = {
    "index.html": '<a href="_sources/one.ipynb"></a><a href="_sources/one.md"></a>',
    "_sources/one.ipynb": "{}",
    "_sources/one.md": "# One",
    "_static/from_scratch/from_scratch.py": "import torch\n",
    "_static/mha/minilm/start.js": 'mhaPart("minilm", "start", {"large": 1});\n',
    "_static/mha/explorers.js": "var mhaExplorers;",
    "_static/scripts/theme.js.map": "for tools alone",
    "_static/locales/de/words.json": "for tools alone",
    ".buildinfo": "for tools alone",
    "objects.inv": "for tools alone",
}


@pytest.fixture
def site(tmp_path):
    for name, text in FILES.items():
        (tmp_path / "html" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "html" / name).write_text(text, encoding="utf-8")
    return tmp_path / "html"


def unpacked(site, *, small=False):
    return {name: data.decode() for name, data in content_of(site, small)}


def test_a_zip_has_the_site_the_notebooks_the_file_and_a_word_on_each(site):
    content = unpacked(site)
    assert set(content) == {
        "README.txt",
        "start.html",
        "from_scratch.py",
        "notebooks/one.ipynb",
        *(f"site/{n}" for n in FILES if n.endswith((".html", ".js", ".py", ".md"))),
    }
    assert content["from_scratch.py"] == "import torch\n"
    assert content["README.txt"].splitlines()[1] == about_book().edition
    assert 'href="site/index.html"' in content["start.html"]
    for name in ("start.html", "site/", "notebooks/", "from_scratch.py"):
        assert f"\n  {name} " in content["README.txt"]


def test_pages_lead_to_the_notebooks(site):
    page = unpacked(site)["site/index.html"]
    assert 'href="../notebooks/one.ipynb"' in page
    assert 'href="_sources/one.md"' in page


def test_a_small_zip_says_of_each_part_that_it_is_not_there(site):
    whole, small = unpacked(site), unpacked(site, small=True)
    part = "site/_static/mha/minilm/start.js"
    assert whole[part] == FILES["_static/mha/minilm/start.js"]
    assert small[part] == 'mhaPart("minilm", "start", null);\n'
    assert {n for n in whole if whole[n] != small[n]} == {part}


def test_two_zips_of_one_build_are_equal_bytes(site, tmp_path, monkeypatch):
    content = dict(content_of(site, small=False))
    write_zip(tmp_path / "one.zip", content)
    monkeypatch.setattr("time.time", lambda: 1e9)  # another day
    write_zip(tmp_path / "two.zip", dict(reversed(content.items())))
    one, two = ((tmp_path / f"{name}.zip").read_bytes() for name in ("one", "two"))
    assert one == two


def test_the_command_says_what_it_made(site, tmp_path, capsys):
    noise = random.Random(0).randbytes(2_100_000)  # that no zip makes smaller
    (site / "noise.bin").write_bytes(noise)
    (site / "blank.bin").write_bytes(bytes(1_300_000))
    main(site, tmp_path / "to", small=True)
    target = tmp_path / "to" / f"{PACKAGE}-small.zip"
    assert capsys.readouterr().out == f"{target}: 2.1 MB, unpacked 3.4 MB\n"
    with ZipFile(target) as packed:
        assert packed.testzip() is None
        assert {name.split("/")[0] for name in packed.namelist()} == {PACKAGE}
        assert {one.external_attr >> 16 for one in packed.infolist()} == {0o100644}


def test_what_is_not_built_cannot_be_packed(tmp_path):
    with pytest.raises(FileNotFoundError, match="has no built book: run `make book`"):
        main(tmp_path, tmp_path)


def test_the_whole_site_has_its_own_name(site, tmp_path):
    main(site, tmp_path / "to")
    assert [path.name for path in (tmp_path / "to").iterdir()] == [f"{PACKAGE}.zip"]
