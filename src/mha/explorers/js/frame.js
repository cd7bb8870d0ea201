// What every explorer has around its content: messages, reset, shared links, and
// the two-way tie to the model's traits.
import { el } from "./dom.js";
export * from "./dom.js";

// `fits(name, value)` says whether an input may take a value; `update()` redraws
// everything from the model. It runs after every change of an input, by whomever.
// `complete(values)` adds what must change together with them.
export const frame = ({ model, host, title, inputs, fits, update, hint, complete = (values) => values }) => {
  const initial = Object.fromEntries(inputs.map((k) => [k, model.get(k)]));
  const alert = el("p", { class: "mha-alert", role: "alert" });
  const live = el("p", { class: "mha-live", role: "status", "aria-live": "polite" }, hint);

  const change = (values) => {
    alert.textContent = "";
    for (const [name, value] of Object.entries(complete(values))) model.set(name, value);
    model.save_changes();
  };

  // A number that does not fit changes nothing; the message says what would.
  const numberField = ({ what, expected, attributes, fine, kept, apply }) => {
    const input = el("input", { type: "number", ...attributes });
    input.addEventListener("input", () => {
      const number = input.valueAsNumber;
      input.setAttribute("aria-invalid", String(!fine(number)));
      if (fine(number)) return apply(number);
      const found = Number.isNaN(number) ? "no number" : number;
      alert.textContent = `${what}: found ${found}, expected ${expected}; ${kept()} is kept.`;
    });
    input.addEventListener("blur", () => {
      if (fine(input.valueAsNumber)) return;
      input.value = kept();
      input.setAttribute("aria-invalid", "false");
    });
    return input;
  };

  // A damaged link changes what it holds rightly, and says what it does not.
  const followLink = () => {
    const link = new URLSearchParams(location.hash.slice(1));
    if (link.get("explorer") !== model.get("name")) return;
    const named = inputs.filter((name) => link.has(name));
    const refused = named.filter((name) => {
      const value = parse(link.get(name));
      if (!safely(() => fits(name, value))) return true;
      change({ [name]: value }); // at once: what the next may be can depend on it
      return false;
    });
    host.scrollIntoView();
    if (refused.length) {
      const what = refused.map((name) => `${name} (${link.get(name)})`).join(", ");
      alert.textContent = `The link's ${what} cannot be used; the present value is kept.`;
    }
  };

  const writeLink = async () => {
    const values = inputs.map((name) => [name, JSON.stringify(model.get(name))]);
    const link = new URLSearchParams([["explorer", model.get("name")], ...values]);
    history.replaceState(null, "", `#${link}`);
    const copied = navigator.clipboard?.writeText(location.href) ?? Promise.reject();
    const also = await copied.then(() => ", copied too", () => ""); // a browser may refuse
    live.textContent = `The address bar now holds a link to these numbers${also}.`;
  };

  // Links exist on the site alone: a notebook's address is not a reader's to share.
  const onSite = host.closest(".mha-mount") !== null;
  const reset = el("button", { type: "button", onclick: () => change(initial) }, "Reset");
  const share = el("button", { type: "button", onclick: writeLink }, "Copy link");
  const buttons = el("div", { class: "mha-buttons" }, reset, ...(onSite ? [share] : []));

  // Shows the explorer: its controls, the messages, its results. Returns the clean-up.
  const open = (controls, results) => {
    const label = `${title}, ${model.get("name")}`;
    const content = [controls, alert, results, live, buttons];
    host.append(el("section", { class: "mha-explorer", "aria-label": label }, ...content));
    update();
    inputs.forEach((name) => model.on(`change:${name}`, update));
    if (onSite) {
      followLink();
      addEventListener("hashchange", followLink);
    }
    return () => {
      inputs.forEach((name) => model.off(`change:${name}`, update));
      removeEventListener("hashchange", followLink);
    };
  };

  return { live, change, numberField, open };
};

const safely = (test) => {
  try {
    return test();
  } catch {
    return false;
  }
};

const parse = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
