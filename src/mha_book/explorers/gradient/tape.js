// Automatic differentiation, no DOM: every operation is noted on a tape with what it read and
// how steeply its result follows each of those; walking back adds up the slopes.
export const tape = () => {
  const noted = [];
  const note = (value, ...reads) => {
    const node = { value, grad: 0, reads };
    noted.push(node);
    return node;
  };
  const add = (a, b) => note(a.value + b.value, [a, 1], [b, 1]);
  const multiply = (a, b) => note(a.value * b.value, [a, b.value], [b, a.value]);
  const divide = (a, b) => note(a.value / b.value, [a, 1 / b.value], [b, -a.value / b.value ** 2]);
  const exp = (a) => {
    const power = Math.exp(a.value);
    return note(power, [a, power]);
  };
  // A result is noted after what it read, so backwards each gradient is whole in time.
  const backward = (end) => {
    end.grad = 1;
    for (let k = noted.length - 1; k >= 0; k--)
      for (const [read, slope] of noted[k].reads) read.grad += slope * noted[k].grad;
  };
  return { variable: (value) => note(value), add, multiply, divide, exp, backward };
};
