"""OwnSentence: a text box that sends your own sentence through a model."""

from collections.abc import Callable
from typing import Any

import ipywidgets

from mha_book.explorers.browser.explorer import HeadBrowser
from mha_book.explorers.browser.records import Record

MOST_WORDS = 48
NOT_HERE = (
    '<p class="mha-note">Here stands a box for a sentence of your own, where a Python '
    "runs: in JupyterLab, with <code>make lab</code>.</p>"
)


def check_words(sentence: str) -> None:
    """Raise ValueError unless there is a sentence, and its grids fit a screen."""
    words = len(sentence.split())
    if not words:
        raise ValueError("Type a sentence.")
    if words > MOST_WORDS:
        raise ValueError(f"{words} words found, at most {MOST_WORDS} expected.")


class OwnSentence(ipywidgets.VBox):
    """Type a sentence, press Enter, and browse its heads. Needs a running Python.

    What the model cannot read is said below the box, and the last browser stays.

    Args:
        read: a sentence -> its `Record`; raises ValueError where it cannot.
        sentence: the first one.

    Attributes:
        box: the text box.
        message: why the last sentence could not be read; empty when it could.
        browser: the heads of the last sentence that could.
    """

    def __init__(self, read: Callable[[str], Record], sentence: str) -> None:
        self._read = read
        self.box = ipywidgets.Text(
            sentence,
            description="Sentence",
            continuous_update=False,
            layout={"width": "100%"},
        )
        self.message = ipywidgets.Label()
        self.browser = HeadBrowser([read(sentence)])
        super().__init__([self.box, self.message, self.browser])
        self.box.observe(self._refresh, "value")

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        """What JupyterLab draws; a page, which has no Python, says so."""
        return super()._repr_mimebundle_(**kwargs) | {"text/html": NOT_HERE}

    def _refresh(self, change: dict) -> None:
        try:
            check_words(change["new"])
            record = self._read(change["new"])
        except ValueError as refusal:
            self.message.value = str(refusal)
            return
        old = self.browser
        self.browser = HeadBrowser([record], layer=old.layer, head=old.head)
        self.message.value = ""
        self.children = [self.box, self.message, self.browser]
        old.close()
