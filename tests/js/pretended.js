// Workers that answer in held time, with numbers that need no model: what a page makes of answers
// is seen, and not what is computed.
{
  const { wait } = window.held;
  const share = (...numbers) => {
    let mixed = 7;
    for (const number of numbers) mixed = (mixed * 31 + number + 11) % 1009;
    return (mixed % 16) + 1;
  };
  // A row of shares for each of T tokens, over the keys up to `end(i)`.
  const headOf = (T, end, seed) =>
    Array.from({ length: T }, (_, i) => {
      const row = Array.from({ length: T }, (_, j) => (j < end(i) ? share(i, j, seed) : 0));
      const all = row.reduce((a, b) => a + b, 0);
      return row.map((x) => x / all);
    }).flat();

  // The one that trains: 25 steps take 60 ms.
  const [WATCHED, PLACES] = [16, 24]; // letters
  const SHORT = ["one layer"]; // faults that leave a layer out
  const LEAKING = "no mask";
  const lookAt = ({ run, seed, fault }, step) => {
    const [layers, at] = [SHORT.includes(fault) ? 1 : 2, step + seed + fault.length];
    const heads = (make) => Array.from({ length: layers }, (_, k) => [0, 1].map((h) => make(k, h)));
    const far = step / (step + 400);
    const places = (most) => Array.from({ length: PLACES }, (_, t) => (most * share(t, at)) / 16);
    return {
      run,
      step,
      loss: 7.5 - 6 * far + share(at) / 50,
      repeats: far,
      first: far / 2,
      alone: fault === LEAKING ? { repeats: far / 4, places: places(far / 8) } : null,
      places: places(far),
      scores: heads((k, h) => (k && h ? far : far / 8)),
      weights: heads((k, h) => headOf(WATCHED, (i) => i + 1, k + h + at)),
    };
  };
  const school = (post) => {
    const steps = new Map(); // by run
    let job = null;
    const rest = () => {
      post({ is: "rests", turn: job.turn, run: job.run, step: steps.get(job.run) });
      job = null;
    };
    const goOn = (own) => {
      if (own !== job) return;
      const step = Math.min(steps.get(own.run) + 25, own.until);
      steps.set(own.run, step);
      post({ is: "kept", ...lookAt(own, step) });
      if (step === own.until) rest();
      else wait(() => goOn(own), 60);
    };
    return ({ is, ...asked }) => {
      if (job) rest();
      if (is !== "train") return;
      job = asked;
      if (asked.isNew || asked.from || !steps.has(asked.run))
        steps.set(asked.run, asked.from?.step ?? 0);
      post({ is: "kept", ...lookAt(asked, steps.get(asked.run)) });
      wait(() => goOn(asked), 60);
    };
  };

  // The one that reads sentences: six layers of twelve heads.
  const cut = ({ sentence }) => {
    const words = sentence.toLowerCase().match(/\w+|[^\s\w]/g) ?? [];
    const tokens = ["[CLS]", ...words, "[SEP]"];
    return { tokens, ids: tokens.map((token) => token.length), parts: ["rows-0"] };
  };
  const read = ({ ids, silenced }) => {
    const [T, off] = [ids.length, silenced.flat().reduce((a, b) => a + b, silenced.length)];
    const heads = (k) => Array.from({ length: 12 }, (_, h) => headOf(T, () => T, k * 12 + h + off));
    const weights = Array.from({ length: 6 }, (_, k) => Float32Array.from(heads(k).flat()));
    return { weights, milliseconds: 5 * T };
  };
  const answers = { begin: () => null, part: () => null, cut, read };
  const reader =
    (post) =>
    ({ number, ...asked }) =>
      post({ number, found: answers[asked.is](asked) });

  window.Worker = class extends EventTarget {
    isOver = false;
    postMessage(message) {
      const post = (data) =>
        wait(() => this.isOver || this.dispatchEvent(new MessageEvent("message", { data })), 10);
      this.hear ??= ("number" in message ? reader : school)(post);
      wait(() => this.hear(message), 10);
    }
    terminate() {
      this.isOver = true;
    }
  };
}
