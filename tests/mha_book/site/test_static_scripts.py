"""The site's own small scripts, each in a page that has nothing else."""

import json

from bare_page import HOME
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


# The explorers of a page: one that starts, one that fails, and one that nobody knows.
KINDS = """<script>
  const heard = [];
  globalThis.mhaExplorers = {
    fine: {
      initialize: ({ model }) => heard.push(["initialize", model.get("a")]),
      render: ({ model, el }) => {
        heard.push(["render", el.isConnected]);
        const first = () => heard.push(["first", model.get("a")]);
        const second = () => heard.push(["second"]);
        model.off("change:a", first); // which does not listen yet
        model.on("change:a", first);
        model.on("change:a", second);
        model.on("change:b", () => heard.push(["b"]));
        model.set("a", 1); // as it was
        model.set("a", 2);
        model.off("change:a", first);
        model.set("a", 3);
        model.set("c", 3);
        model.save_changes();
        el.append("started");
      },
    },
    faulty: { render: () => { throw new Error("no"); } },
    plain: { render: ({ el }) => el.append("begun") },
  };
</script>"""
STATE = {
    f"m{k}": {"state": {"_anywidget_id": name, "a": 1}}
    for k, name in enumerate(["fine", "faulty", "unknown", "plain", "fine"])
}
HOST = (
    '<div class="mha-mount" data-model-id="m{}"><p class="mha-static">table</p></div>'
)
HEARD = [["initialize", 1], ["render", True], ["first", 2], ["second"], ["second"]]


def test_one_explorer_that_cannot_start_keeps_none_of_the_others(page, alone):
    hosts = "".join(HOST.format(k) for k in range(6))  # the last has no state
    kind = "application/vnd.jupyter.widget-state+json"
    state = f'<script type="{kind}">{json.dumps({"state": STATE})}</script>'
    script = '<script src="mount.js"></script>'
    alone(SCRIPTS, KINDS + hosts + state + script)
    why = "This explorer could not start here. Its numbers at the start:table"
    texts = page.locator(".mha-mount").all_text_contents()
    assert texts == ["started", why, why, "begun", "started", why]
    mounted = "all => all.map(node => 'mounted' in node.dataset)"
    found = page.locator(".mha-mount").evaluate_all(mounted)
    assert found == [True, False, False, True, True, False]
    order = [one for one in page.evaluate("heard") if one[0] != "initialize"]
    assert sorted(page.evaluate("heard"), key=str) == sorted(HEARD * 2, key=str)
    assert order[:4] == HEARD[1:]


COPY = """<main id="main-content"><h2 id="a">A <a class="headerlink" href="#a"><b>#</b>
</a></h2><h2 id="b">B <a class="headerlink" href="#b">#</a></h2>
<a id="other" href="#a">other</a></main><script src="heading_links.js"></script>"""
CLIP = """refuses => Object.defineProperty(navigator, "clipboard", { value: {
  writeText: (text) => (window.copied = text, refuses ? Promise.reject() :
    Promise.resolve()) }, configurable: true })"""


def test_a_headings_link_says_for_a_while_that_it_is_copied(page, alone):
    page.clock.install()
    alone(SCRIPTS, COPY)
    said = page.get_by_role("status")
    page.evaluate(CLIP, False)
    page.locator("#other").click()
    assert page.evaluate("window.copied") is None
    page.locator(".headerlink b").click()
    assert page.evaluate("copied") == f"{HOME}one-page.html#a"
    assert said.text_content() == "The link to this place is copied."
    assert said.get_attribute("class") == "mha-copied"  # it lies over the page
    page.clock.fast_forward(3_000)
    page.locator(".headerlink").last.click()
    assert page.evaluate("copied") == f"{HOME}one-page.html#b"
    page.clock.fast_forward(3_000)
    assert said.text_content()  # four seconds of its own
    page.clock.fast_forward(1_500)
    assert said.text_content() == ""
    page.evaluate(CLIP, True)
    page.locator(".headerlink").first.click()
    assert said.text_content() == ""
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.locator(".headerlink").last.click()
    assert said.text_content() == ""
    assert page.url == f"{HOME}one-page.html#b"
