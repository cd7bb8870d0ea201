// German: what TensorLayoutExplorer says. What each export is stands in words.js.
import { formatTuple } from "../shared/format.js";
import { isContiguous, offset } from "../shared/strides.js";
import { differences, digits, elementAt, featureOf, sentenceOf, tokenOf } from "./compute.js";

export const TITLE = "Tensoren im Speicher";

export const HINT = {
  pointer:
    "Zeig auf eine Zelle, oder geh mit Tab und den Pfeiltasten hin, dann siehst du sie im Speicher.",
  finger: "Tipp auf eine Zelle, dann siehst du sie im Speicher.",
};

export const STEPS = {
  start: "der Tensor x",
  view: "view: jedes Token in Köpfe schneiden",
  split: "transpose: erst die Köpfe, dann die Tokens",
  merge: "und zurück: die Köpfe zusammenfügen",
};

export const STEP = "Schritt";
export const MEMORY = "Sein Speicher:";
export const secondName = (name) => `${name}, zweiter Tensor`;

export const SIZE_NAMES = {
  batch: "B, Sätze",
  tokens: "T, Tokens",
  heads: "H, Köpfe",
  head_dim: "D, Merkmale je Kopf",
};

const placeOf = (value) => `Token ${tokenOf(value)}, Merkmal ${featureOf(value)}`;

const originOf = (value, batch) =>
  batch > 1 ? `Satz ${sentenceOf(value)}, ${placeOf(value)}` : placeOf(value);

export const legend = ([batch]) =>
  "Jede Zahl sagt, wo sie in x steht, und jedes Token hat seine Farbe: " +
  `${digits(12)} ist Token 1, Merkmal 2.` +
  (batch > 1 ? ` In Satz 1 ist es ${digits(112)}. ` : " ") +
  "Gezählt wird ab 0, wie torch es tut. Die kleine Zahl ist der Platz im Speicher.";

export const verdict = ({ isRight, isWrong }) => {
  if (isRight) return "✓ Richtig: ";
  if (isWrong === undefined) return "";
  return isWrong ? "✗ Falsch: " : "Hier kein Unterschied: ";
};

export const complaint = (tensor, right) => {
  const wrong = differences(tensor, right);
  if (!wrong.length) return "Jedes Element steht, wo es soll.";
  const [batch] = tensor.shape;
  const [found, expected] = [tensor, right].map((each) =>
    originOf(elementAt(each, wrong[0]), batch),
  );
  const count = `${wrong.length} von ${tensor.storage.length} Elementen stehen an fremden Plätzen`;
  return `${count}: Bei [${wrong[0].join(", ")}] steht ${found} statt ${expected}.`;
};

const AXES = { B: "Satz", T: "Token", H: "Kopf" };

export const partName = ({ axes, shape }, lead) =>
  lead
    .map((k, a) => [AXES[axes[a]], k, shape[a]])
    .filter(([, , size], a) => size > 1 || a === lead.length - 1)
    .map(([axis, k]) => `${axis} ${k}`)
    .join(", ");

export const factsOf = (tensor) => [
  ["Form", formatTuple(tensor.shape)],
  ["Strides", formatTuple(tensor.strides)],
  ["zusammenhängend", isContiguous(tensor) ? "ja" : "nein"],
  ["Speicher", tensor.isCopy ? "eine neue Kopie" : "gemeinsam mit x"],
];

export const explain = ({ storage, strides, shape }, index) => {
  const place = offset(index, strides);
  const sum = index.map((k, a) => `${k}·${strides[a]}`).join(" + ");
  const value = storage[place];
  const origin = originOf(value, shape[0]);
  return `Element [${index.join(", ")}]: ${sum} = Speicherzelle ${place}, darin steht ${digits(value)} (${origin})`;
};

export const TASKS = {
  finds: {
    ask: (cell) =>
      "Schneide mehrere Tokens in mehrere Köpfe, und wähl das Element des ersten Tensors, " +
      `das in Speicherzelle ${cell} liegt.`,
    told: (value, head, token) =>
      `${value}: Kopf ${head}, Token ${token}. Das transpose hat im Speicher nichts bewegt: Zum ` +
      "nächsten Token eines Kopfes geht es über die anderen Köpfe hinweg.",
  },
  hides: {
    ask: "Finde Größen, mit denen das falsche view richtig ist.",
    told:
      "Mit einem einzigen Kopf oder Token gibt es nichts zu tauschen. Ein Test mit solchen Größen " +
      "besteht also, welches von beiden auch im Code steht.",
  },
  strays: {
    ask: "Füge die Köpfe wieder zusammen, und wähl ein Element, das am falschen Platz steht.",
    told: (index, found, expected) =>
      `Bei [${index}] steht ${found} statt ${expected}. Ohne das transpose folgen die Tokens eines ` +
      "Kopfes aufeinander; mit ihm hat jedes Token seine Köpfe wieder nebeneinander.",
  },
};
