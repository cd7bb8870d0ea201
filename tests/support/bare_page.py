"""A page that has nothing but the book's scripts, at an address of its own."""

from collections.abc import Iterator
from pathlib import Path

HOME = "http://book.test/"
MIME = {".js": "text/javascript", ".css": "text/css"}
UTF8 = "; charset=utf-8"
# Mounts an explorer once this is what was kept, or where a browser keeps nothing.
MOUNT = """async ({ kind, state, kept, isClosed }) => {
  window.unmount?.();
  const own = Object.getOwnPropertyDescriptor(window, "localStorage");
  window.plain ??= own;
  Object.defineProperty(window, "localStorage", window.plain);
  if (kept !== undefined) {
    localStorage.clear();
    if (kept !== null) localStorage.setItem("mha-progress", kept);
  }
  const closed = { get() { throw new Error("closed"); }, configurable: true };
  if (isClosed) Object.defineProperty(window, "localStorage", closed);
  const host = document.createElement("div");
  document.querySelector("main").replaceChildren(host);
  const model = { get: (name) => state[name] };
  window.unmount = await mhaExplorers[kind].render({ model, el: host });
}"""


def open_bare(
    page, scripts: Path, body: str, place: str = "", **given: Iterator[str | None]
) -> None:
    """Open a page of this text.

    Args:
        page: where.
        scripts: the folder that scripts come from.
        body: the page's text.
        place: on it, as an address ends: "#here".
        given: scripts instead of the folder's, one each time; None is that it does not
            come.
    """

    def answer(route):
        name = route.request.url.removeprefix(HOME).split("?")[0].split("/")[-1]
        suffix = Path(name).suffix
        if suffix not in MIME:
            whole = f"<!doctype html>{body}"
            return route.fulfill(body=whole, content_type="text/html" + UTF8)
        own = given.get(Path(name).stem)
        text = next(own) if own else (scripts / name).read_text(encoding="utf-8")
        if text is None:
            return route.fulfill(status=404)
        return route.fulfill(body=text, content_type=MIME[suffix] + UTF8)

    page.route(f"{HOME}**", answer)
    page.goto(f"{HOME}one-page.html{place}")
