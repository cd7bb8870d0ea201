// What PositionExplorer says: the arithmetic of each number, names of waves. No DOM.
import { formatBrief } from "../shared/format.js";
import { apart, isSine, pairNumbers, pairOf } from "./compute.js";

export const TITLE = "Position explorer";
export const TABS = "What to see of positions";
export const TABLE = "Numbers of each pair";

// What can be set.
const positionName = (t) => `position ${t}`;
export const SET = {
  width: ["Width E", (width) => `${width} features`],
  position: ["Position t", positionName],
  key: ["Key k at", positionName],
  feature: ["Feature", (feature) => `${feature}, ${waveName(feature)}`],
  base: "Base",
  powers: "Base, by powers of ten",
  both: "Both q and k",
  back: "one back",
  on: "one on",
};

// What stands at points and axes, and at a dial.
export const AXES = { position: "position", key: "position of k" };
export const NONE = "none";
export const keyPoint = (number) => `k: ${number}`;
export const wavePoint = (feature, number) => `feature ${feature}: ${number}`;
export const similarityOf = (pair, number) => `${pair}, similarity ${number}`;
export const DIAL_WORDS = { angle: "angle", cosine: "cosine", name: (i) => `pair ${i}` };
export const dialWords = (i, query, key) =>
  `pair ${i}: query turned by ${query} radians, key by ${key}`;

const NUMBERS = {
  pointer: "Point at a number, or move to it with Tab and the arrow keys, to read its arithmetic.",
  finger: "Tap a number to read its arithmetic.",
};
const SLIDERS =
  "Move a slider, and see what follows. The other tabs show the same positions otherwise.";
export const hintOf = (part) =>
  part === "numbers" ? NUMBERS : { pointer: SLIDERS, finger: SLIDERS };

// The parts, as the tabs call them, in order.
export const PARTS = {
  picture: "Picture",
  waves: "Waves",
  numbers: "Numbers",
  similarity: "Similarity",
  rotary: "Rotary",
};

export const QUERY = "Query q at"; // a position that is not alone

export const COLUMNS = ["frequency w", "wavelength 2π/w", "angle t·w", "sine", "cosine"];
// The column that each column's numbers are made from.
export const MADE_FROM = [undefined, 0, 0, 2, 2];

// "0.1", "0.0000205353": six digits that count, where decimals would leave too few.
const short = (x) => String(Number(x.toPrecision(6)));

export const waveName = (feature) =>
  `${isSine(feature) ? "sine" : "cosine"} of pair ${pairOf(feature)}`;

export const rowName = (i, width) =>
  2 * i + 1 < width ? `pair ${i}: features ${2 * i}, ${2 * i + 1}` : `pair ${i}: feature ${2 * i}`;

const UNITS = ["radians per position", "positions", "radians", "", ""];

// One sentence for cell (i, j) of the numbers; `n` turns a number into text.
export const explain = (i, j, inputs, result, n) => {
  const { width, base, position } = inputs;
  const number = pairNumbers(inputs, result)[i][j];
  const w = short(result.w[i]);
  if (number === undefined)
    return `width ${width} ends with feature ${2 * i}: the last sine has no cosine`;
  const sums = [
    () => `frequency of pair ${i}: ${formatBrief(base)}^(−2·${i}/${width})`,
    () => `wavelength of pair ${i}: 2π / ${w}`,
    () => `angle of pair ${i} at position ${position}: ${position} · ${w}`,
    () => `feature ${2 * i} at position ${position}: sin(${position} · ${w})`,
    () => `feature ${2 * i + 1} at position ${position}: cos(${position} · ${w})`,
  ];
  return `${sums[j]()} = ${n(number)} ${UNITS[j]}`.trim();
};

// A position, seen from another.
const distanceWords = (distance) => {
  if (distance === 0) return "the same position";
  return `${Math.abs(distance)} ${distance > 0 ? "after" : "before"}`;
};

// ---- what a reader who does not see a drawing hears of it -------------------------

export const pictureWords = ({ length, width, position, feature }) =>
  `Sinusoidal vectors: ${length} rows, one for each position, by ${width} columns, one for each feature; ` +
  "brown is −1, pale 0, green 1. The columns on the left change quickly from row to " +
  `row, those on the right slowly. Row ${position} and column ${feature} are outlined.`;

export const wavesWords = ({ length, width, position, feature }, { vector }, n) =>
  `${width} waves over ${length} positions, feature ${feature} drawn thick; at position ` +
  `${position} it is ${n(vector[feature])}.`;

export const similarityWords = ({ length, position, key }, { similarity }, n) =>
  `Similarity of the query at position ${position} to a key at each of ${length} positions; the ` +
  `key at position ${key}, ${distanceWords(key - position)}, has ${n(similarity[key])}.`;

// ---- notes on what to look at -----------------------------------------------------

export const NOTES = {
  picture:
    "Each row is a position, each column a feature. Look down a column: those on the left " +
    "change fastest. No two rows are the same. Press the picture to choose a row and a column.",
  waves:
    "The columns of the picture as lines. Features come in pairs, a sine and a cosine of one " +
    "wavelength; each pair’s wave is longer than the one before. The dot is the emphasised " +
    "feature at the position.",
  numbers:
    "A row for each pair. Frequency w is how far the pair turns with each position; sine and " +
    "cosine of the angle are the two features. Look down the wavelengths: each is longer " +
    "than the last.",
};

// Similarity of the positions: when it depends on the distance alone.
export const similarityNote = ({ width }) =>
  width % 2
    ? "An odd width ends with a sine that has no cosine. So here the curve depends on the " +
      "position too: move q and its shape changes."
    : "How alike the rows of two positions are: 1 where k stands at q. Move q and the curve " +
      "moves along, in the same shape: it depends on the distance alone.";

export const dialsNote = ({ width }, drawn) => {
  if (width % 2)
    return (
      `Rotary positions turn features in pairs. Width ${width} is odd, so one feature has ` +
      "no partner: choose an even width."
    );
  const more = Math.max(width / 2 - drawn, 0); // pairs
  const rest = more
    ? ` ${more} more, which turn more slowly, count in the score but are not drawn.`
    : "";
  return (
    "A dial for each pair of features. Both hands start at the right and turn " +
    "counter-clockwise, the query’s (q) by its position times the pair’s speed w, in radians, the " +
    `key’s (k) by its own. Move both, and the angle between them stays.${rest}`
  );
};

// "q at 1, k at 2: 1 apart"
export const pairWords = (inputs) =>
  `q at ${inputs.position}, k at ${inputs.key}: ${apart(inputs)} apart`;

export const scoreWords = ({ width }, { score }, n) =>
  `score = sum of the cosines / √${width} = ${n(score)}`;

// What the part that is open says of both positions: rotary a score, the others how alike they are.
export const explainPlaces = (inputs, { score, similarity }, n) => {
  if (inputs.part !== "rotary") {
    const distance = apart(inputs);
    const isSaid = distance && inputs.width % 2 === 0; // else it depends on the position, too
    const anywhere = isSaid ? `, as wherever the two are ${distance} apart` : "";
    return `${pairWords(inputs)}, similarity ${n(similarity[inputs.key])}${anywhere}`;
  }
  if (score === null) return dialsNote(inputs);
  const { position, key } = inputs;
  const distance = `${position} − ${key} = ${formatBrief(position - key)}`;
  return `query at position ${position}, key at position ${key}: ${distance}, score ${n(score)}`;
};
