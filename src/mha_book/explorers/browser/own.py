"""OwnSentence: a text box that sends your own sentence through a model."""

from collections.abc import Callable

import ipywidgets

from mha_book.explorers.browser.explorer import HeadBrowser
from mha_book.explorers.browser.records import Record


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
            sentence, description="Sentence", continuous_update=False
        )
        self.message = ipywidgets.Label()
        self.browser = HeadBrowser([read(sentence)])
        super().__init__([self.box, self.message, self.browser])
        self.box.observe(self._refresh, "value")

    def _refresh(self, change: dict) -> None:
        try:
            record = self._read(change["new"])
        except ValueError as refusal:
            self.message.value = str(refusal)
            return
        old = self.browser
        self.browser = HeadBrowser([record], layer=old.layer, head=old.head)
        self.message.value = ""
        self.children = [self.box, self.message, self.browser]
        old.close()
