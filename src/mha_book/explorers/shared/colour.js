// Colours on the book's scales, given as lists of "#rrggbb": no DOM.
import { dot } from "./arrays.js";

const channels = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));

// WCAG 2.2's relative luminance of channels from 0 to 255.
export const luminance = (rgb) => {
  const linear = rgb.map((c) => {
    const s = c / 255;
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
  });
  return dot(linear, [0.2126, 0.7152, 0.0722]);
};

// A function: a share 0..1 of the way through these anchors, as channels; `at` gives an
// anchor's colour.
const scaleOf = (anchors, at) => {
  const ends = anchors.map((anchor) => channels(at(anchor)));
  return (share) => {
    const place = Math.min(Math.max(share, 0), 1) * (ends.length - 1);
    const low = Math.min(Math.floor(place), ends.length - 2);
    const [a, b] = [ends[low], ends[low + 1]];
    return a.map((c, i) => Math.round(c + (b[i] - c) * (place - low)));
  };
};
const between = (share, anchors, at) => scaleOf(anchors, at)(share);
const css = (rgb) => `rgb(${rgb.join(", ")})`;
const byDay = ([day]) => day;
const byNight = ([, night]) => night;
const inkOn = (ground) => (luminance(ground) > 0.179 ? "#000000" : "#ffffff");

// A weight 0..1 on the scale of these anchors, each [on a light page, on a dark one], with
// the text colour that reads best on it; what is no number has none.
export const weightColour = (weight, anchors) => {
  if (Number.isNaN(weight)) return {};
  const grounds = [byDay, byNight].map((at) => between(weight, anchors, at));
  const inThemes = (colours) => `light-dark(${colours.join(", ")})`;
  return { background: inThemes(grounds.map(css)), text: inThemes(grounds.map(inkOn)) };
};

// A share 0..1 of the way through a scale, for a canvas, which knows no themes: on a light
// page, or on a dark one.
export const canvasColour = (share, anchors, isNight) =>
  css(between(share, anchors, isNight ? byNight : byDay));

// The same for many pixels: a function, share -> channels.
export const canvasScale = (anchors, isNight) => scaleOf(anchors, isNight ? byNight : byDay);

// Where a picture is small, a small weight is seen, too, and 0 stays the ground: by day, and
// by night, when an eye tells less of what is nearly as dark.
export const faintScales = (anchors) =>
  [1 / 2, 1 / 3].map((power, k) => {
    const scale = canvasScale(anchors, k === 1);
    return (weight) => scale(weight ** power);
  });
