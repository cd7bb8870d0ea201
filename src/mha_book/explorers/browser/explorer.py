"""HeadBrowser: who attends to whom, in every head of a trained model."""

from collections.abc import Iterable
from functools import reduce

import torch
import traitlets

from mha_book.explorers.base import Explorer, format_number, html_table
from mha_book.explorers.browser.records import DECIMALS, Record
from mha_book.explorers.limits import between

KEYS = ("model", "sentence", "epoch")  # together they name a record
INPUTS = (*KEYS, "layer", "head")  # what each may be depends on those before it
AVERAGE = -1
LIMITS = {"decimals": between(2, DECIMALS)}  # no record holds more


class HeadBrowser(Explorer):
    """Choose a model, a sentence, an epoch, a layer and a head; see its weights.

    An input that a change of those before it leaves without a record takes the
    nearest number, or the first name.

    Attributes:
        records: what `mha_book.Record.describe` gives, one after the other; fixed.
        model: the name of a model.
        sentence: one of the model's sentences.
        epoch: one of the model's epochs on that sentence; None where it has none.
        layer: 0 to L − 1.
        head: 0 to H − 1, or −1, the average of several heads.
        decimals: digits shown after the point, 2 to 4.
        weights: result, the shown (T, T); rows ask, columns answer.
        strongest: result, for each query the key to which it attends most, the
            first of equals; None where it attends to nothing.

    Raises:
        ValueError: there is no record, or two of the same name.
        traitlets.TraitError: an input is none of the records'.
    """

    limits = traitlets.Dict(LIMITS, read_only=True).tag(sync=True)
    name = traitlets.Unicode("browser").tag(sync=True)
    records = traitlets.List(read_only=True).tag(sync=True)
    model = traitlets.Unicode().tag(sync=True)
    sentence = traitlets.Union([traitlets.Unicode(), traitlets.Int()]).tag(sync=True)
    # Not allow_none, which would let None pass unchecked.
    epoch = traitlets.Union([traitlets.Int(), traitlets.Enum([None])]).tag(sync=True)
    layer = traitlets.Int().tag(sync=True)
    head = traitlets.Int().tag(sync=True)
    decimals = traitlets.Int(2, **LIMITS["decimals"]).tag(sync=True)

    def __init__(self, records: Iterable[Record], **inputs: object) -> None:
        self._given = [record.describe() for record in records]
        _check_names(self._given)
        chosen = {name: inputs.pop(name) for name in INPUTS if name in inputs}
        super().__init__(**inputs)
        self._settle()
        self.observe(self._settle, INPUTS)
        for name, value in chosen.items():
            setattr(self, name, value)

    @traitlets.default("records")
    def _as_given(self) -> list[dict]:
        return self._given

    @traitlets.validate(*INPUTS)
    def _one_of_the_records(self, proposal: dict) -> object:
        name, value = proposal["trait"].name, proposal["value"]
        if value not in self.choices(name):
            raise traitlets.TraitError(
                f"{name} {value!r}: expected one of {self.choices(name)}"
            )
        return value

    def choices(self, name: str) -> list:
        """What an input may be, given those before it; in the records' order."""
        records = self.records
        for key in KEYS:
            if key == name:
                return list(dict.fromkeys(record[key] for record in records))
            records = [r for r in records if r[key] == getattr(self, key)]
        weights = records[0]["weights"]  # (L, H, T, T)
        if name == "layer":
            return list(range(len(weights)))
        several = len(weights[0]) > 1
        return list(range(AVERAGE if several else 0, len(weights[0])))

    def _settle(self, change: object = None) -> None:
        """Take inputs that have a record, each the nearest to what it was."""
        for name in INPUTS:
            value, choices = getattr(self, name), self.choices(name)
            if value not in choices:
                setattr(self, name, _nearest(value, choices))

    @property
    def weights(self) -> list[list[float]]:
        """(T, T); rows ask, columns answer."""
        return self.compute().tolist()

    @property
    def strongest(self) -> list[int | None]:
        """(T,), a key's place."""
        return [_largest(row) for row in self.weights]

    def _record(self) -> dict:
        wanted = [getattr(self, key) for key in KEYS]
        return next(r for r in self.records if [r[key] for key in KEYS] == wanted)

    def compute(self) -> torch.Tensor:
        """The shown weights, (T, T), in float64."""
        layer = self._record()["weights"][self.layer]
        heads = torch.tensor(layer, dtype=torch.float64)  # (H, T, T)
        if self.head == AVERAGE:
            return reduce(torch.add, heads) / len(heads)  # adds as the script does
        return heads[self.head]

    def static_tables(self) -> str:
        """The shown weights as a table."""
        tokens = self._record()["tokens"]
        epoch = [] if self.epoch is None else [f"epoch {self.epoch}"]
        head = "average of the heads" if self.head == AVERAGE else f"head {self.head}"
        where = ", ".join([self.model, *epoch, f"layer {self.layer}", head])
        shown = [[format_number(x, self.decimals) for x in row] for row in self.weights]
        rows = zip(tokens, shown, strict=True)
        return html_table(f"{where}: rows ask, columns answer", tokens, rows)


def _check_names(records: list[dict]) -> None:
    if not records:
        raise ValueError("no records: a browser shows at least one")
    names = [tuple(record[key] for key in KEYS) for record in records]
    for model, sentence, epoch in names:
        if names.count((model, sentence, epoch)) > 1:
            raise ValueError(
                f"two records of model {model!r}, sentence {sentence!r}, epoch {epoch}"
            )


def _nearest(wanted: object, choices: list) -> object:
    """The choice nearest to a number, the first of equals; None counts as 0."""
    if any(isinstance(value, str) for value in [wanted, *choices]):
        return choices[0]
    return min(choices, key=lambda value: abs((value or 0) - (wanted or 0)))


def _largest(row: list[float]) -> int | None:
    return row.index(max(row)) if any(row) else None
