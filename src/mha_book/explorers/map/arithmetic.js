// The arithmetic of one number of the map, in names and in numbers. No DOM.
import { bracketed, format, formatBrief, formatProducts } from "../shared/format.js";
import { quoted } from "../shared/words.js";
import { hiddenBy, isMade, parseCell } from "./compute.js";
import { parentsOf } from "./trace.js";
import { placeName } from "./name_words.js";
import { MADE } from "./words.js";

export const n = (x) => (x === -Infinity ? "−∞" : formatBrief(Math.round(x * 1e4) / 1e4));
const factor = (x) => bracketed(n(x));

const headsOf = (block, { i, j }, tokens) => [
  block.tokens ? quoted(tokens[i]) : i,
  block.tokens === 2 ? quoted(tokens[j]) : j,
];

// A number as code names it, and as words do.
const label = (block, at, tokens) => `${block.name}[${headsOf(block, at, tokens).join(", ")}]`;
export const place = (block, at, tokens) => placeName(block, ...headsOf(block, at, tokens));

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
    MADE.same(`${a}[${token(i)}, ${first + j}]`),
  ],
  score: ({ at: { i, j }, tables: [q, k], inputs, token }) => [
    `${inputs[0]}[${token(i)}] · ${inputs[1]}[${token(j)}] / √${q[i].length}`,
    `(${products(q[i], k[j])}) / ${n(Math.sqrt(q[i].length))}`,
  ],
  mask: ({ at: { i, j }, inputs: [a], token, isHidden }) => [
    isHidden(i, j) ? MADE.later(token(i), token(j)) : MADE.open(`${a}[${token(i)}, ${token(j)}]`),
  ],
  softmax: ({ at: { i, j }, tables: [masked], inputs: [a], token, isHidden }) => {
    if (isHidden(i, j)) return [MADE.hidden(token(i), token(j))];
    const powers = masked[i].filter((s) => s !== -Infinity).map((s) => `e^${factor(s)}`);
    return [MADE.softmax(token(i), a), `e^${factor(masked[i][j])} / (${powers.join(" + ")})`];
  },
  mix: ({ at: { i, j }, tables: [weights, v], inputs, token, isHidden }) => {
    const terms = v.map((line, k) => [k, line[j]]).filter(([k]) => !isHidden(i, k));
    return [
      `${inputs[0]}[${token(i)}] · ${MADE.column(j, inputs[1])}`,
      terms.map(([k, x]) => `${n(weights[i][k])}·${factor(x)}`).join(" + "),
    ];
  },
  join: ({ block, at, blocks, all, token }) => {
    const [source] = parentsOf(blocks, all, `${block.name}:${at.i},${at.j}`).map(parseCell);
    return [MADE.same(`${source.name}[${token(source.i)}, ${source.j}]`)];
  },
};

// A number's arithmetic in up to two lines: its names; its numbers, and the result. Briefly without
// what a field beside it says, nor the head, whose digit the name has.
export const explain = (cell, { blocks, values, inputs, tokens, isBrief }) => {
  const { name, i, j } = parseCell(cell);
  const block = blocks.find((each) => each.name === name);
  const value = values[name][i][j];
  const head = isBrief || block.head === null ? "" : MADE.head(block.head);
  const whole = label(block, { i, j }, tokens) + head;
  if (!isMade(block, inputs)) return [MADE.notYet(whole, block.step)];
  if (block.op === "given") {
    const kind = block.given === "positions" ? MADE.positions : !isBrief && MADE.given;
    return [[`${whole} = ${n(value)}`, kind].filter(Boolean).join("; ")];
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
  const result = `= ${format(value, 4)}`;
  return [`${whole} = ${names}`, numbers ? `= ${numbers} ${result}` : result];
};
