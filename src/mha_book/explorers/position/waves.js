// PositionExplorer's waves: every feature along the positions, the chosen one strong.
import { range } from "../shared/arrays.js";
import { chart } from "../shared/chart.js";
import { el, note } from "../shared/dom.js";
import { ticksOf, waveLine, wavesPlane } from "./compute.js";
import { AXES, NOTES, wavePoint, wavesWords } from "./words.js";

export const wavesPart = (length) => {
  const ticks = { xs: ticksOf(length), ys: [-1, 0, 1], xLabel: AXES.position };
  const { node, draw, mark: markPoint, describe } = chart(wavesPlane(length), ticks);
  const refill = (result, inputs, n) => {
    const { width, feature, position } = inputs;
    const others = range(width).filter((f) => f !== feature);
    const line = (f, name) => ({ points: waveLine(f, result.w, length), class: name });
    const thin = others.map((f) => line(f, "mha-wave"));
    draw([...thin, line(feature, "mha-wave mha-chosen")]);
    const value = result.vector[feature];
    markPoint(position, value, wavePoint(feature, n(value)));
    describe(wavesWords(inputs, result, n));
  };
  return { node: el("div", {}, node, note(NOTES.waves)), refill };
};
