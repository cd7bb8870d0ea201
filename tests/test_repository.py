"""What the project says about itself agrees with itself."""

import re
import shutil
import subprocess
import tomllib
from itertools import chain

import pytest
import torch
import yaml

from project import PROJECT


def read(name: str) -> str:
    return (PROJECT / name).read_text(encoding="utf-8")


PYPROJECT = tomllib.loads(read("pyproject.toml"))
VERSION = PYPROJECT["project"]["version"]
LOCK = read("requirements.txt")


def test_one_version_and_one_date():
    cited = yaml.safe_load(read("CITATION.cff"))
    changed = re.search(r"^## (\S+) \((\S+)\)", read("CHANGELOG.md"), re.MULTILINE)
    assert changed.groups() == (VERSION, cited["date-released"])
    assert cited["version"] == VERSION


NAMES_TARGETS = ["README.md", "CONTRIBUTING.md", "book/index.md", ".ci/run"]
NAMES_TARGETS += ["docs/install.md", "docs/package.md", "book/how-it-was-checked.md"]
NAMES_TARGETS += ["docs/architecture.md", "docs/writing.md", ".pre-commit-config.yaml"]
WORKFLOWS = ("ci", "newest", "release", "update")
NAMES_TARGETS += [f".github/workflows/{name}.yml" for name in WORKFLOWS]
NAMES_TARGETS += ["docs/translating.md"]


@pytest.mark.parametrize("name", NAMES_TARGETS)
def test_every_make_target_that_is_named_exists(name):
    rules = re.findall(r"^([a-z -]+):(?!=)", read("Makefile"), re.MULTILINE)
    targets = set(" ".join(rules).split())
    calls = r"(?:`|\$ |^|run: |entry: )make ([a-z-]+)"
    named = set(re.findall(calls, read(name), re.MULTILINE))
    assert named <= targets
    assert named or name == "docs/writing.md"


def test_without_make_the_build_line_is_the_makefiles():
    makefile = read("Makefile").replace("\\\n", "").replace("$(CURDIR)", "$PWD")
    line = re.search(r"jupyter-book (build .*)", makefile)[1].replace("'", '"')
    assert " ".join(line.split()) in " ".join(read("docs/install.md").split())


def test_the_packages_example_runs_and_says_the_right_shapes():
    example = re.search(r"```python\n(.*?)```", read("docs/package.md"), re.DOTALL)[1]
    found = {}
    for line in example.splitlines():
        exec(line, found)
        if line.startswith("output, weights"):
            shapes = (
                str(tuple(found["output"].shape)),
                str(tuple(found["weights"].shape)),
            )
            assert ", ".join(shapes) in line
    torch.testing.assert_close(found["same"], found["output"])


def requirements() -> list[str]:
    """What pyproject.toml asks for, in every list of it."""
    extras = PYPROJECT["project"]["optional-dependencies"]
    lists = [PYPROJECT["project"]["dependencies"], *extras.values()]
    return list(chain(*lists, *PYPROJECT["dependency-groups"].values()))


def test_every_dependency_is_pinned_and_has_its_reason():
    pins = re.findall(r"^([\w.-]+)==\S+ .*\\$", LOCK, re.MULTILINE)
    lines = read("pyproject.toml").splitlines()
    reasoned = [re.match(r'    "(\S+)", +# \S', line) for line in lines]
    reasons = [line[1] for line in reasoned if line]
    for requirement in requirements():
        name = re.match(r"[\w-]+", requirement)[0]
        own = name == PYPROJECT["project"]["name"]  # a list that has other lists
        assert own or name in pins, f"{name} is not in requirements.txt: make lock"
        assert requirement in reasons, f"{name} has no reason"


def test_every_pin_has_its_hashes_and_names_no_index():
    assert "make lock" in LOCK.split("\n\n")[0]
    pin, sha256 = r"[\w.-]+==\S+( ; .+)? \\\n", r"    --hash=sha256:[0-9a-f]{64}"
    block = rf"{pin}({sha256} \\\n)*{sha256}\n    # via .+\n"
    pins = re.split(r"^(?=\w)", LOCK, flags=re.MULTILINE)[1:]
    assert len(pins) > 200
    assert [text for text in pins if not re.fullmatch(block, text)] == []
    for unwanted in ("://", "--index", "nvidia", "cuda", "triton"):
        assert unwanted not in LOCK


def test_what_lies_in_packages_is_installed_as_its_errors_say():
    folder = PROJECT / "src" / "mha" / "data"
    texts = [path.read_text(encoding="utf-8") for path in folder.glob("*.py")]
    named = re.findall(r"[\w-]+==[\d.]+", " ".join(texts))
    assert len(set(named)) == 3
    assert set(named) <= set(requirements())


