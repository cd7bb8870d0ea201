"""Sentences that are kept as text, with `code` and *stress* in them, as HTML."""

import re
from html import escape


def marked(text: str) -> str:
    """Write `code` and *stressed words* as HTML; within code a star is a star."""
    parts = escape(text, quote=False).split("`")
    plain = [re.sub(r"\*([^*]+)\*", r"<em>\1</em>", part) for part in parts[::2]]
    code = [f"<code>{part}</code>" for part in parts[1::2]]
    return "".join(one for pair in zip(plain, [*code, ""], strict=True) for one in pair)
