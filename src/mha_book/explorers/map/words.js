// What MapExplorer says of a number, of a trace, of a switch. No DOM.
import { bracketed, format, formatBrief, formatProducts } from "../shared/format.js";
import { hiddenBy, isMade, parseCell } from "./compute.js";
import { quoted } from "../shared/words.js";
import { count } from "./name_words.js";
import { parentsOf } from "./trace.js";

export const n = (x) => (x === -Infinity ? "−∞" : formatBrief(Math.round(x * 1e4) / 1e4));
const factor = (x) => bracketed(n(x));

// ---- the arithmetic of one number --------------------------------------------------------

export const label = (block, { i, j }, tokens) => {
  const line = block.tokens ? quoted(tokens[i]) : i;
  const column = block.tokens === 2 ? quoted(tokens[j]) : j;
  return `${block.name}[${line}, ${column}]`;
};

const products = (a, b) => formatProducts(a, b, factor);

// Op -> [made of what, with which numbers]: `at` the cell, `values` every table.
const SUMS = {
  add: ({ at: { i, j }, tables: [a, b], inputs }) => [
    inputs.join(" + "),
    `${n(a[i][j])} + ${factor(b[i][j])}`,
  ],
  product: ({ at: { i, j }, tables: [a, b], inputs, token }) => [
    `${inputs[0]}[${token(i)}] · ${inputs[1]}[${j}]`,
    products(a[i], b[j]),
  ],
  view: ({ at: { i, j }, block: { first }, inputs: [a], token }) => [
    `${a}[${token(i)}, ${first + j}], the same number`,
  ],
  score: ({ at: { i, j }, tables: [q, k], inputs, token }) => [
    `${inputs[0]}[${token(i)}] · ${inputs[1]}[${token(j)}] / √${q[i].length}`,
    `(${products(q[i], k[j])}) / ${n(Math.sqrt(q[i].length))}`,
  ],
  mask: ({ at: { i, j }, inputs: [a], token, isHidden }) => [
    isHidden(i, j)
      ? `${token(i)} may not look at ${token(j)}, which comes later`
      : `${a}[${token(i)}, ${token(j)}], not hidden`,
  ],
  softmax: ({ at: { i, j }, tables: [masked], inputs: [a], token, isHidden }) => {
    if (isHidden(i, j)) return [`${token(j)} is hidden from ${token(i)}`];
    const powers = masked[i].filter((s) => s !== -Infinity).map((s) => `e^${factor(s)}`);
    return [
      `softmax of row ${token(i)} of ${a}`,
      `e^${factor(masked[i][j])} / (${powers.join(" + ")})`,
    ];
  },
  mix: ({ at: { i, j }, tables: [weights, v], inputs, token, isHidden }) => {
    const terms = v.map((line, k) => [k, line[j]]).filter(([k]) => !isHidden(i, k));
    return [
      `${inputs[0]}[${token(i)}] · column ${j} of ${inputs[1]}`,
      terms.map(([k, x]) => `${n(weights[i][k])}·${factor(x)}`).join(" + "),
    ];
  },
  join: ({ block, at, blocks, all, token }) => {
    const [source] = parentsOf(blocks, all, `${block.name}:${at.i},${at.j}`).map(parseCell);
    return [`${source.name}[${token(source.i)}, ${source.j}], the same number`];
  },
};

// A number's arithmetic in up to three lines: names, numbers, result.
export const explain = (cell, { blocks, values, inputs, tokens }) => {
  const { name, i, j } = parseCell(cell);
  const block = blocks.find((each) => each.name === name);
  const value = values[name][i][j];
  const head = block.head === null ? "" : ` (head ${block.head})`;
  const whole = label(block, { i, j }, tokens) + head;
  if (!isMade(block, inputs)) return [`${whole} is not made yet: step ${block.step} does it`];
  if (block.op === "given") {
    const kind = block.given === "positions" ? "fixed by its place" : "given; you can change it";
    return [`${whole} = ${n(value)}`, kind];
  }
  const [names, numbers] = SUMS[block.op]({
    at: { i, j },
    block,
    blocks,
    all: inputs,
    inputs: block.inputs,
    tables: block.inputs.map((source) => values[source]),
    token: (t) => quoted(tokens[t]),
    isHidden: hiddenBy(inputs),
  });
  return [`${whole} = ${names}`, numbers && `= ${numbers}`, `= ${format(value, 4)}`].filter(
    Boolean,
  );
};

// How far a trace reaches.
export const explainTrace = ({ parents, older }, fed) => {
  if (!parents.size) return fed.size ? `It has a part in ${count(fed.size, "number")}.` : "";
  const come = parents.size === 1 ? "which comes" : "which come";
  const far = older.size ? `, ${come} from ${count(older.size, "earlier number")}` : "";
  return `Made from ${count(parents.size, "number")}${far}.`;
};

// ---- around it ---------------------------------------------------------------------------

export const BLOCKS = "Blocks of numbers";
export const NOT_MADE = "not made yet";

// The number that is read.
export const READ = {
  name: "The number",
  label: "The number that is read",
  change: (min, max) => `Change this number (${min} to ${max})`,
  copy: "Copy",
  tensor: " as tensor",
  copied: (name, code) => `${name} is copied as a tensor: ${code}`,
};
