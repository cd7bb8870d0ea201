"""WriterExplorer with inputs drawn anew: of a model, or of what is stored."""

from random import Random

import torch

from mha_book.explorers import Answer, WriterExplorer
from small_writer import LETTERS, decoder

TOKENS = 90  # more than are listed


def draw(random: Random) -> WriterExplorer:
    chosen = {
        "temperature": round(random.choice([0, 1, random.uniform(0.1, 3)]), 1),
        "top_k": random.choice([0, 1, 3, random.randint(1, 50)]),
        "top_p": random.choice([1.0, round(random.randint(1, 20) / 20, 2)]),
    }
    return _stored(random, chosen) if random.random() < 0.3 else _model(random, chosen)


def _model(random: Random, chosen: dict) -> WriterExplorer:
    heads = random.choice([1, 2, 3])
    layers = random.choice([1, 2, 3])
    model = decoder(
        random.randrange(2**31),
        embed_dim=heads * random.choice([2, 4]),
        num_heads=heads,
        hidden_dim=random.choice([5, 9]),
        num_layers=layers,
    )
    return WriterExplorer(
        model,
        LETTERS,
        beginning="".join(random.choices(LETTERS, k=random.randint(1, 32))),
        written="".join(random.choices(LETTERS, k=random.randint(0, 24))),
        layer=random.randrange(layers),
        head=random.randrange(heads),
        **chosen,
    )


def _stored(random: Random, chosen: dict) -> WriterExplorer:
    texts = ["Hello", "Hello you"]
    spread = random.choice([0.5, 3.0])
    answers = [Answer(t, spread * torch.randn(TOKENS), "t{}".format) for t in texts]
    written = random.choice(["", " you"])
    return WriterExplorer(stored=answers, written=written, **chosen)
