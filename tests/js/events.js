// What an explorer shows as events come to each kind of its parts: a pointer that comes and
// goes, the focus, keys, a window that turns, paper. `shown.js` says what is shown.
{
  const { canUse, enter, unfold, stops, parts, isOpened, watched } = window.contract;
  const { CONTROLS, GRID, drawn, linesOf, markOf, nameOf, isTurned } = parts;
  const MOST = 2; // lines of a step; of others that changed, how many
  const LONGEST = 80; // letters of a line
  // What no event changes.
  const FIXED = / (autocomplete|inputmode|role|step|min|max|scope|viewBox|tabindex)=[^ |]*/g;

  // Where the focus is, and where Tab finds each grid.
  const PLACED = `${GRID}, [role=group]`;
  const labelOf = (part) => part.ariaLabel || part.textContent;
  const places = (node) =>
    stops(node)
      .filter((stop) => stop.closest(PLACED))
      .map((stop) => `${stop === document.activeElement ? "focus" : "Tab"}: ${labelOf(stop)}`);
  // Both ends of a long line, in whole words, and a mark of all of it.
  const inShort = (line, longest = LONGEST) => {
    if (line.length <= longest) return line;
    const [head, tail] = [line.slice(0, longest / 2), line.slice(-longest / 2)];
    return `${head.replace(/\S*$/, "")}…(${markOf(line)}) ${tail.replace(/^\S*/, "").trim()}`;
  };
  // No machine's pixels.
  const bare = (line) =>
    line
      .trim()
      .replace(FIXED, "")
      .replace(/-?\d+(\.\d+)?px/g, "#px");
  const all = (node) => [...linesOf(node), ...places(node)].map(bare);
  // Of fields and buttons one of each kind; of grids, and what is read in groups, each.
  const kindOf = (part) => {
    if (part.closest(PLACED)) return part.closest("[role=list]")?.ariaLabel ?? nameOf(part);
    return part.role ?? part.type ?? part.localName;
  };

  const MOUSE = { pointerType: "mouse" };
  const around = (part, node) => {
    const found = [];
    for (let each = part; each !== node.parentNode; each = each.parentNode) found.push(each);
    return found;
  };
  const send = (part, type, bubbles) =>
    part.dispatchEvent(new PointerEvent(type, { ...MOUSE, bubbles }));
  const point = (part, node) => {
    send(part, "pointerover", true);
    around(part, node)
      .toReversed()
      .forEach((each) => send(each, "pointerenter", false));
    send(part, "pointermove", true);
  };
  const leave = (part, node) => {
    send(part, "pointerout", true);
    around(part, node).forEach((each) => send(each, "pointerleave", false));
  };
  const key =
    (name, more = {}) =>
    (part, node) => {
      const focused = node.contains(document.activeElement) ? document.activeElement : part;
      const options = { key: name, bubbles: true, cancelable: true, ...more };
      focused.dispatchEvent(new KeyboardEvent("keydown", options));
    };
  const click = (part) => {
    const isRead = part.closest(PLACED) && !part.matches("input, select");
    if (isRead) part.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  };
  const KEYS = [
    "ArrowLeft",
    "ArrowUp",
    "ArrowRight",
    "ArrowDown",
    "Home",
    "End",
    "PageDown",
    "PageUp",
  ];
  const beside = (part) => {
    const edge = part.closest(PLACED) ?? part;
    around(part, edge).forEach((each) => send(each, "pointerleave", false));
  };
  // In this order: what is left while it has the focus is left in another state.
  const MET = {
    "pointed at": point,
    left: leave,
    focused: (part) => part.focus(),
    "pointed at beside": beside,
    "left with the focus": (part, node) => (point(part, node), leave(part, node)),
    pressed: click,
    "left as pressed": (part, node) => (point(part, node), leave(part, node)),
  };
  const TYPED = {
    ...Object.fromEntries(KEYS.map((name) => [name, key(name)])),
    "Enter of a word": key("Enter", { isComposing: true }),
  };
  const ENDED = { Escape: key("Escape"), blurred: () => document.activeElement.blur() };
  // Keys move alike in all grids of a kind.
  const actsOf = (isTyped) => Object.entries({ ...MET, ...(isTyped ? TYPED : {}), ...ENDED });

  const REFUSED = "?!";
  const windowOf = (name) => () => dispatchEvent(new Event(name));
  const fieldOf = (node) =>
    [...node.querySelectorAll("[role=spinbutton], [type=text]")].find(canUse);
  const refuse = (node) => {
    const field = fieldOf(node);
    if (!field) return;
    field.focus();
    enter(field, REFUSED);
  };
  const leaveField = () => document.activeElement.blur();
  const WINDOW = [
    ["refused", refuse],
    ["left", leaveField],
    ["resize", windowOf("resize")],
    ["refused", refuse],
    ["left", leaveField],
    ["pressed elsewhere", (node) => send(node, "pointerdown", true)],
    ["refused", refuse],
    ["left", leaveField],
    ["a key", key("Shift")],
    ["scroll", windowOf("scroll")],
    ["beforeprint", windowOf("beforeprint")],
    ["afterprint", windowOf("afterprint")],
  ];

  const without = (lines, others) => {
    const known = new Set(others);
    return lines.filter((line) => !known.has(line));
  };
  // The lines that are new; those that went where none is. Of some no more than a mark.
  const changed = (before, now) => {
    const [come, gone] = [without(now, before), without(before, now)];
    const found = come.length ? come : gone.map((line) => `gone: ${line}`);
    const shown = found.slice(0, MOST).map((line) => inShort(line));
    const rest = found.slice(MOST);
    return rest.length ? [...shown, `and ${rest.length} more (${markOf(rest.join())})`] : shown;
  };

  window.contract.events = { PLACED, KEYS, places, bare, inShort, without, point, leave, key };

  // [what happened, the lines that it changed], of what changed any; and how the parts look
  // that `select` finds, in each state that they come into.
  window.contract.happenings = async (node, select) => {
    unfold(node);
    await drawn();
    isOpened();
    const [steps, seen] = [[], new Set()];
    const looks = [];
    window.newLooks(node, select, seen);
    let before = all(node);
    const isOther = watched(node);
    const run = async (name, acts, part) => {
      for (const [what, act] of acts) {
        act(part, node);
        await new Promise((done) => setTimeout(done));
        if (!isOther()) continue; // to read all that is shown takes most of the time
        const now = all(node);
        const lines = changed(before, now);
        if (lines.length) steps.push([`${name}: ${what}`, lines]);
        looks.push(...window.newLooks(node, select, seen));
        before = now;
      }
    };
    const done = new Set();
    const walked = new Set();
    const isNext = (part) => isTurned(part) && !done.has(kindOf(part));
    for (;;) {
      const part = [...node.querySelectorAll(CONTROLS)].find(isNext);
      if (!part) break;
      const [kind, grid] = [kindOf(part), part.closest(PLACED)?.localName ?? kindOf(part)];
      await run(kind, actsOf(!walked.has(grid)), part);
      done.add(kind);
      walked.add(grid);
    }
    await run("window", WINDOW, node);
    return [steps, looks];
  };
}
