// How elements look: of each kind once, what its style differs in from a plain element's.
{
  const SIDES = ["top", "right", "bottom", "left"];
  const INHERITED = `
    color font-family font-size font-style font-weight text-align text-transform visibility
    white-space cursor list-style-type fill stroke stroke-width stroke-dasharray text-anchor
    border-collapse caption-side font-variant-numeric overflow-wrap pointer-events text-wrap
  `.match(/\S+/g);
  const OWN = `
    background-color background-image opacity display position float text-decoration-line
    flex-direction flex-wrap justify-content align-items gap overflow-x overflow-y box-shadow
    z-index content border-top-left-radius max-width min-width order
    grid-column-start grid-column-end grid-row-start grid-template-areas flex-grow flex-shrink
    vertical-align text-overflow break-inside break-before break-after
    filter clip-path padding-top padding-right padding-bottom padding-left
    margin-top margin-right margin-bottom margin-left
  `.match(/\S+/g);
  // What a page turns into pixels is taken as the style says it: letters differ in width.
  const SAID = `
    width height min-height max-height top right bottom left flex-basis
    box-sizing transform translate writing-mode zoom grid-template-columns grid-template-rows
    grid-row-end grid-auto-flow align-self align-content justify-items table-layout
    column-count border-top-right-radius border-bottom-left-radius outline-offset
    text-decoration-style text-decoration-thickness mask-image object-fit aspect-ratio
    user-select resize scroll-margin-top scroll-margin-bottom page vector-effect contain
    container-type content-visibility field-sizing scrollbar-width scroll-behavior
    animation-name box-decoration-break
  `.match(/\S+/g);
  // Of these what is other than around it.
  const SAID_INHERITED = `
    line-height text-indent letter-spacing text-underline-offset list-style-position
    fill-opacity stroke-opacity paint-order image-rendering accent-color tab-size
    -webkit-text-fill-color print-color-adjust orphans widows text-shadow color-scheme
    -webkit-text-stroke-width stroke-linejoin stroke-linecap dominant-baseline
    border-spacing
  `.match(/\S+/g);

  const said = (node, names) => {
    const style = node.computedStyleMap();
    return Object.fromEntries(names.map((name) => [name, `${style.get(name)}`]));
  };

  // Of an element without any style.
  const frame = document.createElement("iframe");
  const plain = {};
  const plainStyle = (tag) => {
    if (plain[tag]) return plain[tag];
    if (!frame.isConnected) document.body.append(frame);
    const node = frame.contentDocument.createElement(tag);
    frame.contentDocument.body.append(node);
    const style = frame.contentWindow.getComputedStyle(node);
    const own = Object.fromEntries(OWN.map((name) => [name, style[name]]));
    return (plain[tag] = { ...own, ...said(node, SAID) });
  };

  // Widths of letters differ between machines, and whole pixels hide a rounding. The least
  // width of a cell counts its letters.
  const rounded = (value) =>
    value
      .replace(/\d+\.\d+(?=px)/g, (n) => Math.round(n))
      .replace(/\d+\.\d{2,}/g, (n) => Number(n).toFixed(2));
  const shown = (name, value) =>
    name === "min-width" && value !== "0px" && value !== "auto" ? "set" : rounded(value);
  const COUNTS = "[style*='--in:'], [style*='--digits:'], [style*='--words:']"; // letters
  const counted = (node, [name, value]) =>
    ["width", "left"].includes(name) && value.endsWith("px") && node.closest(COUNTS)
      ? [name, "set"]
      : [name, value];

  const borders = (style) =>
    ["outline", ...SIDES.map((side) => `border-${side}`)]
      .filter((part) => style[`${part}-style`] !== "none" && style[`${part}-width`] !== "0px")
      .map((part) => [part, ["width", "style", "color"].map((one) => style[`${part}-${one}`])])
      .map(([part, values]) => [part, values.join(" ")]);
  // In how long is not asked for: tests let none take time.
  const moves = ({ transitionProperty: what }) =>
    ["all", "none"].includes(what) ? [] : [["transition-property", what]];

  // Of what stands before or after it a style says lengths only while nothing is drawn.
  const unseen = (node, run) => {
    const style = node.getAttribute("style");
    node.setAttribute("style", `${style ?? ""}; display: none`);
    const found = run();
    if (style === null) node.removeAttribute("style");
    else node.setAttribute("style", style);
    return found;
  };
  // What a script has placed it says itself.
  const saidOf = (node, pseudo, usual) => {
    if (pseudo) {
      const read = () => SAID.map((name) => [name, getComputedStyle(node, pseudo)[name]]);
      return unseen(node, read)
        .filter(([name, value]) => value !== usual[name])
        .map((entry) => counted(node, entry));
    }
    const isPlaced = (name) =>
      node.style[name] || (name === "transform" && node.hasAttribute(name));
    const names = [...SAID, ...SAID_INHERITED].filter((name) => !isPlaced(name));
    const around = node.parentElement ?? node;
    const others = { ...usual, ...said(around, SAID_INHERITED) };
    // In which letters are filled; and how all of a page are measured.
    const { color } = said(node, ["color"]);
    const measured = said(around, ["box-sizing"])["box-sizing"];
    return Object.entries(said(node, names))
      .filter(([name, value]) => ![others[name], color, measured].includes(value))
      .map((entry) => counted(node, entry));
  };

  const styleOf = (node, pseudo) => {
    const style = getComputedStyle(node, pseudo);
    if (pseudo && style.content === "none") return [];
    const around = getComputedStyle(pseudo ? node : (node.parentElement ?? node));
    const usual = plainStyle(pseudo ? "span" : node.localName);
    const inherited = INHERITED.filter((name) => style[name] !== around[name]);
    const own = OWN.filter((name) => style[name] !== usual[name]);
    const entries = [...inherited, ...own].map((name) => [name, style[name]]);
    entries.push(...borders(style), ...moves(style), ...saidOf(node, pseudo, usual));
    return entries.map(([name, value]) => `${name}: ${shown(name, value)}`);
  };

  const kindOf = (node) => [node.localName, ...[...node.classList].toSorted()].join(".");

  // [kind, what it is inside of, how it and what stands before and after it look].
  const lookOf = (node) => {
    const parts = [
      ["", undefined],
      ["before ", "::before"],
      ["after ", "::after"],
    ];
    return parts.flatMap(([word, pseudo]) => styleOf(node, pseudo).map((line) => word + line));
  };

  window.looksOf = { INHERITED, kindOf, lookOf, end: () => frame.remove() };
}
