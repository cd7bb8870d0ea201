// The sign beside a heading is a link to it. Pressed, it puts the link into the address bar, as
// links do, and into the clipboard, and says so for a while.
document.addEventListener("DOMContentLoaded", () => {
  const SECONDS = 4;
  const said = document.createElement("p");
  said.className = "mha-copied";
  said.setAttribute("role", "status");
  document.querySelector("#main-content").append(said);

  const say = (words) => {
    said.textContent = words;
    clearTimeout(say.waiting);
    say.waiting = setTimeout(() => (said.textContent = ""), 1000 * SECONDS);
  };
  document.addEventListener("click", ({ target }) => {
    const link = target.closest("a.headerlink");
    // A browser may refuse; the address bar has the link all the same.
    const copied = link && navigator.clipboard?.writeText(link.href);
    copied?.then(
      () => say("The link to this place is copied."),
      () => {},
    );
  });
});
