"""The rooms: what one sees of a fault, and the faults of which one sees just that."""

from functools import cache

from mha_book.museum.beside import Exhibit, exhibit

# A fault's listing, its name, and which setting shows it where it is not the first.
Place = tuple[str, str] | tuple[str, str, int]
ROOMS: dict[str, tuple[Place, ...]] = {
    "a little off": (
        ("multi_head", "Divided by the root of the model’s width"),
        ("multi_head", "Divided by the root of the number of heads", 1),
        ("attend", "The scores are not divided"),
        ("attend", "The scores are multiplied by the root of the width"),
        ("multi_head", "The matrices are turned round"),
        ("MultiHeadAttention", "The queries and the keys are exchanged"),
        ("Block", "What is normed is added, and not the word"),
    ),
    "row sums": (
        ("attend", "The softmax runs over the queries"),
        ("attend", "The softmax runs over axis 0", 2),
        ("attend", "The mask comes after the softmax"),
    ),
    "reads too much": (
        ("attend", "The mask hides what may be seen"),
        ("attend", "The filled scores are thrown away"),
        ("attend", "Hidden words have the score 0"),
        ("MultiHeadAttention", "The mask is not handed on"),
        ("causal_mask", "The diagonal is one too far"),
        ("Decoder", "There is no causal mask"),
        ("padding_mask", "All ones"),
        ("padding_mask", "It hides queries, and not keys"),
        ("loss_of", "The targets are not shifted"),
    ),
    "who is who": (
        ("split_heads", "The heads are cut by one view"),
        ("merge_heads", "The heads are joined without the exchange"),
        ("repeat_kv", "The heads are repeated as a row, and not each by itself"),
        ("repeat_kv", "The words are repeated, and not the heads"),
    ),
    "where": (
        ("sinusoids", "The exponent is doubled"),
        ("sinusoids", "The exponent is rounded by //"),
        ("sinusoids", "Base and exponent are exchanged"),
        ("sinusoids", "The positions are divided by the speeds"),
        ("rotate", "The angles are paired like neighbours, the numbers like halves"),
        ("rotate", "It turns along the heads"),
    ),
    "only sometimes": (
        ("attend", "The softmax’s axis is counted from the left"),
        ("padding_mask", "The axis of the heads is missing"),
        ("HeadsInALoop", "The heads’ tables are stacked in front of the batch"),
        ("attend", "The hidden scores are filled with −1e9"),
        ("causal_mask", "A word may not look at itself"),
        ("rotate", "The start is ignored"),
        ("Cache", "All boxes are one"),
        ("Cache", "The length counts heads"),
    ),
    "learns worse": (
        ("HeadsInALoop", "The heads stand in a plain list"),
        ("Decoder", "The embeddings are drawn with a standard deviation of 1", 1),
        ("loss_of", "A softmax before the cross entropy"),
    ),
}


@cache
def exhibits_in(room: str) -> tuple[Exhibit, ...]:
    """Give the exhibits of a room, in their order."""
    return tuple(exhibit(*place) for place in ROOMS[room])


def all_exhibits() -> list[Exhibit]:
    """Give every exhibit, room by room."""
    return [one for room in ROOMS for one in exhibits_in(room)]
