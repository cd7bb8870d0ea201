"""Whether what a page shows begins where its text does, and ends where that ends."""

import checks

# Tables and captions outside explorers, each beside what holds it and the text. A table
# that has to be wider is no fault, and what it has too much scrolls.
FAULTS = """() => {
  const own = "figure, figcaption, .mha-table, .pst-scrollable-table-container > table";
  const within = "section, .sd-summary-content, .admonition";
  const inside = ".mha-mount, .mha-shown figure, .mha-exhibit, li, dd";
  const least = (node) => {
    const style = node.getAttribute("style");
    node.style.width = "min-content";
    const { width } = node.getBoundingClientRect();
    style === null ? node.removeAttribute("style") : node.setAttribute("style", style);
    return width;
  };
  const seen = (node) => node.checkVisibility() && !node.closest(inside);
  const all = [...document.querySelectorAll(`article :is(${own})`)];
  return all.filter(seen).flatMap((node) => {
    const first = ":scope > p:not(.admonition-title)";
    const text = node.closest(within).querySelector(first);
    if (!text?.checkVisibility()) return [];
    const [has, wants] = [node, text].map((one) => one.getBoundingClientRect());
    const alone = node.matches("figcaption") || !node.previousElementSibling;
    const cell = node.matches(".table") && node.querySelector("tr > :first-child");
    const inset = cell ? parseFloat(getComputedStyle(cell).paddingLeft) : 0;
    const late = alone && Math.abs(has.left + inset - wants.left) > 1;
    const wide = node.matches("table") && has.right > wants.right + 1;
    const long = innerWidth < 700 && wide && least(node) <= wants.width;
    const words = `${node.tagName} ${node.innerText.slice(0, 40)}`;
    return [
      ...(late ? [`${words}: begins at ${has.left}, not ${wants.left}`] : []),
      ...(long ? [`${words}: ends at ${has.right}`] : []),
    ];
  });
}"""


def faults(page, width: int) -> list[str]:
    """Tables and captions that keep to another edge, in a window of this width."""
    checks.resize(page, width)
    return page.evaluate(FAULTS)
