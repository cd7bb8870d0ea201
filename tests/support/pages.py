"""What the source of a page is made of."""

FRONT = """---
jupytext:
  text_representation: {extension: .md, format_name: myst}
kernelspec: {display_name: Python 3, language: python, name: python3}
---

"""


def cell(*lines: str) -> str:
    return "\n".join(["```{code-cell} ipython3", *lines, "```", ""])
