// On paper nobody can fold a solution away. So they stand together at the end of a page, each
// under its exercise's title, and go back when it is printed. A printed book has a chapter of
// them, which it gathers by itself.
addEventListener("beforeprint", ({ detail: reach }) => {
  if (reach === "far") return;
  const found = document.querySelectorAll(
    ".exercise > .mha-solution, .mha-questions > li > details",
  );
  if (!found.length) return;
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
  document.querySelector("article.bd-article > section").append(part);
  const goBack = () => {
    for (const put of places) put();
    part.remove();
  };
  addEventListener("afterprint", goBack, { once: true });
});
