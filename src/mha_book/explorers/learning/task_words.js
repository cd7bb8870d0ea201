// What LearningExplorer asks its reader to try, and what it tells when that is done. No DOM.

export const TASKS = {
  head: {
    ask:
      "press ▶ Play, which trains a model of your own. Watch head 1 of layer 1, the last of the " +
      "four pictures, until its outline fills: it then looks at what came after the earlier copy.",
    told: ({ step, repeats }) =>
      `The outline filled at step ${step}: ${repeats} of the repeats are guessed right.`,
  },
  leak: {
    ask:
      "with another run of your own make the loss fall lower than it should, and the copying " +
      "fail. Which fault does that?",
    told: (loss, repeats) =>
      `The loss fell to ${loss}, but with the mask on again only ${repeats} of the repeats are ` +
      "right: a low loss alone proves nothing.",
  },
};
