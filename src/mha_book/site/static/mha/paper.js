// Paper is light, whatever the screen is: a dark page's pale ink would not be seen on it.
addEventListener("beforeprint", () => {
  const { dataset } = document.documentElement;
  const { theme } = dataset;
  dataset.theme = "light";
  addEventListener("afterprint", () => (dataset.theme = theme), { once: true });
});
// What ends in a colon leads to what follows it, and stays with that: no style can read.
addEventListener("beforeprint", () => {
  for (const said of document.querySelectorAll("article.bd-article p"))
    said.classList.toggle("mha-leads", said.textContent.trimEnd().endsWith(":"));
});
// Each sheet says of which page it is.
addEventListener("beforeprint", () => {
  const head = document.createElement("style");
  head.textContent = `@page { @top-left { content: ${JSON.stringify(document.title)} } }`;
  document.head.append(head);
  addEventListener("afterprint", () => head.remove(), { once: true });
});
// Where a table is the answer, it is filled in: no other room is needed.
addEventListener("beforeprint", () => {
  for (const { parentElement } of document.querySelectorAll(
    ".mha-questions > li > details:has(table)",
  ))
    parentElement.classList.add("mha-filled-in");
});
