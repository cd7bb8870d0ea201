// What the site loads beside its first scripts, when a reader asks for it. They lie in the
// explorers' folder; a page that was opened as a file may load scripts, and nothing else.
import { el } from "./dom.js";
import { SAID } from "./words.js";

// In a notebook there is none.
const explorers = () => document.querySelector('script[src*="mha/explorers.js"]')?.src;
export const isOnSite = () => Boolean(explorers());

// Ends when the script has run; its element is not needed then.
export const loadScript = (path) =>
  new Promise((done, fail) => {
    const src = new URL(path, explorers()).href;
    const end = (finish) => () => (script.remove(), finish());
    const onerror = end(() => fail(Error(SAID.notLoaded(path.replace(/\?.*/, "")))));
    const script = el("script", { src, onload: end(done), onerror });
    document.head.append(script);
  });

// A worker from text: a browser refuses one from a file.
export const startWorker = (text) => {
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const worker = new Worker(address);
  URL.revokeObjectURL(address);
  return worker;
};
