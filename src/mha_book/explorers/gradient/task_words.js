// What a reader of GradientInspector is asked, and told when it is done. No DOM.
export const TASKS = {
  lowest: {
    ask: "press the score with the lowest gradient: if it alone grew, the loss would fall fastest.",
    other: (name) =>
      `Not yet: ${name} is no score. The scores stand in step 3, and their gradients in dS.`,
    waits: (name, gradient) =>
      `Not yet: ${name} has the gradient ${gradient}. Look in dS for one further below 0.`,
    told: (gradient) =>
      `Its gradient, ${gradient}, is the lowest of all. Scores are not ` +
      "parameters: training changes them only through W_Q and W_K, which all nine share.",
  },
  nine: {
    ask: "find a number that reaches the loss through all nine scores, and press it.",
    waits: (name) =>
      `Not yet: the way from ${name} does not lead through all nine. Two of the matrices in step 4 ` +
      "make every score.",
    told:
      "It takes part in every query or key, so in every score: nine ways to the loss, and its " +
      "gradient adds up nine products.",
  },
  sure: {
    ask:
      "make the softmax so sure that in each row one weight is above 0.9, and the gradients of all " +
      "scores are less than 0.01. (One number of W_Q is enough.)",
    waits: (weights, gradient) =>
      `Not yet: the largest weights of the rows are ${weights}, and the gradients of the scores ` +
      `reach ${gradient}.`,
    told:
      "In each row one weight is nearly 1 and the others nearly 0, and so are all slopes " +
      "p(1 − p): a softmax that is so sure lets hardly any gradient through.",
  },
};
