// An SVG chart: a frame with ticks, lines, and one marked point that is named.
import { svg } from "./dom.js";
import { formatBrief } from "./format.js";
import { BOX } from "./plane.js";

const NAME = 90; // how far a name may reach

const text = (x, y, anchor, words) => svg("text", { x, y, "text-anchor": anchor }, words);

const gridLine = ({ y }, tick) =>
  svg("line", { class: "mha-rule", x1: BOX.left, x2: BOX.right, y1: y(tick), y2: y(tick) });

const axes = (plane, { xs, ys, xLabel, yName = formatBrief }) => [
  ...ys.map((tick) => gridLine(plane, tick)),
  ...ys.map((tick) => text(BOX.left - 6, plane.y(tick) + 4, "end", yName(tick))),
  ...xs.map((tick) => text(plane.x(tick), BOX.bottom + 17, "middle", formatBrief(tick))),
  text((BOX.left + BOX.right) / 2, BOX.height - 6, "middle", xLabel),
];

// Ticks are named as the numbers they are, on the upright axis otherwise with `yName(tick)`.
// `draw(lines)` sets the lines' points and classes; `mark(x, y, words)` moves the point.
export const chart = (plane, ticks) => {
  const lines = svg("g");
  const upright = svg("line", { class: "mha-place", y1: BOX.top, y2: BOX.bottom });
  const dot = svg("circle", { class: "mha-dot", r: 5 });
  const name = svg("text", { class: "mha-name", y: BOX.top + 10 });
  const view = { class: "mha-chart", viewBox: `0 0 ${BOX.width} ${BOX.height}`, role: "img" };
  const node = svg("svg", view, ...axes(plane, ticks), lines, upright, dot, name);

  const draw = (all) => lines.replaceChildren(...all.map((line) => svg("polyline", line)));

  // Its name stands at the top, on the side with more room; or away from what is close beside it,
  // and beyond that where the chart ends.
  const mark = (x, y, words, beside = x) => {
    const [cx, cy] = [plane.x(x), plane.y(y)];
    const gap = plane.x(beside) - cx;
    const isNear = gap !== 0 && Math.abs(gap) < NAME;
    const onLeft = isNear ? gap > 0 : cx > BOX.width / 2;
    const isEnd = onLeft ? cx < BOX.left + NAME : cx > BOX.right - NAME;
    const isBeyond = isNear && isEnd;
    const [toLeft, from] = [onLeft !== isBeyond, isBeyond ? cx + gap : cx];
    const set = (part, values) =>
      Object.entries(values).forEach(([key, value]) => part.setAttribute(key, value));
    set(upright, { x1: cx, x2: cx });
    set(dot, { cx, cy });
    set(name, { x: from + (toLeft ? -9 : 9), "text-anchor": toLeft ? "end" : "start" });
    name.textContent = words;
  };
  const describe = (words) => node.setAttribute("aria-label", words);
  return { node, draw, mark, describe };
};
