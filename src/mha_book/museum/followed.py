"""Exhibits that the map on the museum's page can show, and its address for each."""

import json
from urllib.parse import urlencode

from mha_book.museum.beside import Exhibit

# A fault's listing and name -> what the map calls it, and the switches that it needs.
FOLLOWED = {
    ("attend", "The scores are not divided"): {"num_heads": 1, "fault": "undivided"},
    ("attend", "The softmax runs over the queries"): {"fault": "over_queries"},
    ("attend", "The mask comes after the softmax"): {
        "causal": True,
        "fault": "late_mask",
    },
    ("attend", "Hidden words have the score 0"): {"causal": True, "fault": "hidden_0"},
    ("merge_heads", "The heads are joined without the exchange"): {
        "fault": "joined_by_view"
    },
}
START = {"step": 0, "num_heads": 2, "design": "wrapper", "causal": False}


def on_the_map(exhibit: Exhibit) -> str:
    """Where the map shows it; "" where it does not."""
    values = FOLLOWED.get((exhibit.subject.name, exhibit.fault.name))
    if not values:
        return ""
    written = {name: json.dumps(value) for name, value in (START | values).items()}
    return "#" + urlencode({"explorer": "known-fault"} | written)
