// Tensors as the page gets them, from text back to numbers: {floats, shape}. No page.

const bytesOf = (base64) => {
  const letters = atob(base64);
  const bytes = new Uint8Array(letters.length);
  for (let k = 0; k < bytes.length; k += 1) bytes[k] = letters.charCodeAt(k);
  return bytes.buffer;
};

// A matrix in eight bits has a scale for each row.
const scaled = (numbers, scales) => {
  const width = numbers.length / scales.length;
  const floats = new Float32Array(numbers.length);
  for (let k = 0, row = 0; row < scales.length; row += 1)
    for (const end = k + width; k < end; k += 1) floats[k] = numbers[k] * scales[row];
  return floats;
};

const unpack = ({ shape, floats, numbers, scales }) => ({
  shape,
  floats: floats
    ? new Float32Array(bytesOf(floats))
    : scaled(new Int8Array(bytesOf(numbers)), new Float32Array(bytesOf(scales))),
});

// Each tensor of a part, by its name.
export const unpackAll = (part) =>
  Object.fromEntries(Object.entries(part).map(([name, tensor]) => [name, unpack(tensor)]));
