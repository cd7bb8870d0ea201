// AttentionExplorer: edit embeddings; see every stage of one head's arithmetic.
import { attention, isHidden, show, weightColour } from "./core.js";
import {
  checkbox,
  el,
  grid,
  isOnSite,
  labelled,
  liveLine,
  numberInput,
  radios,
  readLink,
  writeLink,
} from "./dom.js";

const INPUTS = [
  "embeddings",
  "scores_from",
  "scaled",
  "temperature",
  "causal",
  "mask_self",
  "decimals",
];
const RANGE = { embeddings: [-1000, 1000], temperature: [0.05, 20] };

const readInputs = (model) => ({
  embeddings: model.get("embeddings"),
  illustrative: model.get("illustrative"),
  scoresFrom: model.get("scores_from"),
  scaled: model.get("scaled"),
  temperature: model.get("temperature"),
  causal: model.get("causal"),
  maskSelf: model.get("mask_self"),
});

// ---- what a focused cell says ------------------------------------------------

const explain = (stage, i, j, inputs, result, tokens, decimals) => {
  const n = (x) => show(x, decimals);
  const sum = (a, b) => a.map((x, k) => `${n(x)}·${n(b[k])}`).join(" + ");
  const { embeddings: x, scoresFrom } = inputs;
  const pair = `${tokens[i]} → ${tokens[j]}`;
  if (stage === "scores") {
    const value = n(result.scores[i][j]);
    return scoresFrom === "illustrative"
      ? `score ${pair}: ${value}, an invented number`
      : `score ${pair}: ${sum(x[i], x[j])} = ${value}`;
  }
  if (stage === "shrunk") {
    return `scaled ${pair}: ${n(result.scores[i][j])} ${divisor(inputs)} = ${n(result.shrunk[i][j])}`;
  }
  if (stage === "masked") {
    return isHidden(i, j, inputs)
      ? `masked ${pair}: ${tokens[i]} may not attend to ${tokens[j]}, so −∞`
      : `masked ${pair}: allowed, stays ${n(result.shrunk[i][j])}`;
  }
  if (stage === "weights") {
    const row = result.masked[i];
    const peak = Math.max(...row);
    if (peak === -Infinity)
      return `weight ${pair}: ${tokens[i]} has nothing to attend to, so ${n(0)}`;
    const power = (s) => (s === -Infinity ? "0" : `exp(${n(s - peak)})`);
    return `weight ${pair}: ${power(row[j])} / (${row.map(power).join(" + ")}) = ${n(result.weights[i][j])}`;
  }
  const column = x.map((row) => row[j]);
  return `output ${tokens[i]}, x${j + 1}: ${sum(result.weights[i], column)} = ${n(result.output[i][j])}`;
};

// ---- the page ----------------------------------------------------------------

const embeddingTable = (tokens, width, onnumber) => {
  const names = [...Array(width).keys()].map((j) => `x${j + 1}`);
  const fields = tokens.map((token, i) =>
    names.map((name, j) => {
      const label = `embedding of ${token}, ${name}`;
      const attributes = { step: 0.1, "aria-label": label };
      return numberInput(attributes, (x, input) => onnumber(i, j, x, input));
    }),
  );
  const rows = tokens.map((token, i) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, token),
      ...fields[i].map((input) => el("td", {}, input)),
    ),
  );
  const heads = names.map((name) => el("th", { scope: "col" }, name));
  const table = el(
    "table",
    { class: "mha-inputs" },
    el("caption", {}, "Embeddings X: change a number"),
    el("thead", {}, el("tr", {}, el("td"), ...heads)),
    el("tbody", {}, ...rows),
  );
  return { table, fields };
};

const STAGES = {
  scores: ["Scores", ({ scoresFrom }) => (scoresFrom === "products" ? "X Xᵀ" : "invented")],
  shrunk: ["Scaled", (inputs) => divisor(inputs) || "as they are"],
  masked: ["Masked", ({ causal, maskSelf }) => (causal || maskSelf ? "hidden: −∞" : "none hidden")],
  weights: ["Softmax", () => "rows sum to 1"],
  output: ["Output", () => "weights · X"],
};

