"""What lies beside the pages as text: the licence, what has changed, and NOTICE.txt.

NOTICE.txt says what comes from others, with their licences whole: those of the
installed packages, so that none is out of date.
"""

import shutil
from importlib.metadata import distribution
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config

from mha import __version__

PROJECT = Path(__file__).parents[3]
OWN = {"LICENSE": "LICENSE.txt", "CHANGELOG.md": "CHANGELOG.txt"}  # as browsers show it
HEAD = Path(__file__).with_name("notice.txt")
PASSED_ON = (
    "Sphinx",
    "myst-nb",
    "sphinx-exercise",
    "accessible-pygments",
    "sphinx-book-theme",
    "pydata-sphinx-theme",
    "sphinx-design",
    "sphinx-copybutton",
)
LICENCE = ("LICENSE", "LICENSE.rst", "LICENSE.txt")
FONTS = "SIL OPEN FONT LICENSE Version 1.1"  # stands among fonttools' licences
LINE = "-" * 80


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the steps."""
    app.connect("config-inited", say_version)
    app.connect("build-finished", write_texts)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def say_version(app: Sphinx, config: Config) -> None:
    """Put the version where the foot of each page has ``{version}``."""
    options = config.html_theme_options
    foot = options.get("extra_footer", "")
    options["extra_footer"] = foot.replace("{version}", __version__)


def write_texts(app: Sphinx, failure: Exception | None) -> None:
    """Write them beside the pages of a site; the project's own lie in a copy of it."""
    if failure is not None or app.builder.format != "html":
        return
    Path(app.outdir, "NOTICE.txt").write_text(notice(), encoding="utf-8")
    for name, shown in OWN.items():
        if (own := PROJECT / name).is_file():
            shutil.copyfile(own, Path(app.outdir, shown))


def notice() -> str:
    """What comes from others, then each licence under its package's name."""
    licences = {name: licence_of(name) for name in PASSED_ON}
    licences["Font Awesome's fonts"] = licence_of_fonts()
    parts = [f"{LINE}\n{name}\n{LINE}\n\n{text}\n" for name, text in licences.items()]
    return "\n".join([HEAD.read_text(encoding="utf-8"), *parts])


def licence_of(package: str) -> str:
    """The licence that an installed package brings along, as it is there."""
    files = distribution(package).files or []
    own = next(file for file in files if file.name in LICENCE)
    return own.read_text(encoding="utf-8").strip()


def licence_of_fonts() -> str:
    """The Open Font License, from its name to its last words."""
    files = distribution("fonttools").files or []
    every = next(file for file in files if file.name == "LICENSE.external")
    text = every.read_text(encoding="utf-8")
    end = "DEALINGS IN THE FONT SOFTWARE."
    return text[text.index(FONTS) : text.index(end) + len(end)]
