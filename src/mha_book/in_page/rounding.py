"""What eight bits change in MiniLM's attention, measured."""

import functools

from mha_book.in_page.minilm import attention
from mha_book.in_page.pack import compare, sum_up

# Of several kinds: short and long, questions, names, numbers, other scripts.
SENTENCES = """\
The cat sat because it was tired.
The dog saw the other dog.
How are you?
She unlocked the door because the key was hers.
The keys to the cabinet are on the table.
I went to the bank to deposit my money.
We sat on the bank of the river and watched the water.
Nobody knows where the old ship went down.
Can you tell me what time the last train leaves?
In 1969 two people walked on the moon for about 2.5 hours.
Write the next word, then the next.
My sister's neighbour, who never smiles, smiled.
If it rains tomorrow, we will stay at home and read.
Red green blue red green blue red green blue.
A b c d e f g h.
To be, or not to be, that is the question.
The trophy does not fit into the suitcase because it is too large.
Le chat dort sur la chaise.
Attention is an average of values, and its weights add up to one.
Buffalo buffalo Buffalo buffalo buffalo buffalo Buffalo buffalo.
""".splitlines()


@functools.cache
def what_rounding_changes(
    sentences: tuple[str, ...] = tuple(SENTENCES),
) -> dict[str, float]:
    """On these sentences, in all heads: the worst and the mean difference, and more.

    Returns:
        The number of sentences; of the weights' differences the worst and the mean; the
        share of rows whose strongest key is the same.
    """
    found = [compare(attention(s), attention(s, rounded=True)) for s in sentences]
    return {"sentences": len(sentences), **sum_up(found)}
