// Where the worker's script comes from: on the site from a file beside the others, when it is
// first needed; in a notebook the widget has it.
import { isOnSite, loadScript, startWorker } from "../shared/site_scripts.js";
import { SAID } from "../shared/words.js";

const FILE = "learning_worker.js";

export const openWorker = (model) => async (hear) => {
  if (isOnSite()) await loadScript(FILE);
  const worker = startWorker(isOnSite() ? globalThis.mhaLearningWorker : model.get("script"));
  worker.addEventListener("message", ({ data }) => hear(data));
  worker.addEventListener("error", ({ message }) =>
    hear({ is: "failed", why: message || SAID.ended }),
  );
  return worker;
};
