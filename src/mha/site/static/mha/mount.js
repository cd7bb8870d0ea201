// Starts the page's explorers from the widget state that the build saved in it.
// A classic script: browsers refuse `<script type="module" src>` from a file, but
// allow import() of a Blob. The interface is anywidget's (AFM), without a kernel.
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

  const load = async (source) => {
    const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    try {
      return (await import(url)).default;
    } finally {
      URL.revokeObjectURL(url);
    }
  };

  const styled = new Set();
  const addStyle = (css) => {
    if (!css || styled.has(css)) return;
    styled.add(css);
    document.head.append(Object.assign(document.createElement("style"), { textContent: css }));
  };

  const mount = async (host, models) => {
    const state = models[host.dataset.modelId]?.state;
    const model = new Model(state);
    const explorer = await load(state._esm);
    const el = document.createElement("div");
    addStyle(state._css);
    host.append(el); // attached first: an explorer may ask where it stands
    await explorer.initialize?.({ model });
    await explorer.render({ model, el });
    host.querySelector(".mha-static").remove();
    host.dataset.mounted = "";
  };

  // The tables stay where an explorer cannot start; the reader is told why.
  const explain = (host, error) => {
    console.error(error);
    const text = "This explorer could not start here. Its numbers at the start:";
    host.prepend(Object.assign(document.createElement("p"), { textContent: text }));
  };

  const start = () => {
    const state = document.querySelector('script[type="application/vnd.jupyter.widget-state+json"]');
    const models = JSON.parse(state.textContent).state;
    for (const host of document.querySelectorAll(".mha-mount")) {
      mount(host, models).catch((error) => explain(host, error));
    }
  };

  document.addEventListener("DOMContentLoaded", start);
})();
