// On a phone the page of questions would be eighty screens long. There each answer folds
// below its question, and the questions below their group; without scripts all stands open.
(() => {
  const isNarrow = matchMedia("screen and (max-width: 767.98px)");

  const fold = (section) => {
    const [heading, ...rest] = section.children;
    const summary = document.createElement("summary");
    const details = document.createElement("details");
    heading.querySelector(".headerlink")?.remove(); // nothing to press in what is pressed
    summary.append(heading);
    details.append(summary, ...rest);
    details.className = "mha-folded";
    section.append(details);
  };

  // Where an address leads, and all that it lies in, stands open.
  const openTarget = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const own = target?.querySelector(":scope > .mha-folded");
    if (own) own.open = true;
    for (let at = target; at; at = at.parentElement) if (at.matches("details")) at.open = true;
    target?.scrollIntoView();
  };

  const start = () => {
    if (!isNarrow.matches) return;
    document.querySelectorAll("article section section").forEach(fold);
    addEventListener("hashchange", openTarget);
    if (location.hash) openTarget();
  };

  document.addEventListener("DOMContentLoaded", start);
})();
