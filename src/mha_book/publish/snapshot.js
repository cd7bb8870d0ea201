// The page's text as its reader has it before them: the explorers are mounted, and what
// is chosen or drawn, of which markup knows nothing, is written into the markup.
globalThis.mhaSnapshot = () => {
  // A book is paper, too. Its own pages it numbers itself; of other addresses it has a list.
  dispatchEvent(new CustomEvent("beforeprint", { detail: "far" }));
  const article = document.querySelector("article.bd-article").cloneNode(true);
  const shown = document.querySelectorAll(
    "article.bd-article :is(input, select, textarea, canvas)",
  );
  const copies = article.querySelectorAll("input, select, textarea, canvas");
  copies.forEach((copy, i) => {
    const { value, checked, selectedIndex } = shown[i];
    if (copy.matches("canvas")) {
      const picture = Object.assign(new Image(), { src: shown[i].toDataURL() });
      picture.style.cssText = shown[i].style.cssText;
      picture.className = copy.className;
      picture.alt = copy.ariaLabel ?? ""; // what stands around it says the rest
      copy.replaceWith(picture);
    } else if (copy.matches("select")) {
      [...copy.options].forEach((option, j) =>
        option.toggleAttribute("selected", j === selectedIndex),
      );
    } else if (copy.matches("textarea")) {
      copy.textContent = value;
    } else {
      copy.setAttribute("value", value);
      copy.toggleAttribute("checked", checked);
    }
  });
  dispatchEvent(new Event("afterprint"));
  return article.innerHTML;
};
