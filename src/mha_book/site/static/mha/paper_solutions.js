// On paper nobody can fold a solution away. So they stand together at the end of a page, each
// under its exercise's title, and go back when it is printed. Right before them comes the section
// of the exercises: what ends the page would have a sheet for its few lines. A printed book has a
// chapter of solutions, which it gathers by itself.
addEventListener("beforeprint", ({ detail: reach }) => {
  if (reach === "far") return;
  const found = document.querySelectorAll(
    ".exercise > .mha-solution, .mha-questions > li > details",
  );
  if (!found.length) return;
  const page = document.querySelector("article.bd-article > section");
  const takenFrom = []; // how each goes back
  const move = (node, to) => {
    const place = document.createComment("");
    node.replaceWith(place);
    to.append(node);
    takenFrom.push(() => place.replaceWith(node));
  };
  const exercises = [...found].at(-1).closest("article > section > section");
  if (exercises) move(exercises, page);
  const part = document.createElement("section");
  part.className = "mha-solutions";
  part.append(Object.assign(document.createElement("h2"), { textContent: "Solutions" }));
  for (const solution of found) {
    const title = document.createElement("h3");
    const said = solution.parentElement.querySelector(".admonition-title, strong");
    title.append(...said.cloneNode(true).childNodes);
    part.append(title);
    move(solution, part);
  }
  page.append(part);
  const goBack = () => {
    for (const put of takenFrom) put();
    part.remove();
  };
  addEventListener("afterprint", goBack, { once: true });
});
