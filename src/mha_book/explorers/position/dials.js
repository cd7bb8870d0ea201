// Rotary positions: a dial for each pair, whose query and key are two hands that turn.
import { range } from "../shared/arrays.js";
import { el, facts, svg, write } from "../shared/dom.js";
import { DIAL, arc, nearest } from "./compute.js";
import { DIAL_WORDS, dialWords } from "./words.js";

export const MOST = 8; // dials
const FEW = 3; // have room to be large
const ASIDE = 12; // from the key's hand to its letter, so that it hides no query

// A hand with its letter, so that not the colour alone tells query from key. It points
// right, and is turned as a whole; its letter is turned back, and stays upright.
const hand = (letter, stroke, share, ...within) => {
  const reach = share * DIAL.radius;
  const name = svg("text", { "text-anchor": "middle", "dominant-baseline": "central" }, letter);
  const upright = svg("g", { class: "mha-turn" }, name);
  const node = svg(
    "g",
    { class: `mha-turn mha-hand mha-hand-${letter}`, stroke, fill: stroke },
    ...within,
    svg("line", { x2: reach - 4 }),
    svg("path", { class: "mha-tip", d: `M${reach},0 l-8,-4 v8 z` }),
    upright,
  );
  let shown = 0; // radians, so that a hand goes on from where it is
  // The letter stands beyond the tip, or aside of the hand by so much, downwards.
  const turn = (angle, aside = 0) => {
    shown = nearest(shown, angle);
    const x = aside ? reach - 8 : reach + 8;
    node.style.transform = `rotate(${-shown}rad)`;
    upright.style.transform = `translate(${x}px, ${aside}px) rotate(${shown}rad)`;
  };
  return { node, turn };
};

// A dial for pair i; `refill` takes its angles, in radians, and `n`, which makes text.
const dial = (i, palette) => {
  const between = svg("path", { class: "mha-between" });
  const query = hand("q", palette.query, 1, between); // the arc turns with the query
  const key = hand("k", palette.key, 0.65); // shorter and on top, so that both are seen
  const { size, radius } = DIAL;
  const drawing = svg(
    "svg",
    { viewBox: `${-size / 2} ${-size / 2} ${size} ${size}`, role: "img" },
    svg("circle", { class: "mha-rim", r: radius }),
    svg("line", { class: "mha-rest", x2: radius }), // where both hands start
    query.node,
    key.node,
  );
  const numbers = facts([
    [DIAL_WORDS.angle, ""],
    [DIAL_WORDS.cosine, ""],
  ]);
  const [difference, cosine] = numbers.querySelectorAll("dd");
  const refill = (angles, n) => {
    query.turn(angles.query);
    key.turn(angles.key, Math.sin(angles.between) > 0 ? ASIDE : -ASIDE); // away from q
    between.setAttribute("d", arc(-angles.between));
    write(difference, n(angles.between));
    write(cosine, n(Math.cos(angles.between)));
    drawing.setAttribute("aria-label", dialWords(i, n(angles.query), n(angles.key)));
  };
  return { node: el("li", {}, el("b", {}, DIAL_WORDS.name(i)), drawing, numbers), refill };
};

// The dials of all pairs, or of the first; they stay the same nodes, so that hands turn.
export const dialsOf = (palette) => {
  const all = range(MOST).map((i) => dial(i, palette));
  const node = el("ol", { class: "mha-dials" });
  const refill = ({ key }, { w, angles, between }, n) => {
    const drawn = all.slice(0, angles.length);
    if (node.children.length !== drawn.length) node.replaceChildren(...drawn.map((d) => d.node));
    node.classList.toggle("mha-few", drawn.length <= FEW);
    drawn.forEach((each, i) =>
      each.refill({ query: angles[i], key: key * w[i], between: between[i] }, n),
    );
  };
  return { node, refill };
};
