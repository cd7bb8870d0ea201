// Time that stands still until a test lets it pass, and all else that a page waits for: frames,
// scripts, workers, and who watches sizes or sight.
{
  let [now, count] = [0, 0];
  const waiting = new Map(); // number -> {run, at, every}
  const wait = (run, ms = 0, every = 0) => {
    waiting.set((count += 1), { run, at: now + Math.max(ms, 1), every });
    return count;
  };
  const stop = (number) => waiting.delete(number);
  Object.assign(window, {
    setTimeout: (run, ms) => wait(run, ms),
    setInterval: (run, ms) => wait(run, ms, ms),
    requestAnimationFrame: (run) => wait(() => run(now), 16),
    clearTimeout: stop,
    clearInterval: stop,
    cancelAnimationFrame: stop,
  });
  performance.now = () => now;

  const settled = async () => {
    for (let k = 0; k < 40; k += 1) await Promise.resolve(); // what is promised comes, one after the other
  };
  const passed = async (ms) => {
    const end = now + ms;
    for (;;) {
      await settled();
      const [number, next] = [...waiting].reduce(
        (first, each) => (each[1].at < first[1].at ? each : first),
        [0, { at: Infinity }],
      );
      if (next.at > end) break;
      now = next.at;
      if (next.every) next.at += next.every;
      else stop(number);
      next.run();
    }
    now = end;
  };

  // What watches is told what a test says.
  const watchers = new Set();
  const watcher = (kind, first) =>
    class {
      constructor(say) {
        Object.assign(this, { kind, say });
      }
      observe() {
        watchers.add(this);
        if (first) wait(() => this.say(first));
      }
      disconnect() {
        watchers.delete(this);
      }
    };
  window.ResizeObserver = watcher("size", [{}]);
  window.IntersectionObserver = watcher("sight", [{ isIntersecting: true }]);
  const tell = (kind, entry) =>
    [...watchers].filter((each) => each.kind === kind).forEach((each) => each.say([entry]));

  // Scripts come, or not; a part of a model has nothing in it.
  let isAway = false;
  const append = document.head.append.bind(document.head);
  document.head.append = (script) => {
    if (!script.matches?.("script")) return append(script);
    const [model, name] = script.src.match(/([^/]+)\/([^/]+)[.]js/).slice(1);
    const come = () => {
      if (!isAway) globalThis.mhaPart?.(model, name, {});
      script.dispatchEvent(new Event(isAway ? "error" : "load"));
    };
    wait(come, 40);
  };
  let isRefused = false;
  const writeText = async () => {
    isRefused = !isRefused; // every other time
    if (!isRefused) throw new Error("refused");
  };
  Object.defineProperty(navigator, "clipboard", { value: { writeText } });

  // Numbers by chance, from one seed for each test.
  let state = 1;
  const chance = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
  Math.random = chance;
  const begin = (seed) => {
    [state, now, isAway, isRefused] = [seed, 0, false, false];
    waiting.clear();
    watchers.clear();
  };
  const setAway = (isIt) => (isAway = isIt);
  window.held = { begin, wait, passed, tell, chance, setAway };
}
