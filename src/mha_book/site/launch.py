"""Buttons that open a page's notebook where it runs, once the project is on GitHub.

Colab and Kaggle open what lies in a repository. What is published with the pages puts
their notebooks into a branch of its own, which has nothing else.
"""

from urllib.parse import urlsplit

from docutils import nodes
from sphinx.application import Sphinx

BRANCH = "notebooks"
# What each is called, and what stands before the notebook's address, or its path.
COLAB = "https://colab.research.google.com/github"
KAGGLE = "https://www.kaggle.com/kernels/welcome?src="


def setup(app: Sphinx) -> None:
    """Register the step, which comes after the theme's own buttons."""
    app.connect("html-page-context", add_buttons, priority=502)


def add_buttons(
    app: Sphinx, page: str, template: str, context: dict, doctree: nodes.document | None
) -> None:
    """Offer a page that has a notebook to those who run one."""
    source = urlsplit(app.config.html_context["mha_source"])
    if source.hostname != "github.com" or "ipynb_source" not in context:
        return
    path = f"{source.path}/blob/{BRANCH}/{page}.ipynb"
    places = {
        "Colab": f"{COLAB}{path}",
        "Kaggle": f"{KAGGLE}https://{source.hostname}{path}",
    }
    buttons = [
        {
            "type": "link",
            "text": name,
            "tooltip": f"Open the notebook on {name}",
            "icon": "fas fa-play",
            "label": f"launch-{name.lower()}-button",
            "url": url,
        }
        for name, url in places.items()
    ]
    context["header_buttons"].append(
        {
            "type": "group",
            "tooltip": "Run this page elsewhere",
            "icon": "fas fa-rocket",
            "label": "launch-buttons",
            "buttons": buttons,
        }
    )
