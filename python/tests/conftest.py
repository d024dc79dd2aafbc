"""What all tests share: the fixtures of the project, and the program to compare with."""

import os
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session", autouse=True)
def at_root():
    """Examples name files from the root of the project."""
    before = os.getcwd()
    os.chdir(ROOT)
    yield
    os.chdir(before)


@pytest.fixture(scope="session")
def program():
    """Runs ludex, the program, built with the feature `parquet`; what it fails at is said by the test."""
    path = pathlib.Path(os.environ.get("LUDEX", ROOT / "target/debug/ludex")).resolve()
    assert path.is_file(), f"build {path}, or name the program with LUDEX"

    def run(*arguments):
        done = subprocess.run([path, *map(str, arguments)], cwd=ROOT, capture_output=True)
        assert done.returncode in (0, 1), done.stderr.decode()
        return done.stdout

    return run


@pytest.fixture(scope="session")
def archive(tmp_path_factory):
    """A folder of all fixtures: good ones, bad ones, containers, and small disks."""
    folder = tmp_path_factory.mktemp("archive") / "in"
    for each in sorted((ROOT / "fixtures").glob("*/*")):
        if each.is_dir() and each.name in ("good", "bad"):
            shutil.copytree(each, folder / each.parent.name / each.name)
    for name in ("containers", "global-war-disk", "global-war-over-time", "njudge-archive"):
        shutil.copytree(ROOT / "fixtures" / name, folder / name)
    return folder


def good_fixtures():
    """Every good fixture that is one file."""
    return sorted(path for path in (ROOT / "fixtures").glob("*/good/*") if path.is_file())
