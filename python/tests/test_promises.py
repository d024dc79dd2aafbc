"""What the pages and the types promise holds."""

import doctest
import inspect
import os
import re
import subprocess
import sys

import nbclient
import nbformat
from conftest import ROOT

import ludex
import ludex.errors


def documented():
    """Everything public that says what it does."""
    yield "ludex", ludex.__doc__
    for name in ludex.__all__:
        value = getattr(ludex, name)
        if inspect.isclass(value) or inspect.isroutine(value):
            yield name, value.__doc__
        if inspect.isclass(value) and value.__module__ == "ludex":
            for member, what in vars(value).items():
                if not member.startswith("_"):
                    yield f"{name}.{member}", what.__doc__


def test_everything_says_what_it_does():
    missing = [name for name, doc in documented() if not doc]
    assert not missing


def test_examples_print_what_they_say():
    runner, parser = doctest.DocTestRunner(), doctest.DocTestParser()
    for name, doc in documented():
        runner.run(parser.get_doctest(doc or "", {"ludex": ludex}, name, None, None))
    assert runner.summarize().failed == 0 and runner.tries > 20


def test_the_page_prints_what_it_says(tmp_path, monkeypatch):
    (tmp_path / "fixtures").symlink_to(ROOT / "fixtures")
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs/python.md").read_text()
    runner, parser = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS), doctest.DocTestParser()
    blocks = "\n".join(re.findall(r"^```pycon\n(.*?)^```$", page, re.M | re.S))
    runner.run(parser.get_doctest(blocks, {}, "docs/python.md", None, None))
    assert runner.summarize().failed == 0 and runner.tries > 15


def test_the_front_page_reads_what_it_says(monkeypatch):
    monkeypatch.chdir(ROOT)
    (block,) = re.findall(r"^```python\n(import ludex\n.*?)^```$", (ROOT / "README.md").read_text(), re.M | re.S)
    named = {}
    exec(block, named)
    assert named["game"]["players"] and named["tables"]["games"].num_rows > 100


def test_the_notebook_runs_from_an_archive_to_a_chart():
    notebook = nbformat.read(ROOT / "examples/archive_to_chart.ipynb", as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "outputs are not kept"
    done = nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": ROOT}}).execute()
    outputs = [output for cell in done.cells for output in cell.get("outputs", ())]
    assert any("image/png" in output.get("data", {}) for output in outputs)
    assert not [output for output in outputs if output.output_type == "error"]


def test_types_are_those_of_the_module():
    done = subprocess.run([sys.executable, "-m", "mypy.stubtest", "ludex._ludex"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_module_and_what_uses_it_are_typed(tmp_path):
    user = tmp_path / "user.py"
    user.write_text(
        "import ludex\n"
        "name: str = ludex.read('a', salvage=True).game['players'][0]['name']\n"
        "rows: int = ludex.tables(ludex.scan('b', others='skip'))['games'].num_rows\n"
    )
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import ludex\nludex.read('a', salvages=True)\nludex.scan('b', others='no')\n")
    check = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull]
    done = subprocess.run([*check, user], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    done = subprocess.run([*check, wrong], capture_output=True, text=True)
    assert done.stdout.count("error:") == 2, done.stdout
