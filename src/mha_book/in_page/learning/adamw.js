// AdamW with PyTorch's settings. No page.

const [BETA_1, BETA_2, EPS, DECAY] = [0.9, 0.999, 1e-8, 0.01];

export const createAdamW = (size, rate) => {
  const [first, second] = [new Float64Array(size), new Float64Array(size)];
  return { first, second, rate, steps: 0 };
};

// In place; only the first `used` parameters have a gradient.
export const stepAdamW = (state, numbers, gradient, used) => {
  const { first, second, rate } = state;
  state.steps += 1;
  const pace = rate / (1 - BETA_1 ** state.steps);
  const spread = Math.sqrt(1 - BETA_2 ** state.steps);
  for (let k = 0; k < used; k += 1) {
    const g = gradient[k];
    first[k] += (1 - BETA_1) * (g - first[k]);
    second[k] = BETA_2 * second[k] + (1 - BETA_2) * g * g;
    numbers[k] *= 1 - rate * DECAY;
    numbers[k] -= (pace * first[k]) / (Math.sqrt(second[k]) / spread + EPS);
  }
};
