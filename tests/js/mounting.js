// Mounts an explorer as the site does, beside the page's own, and takes it away again.

// A model that keeps what is written, and who listens.
class Model {
  written = {};
  heard = [];

  constructor(state) {
    this.state = state;
  }
  get(name) {
    return this.state[name];
  }
  set(name, value) {
    this.written[name] = value;
    if (this.state[name] === value) return;
    this.state[name] = value;
    for (const [event, run] of this.heard) if (event === `change:${name}`) run();
  }
  on(event, run) {
    this.heard.push([event, run]);
  }
  off(event, run) {
    this.heard = this.heard.filter(([e, r]) => e !== event || r !== run);
  }
  save_changes() {}
}

// Counts what is added to the window until it is given back.
const watchWindow = () => {
  const { ResizeObserver: Observer, addEventListener: add, removeEventListener: remove } = window;
  const left = { listeners: [], observers: new Set() };
  window.ResizeObserver = class extends Observer {
    observe(node) {
      left.observers.add(this);
      super.observe(node);
    }
    disconnect() {
      left.observers.delete(this);
      super.disconnect();
    }
  };
  window.addEventListener = (...listener) => {
    left.listeners.push(listener);
    add.apply(window, listener);
  };
  window.removeEventListener = (...gone) => {
    left.listeners = left.listeners.filter(([type, run]) => type !== gone[0] || run !== gone[1]);
    remove.apply(window, gone);
  };
  const giveBack = () => {
    Object.assign(window, { ResizeObserver: Observer });
    Object.assign(window, { addEventListener: add, removeEventListener: remove });
    left.listeners.forEach((listener) => remove.apply(window, listener));
    return [...left.listeners.map(([type]) => type), ...[...left.observers].map(() => "size")];
  };
  return giveBack;
};

// The page's explorers, or, with a fault planted, [text, what replaces it], others.
const explorersWith = async (fault) => {
  if (!fault) return mhaExplorers;
  const path = document.querySelector("script[src*='mha/explorers.js']").src;
  const script = await (await fetch(path)).text();
  if (!script.includes(fault[0])) throw new Error(`the script has no ${fault[0]}`);
  const planted = script.replaceAll(...fault).replace("globalThis.mhaExplorers =", "return");
  return new Function(planted)();
};

// Mounts an explorer as the site does; `contract.mounted` then has what a test asks for.
const mount = async ({ state, link = "", fault = null }) => {
  const explorers = await explorersWith(fault);
  if (link || location.hash)
    history.replaceState(null, "", location.pathname + (link && `#${link}`));
  const [model, giveBack] = [new Model(state), watchWindow()];
  const host = Object.assign(document.createElement("div"), { className: "mha-mount" });
  document.querySelector("article").prepend(host);
  const close = await explorers[state._anywidget_id].render({ model, el: host });
  const unmount = () => {
    close();
    host.remove();
    return [...model.heard.map(([event]) => event), ...giveBack()];
  };
  const alert = () => host.querySelector("[role=alert]").textContent;
  window.contract.mounted = { model, alert, unmount };
};

window.contract.mount = mount;
