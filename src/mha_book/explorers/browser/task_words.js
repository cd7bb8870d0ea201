// What HeadBrowser asks its reader to try, and what it tells when that is done. No DOM.

export const TASKS = {
  appears: {
    ask: "press Play. In which epoch does this become an induction head?",
    told: (epoch, share, before) =>
      `In epoch ${epoch} this head gives ${share} of ` +
      `its weight to the token after an earlier copy. One epoch before, it was only ${before}.`,
  },
  follows: {
    ask: "in an induction head, choose a letter of the second half that asks the letter after its copy.",
    told: (asks, next, copy) =>
      `${asks} asks ${next}, which came after ${copy}. So the model can write it again.`,
  },
  sinks: {
    ask: "find a head that looks mostly at the first token.",
    told: (head, some, all) =>
      `In ${head} most of the weight goes to the first token. Every row must add ` +
      `up to 1, and a head that finds nothing can leave it there. Here ${some} of ${all} heads do so.`,
  },
  finds: {
    ask: (asking, asked, able, all, layer) =>
      `find a head in which ${asking} looks mostly at ${asked}: ` +
      `${able} of the ${all} heads do so, one in layer ${layer}.`,
    told: (head, asking, asked, share) =>
      `In ${head} ${asking} gives ${asked} ${share} of ` +
      "its weight. One head can join two words; whether the model needs it is another question.",
  },
};