def test_ci_installs_without_make_as_is_said():
    steps = yaml.safe_load(read(".github/workflows/ci.yml"))["jobs"]["unit"]["steps"]
    lines = [step["run"] for step in steps if "pip install" in step.get("run", "")]
    shared = [line.replace('--index-url "$TORCH_INDEX" ', "") for line in lines]
    shared = [line.removeprefix("python -m ") for line in shared]
    assert len(shared) == 3
    assert "\n$ .venv/bin/".join(shared) in read("docs/install.md")


def test_a_commit_is_checked_by_what_lint_runs():
    (repository,) = yaml.safe_load(read(".pre-commit-config.yaml"))["repos"]
    (hook,) = repository["hooks"]
    assert hook["entry"] == "make lint"
    assert hook["always_run"]


@pytest.mark.parametrize("address", PYPROJECT["project"]["urls"].values())
def test_the_projects_addresses_stand_in_one_place(address):
    tracked = subprocess.run(
        ["git", "grep", "-lF", address], cwd=PROJECT, capture_output=True, text=True
    )
    assert tracked.stdout.split() == ["pyproject.toml"]


def release_notes(folder, tag):
    command = ["bash", folder / ".ci" / "release-notes", tag]
    return subprocess.run(command, capture_output=True, text=True)


def test_a_tag_that_fits_gets_its_section_of_the_changelog():
    notes = release_notes(PROJECT, f"v{VERSION}")
    assert notes.returncode == 0, notes.stderr
    section = read("CHANGELOG.md").split("\n## ")[1].split("\n", 1)[1]
    assert notes.stdout.strip() == section.strip()


@pytest.mark.parametrize(
    ("tag", "heading", "complaint"),
    [
        ("v9.9.9", "## 1.2.3 (2026-11-23)", "v9.9.9 is not the version in pyproject"),
        ("v1.2.3", "## 1.2.3", "no dated section '## 1.2.3 (20"),
        ("v1.2.3", "## 1.2.33 (2026-11-23)", "no dated section '## 1.2.3 (20"),
        (
            "v1.2.3",
            "## 1.2.3 (2026-11-23)\n\n## 1.2.2",
            "no dated section '## 1.2.3 (20",
        ),
    ],
)
def test_a_tag_that_does_not_fit_is_no_release(tag, heading, complaint, tmp_path):
    (tmp_path / ".ci").mkdir()
    shutil.copy(PROJECT / ".ci" / "release-notes", tmp_path / ".ci")
    (tmp_path / "pyproject.toml").write_text('version = "1.2.3"\n', encoding="utf-8")
    changes = f"# Changelog\n\n{heading}\n\n- A line.\n"
    (tmp_path / "CHANGELOG.md").write_text(changes, encoding="utf-8")
    notes = release_notes(tmp_path, tag)
    assert notes.returncode == 1
    assert complaint in notes.stderr
    assert notes.stdout == ""


def test_actions_are_pinned_and_permissions_least():
    for path in (PROJECT / ".github" / "workflows").glob("*.yml"):
        workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert workflow["permissions"] == {}
        for job in workflow["jobs"].values():
            for step in job["steps"]:
                assert re.fullmatch(
                    r"[\w/-]+@[0-9a-f]{40}", step.get("uses", "a@" + "0" * 40)
                )


def test_a_release_attaches_only_what_was_built_and_tested_from_its_tag():
    jobs = yaml.safe_load(read(".github/workflows/release.yml"))["jobs"]
    lines = [step.get("run", "") for step in jobs["build"]["steps"]]
    checked = ".venv/bin/pytest -v tests/mha_book/publish"  # the slow ones too
    order = ["make book", "make test", "make pdf", checked, "make zip"]
    assert [line for line in lines if line in order] == order
    assert "sha256sum -- *.pdf *.zip > SHA256SUMS" in lines[-2] + lines[-1]
    assert jobs["release"]["needs"] == "build"
    check, create = (step["run"] for step in jobs["release"]["steps"][1:])
    assert check == "sha256sum --check SHA256SUMS"
    assert "--verify-tag" in create
    rights = {name: job["permissions"] for name, job in jobs.items()}
    assert rights == {"build": {"contents": "read"}, "release": {"contents": "write"}}


def test_notebooks_stay_out_of_git():
    tracked = subprocess.run(
        ["git", "ls-files", "*.ipynb"], cwd=PROJECT, capture_output=True, text=True
    )
    assert tracked.stdout == ""
    ignored = subprocess.run(["git", "check-ignore", "book/a.ipynb"], cwd=PROJECT)
    assert ignored.returncode == 0


CATALOGUES = [*(PROJECT / "src").glob("**/catalogue/*.toml")]
CATALOGUES += [PROJECT / "src/mha_book/capstone/tasks.toml"]
STRAIGHT = re.compile(r"[A-Za-z]'(?=[a-z\s,.;:?])")


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.name)
def test_what_a_catalogue_says_has_the_apostrophes_of_the_pages(path):
    said = re.findall(r'^\w+ = "(.*)"$', path.read_text("utf-8"), re.MULTILINE)
    prose = [re.sub(r"`[^`]*`", "", words) for words in said]
    assert [words for words in prose if STRAIGHT.search(words)] == []
