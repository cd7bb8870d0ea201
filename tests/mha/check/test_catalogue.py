"""Every fault of the catalogue is found, and told by its name and by no other."""

from itertools import combinations

import pytest

from mha.check.fault import Belief, Fault
from mha.check.judge import judge
from mha.check.subject import Subject
from mha.check.subjects import SUBJECTS, subject_called

FAULTS = [(subject, fault) for subject in SUBJECTS for fault in subject.listing.faults]
BELIEFS = [(subject, one) for subject in SUBJECTS for one in subject.listing.beliefs]
# Right in 32 bits, for one text, for a batch, or free: they are named in a note.
ONLY_NOTED = {
    "The hidden scores are filled with −1e9",
    "The keys’ axes are all turned round",
    "The axes are counted from the left",
    "The heads’ axis is counted from the left",
    "The norm’s ε is left at its default",
    "The loss is given back with all that made it",
    "A second table for the way out",
}

# All that people get wrong there stands in one line, or one mistake hides the other.
NO_PAIRS = {"split_heads", "merge_heads", "causal_mask", "repeat_kv"}

by_name = {"ids": lambda one: one.name if isinstance(one, Fault | Belief) else ""}
every_subject = pytest.mark.parametrize("subject", SUBJECTS, ids=lambda one: one.name)


@every_subject
def test_the_book_s_own_listing_is_right(subject: Subject) -> None:
    found = judge(subject.listing.solution(), subject)
    assert found.ok, str(found)
    assert not found.notes


@pytest.mark.parametrize(
    ("subject", "belief"),
    BELIEFS,
    **by_name,
)
def test_what_readers_take_for_wrong_is_right(subject: Subject, belief: Belief) -> None:
    found = judge(subject.listing.with_faults(belief), subject)
    assert found.ok, str(found)
    assert not found.notes
    assert belief.belief.endswith(".")
    assert belief.truth.endswith(".")
    assert belief.name not in {one.name for one in subject.listing.faults}


def test_there_are_beliefs_of_many_kinds() -> None:
    assert len(BELIEFS) >= 20
    assert len({subject.name for subject, _ in BELIEFS}) >= 10


@pytest.mark.parametrize(
    ("subject", "fault"),
    FAULTS,
    **by_name,
)
def test_a_fault_is_named(subject: Subject, fault: Fault) -> None:
    found = judge(subject.listing.with_faults(fault), subject)
    if fault.name in ONLY_NOTED:
        assert found.ok
        assert fault.told() in found.notes
    else:
        assert not found.ok
        assert found.fails
        assert found.found
        assert [one.name for one in found.faults] == [fault.told_with or fault.name]
        assert fault.told() in str(found)  # also where no input tells it from others


def test_there_are_as_many_as_promised() -> None:
    alone = [fault for _, fault in FAULTS if not fault.told_with]
    sourced = {one.source for _, one in FAULTS if one.source}
    assert len(alone) >= 60
    assert len(sourced) >= 45


@every_subject
def test_each_says_what_it_is(subject: Subject) -> None:
    faults = subject.listing.faults
    names = [one.name for one in faults]
    assert len(set(names)) == len(names) >= 5
    for fault in faults:
        assert all((fault.name, fault.belief, fault.symptom, fault.hint))
        assert fault.hint.endswith("?")
        assert not fault.name.endswith(".")
        assert fault.told_with in ("", *names)


@pytest.mark.parametrize("most", [2, pytest.param(5, marks=pytest.mark.slow)])
@every_subject
def test_two_faults_at_once_are_never_told_as_another_one(
    subject: Subject, most: int
) -> None:
    """Named are these two, or others that give the same numbers on every call."""
    told = 0
    for pair in combinations(subject.listing.faults[:most], 2):
        try:
            function = subject.listing.with_faults(*pair)
        except ValueError:  # both change the same line
            continue
        found = judge(function, subject)
        told += set(found.faults) == set(pair)
        if found.faults:
            again = judge(subject.listing.with_faults(*found.faults), subject)
            assert again.found == found.found
    assert told or subject.name in NO_PAIRS or most < 5


@every_subject
def test_a_subject_is_found_by_its_whole_name_alone(subject):
    assert subject_called(subject.name) is subject
    for name in (subject.name[:-1], f"{subject.name}s"):
        with pytest.raises(ValueError, match=f"nothing is checked .* '{name}'"):
            subject_called(name)
