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

// A weight 0..1 on the scale of these anchors, with the text colour that reads best on it.
export const weightColour = (weight, anchors) => {
  const place = Math.min(Math.max(weight, 0), 1) * (anchors.length - 1);
  const low = Math.min(Math.floor(place), anchors.length - 2);
  const [a, b] = [channels(anchors[low]), channels(anchors[low + 1])];
  const rgb = a.map((c, i) => Math.round(c + (b[i] - c) * (place - low)));
  const text = luminance(rgb) > 0.179 ? "#000000" : "#ffffff";
  return { background: `rgb(${rgb.join(", ")})`, text };
};

// −1 to 1 on the scale of these anchors.
export const signedColour = (number, anchors) => weightColour((number + 1) / 2, anchors).background;
