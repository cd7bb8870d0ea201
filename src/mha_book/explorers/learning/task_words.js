// What LearningExplorer asks its reader to try, and what it tells when that is done. No DOM.

export const TASKS = {
  head: {
    ask:
      "press ▶ Play, which trains a model of your own. Watch head 1 of layer 1, the last of the " +
      "four pictures, until its outline fills: it then looks at what came after the earlier copy.",
    told: (found, before) =>
      `At step ${found.step} its induction score came to ${found.score}; at step ` +
      `${before.step} it had been ${before.score}. Of the guesses in the repeats ` +
      `${before.repeats} were right at step ${before.step}, and ${found.repeats} at step ` +
      `${found.step}.`,
  },
  leak: {
    ask:
      "with another run of your own make the loss fall lower than it should, and the copying " +
      "fail. Which fault does that?",
    told: (loss, usual, repeats) =>
      `The loss came to ${loss}, and recorded runs without a fault end at ${usual}. But ` +
      `with the mask on again only ${repeats} of the repeats were right: a falling loss ` +
      "alone proves nothing.",
  },
};
