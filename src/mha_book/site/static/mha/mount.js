// Starts the page's explorers, which explorers.js holds, from the widget state that the
// build saved in the page. Classic scripts: browsers refuse `<script type="module" src>`
// from a file. The interface is anywidget's (AFM), without a kernel.
(() => {
  class Model {
    #state;
    #listeners = new Map();

    constructor(state) {
      this.#state = state;
    }
    get(name) {
      return this.#state[name];
    }
    set(name, value) {
      if (this.#state[name] === value) return;
      this.#state[name] = value;
      for (const listener of this.#listeners.get(`change:${name}`) ?? []) listener();
    }
    on(event, listener) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
    }
    off(event, listener) {
      const kept = (this.#listeners.get(event) ?? []).filter((l) => l !== listener);
      this.#listeners.set(event, kept);
    }
    save_changes() {} // no kernel to tell
  }

  const mount = async (host, models) => {
    const state = models[host.dataset.modelId]?.state;
    const model = new Model(state);
    const explorer = mhaExplorers[state._anywidget_id];
    const el = document.createElement("div");
    host.append(el); // attached first: an explorer may ask where it stands
    await explorer.initialize?.({ model });
    await explorer.render({ model, el });
    const still = host.querySelector(".mha-static");
    still.replaceWith(...still.querySelectorAll(".mha-questions")); // these are for paper
    host.dataset.mounted = "";
  };

  // The tables stay where an explorer cannot start; the reader is told why.
  const explain = (host, error) => {
    console.error(error);
    const text = "This explorer could not start here. Its numbers at the start:";
    host.prepend(Object.assign(document.createElement("p"), { textContent: text }));
  };

  const start = () => {
    const state = document.querySelector(
      'script[type="application/vnd.jupyter.widget-state+json"]',
    );
    const models = JSON.parse(state.textContent).state;
    for (const host of document.querySelectorAll(".mha-mount")) {
      mount(host, models).catch((error) => explain(host, error));
    }
  };

  document.addEventListener("DOMContentLoaded", start);
})();
