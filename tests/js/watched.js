// A watch on an explorer: whether anything is other than when it was asked last.
{
  const FIELDS = "input, select, textarea";
  // An element, what a field says, where the focus is; of what is painted nobody is told.
  window.contract.watched = (node) => {
    const all = { attributes: true, characterData: true, childList: true, subtree: true };
    let isOther = false;
    new MutationObserver(() => (isOther = true)).observe(node, all); // told before a task ends
    const said = () => [...node.querySelectorAll(FIELDS)].map((one) => [one.value, one.checked]);
    let last = [];
    return () => {
      const now = [document.activeElement, `${said()}`];
      const found = isOther || now.some((each, k) => each !== last[k]);
      [last, isOther] = [now, false];
      return found || node.querySelector("canvas") !== null;
    };
  };
}
