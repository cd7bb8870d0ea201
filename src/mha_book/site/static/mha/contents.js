// Marks, in the list of what is on the page, the section that is read. The theme's own script
// marks a heading while it crosses a band, and knows nothing of one that was passed in a leap.
// Makes way for what is wide once that reaches the list's last line; the theme's script does so
// two thirds down the window, however long the list is.
// And brings the page's own entry in the sidebar into sight: the theme puts the sidebar where
// the last page had left it, which may be far from this one.
(() => {
  const LINE = 0.3; // of the window's height: what begins above it is being read

  const start = () => {
    const links = [...document.querySelectorAll("#pst-page-toc-nav a")];
    const list = document.getElementById("pst-page-toc-nav");
    const heads = links.map(({ hash }) => document.getElementById(decodeURI(hash.slice(1))));

    // The last one that has begun; at the page's end, where a short one cannot begin higher,
    // the one that was asked for, or the last.
    const place = () => {
      const tops = heads.map((head) => head?.getBoundingClientRect().top ?? Infinity);
      const isEnd = scrollY > 0 && scrollY + innerHeight >= document.body.scrollHeight - 4;
      const asked = links.findIndex(({ hash }) => hash === decodeURI(location.hash));
      if (isEnd && tops[asked] > 0) return asked;
      return isEnd ? links.length - 1 : tops.findLastIndex((top) => top <= LINE * innerHeight);
    };
    const mark = () => {
      waiting = 0;
      const at = links[place()];
      for (const link of links) {
        link.classList.toggle("active", link === at);
        if (link === at) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
      for (const entry of list.querySelectorAll(".toc-entry"))
        entry.classList.toggle("active", entry.contains(at ?? null));
      if (at) keepInSight(at);
      else list.scrollTop = 0;
    };
    const keepInSight = (link) => {
      const [own, all] = [link, list].map((part) => part.getBoundingClientRect());
      list.scrollTop += Math.min(own.top - all.top, 0) + Math.max(own.bottom - all.bottom, 0);
    };
    const side = document.querySelector(".bd-sidebar-secondary");
    const wide = [...document.querySelectorAll(".bd-article .tag_full-width")];
    const makeWay = () => {
      const bottom = Math.min(innerHeight, list.getBoundingClientRect().top + list.scrollHeight);
      const boxes = wide.map((cell) => cell.getBoundingClientRect());
      const isMet = boxes.some((box) => box.height && box.top < bottom && box.bottom > 0);
      side.classList.toggle("hide", isMet); // what is so already is no change to observe
    };
    if (links.length && wide.length) {
      addEventListener("scroll", makeWay, { passive: true });
      new MutationObserver(makeWay).observe(side, { attributeFilter: ["class"] });
    }
    let waiting = 0;
    // After the theme's script, which answers the same scrolling within a frame or two.
    const later = () => (waiting ||= setTimeout(mark, 60));
    if (links.length) addEventListener("scroll", later, { passive: true });
  };

  const showPage = () => {
    const sidebar = document.querySelector(".bd-sidebar-primary");
    const page = [...(sidebar?.querySelectorAll("a.current") ?? [])].at(-1);
    if (!page) return;
    const [{ top, bottom }, room] = [page, sidebar].map((part) => part.getBoundingClientRect());
    if (top < room.top || bottom > Math.min(room.bottom, innerHeight))
      sidebar.scrollTop += top - room.top - LINE * sidebar.clientHeight;
  };

  document.addEventListener("DOMContentLoaded", start);
  // Once the theme has put the sidebar in its place, and before anything is drawn.
  document.addEventListener("DOMContentLoaded", () => requestAnimationFrame(showPage));
})();
