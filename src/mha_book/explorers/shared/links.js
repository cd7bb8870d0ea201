// Links to an explorer in a certain state: what one sets, and the one to the present state.
import { linkTo, readdress } from "./address.js";
import { SAID } from "./words.js";

const attempt = (test) => {
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

// `set(name, value)` sets an input, `tell(words)` says what cannot be used, `asOneChange(run)` runs
// what is to be undone at once, and `arrive(names)` shows what a link has set.
export const createLinks = ({ model, host, inputs, isValid, set, tell, arrive, asOneChange }) => {
  // A damaged link changes what it holds rightly, and says what it does not.
  const take = (link) => {
    const refused = inputs.filter((name) => {
      if (!link.has(name)) return false;
      const value = parse(link.get(name));
      if (!attempt(() => isValid(name, value))) return true;
      set(name, value); // at once: what the next may be can depend on it
      return false;
    });
    host.scrollIntoView();
    const what = refused.map((name) => `${name} (${link.get(name)})`).join(", ");
    tell(what && SAID.badLink(what));
  };
  // The link that the page was opened with: what it sets is not to be undone.
  const begin = () => {
    const link = linkTo(model.get("name"), location.hash);
    if (link) take(link);
  };
  const follow = (link) => {
    // Who came by key goes on from here; first, since a field that is left withdraws what is told.
    host.firstElementChild.focus({ preventScroll: true });
    asOneChange(() => take(link));
    arrive?.([...link.keys()]);
  };
  // Puts the present state into the address; gives whether it was copied too.
  const write = async () => {
    const values = inputs.map((name) => [name, JSON.stringify(model.get(name))]);
    readdress(`#${new URLSearchParams([["explorer", model.get("name")], ...values])}`);
    const copied = navigator.clipboard?.writeText(location.href) ?? Promise.reject();
    return copied.then(
      () => true,
      () => false, // a browser may refuse
    );
  };
  return { begin, follow, write };
};
