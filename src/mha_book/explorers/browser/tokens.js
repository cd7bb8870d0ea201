// The two columns of tokens: left who asks, right who is asked.
import { el, swatch } from "../shared/dom.js";
import { forEachCell, move, pointing } from "../shared/grid.js";
import { format } from "../shared/format.js";
import { wordName } from "../shared/words.js";
import { isSame } from "./choice.js";
import { isKey } from "./pairs.js";
import { COLUMNS, SHOWN, SIDES } from "./words.js";

const AXES = ["i", "j"]; // of the columns

// Beside a token is room for a weight, `data-weight`; those who cannot see it have the table.
const tokenButton = (tokens, place, side, { mouse, enter, press }) => {
  const at = { [AXES[side]]: place };
  const word = el("span", { class: "mha-word" }, tokens[place]);
  const attributes = {
    type: "button",
    tabindex: place || side ? -1 : 0,
    "aria-label": `${wordName(tokens, place)} ${SIDES[side]}`,
    ...mouse.over(at),
    onfocus: () => (mouse.leave(), enter(at)),
    onclick: () => press(at),
  };
  return el("button", attributes, word);
};

const column = (buttons, side, colour) => {
  const items = buttons.map((row) => el("li", {}, row[side]));
  const face = { class: "mha-tokens", style: `--role: ${colour}` };
  const names = { role: "list", "aria-label": COLUMNS[side], ...face };
  return [el("p", {}, swatch(colour), SIDES[side]), el("ul", names, ...items)];
};

// The columns with `between` between them. One Tab stop; the arrow keys move along a column
// and across.
export const tokenColumns = (tokens, { query, key }, actions, between) => {
  const also = { ...actions, mouse: pointing(actions.point) };
  const row = (_, place) => AXES.map((_, side) => tokenButton(tokens, place, side, also));
  const buttons = tokens.map(row);
  const [left, right] = [column(buttons, 0, query), column(buttons, 1, key)];
  const names = { class: "mha-pairs", role: "group", "aria-label": SHOWN.lines };
  const node = el("div", names, left[0], right[0], left[1], between, right[1]);
  node.addEventListener("keydown", (event) => move(event, buttons));
  node.addEventListener("focusin", ({ target }) =>
    forEachCell(buttons, (button) => (button.tabIndex = button === target ? 0 : -1)),
  );
  node.addEventListener("pointerleave", () => node.matches(":focus-within") || actions.leave());

  // Marks what is chosen, and tells the weights of its lines at their other ends.
  const choose = (chosen, isHeld, lines, decimals) => {
    const far = isKey(chosen) ? 0 : 1;
    forEachCell(buttons, (button, place, side) => {
      const axis = AXES[side];
      const line = side === far && lines.find((each) => each[axis] === place);
      button.classList.toggle("mha-seen", chosen?.[axis] === place);
      button.setAttribute("aria-pressed", isHeld && isSame(chosen, { [axis]: place }));
      button.dataset.weight = line ? format(line.weight, decimals) : "";
    });
  };
  return { node, choose };
};
