"""A model that a page has trained becomes a script of its own."""

import json

from mha_book.explorers import WriterExplorer
from mha_book.site.page_models import forget_unasked, put_apart
from small_writer import LETTERS, decoder


def test_a_pages_model_lies_beside_it_and_the_page_says_how_large_it_is(tmp_path):
    explorer = WriterExplorer(decoder(), LETTERS)
    state = {name: explorer.get_state()[name] for name in ("parts", "listing")}
    other = {"parts": ["an editor has listings, too"], "answers": ["</script>"]}
    given = {"state": {"a": {"state": state}, "b": {"state": other}}}
    made = put_apart(json.dumps(given), tmp_path)
    assert "</script>" not in made
    saved = json.loads(made)["state"]
    assert saved["b"]["state"] == other
    kept, key = saved["a"]["state"], state["listing"]["key"]
    script = tmp_path / "letters" / f"{key}.js"
    assert kept["parts"] == {}
    assert kept["listing"] == state["listing"] | {"bytes": script.stat().st_size}
    text = script.read_text(encoding="utf-8").strip()
    handed = json.loads(f"[{text.removeprefix('mhaPart(').removesuffix(');')}]")
    assert handed == ["letters", key, explorer.parts]


def test_what_no_page_asks_for_any_more_is_removed(tmp_path):
    folder = tmp_path / "letters"
    folder.mkdir()
    for key in ("asked", "gone"):
        (folder / f"{key}.js").write_text("", encoding="utf-8")
    forget_unasked([b'{"key": "asked"}'], folder)
    assert [script.stem for script in folder.iterdir()] == ["asked"]
