// Hands a reader a file.
import { el } from "../explorers/shared/dom.js";

export const save = (text) => {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  el("a", { href: url, download: "attention-progress.json" }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
};
