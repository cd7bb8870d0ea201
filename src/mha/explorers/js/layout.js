// TensorLayoutExplorer: where each element of a reshaped tensor sits in memory.
import {
  indices,
  isContiguous,
  offset,
  reshape,
  startTensor,
  swapAxes,
  view,
} from "./core.js";
import {
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

const SIZES = {
  batch: ["B, sentences", 1, 2],
  tokens: ["T, tokens", 1, 4],
  heads: ["H, heads", 1, 3],
  head_dim: ["D, features a head", 1, 3],
};
const STEPS = [
  ["start", "the tensor x"],
  ["view", "view: cut each token into heads"],
  ["split", "transpose: heads before tokens"],
  ["merge", "and back: merge the heads"],
];
const INPUTS = ["step", ...Object.keys(SIZES)];

// What each step shows: the right tensor, then, where there is one, the wrong one.
const tensorsOf = (model) => {
  const [b, t, h, d] = Object.keys(SIZES).map((name) => model.get(name));
  const x = startTensor(b, t, h * d);
  const cut = view(x, [b, t, h, d]);
  const heads = swapAxes(cut, 1, 2);
  const steps = {
    start: [{ code: "x", axes: "BTE", ...x }],
    view: [{ code: "x.view(B, T, H, D)", axes: "BTHD", ...cut }],
    split: [
      { code: "x.view(B, T, H, D).transpose(1, 2)", axes: "BHTD", ...heads },
      { code: "x.view(B, H, T, D)", axes: "BHTD", wrong: true, ...view(x, [b, h, t, d]) },
    ],
    merge: [
      {
        code: "heads.transpose(1, 2).reshape(B, T, E)",
        axes: "BTE",
        ...reshape(swapAxes(heads, 1, 2), [b, t, h * d]),
      },
      { code: "heads.reshape(B, T, E)", axes: "BTE", wrong: true, ...reshape(heads, [b, t, h * d]) },
    ],
  };
  return steps[model.get("step")];
};

// The element's place in memory, as a sum over its axes.
const explain = (tensor, index) => {
  const place = offset(index, tensor.strides);
  const sum = index.map((k, a) => `${k}·${tensor.strides[a]}`).join(" + ");
  const value = tensor.storage[place];
  const [sentence, token, feature] = [Math.floor(value / 100), Math.floor(value / 10) % 10, value % 10];
  const owner = `sentence ${sentence}, token ${token}, feature ${feature}`;
  return `element [${index.join(", ")}]: ${sum} = memory cell ${place}, which holds ${value} (${owner})`;
};

const tokenClass = (value) => `mha-token-${Math.floor(value / 10) % 10}`;

const strip = ({ storage }) => {
  const cells = storage.map((value, place) =>
    el("li", { class: tokenClass(value), value: place }, String(value)),
  );
  return { list: el("ol", { class: "mha-strip", start: 0 }, ...cells), cells };
};

// One table for each combination of the leading axes; rows and columns the last two.
const tables = (tensor, onread) => {
  const { shape, axes } = tensor;
  const [rowAxis, columnAxis] = axes.slice(-2);
  return indices(shape.slice(0, -2)).map((lead) => {
    const where = lead.map((k, a) => `${axes[a]} = ${k}`).join(", ");
    const names = (axis, size) => [...Array(size).keys()].map((k) => `${axis} ${k}`);
    const { table, cells } = grid({
      caption: where,
      label: `${tensor.code}, ${where}`,
      rows: names(rowAxis, shape.at(-2)),
      columns: names(columnAxis, shape.at(-1)),
      onread: (i, j) => onread([...lead, i, j]),
    });
    cells.forEach((row, i) =>
      row.forEach((cell, j) => {
        const place = offset([...lead, i, j], tensor.strides);
        cell.append(String(tensor.storage[place]), el("sub", {}, `@${place}`));
        cell.classList.add(tokenClass(tensor.storage[place]));
      }),
    );
    return table;
  });
};

const facts = (tensor) => {
  const rows = [
    ["shape", `(${tensor.shape.join(", ")})`],
    ["strides", `(${tensor.strides.join(", ")})`],
    ["contiguous", isContiguous(tensor) ? "yes" : "no"],
    ["memory", tensor.copied ? "a new copy" : "shared with x"],
  ];
  return el("dl", {}, ...rows.flatMap(([k, v]) => [el("dt", {}, k), el("dd", { "data-fact": k }, v)]));
};

const panel = (tensor, live) => {
  const memory = strip(tensor);
  const onread = (index) => {
    memory.cells.forEach((cell) => cell.classList.remove("mha-read"));
    memory.cells[offset(index, tensor.strides)].classList.add("mha-read");
    live.textContent = explain(tensor, index);
  };
  return el(
    "div",
    { class: `mha-tensor${tensor.wrong ? " mha-wrong" : ""}` },
    el("p", { class: "mha-title" }, tensor.wrong ? "✗ wrong: " : "", el("code", {}, tensor.code)),
    facts(tensor),
    el("p", { class: "mha-note" }, "Its memory, cell by cell:"),
    memory.list,
    el("div", { class: "mha-panels" }, ...tables(tensor, onread)),
  );
};

const render = ({ model, el: host }) => {
  const initial = Object.fromEntries(INPUTS.map((k) => [k, model.get(k)]));
  const alert = el("p", { class: "mha-alert", role: "alert" });
  const live = liveLine();
  const shown = el("div", { class: "mha-tensors" });

  const change = (values) => {
    alert.textContent = "";
    for (const [k, v] of Object.entries(values)) model.set(k, v);
    model.save_changes();
    update();
  };

  const fits = (name, x) => Number.isInteger(x) && x >= SIZES[name][1] && x <= SIZES[name][2];
  const fields = Object.entries(SIZES).map(([name, [text, min, max]]) => {
    const input = numberInput({ min, max, step: 1 }, (x) => {
      const fine = fits(name, x);
      input.setAttribute("aria-invalid", String(!fine));
      if (fine) return change({ [name]: x });
      const found = Number.isNaN(x) ? "no number" : x;
      alert.textContent = `${text}: found ${found}, expected a whole number from ${min} to ${max}; ${model.get(name)} is kept.`;
    });
    return { name, input, node: labelled(text, input) };
  });
  const step = radios("Step", STEPS, (value) => change({ step: value }));

  const update = () => {
    const tensors = tensorsOf(model);
    step.inputs.get(model.get("step")).checked = true;
    for (const { name, input } of fields) {
      if (input.valueAsNumber !== model.get(name)) input.value = model.get(name);
    }
    shown.replaceChildren(...tensors.map((tensor) => panel(tensor, live)));
    model.set("shape", tensors[0].shape);
    model.set("strides", tensors[0].strides);
    model.set("contiguous", isContiguous(tensors[0]));
    model.save_changes();
  };

  const reset = el("button", { type: "button", onclick: () => change(initial) }, "Reset");
  const share = el("button", { type: "button" }, "Copy link");
  share.addEventListener("click", async () => {
    await writeLink(model.get("name"), Object.fromEntries(INPUTS.map((k) => [k, model.get(k)])));
    live.textContent = "The link in the address bar now holds this layout.";
  });
  const followLink = () => {
    const link = readLink(model.get("name"));
    if (!link) return;
    const sizes = Object.keys(SIZES).map((k) => [k, Number(link.get(k))]);
    const values = Object.fromEntries(sizes.filter(([k, x]) => fits(k, x)));
    if (STEPS.some(([s]) => s === link.get("step"))) values.step = link.get("step");
    change(values);
    const refused = INPUTS.filter((k) => link.has(k) && !(k in values));
    if (refused.length) alert.textContent = `The link's ${refused.join(", ")} cannot be used; the present value is kept.`;
  };

  host.append(
    el(
      "section",
      { class: "mha-explorer", "aria-label": `Tensor layout explorer, ${model.get("name")}` },
      el("div", { class: "mha-top" }, step.node, el("div", { class: "mha-fields" }, ...fields.map((f) => f.node))),
      alert,
      shown,
      live,
      el("div", { class: "mha-buttons" }, reset, ...(isOnSite(host) ? [share] : [])),
    ),
  );
  live.textContent = "Tens name the token, units the feature. Point at a cell, or move to it with Tab and the arrow keys, to find it in memory.";
  update();
  INPUTS.forEach((k) => model.on(`change:${k}`, update));
  if (!isOnSite(host)) return () => INPUTS.forEach((k) => model.off(`change:${k}`, update));
  followLink();
  addEventListener("hashchange", followLink);
  return () => removeEventListener("hashchange", followLink);
};

export default { render };
