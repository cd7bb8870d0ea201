"""Where the pages lead outside is listed, and asked for whether it is there."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

import linked
from mha_book.results.checks import links


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        """Say nothing."""


@pytest.fixture
def place(tmp_path):
    """A site outside: what lies in its folder is there, and nothing else."""
    (tmp_path / "there").write_text("here I am", encoding="utf-8")
    handler = partial(Quiet, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_every_link_outside_is_listed_and_no_other(site):
    assert sorted(links.stored()) == linked.outside(site)
    assert len(links.stored()) > 100


def test_the_day_is_kept_on_which_a_place_last_answered(place, tmp_path):
    page = tmp_path / "index.html"
    page.write_text(
        f'<a href="{place}/no-text">.</a><article><a href="#here">.</a>'
        f'<a href="{place}/there#part">.</a><a href="{place}/gone">.</a></article>',
        encoding="utf-8",
    )
    out = tmp_path / "links.json"
    linked.main(tmp_path, out)
    there, gone = f"{place}/there", f"{place}/gone"
    found = links.stored(out)
    assert sorted(found) == [gone, there]
    today = found[there]["listed"]
    assert found[there]["answered"] == today
    assert found[gone] == {"listed": today, "answered": None}
    (tmp_path / "there").unlink()
    linked.main(tmp_path, out)
    assert links.stored(out) == found


def test_what_is_told_counts_those_that_answered():
    two = {
        "https://a.test/b": {"listed": "2026-01-02", "answered": None},
        "https://a.test/c": {"listed": "2026-01-02", "answered": "2026-03-04"},
    }
    told = links.told(two)
    assert "There are 2 such links, to 1 sites. So far 1 of them have answered." in told
    assert "- `a.test/b`: listed on 2026-01-02, no answer yet\n" in told
    assert "- `a.test/c`: listed on 2026-01-02, answered on 2026-03-04\n" in told
    more = two | {f"https://{site}.test/": two["https://a.test/b"] for site in "bc"}
    assert "There are 4 such links, to 3 sites. So far 1 of them" in links.told(more)
    assert "all 4 links" in links.told(more)
    del two["https://a.test/c"]
    assert "They have not been asked yet" in links.told(two)
