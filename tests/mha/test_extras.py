"""Installed without its extras, the package imports or says what it wants."""

import json
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions, requires

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from mha.extras import require
from project import PROJECT

# For each list of names: the package's modules, and what the missing ones say, where
# what is named cannot be found. One process, since torch takes seconds to import.
WALK = """
import importlib, json, os, pkgutil, sys, sysconfig
from importlib.machinery import PathFinder

find, purelib, lacking = PathFinder.find_spec, sysconfig.get_path("purelib"), set()

def find_what_is_there(name, *rest):
    # What another package carries within itself is there all the same.
    spec, top = find(name, *rest), name.partition(".")[0]
    places = [spec.origin, *(spec.submodule_search_locations or [])] if spec else []
    own = os.path.join(purelib, top)
    installed = any(str(place).startswith(own) for place in places)
    return None if top in lacking and installed else spec

def walk():
    import mha
    for module in pkgutil.walk_packages(mha.__path__, "mha.", onerror=lambda name: 0):
        try:
            importlib.import_module(module.name)
            yield module.name, None
        except ModuleNotFoundError as missing:
            yield module.name, str(missing)

PathFinder.find_spec = staticmethod(find_what_is_there)
for lacking in map(set, json.loads(sys.argv[1])):
    for name in list(sys.modules):
        if name.partition(".")[0] in lacking | {"mha"}:
            del sys.modules[name]
    print(json.dumps(dict(walk())))
"""


def project():
    text = (PROJECT / "pyproject.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)["project"]


def closure(lines):
    """These requirements and all that they require, by distribution."""
    names, left = set(), [Requirement(line) for line in lines]
    while left:
        wanted = left.pop()
        name = canonicalize_name(wanted.name)
        if name in names:
            continue
        names.add(name)
        extras = wanted.extras or {""}
        try:
            needed = [Requirement(line) for line in requires(name) or []]
        except ModuleNotFoundError:  # for another system or Python
            continue
        left += [
            other
            for other in needed
            if not other.marker
            or any(other.marker.evaluate({"extra": extra}) for extra in extras)
        ]
    return names


def lacking(present):
    """What can be imported here, and not where only these distributions are."""
    return [
        package
        for package, distributions in packages_distributions().items()
        if package != "mha"
        and not any(canonicalize_name(name) in present for name in distributions)
    ]


EXTRAS = [None, "train", "site"]


@pytest.fixture(scope="module")
def walked():
    """By extra: each module of the package, and what it says if it is not there."""
    optional, names = project()["optional-dependencies"], []
    for extra in EXTRAS:
        lines = optional[extra] if extra else []
        names.append(lacking(closure([*project()["dependencies"], *lines])))
    command = [sys.executable, "-c", WALK, json.dumps(names)]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    return dict(
        zip(EXTRAS, map(json.loads, told.stdout.splitlines()[-3:]), strict=True)
    )


@pytest.mark.parametrize("extra", EXTRAS)
def test_every_module_imports_or_names_the_extra_that_it_wants(extra, walked):
    train = ("mha.training", "mha.data", "mha.models.real_model")
    rooms = {"train": train, "site": ("mha_book.site",)}
    for module, message in walked[extra].items():
        wanted = [
            name
            for name, places in rooms.items()
            if name != extra and module.startswith(places)
        ]
        if wanted:
            start = f"pip install 'attention-number-by-number[{wanted[0]}]'"
            assert message.endswith(f"is not installed: {start}"), module
            assert "\n" not in message
        else:
            assert message is None, module
    assert len(walked[extra]) > 40


def test_the_command_says_in_one_line_what_is_missing():
    lines = (
        "import sys",
        "sys.modules['mha.training.cli'] = None",
        "from mha.commands import train",
        "train()",
    )
    command = [sys.executable, "-c", "\n".join(lines)]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 1
    assert told.stderr.startswith("mha-train: ")
    assert len(told.stderr.splitlines()) == 1


def test_a_missing_package_is_named_with_its_extra():
    require("train", "torch", "numpy")
    message = r"no_such is not installed: pip install '.*\[train\]'"
    with pytest.raises(ModuleNotFoundError, match=message):
        require("train", "torch", "no_such")
