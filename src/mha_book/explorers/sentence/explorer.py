"""SentenceExplorer: a sentence of one's own in the 72 heads of MiniLM, on the page."""

from html import escape
from typing import Any

import torch
import traitlets

from mha_book.explorers.base import Explorer, brief_table
from mha_book.explorers.browser.records import Record
from mha_book.explorers.limits import at_most, between
from mha_book.in_page import minilm
from mha_book.in_page.rounding import what_rounding_changes

DECIMALS = 2
START = "The cat sat because it was tired."
LIMITS = {
    "sentence": at_most(300),
    "layer": between(0, minilm.LAYERS - 1),
    "head": between(0, minilm.HEADS - 1),
}
WITHOUT = (
    "Where scripts may run, you type a sentence of your own here, and see what each of "
    "MiniLM’s 72 heads looks at. This is what one would see of “{}”."
)


class SentenceExplorer(Explorer):
    """Type a sentence, and see its attention in every head of MiniLM.

    On the site the model comes to the page when its reader asks for it, in eight bits.
    In a notebook PyTorch computes, with the weights as they are.

    Attributes:
        sentence: what is read, at most 46 tokens.
        silenced: heads, [layer, head] each, whose outputs are set to zero.
        layer: 0 to 5, of the head that is shown.
        head: 0 to 11.
        answer: what PyTorch says to sentence and silenced: tokens and all weights, and
            those of no head silenced where some are; or why there are none.
        listing: what the page must know to load the model.
        rounding: how far the weights in eight bits move attention, on some sentences.
        weights: result, the shown head's (T, T); rows ask, columns answer.
        moved: result, (L, H), the share of its weight that each head gives to other
            tokens than before, since heads are silenced.

    Raises:
        traitlets.TraitError: an input is not what it can be.
    """

    limits = traitlets.Dict(LIMITS, read_only=True).tag(sync=True)
    name = traitlets.Unicode("sentence").tag(sync=True)
    sentence = traitlets.Unicode(START).tag(sync=True)
    silenced = traitlets.List().tag(sync=True)
    layer = traitlets.Int(0, **LIMITS["layer"]).tag(sync=True)
    head = traitlets.Int(0, **LIMITS["head"]).tag(sync=True)
    answer = traitlets.Dict(read_only=True).tag(sync=True)
    listing = traitlets.Dict(read_only=True).tag(sync=True)
    rounding = traitlets.Dict(read_only=True).tag(sync=True)

    def __init__(self, sentence: str = START, **inputs: object) -> None:
        super().__init__(sentence=sentence, **inputs)
        self._answer()
        self.observe(self._answer, ["sentence", "silenced"])

    @traitlets.default("listing")
    def _listing(self) -> dict[str, Any]:
        return minilm.listing()

    @traitlets.default("rounding")
    def _rounding(self) -> dict[str, float]:
        return what_rounding_changes()

    @traitlets.validate("sentence")
    def _short(self, proposal: dict) -> str:
        sentence, longest = proposal["value"], LIMITS["sentence"]["longest"]
        if not 0 < len(sentence.strip()) <= len(sentence) <= longest:
            raise traitlets.TraitError(
                f"sentence has {len(sentence)} letters; expected 1 to {longest}"
            )
        return sentence

    @traitlets.validate("silenced")
    def _heads(self, proposal: dict) -> list[list[int]]:
        heads = [[layer, head] for layer, head in proposal["value"]]
        every = [[k, h] for k in range(minilm.LAYERS) for h in range(minilm.HEADS)]
        if heads != sorted(head for head in every if head in heads):
            raise traitlets.TraitError(
                f"silenced {heads}: expected some of [0, 0] to "
                f"[{minilm.LAYERS - 1}, {minilm.HEADS - 1}] in order, each once"
            )
        return heads

    def _answer(self, change: object = None) -> None:
        """Read the sentence, or say why it cannot be read."""
        asked = {"sentence": self.sentence, "silenced": self.silenced}
        try:
            read = _read(self.sentence, self.silenced)
        except ValueError as refusal:
            read = {"refused": str(refusal)}
        self.set_trait("answer", asked | read)

    @property
    def weights(self) -> list[list[float]]:
        """(T, T); rows ask, columns answer. Empty where the sentence is refused."""
        layers = self.answer.get("weights")
        return layers[self.layer][self.head] if layers else []

    @property
    def moved(self) -> list[list[float]]:
        """(L, H), each from 0 to 1. Empty where nothing is silenced."""
        usual = self.answer.get("usual")
        if not usual:
            return []
        now, before = map(_exact, (self.answer["weights"], usual))
        gone = (now - before).abs().sum(dim=-1) / 2  # (L, H, T)
        return gone.mean(dim=-1).tolist()

    def static_tables(self) -> str:
        """One head, and how much every head gives to the token before."""
        now = _exact(self.answer["weights"])  # (L, H, T, T)
        back = now.diagonal(-1, 2, 3).mean(dim=-1)  # (L, H)
        layer, head = divmod(int(back.argmax()), minilm.HEADS)
        tokens = self.answer["tokens"]
        one = brief_table(
            f"Layer {layer}, head {head}: rows ask, columns answer",
            *(tokens, tokens, now[layer, head].tolist()),
            DECIMALS,
        )
        every = brief_table(
            "What each head gives to the token before, on average",
            [f"head {k}" for k in range(minilm.HEADS)],
            [f"layer {k}" for k in range(minilm.LAYERS)],
            back.tolist(),
            DECIMALS,
        )
        return f"<p>{escape(WITHOUT.format(self.sentence))}</p>{one}{every}"


def _read(sentence: str, silenced: list[list[int]]) -> dict[str, Any]:
    tokens, off = minilm.cut(sentence), [(layer, head) for layer, head in silenced]

    def weights(heads: list[tuple[int, int]]) -> object:
        seen = minilm.attention(sentence, heads)
        return Record("", tokens, seen).describe()["weights"]

    usual = weights([]) if off else None
    return {"tokens": tokens, "weights": weights(off), "usual": usual}


def _exact(numbers: list) -> torch.Tensor:
    return torch.tensor(numbers, dtype=torch.float64)
