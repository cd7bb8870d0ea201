"""What a model on the page is held against: the real tokenizer, PyTorch's numbers."""

import functools
from random import Random

import torch
from torch.nn import functional as F

from mha_book.in_page import minilm

# First and last letters of scripts and signs, as texts have them.
SCRIPTS = [
    *[(0x21, 0x7E), (0xA1, 0x17F), (0x300, 0x36F), (0x386, 0x3CE), (0x400, 0x45F)],
    *[(0x531, 0x556), (0x591, 0x5EA), (0x621, 0x652), (0x904, 0x970), (0xE01, 0xE5B)],
    *[(0x10D0, 0x10F0), (0x1100, 0x11FF), (0x1E00, 0x1EFF), (0x2010, 0x2027)],
    *[(0x20A0, 0x20B9), (0x2190, 0x21FF), (0x3001, 0x3029), (0x3041, 0x3096)],
    *[(0x30A1, 0x30FF), (0x4E00, 0x9FA5), (0xAC00, 0xD7A3), (0xF900, 0xFA6D)],
    *[(0xFF01, 0xFF9F), (0x1F300, 0x1F64F), (0x20000, 0x2A6D6), (0x3400, 0x4DB5)],
    *[(0x2A700, 0x2B734), (0x2B740, 0x2B81D), (0x2B820, 0x2CEA1), (0x2F800, 0x2FA1D)],
]
ODD = "\0\t\n\r \u00a0\u00ad\u200b\u200d\u2028\u3000\ufe0f\ufeff\ufffd\ue000İıßΣςǅﬁ²½№"
SPECIAL = ["[CLS]", "[SEP]", "[MASK]", "[UNK]", "[PAD]", "[unused5]", "[mask]"]
NEWS = "The quick brown fox didn't jump over 1,000 lazy dogs' tails, naïvely—did it?"


@functools.cache
def vocabulary() -> list[str]:
    """All that MiniLM has an embedding for."""
    return list(minilm.tokenizer().get_vocab())


def sentences(random: Random, count: int = 1000) -> list[str]:
    """Sentences of many scripts, of odd letters, of words that are very long."""
    return [NEWS, "", " ", *[_sentence(random) for _ in range(count - 3)]]


def _sentence(random: Random) -> str:
    words = [_word(random) for _ in range(random.randint(1, 9))]
    return "".join(word + random.choice([" ", " ", " ", "", "  "]) for word in words)


def _word(random: Random) -> str:
    kind, length = random.random(), random.randint(1, 9)
    if kind < 0.3:
        listed = random.choice(vocabulary())
        return random.choice([str.title, str.upper, str])(listed.removeprefix("##"))
    if kind < 0.35:
        return random.choice(SPECIAL)
    if kind < 0.4:
        return "".join(random.choice("aeioulnrst") for _ in range(length * 15))
    if kind < 0.55:
        return "".join(random.choice(ODD + "abc") for _ in range(length))
    first, last = random.choice(SCRIPTS)
    return "".join(chr(random.randint(first, last)) for _ in range(length))


def references(seed: int) -> dict[str, object]:
    """Texts with their tokens, kernels' numbers, and sentences with all weights."""
    random = Random(seed)
    texts = sentences(random)
    cut = minilm.tokenizer()(texts)
    return {
        "texts": [[text, cut.tokens(k)] for k, text in enumerate(texts)],
        "kernels": [kernels(*sizes) for sizes in ((3, 8, 5, 2), (13, 12, 7, 3))],
        "sentences": [
            read("The cat sat because it was tired.", []),
            read("Zürich's tram no. 4 leaves at 7:30!", [(0, 2), (3, 11)]),
        ],
    }


def read(sentence: str, silenced: list[tuple[int, int]]) -> dict[str, object]:
    """A sentence's weights by PyTorch, from numbers in eight bits."""
    weights = minilm.attention(sentence, silenced, rounded=True)
    found = {"sentence": sentence, "tokens": minilm.cut(sentence)}
    return found | {"silenced": silenced, "weights": weights.tolist()}


def kernels(tokens: int, width: int, rows: int, heads: int) -> dict[str, object]:
    """What each kernel is given, and what PyTorch says."""
    x, weight = torch.randn(tokens, width), torch.randn(rows, width)
    bias, gain, shift = torch.randn(rows), torch.randn(width), torch.randn(width)
    q, k, v = torch.randn(3, heads, tokens, width // heads)
    past = torch.ones(tokens, tokens).tril() > 0
    scores = (q @ k.mT / (width // heads) ** 0.5).masked_fill(~past, -torch.inf)
    weights = scores.softmax(dim=-1)
    given = {"x": x, "weight": weight, "bias": bias, "gain": gain, "shift": shift}
    three = {"q": q, "k": k, "v": v}
    given |= {name: t.transpose(0, 1).flatten(1) for name, t in three.items()}
    found = {
        "linear": F.linear(x, weight, bias),
        "layer_norm": F.layer_norm(x, (width,), gain, shift, 1e-12),
        "gelu": F.gelu(4 * x),
        "softmax": (4 * x).softmax(dim=-1),
        "weights": weights,
        "joined": (weights @ v).transpose(0, 1).flatten(1),
    }
    sizes = {"width": width, "heads": heads}
    return sizes | {name: t.tolist() for name, t in (given | found).items()}
