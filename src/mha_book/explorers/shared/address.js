// A page's address and an explorer's state: a link in the page sets it, and the browser's Back
// and Forward bring back what was there.

// What an address says to the explorer of this name; null, where it says nothing to it.
export const linkTo = (name, address) => {
  const link = new URLSearchParams(address.split("#").slice(1).join("#"));
  return link.get("explorer") === name ? link : null;
};

// Gives this place in the browser's history a name, which it keeps.
const markPlace = () => {
  const place = history.state?.mhaPlace ?? Math.random();
  history.replaceState({ ...history.state, mhaPlace: place }, "");
  return place;
};

// Writes the present place's address anew: it stays the same place.
export const readdress = (address) => history.replaceState(history.state, "", address);

// Listens until what it returns is called. `follow(link)` sets what a link holds, `read()` gives
// all that `bring(values)` brings back.
export const watchAddress = ({ name, follow, read, bring }) => {
  const seen = new Map(); // place -> what was there when it was left
  let here = markPlace();
  const move = ({ oldURL, newURL }) => {
    seen.set(here, read());
    here = markPlace();
    const link = linkTo(name, newURL);
    if (!link && !linkTo(name, oldURL)) return; // it went between other parts of the page
    if (seen.has(here)) bring(seen.get(here));
    else if (link) follow(link);
  };
  // A link to where one is already changes no address, and is followed all the same.
  const press = ({ target }) => {
    const hash = target.closest?.("a")?.hash;
    const link = hash && hash === location.hash && linkTo(name, hash);
    if (link) follow(link);
  };
  const heard = { hashchange: move, click: press };
  for (const [type, run] of Object.entries(heard)) addEventListener(type, run);
  return () => {
    for (const [type, run] of Object.entries(heard)) removeEventListener(type, run);
  };
};
