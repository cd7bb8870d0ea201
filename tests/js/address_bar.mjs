// A browser of one page for tests: its address, its history, and who listens.
export const HOME = "https://a.book/page.html";

// A browser with one page: `go(hash)` follows a link, `travel(by)` is Back and Forward.
export const browserWith = (start = "") => {
  const places = [{ url: HOME + start, state: null }];
  const heard = new Map();
  let at = 0;
  const place = () => places[at];
  const location = {
    get hash() {
      return new URL(place().url).hash;
    },
    get href() {
      return place().url;
    },
  };
  const replaceState = (state, _, url) => {
    place().state = structuredClone(state);
    if (url !== undefined) place().url = new URL(url, HOME).href;
  };
  const fire = (type, event) => [...(heard.get(type) ?? [])].forEach((run) => run(event));
  const move = (run) => {
    const oldURL = place().url;
    run();
    fire("hashchange", { oldURL, newURL: place().url });
  };
  const go = (hash) =>
    move(() => places.splice((at += 1), Infinity, { url: HOME + hash, state: null }));
  const travel = (by) => move(() => (at += by));
  const history = {
    replaceState,
    get state() {
      return place().state;
    },
  };
  const addEventListener = (type, run) => heard.set(type, new Set(heard.get(type)).add(run));
  const removeEventListener = (type, run) => heard.get(type)?.delete(run);
  Object.assign(globalThis, { location, history, addEventListener, removeEventListener });
  const count = () => [...heard.values()].reduce((all, { size }) => all + size, 0);
  return { go, travel, fire, count, place };
};
