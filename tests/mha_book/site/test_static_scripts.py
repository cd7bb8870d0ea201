"""The site's own small scripts, each in a page that has nothing else."""

from project import PROJECT

SCRIPTS = PROJECT / "src" / "mha_book" / "site" / "static" / "mha"
THEME = """types => types.map((type) => {
  dispatchEvent(new Event(type));
  return document.documentElement.dataset.theme; })"""


def test_paper_is_light_and_the_screen_has_its_own_theme_again(page):
    page.set_content("<html data-theme=dark>")
    page.add_script_tag(path=SCRIPTS / "paper.js")
    found = page.evaluate(THEME, ["beforeprint", "afterprint"] * 2)
    assert found == ["light", "dark"] * 2
