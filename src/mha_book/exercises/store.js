// What a browser keeps of a reader's progress: by page and exercise, what was solved. No page.
export const KEY = "mha-progress";
export const ASIDE = "mha-progress-damaged";
export const CHANGED = "mha-progress-changed"; // an event, for whoever shows it

const isPlain = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

const isSound = (kept) =>
  isPlain(kept) && isPlain(kept.pages) && Object.values(kept.pages).every(isPlain);

const parse = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

// Some browsers keep nothing for a file, and say so by an error.
const attempt = (run) => {
  try {
    return run();
  } catch {
    return undefined;
  }
};

// `notice` is "", "damaged" or "closed"; every change is read anew, as another tab may write.
export const openStore = (storageOf) => {
  const storage = attempt(storageOf) ?? null;
  const empty = () => ({ pages: {} });
  let memory = empty(); // of this page alone, where nothing can be kept
  let notice = storage ? "" : "closed";

  const read = () => {
    if (notice === "closed") return memory;
    const text = attempt(() => storage.getItem(KEY)) ?? null;
    if (text === null) return empty();
    const kept = parse(text);
    if (isSound(kept)) return kept;
    attempt(() => storage.setItem(ASIDE, text));
    attempt(() => storage.removeItem(KEY));
    notice = "damaged";
    return empty();
  };
  const write = (kept) => {
    memory = kept;
    const isKept = attempt(() => (storage.setItem(KEY, JSON.stringify(kept)), true));
    if (!isKept) notice = "closed";
  };
  const get = (page, name) => {
    const found = read().pages[page]?.[name];
    return isPlain(found) ? found : {};
  };
  // Nothing is written before a reader has answered: what is kept is read anew, and added to.
  const put = (page, name, values, total) => {
    const kept = read();
    kept.totals = { ...kept.totals, [page]: total };
    const on = (kept.pages[page] ??= {});
    on[name] = { ...(isPlain(on[name]) ? on[name] : {}), ...values };
    write(kept);
  };
  const solved = (page) =>
    Object.entries(read().pages[page] ?? {})
      .filter(([, one]) => one?.solved === true)
      .map(([name]) => name);
  // How many exercises a page has, once one was answered.
  const total = (page) => Number(read().totals?.[page]) || 0;
  const forget = () => write(empty());
  const asText = () => JSON.stringify(read(), null, 2);
  read();
  return { get, put, solved, total, forget, asText, notice: () => notice };
};
