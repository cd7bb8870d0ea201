"""What can be checked, in the order of the reader's file."""

from mha.check.subject import Subject
from mha.check.subjects import (
    angles,
    attend,
    cache,
    gradients,
    heads,
    leak,
    leaks,
    many_heads,
    masks,
    model,
    one_head,
    positions,
    sampling,
    training,
    writing,
)

SUBJECTS = (
    attend.SUBJECT,
    one_head.HEAD,
    leaks.MOVED,
    many_heads.HEADS_IN_A_LOOP,
    heads.SPLIT,
    heads.MERGE,
    many_heads.MULTI_HEAD,
    many_heads.MULTI_HEAD_ATTENTION,
    masks.CAUSAL,
    leak.LEAK,
    masks.PADDING,
    angles.ANGLES,
    positions.SINUSOIDS,
    positions.ROTATE,
    model.BLOCK,
    model.DECODER,
    training.LOSS,
    training.LEARN,
    sampling.TOP_K,
    writing.CHOOSE,
    writing.GENERATE,
    sampling.TEMPERATURE,
    cache.CACHE,
    heads.REPEAT,
    gradients.SOFTMAX,
    gradients.ATTENTION,
)


def subject_called(name: str) -> Subject:
    """Give what is checked under this name.

    Raises:
        ValueError: nothing is.
    """
    for one in SUBJECTS:
        if one.name == name:
            return one
    raise ValueError(f"nothing is checked under the name {name!r}")


# What the thirteen pages write, in their order.
PATH = tuple(
    one
    for one in SUBJECTS
    if one.name not in {"multi_head", "padding_mask", "temperature", "repeat_kv"}
    and not one.name.endswith("gradient")
)
