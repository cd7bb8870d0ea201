// Which elements of a page are looked at: of each kind one in each of its states, one beside its
// like, and whatever a state around it changes.
{
  const { INHERITED, kindOf, lookOf, end } = window.looksOf;

  // What a reader has done to it, and where the focus is.
  const STATES = ["pressed", "selected", "current", "invalid", "disabled"];
  const statesOf = (node) => [
    ...STATES.filter((name) => [null, "false"].indexOf(node.getAttribute(`aria-${name}`)) < 0),
    ...["checked", "disabled", "focus"].filter((name) => node.matches(`:${name}`)),
  ];
  // Up to what has a name of its own: a table's heads are no cells, nor those of another table.
  const BARE = "tr, thead, tbody, td, th, ul, ol, li, dl, label, summary, g";
  const placeOf = ({ parentElement: around }) => {
    if (!around) return "";
    const isBare = around.matches(BARE) && !around.classList.length;
    return `${isBare ? placeOf(around) : ""}${kindOf(around)} > `;
  };
  const nameOf = (node) => [placeOf(node) + kindOf(node), ...statesOf(node)].join(" ");

  // Of two alike, side by side, how the second differs, but for what a script says of each.
  const isOwnTo = (node, line) => {
    const name = line.replace(/^(no )?(before |after )?/, "").split(":")[0];
    return node.style[name] || node.hasAttribute(name);
  };
  const isSecond = ({ className, previousElementSibling: other }, name) =>
    `${other?.className}` === `${className}` && name === nameOf(other);
  const asSecond = (node) => {
    const pair = [node.previousElementSibling, node];
    const [before, now] = pair.map(lookOf);
    return [
      ...now.filter((line) => !before.includes(line)),
      ...before.filter((line) => !now.includes(line)).map((line) => `no ${line}`),
    ].filter((line) => !pair.some((one) => isOwnTo(one, line)));
  };
  const AGAIN = " again";
  // Each element's names: as the first of its kind, or as one beside its like.
  const named = (node) => {
    const name = nameOf(node);
    return isSecond(node, name) ? name + AGAIN : name;
  };
  const lookAs = (node, name) => (name.endsWith(AGAIN) ? asSecond(node) : lookOf(node));

  // What a state around an element changes, in few words: to read all takes too long.
  const IN_SHORT = `
    display visibility opacity position color background-color font-weight outline-style
  `.match(/\S+/g);
  const inShort = (node) => {
    const [style, around] = [node, node.parentElement ?? node].map((one) => getComputedStyle(one));
    const isPlain = (name) => !isOwnTo(node, name) && !(name === "display" && node.hidden);
    const names = IN_SHORT.filter(isPlain).filter(
      (name) => !INHERITED.includes(name) || style[name] !== around[name],
    );
    const contents = ["before", "after"]
      .map((part) => [`${part} content`, getComputedStyle(node, `::${part}`).content])
      .map(([name, value]) => [name, value.replace(/[\d.]+/g, "#")]); // numbers others hold
    return [...names.map((name) => [name, style[name]]), ...contents].map((pair) =>
      pair.join(": "),
    );
  };
  const inNight = (run) => {
    const { style } = document.documentElement;
    style.colorScheme = "dark";
    const found = run();
    style.colorScheme = "";
    return found;
  };

  const MANY = "td, td *, svg *"; // which say by a class of their own what they are
  // Of those whose kind is known, what was never `seen` of it, by its name and a number.
  const otherwise = (all, seen) =>
    all.flatMap(([node, name]) => {
      const [lines, before] = [inShort(node), seen.get(name) ?? []];
      if (before.some((each) => `${each}` === `${lines}`)) return [];
      seen.set(name, [...before, lines]);
      const news = lines.filter((line) => !before[0]?.includes(line));
      return before.length ? [[`${name}, otherwise ${before.length}`, news]] : [];
    });

  // Of each kind in each state how it looks, if it is not `known` yet: by day, and what is
  // other by night.
  const seenOf = new WeakMap(); // of what is known
  window.newLooks = (root, select, known) => {
    if (!seenOf.has(known)) seenOf.set(known, new Map());
    const all = [...root.querySelectorAll(select)].map((node) => [node, named(node)]);
    const firsts = all.filter(([node, name]) => !name.endsWith(AGAIN) && !node.matches(MANY));
    const others = otherwise(firsts, seenOf.get(known));
    const nodes = all.filter(([, name]) => !known.has(name) && known.add(name));
    const read = () => nodes.map((pair) => lookAs(...pair));
    const [days, nights] = [read(), inNight(read)];
    end();
    const other = (k) => nights[k].filter((line) => !days[k].includes(line));
    const found = nodes.map(([, name], k) => [
      name,
      [...days[k], ...other(k).map((line) => `night: ${line}`)],
    ]);
    return [...found.filter(([name, lines]) => lines.length || !name.endsWith(AGAIN)), ...others];
  };

  // Each kind within each kind and in each state, where it is seen for the first time.
  window.looks = (select, known) => {
    const [found, others] = [{}, new Set(known)];
    for (const node of document.querySelectorAll(select)) {
      const name = named(node);
      if (!others.has(name)) found[name] = lookAs(node, name);
      others.add(name);
    }
    end();
    return found;
  };
}
