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
  const last = [...found].at(-1).closest("article > section > section");
  const lastPlace = document.createComment("");
  last?.replaceWith(lastPlace);
  if (last) page.append(last);
  const part = document.createElement("section");
  part.className = "mha-solutions";
  part.append(Object.assign(document.createElement("h2"), { textContent: "Solutions" }));
  const places = [...found].map((solution) => {
    const place = document.createComment("");
    const title = document.createElement("h3");
    const said = solution.parentElement.querySelector(".admonition-title, strong");
    title.append(...said.cloneNode(true).childNodes);
    solution.replaceWith(place);
    part.append(title, solution);
    return () => place.replaceWith(solution);
  });
  page.append(part);
  const goBack = () => {
    for (const put of places) put();
    part.remove();
    if (last) lastPlace.replaceWith(last);
  };
  addEventListener("afterprint", goBack, { once: true });
});
