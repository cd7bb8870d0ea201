// What HeadBrowser shows: one head's weights, small pictures of all heads, a note.
import { headName, largest } from "./browserwords.js";
import { range, show, weightColour } from "./core.js";
import { el, facts, grid, swatch } from "./dom.js";
import { RULE } from "./headpatterns.js";
import { fillCell } from "./sentence.js";

// The weights that are shown, (T, T), as a table.
export const heatmap = (tokens, palette, onread) => {
  const asking = el("span", {}, swatch(palette.query), "rows ask, ");
  const caption = el("span", {}, asking, swatch(palette.key), "columns answer; bold or •: a row's largest");
  const { table, cells } = grid({ caption, label: "Weights", rows: tokens, columns: tokens, onread });
  const title = el("p", { class: "mha-title" });
  const area = el("div", { class: "mha-area" }, table);
  // The numbers stand where they fit; a narrower table keeps colours and dots.
  const fit = () => {
    table.classList.remove("mha-bare");
    table.classList.toggle("mha-bare", area.scrollWidth > area.clientWidth);
  };
  new ResizeObserver(() => requestAnimationFrame(fit)).observe(area);

  const fill = (inputs, { weights, strongest, pattern }, decimals) => {
    title.textContent = `${inputs.model}, ${headName(inputs)}: ${pattern.words}`;
    cells.forEach((row, i) =>
      row.forEach((cell, j) => {
        fillCell(cell, weights[i][j], decimals, palette.weights);
        cell.classList.toggle("mha-most", strongest[i] === j);
      }),
    );
    fit();
  };
  // Rings the cell that is read, and underlines its row's largest.
  const mark = (cell, weights) =>
    cells.forEach((row, i) =>
      row.forEach((node, j) => {
        const here = cell?.i === i;
        node.classList.toggle("mha-read", here && cell.j === j);
        node.classList.toggle("mha-used", here && largest(weights[i]).includes(j));
      }),
    );
  return { node: el("div", {}, title, area), fill, mark };
};

const paint = (canvas, weights, anchors) => {
  canvas.width = canvas.height = weights.length;
  const brush = canvas.getContext("2d");
  weights.forEach((row, i) =>
    row.forEach((weight, j) => {
      brush.fillStyle = weightColour(weight, anchors).background;
      brush.fillRect(j, i, 1, 1);
    }),
  );
};

// A button with a small picture for each head: a row a layer.
export const overview = ([layers, heads], palette, actions) => {
  const caption = "Every head: a row a layer, a column a head. Press one to see it.";
  const names = { rows: range(layers).map(String), columns: range(heads).map(String) };
  const { table, cells } = grid({ caption, label: "Heads", ...names, ...actions });
  table.style.maxWidth = `${2 + 4 * heads}rem`; // few heads need no large pictures
  const pictures = cells.map((row) => row.map((cell) => cell.appendChild(el("canvas"))));
  const draw = ({ weights }, patterns) =>
    cells.forEach((row, layer) =>
      row.forEach((cell, head) => {
        paint(pictures[layer][head], weights[layer][head], palette.weights);
        cell.setAttribute("aria-label", `${headName({ layer, head })}, ${patterns[layer][head].words}`);
      }),
    );
  const choose = (inputs) =>
    cells.forEach((row, layer) =>
      row.forEach((cell, head) => {
        cell.setAttribute("aria-pressed", layer === inputs.layer && head === inputs.head);
      }),
    );
  const hidden = layers * heads < 2; // nothing to choose from
  const node = el("div", { class: "mha-overview", hidden }, table);
  return { node, draw, choose };
};

// What the pattern was told from, and how.
export const patternNote = () => {
  const list = el("div");
  const fill = ({ means, peak }, decimals) => {
    const shares = means.map(([place, share]) => [`mean weight on ${place}`, show(share, decimals)]);
    const peakFact = ["a row's largest weight ÷ its even share", show(peak, decimals)];
    list.replaceChildren(facts(means.length ? [...shares, peakFact] : []));
  };
  return { node: el("div", {}, list, el("p", { class: "mha-note" }, RULE)), fill };
};
