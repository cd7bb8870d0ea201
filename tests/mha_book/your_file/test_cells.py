"""A chapter's cells are those that Jupytext finds."""

import jupytext
import pytest

from mha_book.your_file.cells import code_cells, words
from project import CHAPTERS

TEXT = """---
kernelspec: {name: python3, display_name: Python 3}
---

# Title

```python
print("shown, and no cell")
```

```{code-cell} ipython3
:tags: [one, two]

first = 1


second = 2
```

Words.

+++

## More words

```{code-cell} ipython3
---
mystnb:
  image: {alt: "a --- b"}
tags: [hide-input]
---
third = ":tags: [no]"
```

```{code-cell} ipython3
fourth = "---"
```
"""


@pytest.mark.parametrize(
    "text",
    [TEXT, *(path.read_text(encoding="utf-8") for path in CHAPTERS)],
    ids=["made up", *(path.stem for path in CHAPTERS)],
)
def test_cells_are_those_that_jupytext_finds(text):
    cells = jupytext.reads(text, fmt="md:myst").cells
    code = [c for c in cells if c.cell_type == "code"]
    assert list(code_cells(text)) == [
        (c.source, c.metadata.get("tags", [])) for c in code
    ]
    read = " ".join(c.source for c in cells if c.cell_type == "markdown")
    assert words(text).split() == read.split()
