// All that an explorer shows, line by line: as it opens, and what each control changes.
{
  const { APART, WORDS, canUse, enter, turnWords, unfold } = window.contract;
  // What has a size of its own is drawn a frame later.
  const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

  // Other tests hold these; and letters are as wide as a machine's fonts.
  const LEFT_OUT = ["class", "id", "tabindex", "type", "xmlns", "for", "name"];

  // Where a picture's number stands is said once, as the explorer opens.
  const PLACES = ["x", "y", "width", "height", "textLength", "lengthAdjust", "d", "transform"];
  const OF_NUMBERS = "[role=row] *";
  let isOpening = true;

  const isShown = (node, name) =>
    !LEFT_OUT.includes(name) && (isOpening || !PLACES.includes(name) || !node.matches(OF_NUMBERS));

  // Four digits that are others where a text is another.
  const markOf = (text) => {
    let mark = 0x811c9dc5; // FNV-1a
    for (const letter of text) mark = Math.imul(mark ^ letter.codePointAt(), 0x01000193);
    return String((mark >>> 0) % 10000).padStart(4, "0");
  };
  // Machines round otherwise: no more than a number's first decimal is in the mark.
  const rounded = (text) => text.replace(/([.]\d)\d+/g, "$1");
  const short = (text) =>
    text.length > 90 ? `${text.slice(0, 50)}…(${markOf(rounded(text))})…${text.slice(-30)}` : text;
  const attributesOf = (node) =>
    [...node.attributes]
      .filter(({ name }) => isShown(node, name))
      .map(({ name, value }) => (value ? ` ${name}=${short(value.trim())}` : ` ${name}`))
      .toSorted();

  // What a reader sets of a field is no attribute.
  const setting = (node) => {
    if (node.matches("option")) return node.selected ? " (chosen)" : "";
    if (node.matches("[type=radio], [type=checkbox]")) return node.checked ? " (on)" : "";
    return node.matches("input") ? ` (${node.value})` : "";
  };

  // A picture of pixels: how much of each colour is in it.
  const painted = (node) => {
    const { data } = node.getContext("2d").getImageData(0, 0, node.width, node.height);
    const sums = [0, 0, 0];
    for (let k = 0; k < data.length; k += 4)
      for (let channel = 0; channel < 3; channel += 1) sums[channel] += data[k + channel];
    return ` (${sums})`;
  };

  const headOf = (node) => {
    const classes = [...node.classList].toSorted().map((name) => `.${name}`);
    const inside = node.matches("canvas") ? painted(node) : setting(node);
    return [node.localName, ...classes, ...attributesOf(node), inside].join("");
  };

  // One line for what holds no element, for a table's row, for a picture's number.
  const IN_ONE = "tr, [role=row], option, li:not(:has(table, svg)), dl, label";
  const PLAIN =
    /^g(?=[.]mha-cell)|[.]mha-cell\b| role=gridcell|^(td|th|rect|text|tspan|span|code|b|dt|dd|sub|i)$/g; // says nothing by itself
  const DRAWN_BY_PYTHON = "[data-block]"; // tests of pictures look inside
  const whole = (node) =>
    node.nodeType === Node.TEXT_NODE
      ? node.data.trim()
      : node.matches(DRAWN_BY_PYTHON)
        ? headOf(node)
        : [headOf(node).replace(PLAIN, ""), ...[...node.childNodes].map(whole)]
            .filter(Boolean)
            .join(" | ");

  const linesOf = (node, indent = "") => {
    if (
      node.nodeType === Node.TEXT_NODE ||
      !node.firstElementChild ||
      node.matches(`${IN_ONE}, ${DRAWN_BY_PYTHON}`)
    )
      return whole(node) ? [indent + whole(node)] : [];
    const inside = [...node.childNodes].flatMap((child) => linesOf(child, `${indent}  `));
    return [indent + headOf(node), ...inside];
  };

  const GRID = "[role=grid]";
  const CONTROLS = [
    ...["tab", "spinbutton", "gridcell"].map((role) => `[role=${role}]`),
    ...["radio", "checkbox", "range"].map((type) => `[type=${type}]`),
    `select, button, table.mha-grid td, ${WORDS}`,
  ].join();

  // By which a control is found again where it was made anew; of a grid's cells, and of
  // fields that differ in a number or a word, one is enough.
  const nameOf = (control) => {
    const grid = control.closest(GRID);
    if (grid) return `grid ${grid.ariaLabel.replace(/\d.*/, "")}`;
    const label = control.ariaLabel ?? control.labels?.[0]?.textContent ?? control.textContent;
    const kind = control.role ?? control.type ?? control.localName;
    return `${kind} ${label.trim().replace(kind === "spinbutton" ? /“.*|\d.*/ : "", "")}`;
  };

  const TURNED = ["Next task"]; // though it is every explorer's
  const isTurned = (control) => {
    const isApart = APART.includes(control.textContent) && !TURNED.includes(control.textContent);
    if (!canUse(control) || isApart) return false;
    const grid = control.closest(GRID);
    if (!grid) return control.type !== "radio" || !control.checked;
    const cells = "tbody td, tbody button, [role=gridcell]";
    return control === [...grid.querySelectorAll(cells)].findLast(canUse);
  };

  const turn = (control) => {
    if (control.matches("[type=range], [role=spinbutton]")) {
      const [before, step] = [Number(control.value), Number(control.step || 1)];
      enter(control, before + step);
      if (Number(control.value) === before || control.ariaInvalid === "true")
        enter(control, before - step);
    } else if (control.matches(WORDS)) {
      turnWords(control);
    } else if (control.localName === "select") {
      const next = (control.selectedIndex + 1) % control.options.length;
      enter(control, control.options[next].value, "change");
    } else {
      for (const name of ["pointerenter", "pointermove"])
        control.dispatchEvent(new PointerEvent(name));
      control.focus();
      control.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    }
  };

  window.contract.parts = { CONTROLS, GRID, drawn, linesOf, markOf, nameOf, isTurned };
  window.contract.isOpened = () => (isOpening = false); // all has been said once

  // [what was done, all that is shown then], in this order; and how the parts that `select`
  // finds look, in each state that they come into.
  window.contract.everything = async (node, select) => {
    unfold(node);
    await drawn();
    const seen = new Set();
    const looks = window.newLooks(node, select, seen);
    isOpening = true;
    const steps = [["opened", linesOf(node)]];
    isOpening = false;
    steps.push(["", linesOf(node)]); // what the next is compared with
    const done = new Set();
    const isNext = (control) => isTurned(control) && !done.has(nameOf(control));
    for (;;) {
      const control = [...node.querySelectorAll(CONTROLS)].find(isNext);
      if (!control) return [steps, looks];
      const name = nameOf(control);
      done.add(name);
      turn(control);
      await drawn();
      steps.push([name, linesOf(node)]);
      looks.push(...window.newLooks(node, select, seen));
    }
  };
}
