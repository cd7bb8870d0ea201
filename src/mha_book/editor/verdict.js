// What a run is: right, a known mistake, or neither. No page.

// JSON has no infinities: words stand for them. To be as far from one as another is not near.
const isNear = (one, other, tolerance) => {
  const [a, b] = [Number(one), Number(other)];
  if (!Number.isFinite(a) || !Number.isFinite(b)) return Object.is(a, b);
  return Math.abs(a - b) <= tolerance * (1 + Math.abs(b));
};

const isSameShape = (one, other) => one.shape.join() === other.shape.join();

const firstOff = (one, other, tolerance) =>
  one.values.findIndex((value, k) => !isNear(value, other.values[k], tolerance));

const isSameTensor = (one, other, tolerance) =>
  isSameShape(one, other) && one.family === other.family && firstOff(one, other, tolerance) < 0;

// Whether two results of one call are the same: numbers, or what went wrong.
const isSame = (one, other, tolerance) =>
  one.results && other.results
    ? one.results.every((tensor, k) => isSameTensor(tensor, other.results[k], tolerance))
    : one.kind === other.kind && !one.results === !other.results;

// Where the number at a place of the flat list stands.
const placeOf = (flat, shape) => {
  const place = [];
  let left = flat;
  for (const size of shape.toReversed()) {
    place.unshift(left % size);
    left = Math.floor(left / size);
  }
  return place;
};

// The first of a call's results that is not as it should be, and how it is not.
export const firstApart = ({ right, tolerance }, found) => {
  const at = found.results.findIndex((one, k) => !isSameTensor(one, right.results[k], tolerance));
  const [one, other] = [found.results[at], right.results[at]];
  if (!isSameShape(one, other)) return { at, how: "shape", found: one.shape, right: other.shape };
  if (one.family !== other.family)
    return { at, how: "family", found: one.family, right: other.family };
  const flat = firstOff(one, other, tolerance);
  const numbers = { found: one.values[flat], right: other.values[flat] };
  return { at, how: "number", place: placeOf(flat, one.shape), ...numbers };
};

// Whether a call that need not go right raised, or gave other shapes.
const isExcused = ({ mayStumble, right }, { kind, results }) =>
  mayStumble && (Boolean(kind) || results.some((one, k) => !isSameShape(one, right.results[k])));

// {is: "broken", stumble}, {is: "right"}, {is: "fault", faults, at} or {is: "unknown", at}.
// `at` is the first call that went wrong; of what is right, one that need not go right, with
// the faults that do just this.
export const judge = (part, { broken, calls }) => {
  if (broken) return { is: "broken", stumble: broken };
  const wrong = part.calls
    .map((_, k) => k)
    .filter((k) => !isSame(calls[k], part.calls[k].right, part.calls[k].tolerance));
  const at = wrong.find((k) => !isExcused(part.calls[k], calls[k]));
  const isLike = ({ found }) =>
    part.telling.every((k, n) => isSame(calls[k], found[n], part.calls[k].tolerance));
  const faults = wrong.length ? part.known.find(isLike)?.faults : undefined;
  if (!wrong.length) return { is: "right" };
  if (at === undefined) return { is: "right", at: wrong[0], faults: faults ?? [] };
  return faults ? { is: "fault", faults, at } : { is: "unknown", at };
};