// What the scores are divided by: "/ √2", "/ √2 / 3" or nothing.
const divisor = ({ scaled, temperature, embeddings }) =>
  [scaled && `√${embeddings[0].length}`, temperature !== 1 && temperature]
    .filter(Boolean)
    .map((by) => `/ ${by}`)
    .join(" ");

const render = ({ model, el: host }) => {
  const initial = Object.fromEntries(INPUTS.map((k) => [k, model.get(k)]));
  const tokens = model.get("tokens");
  const width = initial.embeddings[0].length;
  const alert = el("p", { class: "mha-alert", role: "alert" });
  const live = liveLine();
  let reading = null; // the cell whose arithmetic the live line shows
  let result = null;

  const change = (values) => {
    alert.textContent = "";
    for (const [k, v] of Object.entries(values)) model.set(k, v);
    model.save_changes();
    update();
  };

  // A number out of range changes nothing; the message says what was expected.
  const checked = (name, what, number, input, kept, apply) => {
    const [low, high] = RANGE[name];
    const fine = number >= low && number <= high;
    input.setAttribute("aria-invalid", String(!fine));
    if (fine) return apply(number);
    const found = Number.isNaN(number) ? "no number" : number;
    alert.textContent = `${what}: found ${found}, expected ${low} to ${high}; ${kept} is kept.`;
  };

  const onembedding = (i, j, number, input) => {
    const now = model.get("embeddings");
    const what = `Embedding of ${tokens[i]}, x${j + 1}`;
    checked("embeddings", what, number, input, now[i][j], (x) =>
      change({ embeddings: now.map((r, a) => r.map((v, b) => (a === i && b === j ? x : v))) }),
    );
  };
  const { table: embeddingInputs, fields } = embeddingTable(tokens, width, onembedding);

  const source = radios(
    "Scores from",
    [
      ["products", "the products X Xᵀ"],
      ["illustrative", "the illustrative numbers"],
    ],
    (value) => change({ scores_from: value }),
  );
  const scaled = checkbox(`divide by √${width}`, (on) => change({ scaled: on }));
  const causal = checkbox("hide later words", (on) => change({ causal: on }));
  const self = checkbox("hide the word itself", (on) => change({ mask_self: on }));
  const temperature = numberInput({ step: 0.1 }, (number, input) =>
    checked("temperature", "Temperature", number, input, model.get("temperature"), (t) =>
      change({ temperature: t }),
    ),
  );
  const decimals = el(
    "select",
    { onchange: () => change({ decimals: Number(decimals.value) }) },
    ...[2, 3, 4, 5, 6, 7, 8].map((d) => el("option", { value: d }, String(d))),
  );

  const features = fields[0].map((_, j) => `x${j + 1}`);
  const panels = Object.entries(STAGES).map(([stage, [title, describe]]) => {
    const note = el("span");
    const caption = el("span", {}, el("b", {}, title), " ", note);
    const columns = stage === "output" ? features : tokens;
    const onread = (i, j) => {
      reading = [stage, i, j];
      speak();
    };
    return { stage, note, describe, ...grid({ caption, label: title, columns, rows: tokens, onread }) };
  });

  const speak = () => {
    for (const { stage, cells } of panels) {
      cells.flat().forEach((cell) => cell.classList.remove("mha-read", "mha-used"));
      if (stage === reading?.[0]) cells[reading[1]][reading[2]].classList.add("mha-read");
    }
    if (!reading) return;
    const [stage, i, j] = reading;
    const from = { weights: "masked", output: "weights" }[stage];
    panels.find((p) => p.stage === from)?.cells[i].forEach((cell) => cell.classList.add("mha-used"));
    live.textContent = explain(stage, i, j, readInputs(model), result, tokens, model.get("decimals"));
  };

  // Focus keeps what the reader is typing; everything else follows the model.
  const fill = (input, number) => {
    if (input.valueAsNumber === number) return;
    if (input !== input.getRootNode().activeElement) input.value = number;
  };

  const update = () => {
    const inputs = readInputs(model);
    result = attention(inputs);
    fields.forEach((row, i) => row.forEach((f, j) => fill(f, inputs.embeddings[i][j])));
    fill(temperature, inputs.temperature);
    source.inputs.get(inputs.scoresFrom).checked = true;
    scaled.input.checked = inputs.scaled;
    causal.input.checked = inputs.causal;
    self.input.checked = inputs.maskSelf;
    decimals.value = model.get("decimals");
    panels.forEach(paint);
    speak();
    model.set("weights", result.weights);
    model.set("output", result.output);
    model.save_changes();
  };

  const paint = ({ stage, cells, note, describe }) => {
    note.textContent = describe(readInputs(model));
    const anchors = model.get("palette").weights;
    cells.forEach((row, i) =>
      row.forEach((cell, j) => {
        const value = result[stage][i][j];
        cell.textContent = show(value, model.get("decimals"));
        cell.classList.toggle("mha-hidden", value === -Infinity);
        if (stage !== "weights") return;
        const { background, text } = weightColour(value, anchors);
        Object.assign(cell.style, { background, color: text });
      }),
    );
  };

  const reset = el("button", { type: "button", onclick: () => change(initial) }, "Reset");
  const share = el("button", { type: "button" }, "Copy link");
  share.addEventListener("click", async () => {
    const link = Object.fromEntries(INPUTS.map((k) => [k, JSON.stringify(model.get(k))]));
    await writeLink(model.get("name"), link);
    live.textContent = "The link in the address bar now holds these numbers.";
  });
  const followLink = () => {
    const link = readLink(model.get("name"));
    if (link) change(parseLink(link, initial, (text) => (alert.textContent = text)));
  };

  const controls = el(
    "div",
    { class: "mha-controls" },
    source.node,
    el("fieldset", {}, el("legend", {}, "Then"), scaled.node, causal.node, self.node),
    el("div", { class: "mha-fields" }, labelled("Temperature", temperature), labelled("Decimals", decimals)),
  );
  host.append(
    el(
      "section",
      { class: "mha-explorer", "aria-label": `Attention explorer, ${model.get("name")}` },
      el("div", { class: "mha-top" }, embeddingInputs, controls),
      alert,
      el("div", { class: "mha-panels" }, ...panels.map((p) => p.table)),
      live,
      el("div", { class: "mha-buttons" }, reset, ...(isOnSite(host) ? [share] : [])),
    ),
  );
  live.textContent = "Point at a cell, or move to it with Tab and the arrow keys, to read its arithmetic.";
  update();
  INPUTS.forEach((k) => model.on(`change:${k}`, update));
  if (!isOnSite(host)) return () => INPUTS.forEach((k) => model.off(`change:${k}`, update));
  followLink();
  addEventListener("hashchange", followLink);
  return () => removeEventListener("hashchange", followLink);
};

// A damaged link changes only what it holds rightly, and says what it does not.
const parseLink = (link, initial, complain) => {
  const values = {};
  for (const name of INPUTS) {
    if (!link.has(name)) continue;
    try {
      const value = JSON.parse(link.get(name));
      if (!fits(name, value, initial)) throw new RangeError();
      values[name] = value;
    } catch {
      complain(`The link's ${name} (${link.get(name)}) cannot be used; the present value is kept.`);
    }
  }
  return values;
};

const fits = (name, value, initial) => {
  const within = ([low, high], x) => typeof x === "number" && x >= low && x <= high;
  if (name === "embeddings")
    return (
      value.length === initial.embeddings.length &&
      value.every((row, i) => row.length === initial.embeddings[i].length && row.every((x) => within(RANGE.embeddings, x)))
    );
  if (name === "temperature") return within(RANGE.temperature, value);
  if (name === "decimals") return Number.isInteger(value) && within([2, 8], value);
  if (name === "scores_from") return ["products", "illustrative"].includes(value);
  return typeof value === "boolean";
};

export default { render };
