// A reader who does much, one thing on top of another: a walk through all that can be turned, as
// chance has it, always the same. `shown.js` says what is shown, `held_time.js` holds the time.
{
  const { WORDS, enter, unfold, parts, events, isOpened } = window.contract;
  const { CONTROLS, linesOf, markOf, nameOf } = parts;
  const { PLACED, KEYS, places, bare, inShort, without, point, leave, key } = events;
  const { passed, tell, chance, setAway } = window.held;
  const LONGEST = 60; // letters of a line

  const one = (all) => all[Math.floor(chance() * all.length)];
  const isHere = (part) => part.isConnected && part.checkVisibility() && !part.disabled;

  // What somebody may write: each bound, what is beside it, and what is no number.
  const boundsOf = (limits) =>
    Object.values(limits ?? {}).flatMap(({ min, max }) => [min, min - 1, max, max + 1]);
  const ODD = ["", "x", "1,5", "−2", "0.", "007", "1e400"];
  const WHOLE = [0, 1, 2, 3, 5, 9];
  const numbersFor = () => {
    const bounds = boundsOf(window.contract.mounted.model.get("limits"));
    return [...ODD, ...WHOLE, ...WHOLE, ...bounds].filter((number) => !Number.isNaN(number));
  };
  const TEXTS = ["", " ", "Hi!", "how are you", "a a a", "What? ".repeat(60), "you you"];

  const onto = (name, options = {}) => [name, key(name, options)];
  const type = (part, text, kind = "input") => {
    part.focus();
    enter(part, text, kind);
  };
  const typed = (part) => {
    const text = one([...numbersFor(), part.value]);
    const write = [`${text}`, () => type(part, text)];
    const whole = [`${text}, and Enter`, () => (type(part, text), key("Enter")(part, part))];
    const keys = ["ArrowUp", "ArrowDown"].map((name) => onto(name));
    return one([write, write, whole, ...keys, ["left", (part) => part.blur()]]);
  };
  const written = (part) => {
    const text = one([...TEXTS, part.value, `${part.value}?`]);
    return [`${text.length} letters`, () => (type(part, text), enter(part, text, "change"))];
  };
  const slid = (part) => {
    const { min, max, step, valueAsNumber: at } = part;
    const value = one([min, max, at + Number(step), at - Number(step), at, Number(max) + 9]);
    return [`${value}`, () => type(part, value)];
  };
  const chosen = (part) => {
    const option = one([...part.options]);
    return [option.text, () => type(part, option.value, "change")];
  };
  const click = (part) => {
    part.focus({ preventScroll: true });
    part.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    part.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  };
  const PRESSED = ["pressed", click];
  const met = () => {
    const pointed = ["pointed at", point];
    const enters = ["Enter", "Escape", " "].map((name) => onto(name));
    const keys = one([...KEYS.map((name) => onto(name)), ...enters]);
    const focused = ["focused", (part) => part.focus()];
    return one([PRESSED, PRESSED, pointed, ["left", leave], focused, keys]);
  };
  const actOf = (part) => {
    if (part.matches("[role=spinbutton]")) return typed(part);
    if (part.matches(WORDS)) return written(part);
    if (part.matches("[type=range]")) return slid(part);
    if (part.matches("select")) return chosen(part);
    return part.closest(PLACED) ? met() : PRESSED;
  };

  // Where one goes by an address: links that were copied, damaged ones, and back.
  const links = [];
  let left = []; // addresses, with what the browser keeps of them
  const goTo = (address, state) => {
    const oldURL = location.href;
    history.replaceState(state, "", address);
    dispatchEvent(new HashChangeEvent("hashchange", { oldURL, newURL: location.href }));
  };
  const follow = (link) => () => {
    left.push([location.href, history.state]);
    goTo(`#${link}`, null);
  };
  const goBack = () => left.length && goTo(...left.pop());
  const present = () => {
    const { model } = window.contract.mounted;
    const names = Object.keys(model.get("limits") ?? {}).filter((name) => name in model.state);
    const values = names.map((name) => [name, JSON.stringify(model.get(name))]);
    return new URLSearchParams([["explorer", model.get("name")], ...values]);
  };
  const damaged = () => {
    const link = present();
    const names = [...link.keys()];
    link.set(one(names.slice(1)) ?? names[0], one(['"?"', "-1", "99999999", "{", "null", "[]"]));
    return link;
  };
  const linked = () => {
    const known = links.length ? one(links) : present();
    links.push(`${present()}`);
    return one([
      ["a link", follow(known)],
      ["a damaged link", follow(damaged())],
      ["elsewhere", follow("top")],
      ["back", goBack],
    ]);
  };

  const windowOf = (name) => () => dispatchEvent(new Event(name));
  const CONTROL = { ctrlKey: true };
  const OTHERS = [
    () => linked(),
    () => ["a while", () => passed(one([700, 1500, 5000]))],
    () => ["out of sight", () => tell("sight", { isIntersecting: false })],
    () => ["in sight", () => tell("sight", { isIntersecting: true })],
    () => ["another size", () => (windowOf("resize")(), tell("size", {}))],
    () => ["on paper", async () => (windowOf("beforeprint")(), await passed(20))],
    () => ["from paper", windowOf("afterprint")],
    () => one([true, false].map((isIt) => [isIt ? "away" : "at hand", () => setAway(isIt)])),
    () => onto("Escape"),
  ];
  const BACK = [onto("z", CONTROL), onto("y", CONTROL), onto("Z", { ...CONTROL, shiftKey: true })];

  // What is done next: often with the control that was used last, or back.
  const AGAIN = 0.25;
  const TAKEN_BACK = 0.1;
  const ELSE = 0.12;
  const next = (node, last) => {
    const luck = chance();
    if (luck < TAKEN_BACK) return ["", node, one(BACK)];
    if (luck < TAKEN_BACK + ELSE) return ["", node, one(OTHERS)()];
    const all = Map.groupBy(
      [...node.querySelectorAll(`${CONTROLS}, summary`)].filter(isHere),
      nameOf,
    );
    const isAgain = all.has(last) && chance() < AGAIN;
    const name = isAgain ? last : one([...all.keys()]);
    const part = one(all.get(name));
    return [name, part, actOf(part)];
  };

  const focused = () => document.activeElement.ariaLabel || document.activeElement.localName;
  // Where the page lies in its window is no part of it.
  const LIFTED = / style(=bottom: #px;)?$/;
  const all = (node) =>
    [...linesOf(node), ...places(node), `focus in ${focused()}`, `address ${location.hash}`].map(
      (line) => bare(line).replace(LIFTED, ""),
    );
  // The first line that is new, and a mark of all that changed; none where nothing did.
  const changed = (before, now) => {
    const [come, gone] = [without(now, before), without(before, now)];
    if (!come.length && !gone.length) return [];
    const shown = come.slice(0, 1).map((line) => inShort(line, LONGEST));
    const mark = markOf([...come, "gone", ...gone].join("\n"));
    return [...shown, `${come.length}, ${gone.length} gone (${mark})`];
  };

  // [what was done, what it changed] of those of so many turns that changed any.
  window.contract.walk = async (node, turns) => {
    isOpened();
    unfold(node);
    await passed(50);
    Object.assign(links, { length: 0 });
    left = [];
    let [before, last] = [all(node), ""];
    const steps = [];
    for (let k = 0; k < turns; k += 1) {
      const [name, part, [what, act]] = next(node, last);
      await act(part, node);
      await passed(one([5, 30, 600]));
      const now = all(node);
      const lines = changed(before, now);
      if (lines.length) steps.push([inShort(name ? `${name}: ${what}` : what, LONGEST), lines]);
      [before, last] = [now, name || last];
    }
    return steps;
  };
}
