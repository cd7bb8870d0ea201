"""Right code that readers take for wrong, beside the book's: the same comes out."""

from dataclasses import dataclass
from functools import cache

from mha.check.diagnosis import Diagnosis
from mha.check.fault import Belief
from mha.check.judge import judge
from mha.check.subject import Subject
from mha.check.subjects import subject_called
from mha_book.museum.settings import Setting, settings_of
from mha_book.museum.traced import Run, run

# A listing's name, what is done there, and on which of its settings it is run.
WING: tuple[tuple[str, str, int], ...] = (
    ("attend", "The queries are divided, and not the scores", 0),
    ("attend", "Queries and keys are each divided by a fourth root", 0),
    ("attend", "The mask comes before the division", 1),
    ("attend", "The largest score is taken off first", 0),
    ("attend", "Hidden scores get the smallest number that there is", 1),
    ("attend", "Hidden weights are set to 0, and the rows divided again", 1),
    ("Head", "A matrix of one’s own, without a transpose", 1),
    ("multi_head", "Each head has matrices of its own", 0),
    ("multi_head", "One product makes queries, keys and values", 0),
    ("multi_head", "The keys have a bias, and nobody notices", 0),
    ("multi_head", "Words are averaged first, and made into values afterwards", 0),
    ("multi_head", "Each head’s proposal is added, and nothing is joined", 0),
    (
        "multi_head",
        "The heads stand in another order, and so do their rows of the output",
        0,
    ),
    ("MultiHeadAttention", "In training, rows of weights do not sum to 1", 0),
    (
        "causal_mask",
        "What is hidden is above the first diagonal, and the rest is seen",
        0,
    ),
    ("padding_mask", "The padding’s own rows are not hidden", 0),
    ("padding_mask", "The mask of lengths lets words look ahead", 0),
    ("sinusoids", "The speeds are made by exp and log", 0),
    ("rotate", "Numbers half a row apart are turned together", 1),
    ("Block", "The norm stands before attention, and not after the sum", 0),
    ("loss_of", "A log-softmax before the cross entropy", 1),
    ("loss_of", "The labels are the inputs", 1),
    ("temperature", "Logarithms of chances are divided, and not logits", 2),
)


@dataclass(frozen=True, eq=False)
class Doubted:
    """Code that is doubted, and right.

    Attributes:
        subject: the check that it passes.
        belief: why it is doubted.
        setting: what it and the book's listing were run on.
        book: the run of the book's listing.
        own: its own run.
    """

    subject: Subject
    belief: Belief
    setting: Setting
    book: Run
    own: Run

    @property
    def apart(self) -> float:
        """How far the two differ at most: by rounding."""
        return max(
            (one.double() - self.own.results[name].double()).abs().max().item()
            for name, one in self.book.results.items()
        )

    @property
    def verdict(self) -> Diagnosis:
        """What the check says of it."""
        return judge(self.subject.listing.with_faults(self.belief), self.subject)


@cache
def doubted(subject: str, name: str, at: int) -> Doubted:
    """Run a listing as the book has it, and as it is doubted.

    Args:
        subject: the name of what is checked, such as "attend".
        name: what is done.
        at: on which of the listing's settings.
    """
    about = subject_called(subject)
    listing = about.listing
    (belief,) = [one for one in listing.beliefs if one.name == name]
    setting = settings_of(about)[at]
    book, own = (
        run(text, about, setting.args, setting.then)
        for text in (listing.source, listing.text_with(belief))
    )
    return Doubted(about, belief, setting, book, own)


def all_doubted() -> list[Doubted]:
    """Give all of the wing, in its order."""
    return [doubted(*place) for place in WING]
