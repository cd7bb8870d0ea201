"""What pip makes of the project: one file with all that its code reads."""

import subprocess
import zipfile

from project import PROJECT
from wheels import make_wheel

SHARE = "/share/attention-number-by-number/"


def tracked(*folders: str) -> set[str]:
    command = ["git", "ls-files", *folders]
    told = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True)
    return set(told.stdout.split())


def test_it_has_every_file_of_both_packages_and_the_pages(tmp_path):
    names = zipfile.ZipFile(make_wheel(tmp_path)).namelist()
    packed = {f"src/{name}" for name in names if name.startswith("mha")}
    assert tracked("src") - packed == set()
    shared = {name.split(SHARE)[1] for name in names if SHARE in name}
    assert shared == tracked("book/*.md", "_toc.yml")
