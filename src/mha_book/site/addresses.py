"""Where the book is published, and where its source is; what only then can be said."""

import tomllib
from pathlib import Path
from urllib.parse import urlsplit
from xml.sax.saxutils import escape

from bs4 import BeautifulSoup
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config

NOBODYS = ".invalid"  # how a host ends that is not filled in (RFC 2606)
BRANCH = "main"
# Who hosts a project in a way that the theme knows, and whether its issues too.
HOSTS = {"github.com": True, "gitlab.com": True, "bitbucket.org": False}
RELEASES_AT = "github.com"  # where a tag's workflow puts the PDF and the zip
SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"


def setup(app: Sphinx) -> None:
    """Register the steps."""
    app.connect("config-inited", use_addresses, priority=50)  # before the theme's
    app.connect("html-page-context", name_first_page)
    app.connect("build-finished", write_for_robots)


def read_addresses(project: Path) -> dict[str, str]:
    """The project's addresses that are filled in, without a slash at their end.

    Args:
        project: the folder that holds ``pyproject.toml``, whose ``[project.urls]`` is
            the one place for them: ``Homepage`` is the published book, ``Source`` the
            repository.
    """
    path = project / "pyproject.toml"
    told = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    urls = told.get("project", {}).get("urls", {})
    return {name: url.rstrip("/") for name, url in urls.items() if is_somebodys(url)}


def is_somebodys(url: str) -> bool:
    """Whether an address is filled in."""
    host = urlsplit(url).hostname or ""
    return bool(host) and not host.endswith(NOBODYS)


def use_addresses(app: Sphinx, config: Config) -> None:
    """Tell Sphinx and the theme: pages then say their address, and have buttons."""
    known = read_addresses(Path(app.srcdir).parent)
    config.html_baseurl = f"{known['Homepage']}/" if "Homepage" in known else ""
    source = known.get("Source", "")
    host = urlsplit(source).hostname or ""
    config.html_context["mha_source"] = source
    if host in HOSTS:
        config.html_theme_options |= {
            "repository_url": source,
            "repository_branch": BRANCH,
            "path_to_docs": Path(app.srcdir).name,
            "use_repository_button": True,
            "use_edit_page_button": True,
            "use_issues_button": HOSTS[host],
        }


def name_first_page(
    app: Sphinx, page: str, template: str, context: dict, doctree: nodes.document | None
) -> None:
    """The first page has the site's own address, and what is no page has none."""
    if doctree is None:
        context["pageurl"] = None
    elif page == app.config.root_doc:
        context["pageurl"] = app.config.html_baseurl or None


def add_project(app: Sphinx, page: str, body: BeautifulSoup) -> None:
    """Lead to the project where a page speaks of a copy, once it is anywhere.

    A page writes ``<span class="mha-project">a copy of the project</span>``, and
    ``<span class="mha-address"></span>`` where the book's own address should stand.
    What it writes in ``<span class="mha-releases">`` is left out where there are none.
    """
    for place in body.find_all("span", class_="mha-address"):
        place.string = f" {base}" if (base := app.config.html_baseurl) else ""
    if source := app.config.html_context.get("mha_source"):
        for words in body.find_all("span", class_="mha-project"):
            words.wrap(body.new_tag("a", href=source, attrs={"class": "external"}))
    for words in body.find_all("span", class_="mha-releases"):
        if urlsplit(source).hostname == RELEASES_AT:
            href = f"{source}/releases/latest"
            words.wrap(body.new_tag("a", href=href, attrs={"class": "external"}))
        else:
            words.decompose()


def write_for_robots(app: Sphinx, error: Exception | None) -> None:
    """List all pages for search engines, if their address is known."""
    if error or app.builder.format != "html":
        return
    base, site = app.config.html_baseurl, Path(app.outdir)
    sitemap, robots = site / "sitemap.xml", site / "robots.txt"
    if not base:
        sitemap.unlink(missing_ok=True)
        robots.unlink(missing_ok=True)
        return
    sitemap.write_text(list_pages(base, app), encoding="utf-8")
    raw = f"Disallow: {urlsplit(base).path}_sources/"
    lines = ("User-agent: *", raw, f"Sitemap: {base}sitemap.xml", "")
    robots.write_text("\n".join(lines), encoding="utf-8")


def list_pages(base: str, app: Sphinx) -> str:
    """The pages' addresses as XML."""
    names = sorted(app.env.found_docs - {app.config.root_doc}) if app.env else []
    pages = [base, *(base + app.builder.get_target_uri(name) for name in names)]
    places = [f"  <url><loc>{escape(page)}</loc></url>" for page in pages]
    head = ['<?xml version="1.0" encoding="UTF-8"?>', f'<urlset xmlns="{SITEMAP}">']
    return "\n".join([*head, *places, "</urlset>", ""])
