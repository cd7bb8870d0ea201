"""The command ``mha-doctor``: examines a layer in a file, and says what is wrong."""

import argparse
import json
import sys
from typing import Any

from mha.check.clinic.process import in_own_process

ABOUT = """Examine an attention layer of any making. Its file is run in a process of its
own, which is ended when its time is up. The exit status is 0 where nothing is wrong, 1
where something is, and 2 where no way to build or call the layer was found."""


def main(argv: list[str] | None = None) -> None:
    """Examine, print, and exit with what was found."""
    asked = vars(_parser().parse_args(argv))
    seconds, as_json = asked.pop("seconds"), asked.pop("json")
    told = in_own_process(asked, seconds)
    print(json.dumps(told["report"], indent=2) if as_json else told["text"])
    sys.exit(told["status"])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="mha-doctor", description=ABOUT)
    parser.add_argument("layer", help="my_model.py:MyAttention, or package.module:Name")
    options: dict[str, dict[str, Any]] = {
        "--init": {"help": "how to build it: 'MyAttention(12, 3)'"},
        "--call": {"help": "how to call it: 'module(x, attn_mask=mask)'"},
        "--layout": {"choices": ["batch", "time"], "help": "which axis comes first"},
        "--mask": {
            "choices": ["keep", "hide", "added", "ones", "floats", "zeros"],
            "help": "what True, or a number, means in a mask",
        },
    }
    for name, each in options.items():
        parser.add_argument(name, default="", **each)
    parser.add_argument(
        "--scale", type=float, help="the factor of the scores, if meant"
    )
    parser.add_argument("--causal", action="store_true", help="it hides the future")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--seconds", type=float, default=120.0, help="how long at most")
    return parser


if __name__ == "__main__":
    main()
