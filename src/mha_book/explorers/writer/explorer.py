"""WriterExplorer: a model that writes on the page, or what a larger one has said."""

from collections.abc import Sequence
from typing import Any

import torch
import traitlets
from torch import nn

from mha_book.explorers.base import Explorer
from mha_book.explorers.limits import among, at_most, between
from mha_book.explorers.writer.chances import (
    COLDEST,
    HOTTEST,
    Answer,
    chances_of,
)
from mha_book.explorers.writer.still import write_tables
from mha_book.explorers.writer.texts import check_letters, check_stored
from mha_book.in_page import LETTERS
from mha_book.in_page.letters import (
    WINDOW,
    LettersModel,
    key_of,
    what_rounding_changes,
)

START = "how are"
LONGEST = 32  # letters of a beginning; the rest of the window is the model's
LIMITS = {
    "temperature": between(COLDEST, HOTTEST),
    "top_k": between(0, 50),
    "top_p": between(0.05, 1.0),
}
OF_A_MODEL = {
    "beginning": at_most(LONGEST),
    "written": at_most(WINDOW - LONGEST),
    "seed": between(0, 999),
}


class WriterExplorer(Explorer):
    """Let a small decoder of letters write, and see the chances of each letter.

    On the site the model comes to the page when its reader asks for it, in eight bits.
    In a notebook it comes along with the explorer. Or there is no model, and chances
    are those of stored answers.

    Args:
        model: a ``Decoder`` as the path writes it, over letters; None, where answers
            are stored.
        letters: its letters in the order of their numbers.
        stored: an answer for each text that can be reached; the first is shown first.
        beginnings: which of these texts one may begin with; else the first.
        tried_on: a text on which it is measured what eight bits change.
        says: what the stored answers' model is called.

    Attributes:
        beginning: what the text begins with, at most 32 letters.
        written: what has come behind it, at most 96 letters.
        temperature: 0 to 3, what logits are divided by; 0 takes the likeliest.
        top_k: so many of the likeliest may come; 0 is off.
        top_p: so many of the likeliest as together reach it; 1 is off.
        seed: 0 to 999; the same one draws the same letters again.
        cached: whether keys and values are kept from letter to letter.
        layer: of the head that is shown.
        head: its number in the layer.
        answers: logits that the page has from the start.
        letters: the model's, in one string; empty where there is none.
        parts: its tensors in eight bits; the site makes a script of them.
        listing: what the page must know to load the model.
        rounding: how far eight bits move the chances.
        chances: result, (token, chance) of what may come next, the likeliest first.
        weights: result, (T, T) of the shown head by PyTorch; empty without a model.

    Raises:
        TypeError: the model is no module; or there is neither a model nor an answer.
        ValueError: the model is not one of the path; says what it lacks.
        traitlets.TraitError: an input is not what it can be.
    """

    name = traitlets.Unicode("writer").tag(sync=True)
    beginning = traitlets.Unicode(START).tag(sync=True)
    written = traitlets.Unicode().tag(sync=True)
    temperature = traitlets.Float(1.0, **LIMITS["temperature"]).tag(sync=True)
    top_k = traitlets.Int(0, **LIMITS["top_k"]).tag(sync=True)
    top_p = traitlets.Float(1.0, **LIMITS["top_p"]).tag(sync=True)
    seed = traitlets.Int(0).tag(sync=True)
    cached = traitlets.Bool(default_value=False).tag(sync=True)
    layer = traitlets.Int(0).tag(sync=True)
    head = traitlets.Int(0).tag(sync=True)
    letters = traitlets.Unicode(read_only=True).tag(sync=True)
    answers = traitlets.List(read_only=True).tag(sync=True)
    parts = traitlets.Dict(read_only=True).tag(sync=True)
    listing = traitlets.Dict(read_only=True).tag(sync=True)
    rounding = traitlets.Dict(read_only=True).tag(sync=True)

    def __init__(
        self,
        model: nn.Module | None = None,
        letters: Sequence[str] = "",
        *,
        stored: Sequence[Answer] = (),
        beginnings: Sequence[str] = (),
        tried_on: str = "",
        says: str = "SmolLM2",
        **inputs: object,
    ) -> None:
        if model is None and not stored:
            raise TypeError("found no model and nothing stored; expected one of them")
        self._model = None if model is None else LettersModel(model, "".join(letters))
        self._stored = {answer.text: answer for answer in stored}
        self._beginnings = [*beginnings] or [*self._stored][:1]
        self._tried_on, self._says = tried_on, says
        super().__init__(**{"beginning": self._start()} | inputs)
        if self._model and not {"layer", "head"} & inputs.keys():
            self.layer, self.head = self._looks_back()

    def _start(self) -> str:
        """With what the text begins where nothing is given."""
        if not self._model:
            return self._beginnings[0]
        known = self._model.letters
        return START if set(START) <= set(known) else known[0]

    def _looks_back(self) -> tuple[int, int]:
        """The head that gives most of its weight to the letter before, on average."""
        seen = torch.tensor(self.answers[0]["weights"])  # (L, H, T, T)
        back = seen.diagonal(-1, 2, 3).nan_to_num().sum(dim=-1)  # (L, H)
        return divmod(int(back.argmax()), back.shape[1])

    @traitlets.default("limits")
    def _limits(self) -> dict[str, Any]:
        if not self._model:
            return LIMITS | {"beginning": among(self._beginnings)}
        sizes = self._model.sizes
        heads = {
            "layer": between(0, sizes["layers"] - 1),
            "head": between(0, sizes["heads"] - 1),
        }
        return OF_A_MODEL | LIMITS | heads

    @traitlets.default("letters")
    def _letters(self) -> str:
        return self._model.letters if self._model else ""

    @traitlets.default("answers")
    def _answers(self) -> list[dict[str, Any]]:
        if not self._model:
            return [answer.describe() for answer in self._stored.values()]
        text = self.beginning + self.written
        logits, weights = self._model.read(text)
        decode = self._model.letters.__getitem__
        said = Answer(text, logits[-1], decode).describe(kept=len(self._model.letters))
        return [said | {"weights": weights.double().round(decimals=4).tolist()}]

    @traitlets.default("parts")
    def _parts(self) -> dict[str, Any]:
        return self._model.parts() if self._model else {}

    @traitlets.default("listing")
    def _listing(self) -> dict[str, Any]:
        """Its folder, key and sizes; how many bytes come, where the site keeps it."""
        if not self._model:
            return {"name": self._says, "longest": WINDOW}
        return {
            "name": LETTERS,
            "key": key_of(self.parts),
            "sizes": self._model.sizes,
            "longest": WINDOW,
            "bytes": 0,
        }

    @traitlets.default("rounding")
    def _rounding(self) -> dict[str, float]:
        if not self._model:
            return {}
        return what_rounding_changes(self._model, self._tried_on or self.beginning)

    @traitlets.validate("beginning", "written")
    def _readable(self, proposal: dict) -> str:
        text, name = proposal["value"], proposal["trait"].name
        if self._model:
            check_letters(name, text, self.letters, self.limits[name])
        elif name == "beginning":
            check_stored(name, text, self._beginnings)
        else:
            check_stored("text", self.beginning + text, self._stored)
        return text

    @traitlets.validate("layer", "head", "seed")
    def _there(self, proposal: dict) -> int:
        value, name = proposal["value"], proposal["trait"].name
        most = self.limits.get(name, between(0, 0))["max"]
        if not 0 <= value <= most:
            raise traitlets.TraitError(f"{name} is {value}; expected 0 to {most}")
        return value

    @property
    def chances(self) -> list[tuple[str, float]]:
        """(token, chance), the likeliest first; those that have none are left out."""
        text = self.beginning + self.written
        if self._model:
            logits, decode = self._model.read(text)[0][-1], self.letters.__getitem__
        else:
            logits, decode = self._stored[text].logits, self._stored[text].decode
        found = chances_of(logits, self.temperature, self.top_k, self.top_p)
        order = found.argsort(descending=True, stable=True)
        return [(decode(k), found[k].item()) for k in order.tolist() if found[k] > 0]

    @property
    def weights(self) -> list[list[float]]:
        """(T, T); rows ask, columns answer. Empty where there is no model."""
        if not self._model:
            return []
        seen = self._model.read(self.beginning + self.written)[1]  # (L, H, T, T)
        return seen[self.layer, self.head].tolist()

    def static_tables(self) -> str:
        """What is likeliest at three temperatures, before anything was pressed."""
        return write_tables(self.answers[0])
