// Exercises and listings as they stand in a page that keeps something of them, and what is
// kept after each step.
{
  const KEY = "mha-progress";
  const READ = [
    ".mha-title",
    ".mha-question",
    ".mha-verdict",
    ".mha-kept summary",
    ".mha-kept .mha-note",
  ];
  const LONGEST = 60; // letters

  const short = (_, value) =>
    typeof value === "string" && value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
  const valueOf = (field) => (field.type === "radio" ? field.checked : field.value);
  const textOf = (node) => node?.textContent ?? null;
  // One line for each of these parts, and for what is kept.
  const seen = (node) => {
    const all = (select) => [...node.querySelectorAll(select)];
    const tabs = all("nav button").map((tab) =>
      [tab.textContent, tab.className, tab.ariaLabel, tab.ariaCurrent].filter(Boolean).join(", "),
    );
    const fields = all("textarea, input, pre.mha-numbers").map(
      (field) => valueOf(field) ?? field.textContent,
    );
    const usable = all("button")
      .filter((each) => each.checkVisibility())
      .map(textOf);
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return Object.entries({
      tabs,
      fields,
      buttons: usable.slice(tabs.length),
      said: READ.map((select) => textOf(node.querySelector(select))),
      unfolded: all("details[open]").length,
      focus: document.activeElement.className || document.activeElement.localName,
      kept: kept?.pages ?? null,
      names: Object.keys(localStorage).toSorted(),
    }).map(([name, value]) => `${name}: ${JSON.stringify(value, short)}`);
  };

  const press = (text) => (node) =>
    [...node.querySelectorAll("button")].find((each) => each.textContent === text).click();
  const type = (select, value) => (node) => {
    const field = node.querySelector(select);
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const elsewhere = (pages) => () => {
    localStorage.setItem(KEY, JSON.stringify({ pages }));
    dispatchEvent(new Event("storage"));
  };
  const answering = (isSure, run) => (node) => {
    const asked = [];
    window.confirm = (words) => (asked.push(words), isSure);
    run(node);
    return asked.map((words) => `asked: ${words}`);
  };

  window.contract.keptSteps = { press, type, elsewhere, answering };
  // What stands there at first, and after each step of [name, run].
  window.contract.keptStates = (node, steps) => [
    ["opened", seen(node)],
    ...steps.map(([name, run]) => [name, [...(run(node) ?? []), ...seen(node)]]),
  ];
}
