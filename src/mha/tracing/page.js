// One step at a time. Without this script the page is a list that can be read.
{
  const body = document.body;
  const bar = document.querySelector(".bar");
  const field = document.getElementById("find");
  const said = document.getElementById("said");
  const nav = document.querySelector("nav");
  const began = nav.querySelector("details");
  const articles = [...document.querySelectorAll("article")];
  const steps = articles.filter((one) => one.id.startsWith("s"));
  const links = new Map([...nav.querySelectorAll("a")].map((one) => [one.hash.slice(1), one]));
  const [back, next] = ["back", "next"].map((id) => document.getElementById(id));
  let current;

  const place = () => steps.indexOf(current);

  function say() {
    const form = current.querySelector(".form b");
    const name = current.querySelector("h2").textContent;
    const at = place() < 0 ? "" : `Step ${place() + 1} of ${steps.length}. `;
    said.textContent = `${at}${name}${form ? `, ${form.textContent}` : ""}`;
  }

  function show(article) {
    current?.classList.remove("now");
    links.get(current?.id)?.removeAttribute("aria-current");
    current = article;
    current.classList.add("now");
    back.setAttribute("aria-disabled", String(place() <= 0));
    next.setAttribute("aria-disabled", String(place() === steps.length - 1));
    const link = links.get(current.id);
    link.setAttribute("aria-current", "step");
    if (link.closest("details")) link.closest("details").open = true;
    // Only the list scrolls, where it has a height of its own.
    if (nav.scrollHeight > nav.clientHeight) {
      const away = link.getBoundingClientRect().top - nav.getBoundingClientRect().top;
      if (away < 0 || away > nav.clientHeight - 60) nav.scrollTop += away - nav.clientHeight / 3;
    }
    say();
  }

  function step(by) {
    const article = steps[Math.max(place() + by, 0)];
    if (!article) return;
    show(article);
    history.replaceState(null, "", `#${article.id}`);
  }

  function follow() {
    const article = articles.find((one) => one.id === location.hash.slice(1));
    if (!article) return;
    find("");
    show(article);
    const heading = article.querySelector("h2");
    heading.focus({ preventScroll: true });
    if (article.getBoundingClientRect().top < 0) heading.scrollIntoView();
  }

  function find(text) {
    field.value = text;
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    body.classList.toggle("searching", words.length > 0);
    const found = articles.filter((one) => words.every((word) => one.dataset.find.includes(word)));
    const ids = new Set(found.map((one) => one.id));
    for (const [id, link] of links) link.parentElement.hidden = !ids.has(id);
    // What it began with shows itself where the search finds something in it.
    began.hidden = !began.querySelector("li:not([hidden])");
    if (words.length) began.open = !began.hidden;
    if (words.length) said.textContent = `${found.length} found`;
    else if (current) say();
    return words.length ? found : [];
  }

  function search(event) {
    if (event.key === "Escape") {
      find("");
      field.blur();
    } else if (event.key === "Enter") {
      const [first] = find(field.value);
      if (!first) return;
      if (location.hash === `#${first.id}`) follow();
      else location.hash = first.id;
    }
  }

  function press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === field) return;
    const inList = nav.contains(event.target);
    const by = { ArrowRight: 1, ArrowLeft: -1, ...(inList && { ArrowDown: 1, ArrowUp: -1 }) };
    const scrolls = event.target.closest(".tables")?.matches(":focus");
    if (by[event.key] && !scrolls) {
      event.preventDefault();
      step(by[event.key]);
      if (inList) links.get(current.id).focus({ preventScroll: true });
    } else if (event.key === "/") {
      event.preventDefault();
      field.focus();
    }
  }

  bar.hidden = false;
  body.classList.add("live");
  // What is wider than its place scrolls by keys, too.
  const reach = () => {
    for (const one of current.querySelectorAll(".tables, pre")) {
      if (one.scrollWidth > one.clientWidth) one.tabIndex = 0;
      else one.removeAttribute("tabindex");
    }
  };
  new MutationObserver(reach).observe(said, { childList: true });
  addEventListener("resize", () => current && reach());
  back.addEventListener("click", () => step(-1));
  next.addEventListener("click", () => step(place() === steps.length - 1 ? 0 : 1));
  field.addEventListener("input", () => find(field.value));
  field.addEventListener("keydown", search);
  document.addEventListener("keydown", press);
  addEventListener("hashchange", follow);
  const first = articles.find((one) => one.id === location.hash.slice(1)) ?? articles[0];
  if (first) show(first);
  if (steps.length === 0) body.classList.add("empty");
}
