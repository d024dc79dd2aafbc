"""Documents: what the program makes of a file, the module makes of it, too."""

import concurrent.futures
import hashlib
import io
import json
import pathlib
import warnings

import pytest
from conftest import ROOT, good_fixtures

import ludex


def is_several(path):
    """Whether a file has a game a line."""
    return path.suffix in (".jsonl", ".ndjson") and sum(map(bool, path.read_bytes().split(b"\n"))) > 1


@pytest.mark.parametrize("path", good_fixtures(), ids=lambda path: f"{path.parts[-3]}/{path.name}")
def test_a_fixture_equals_the_programs_json_and_gives_its_bytes_back(path, program):
    if is_several(path):
        with pytest.raises(ludex.SeveralGamesError, match=r"ludex\.scan"):
            ludex.read(path)
        return
    # By the format of its folder: what a few of them are cannot be told from their bytes.
    document = ludex.read(path, format=path.parts[-3])
    written = document.to_json().encode()
    assert written == program("convert", "--quiet", "-f", path.parts[-3], path, "-t", "json")
    assert document.game == json.loads(written)["game"]
    assert document.sources == json.loads(written)["sources"]
    assert document.write(document.format) == path.read_bytes()
    again = ludex.read(written, name=f"{path.name}.json")
    assert again.format == "json"
    assert list(again.write_back().values()) == [path.read_bytes()]


def test_all_of_an_archive_is_the_programs_json_lines_in_order(archive, program):
    lines = program("convert", "--quiet", archive, "-t", "jsonl").splitlines()
    found = [each for each in ludex.scan(archive, others="skip")]
    assert len(found) == len(lines) > 300
    for document, line in zip(found, lines, strict=True):
        assert json.loads(document.to_json()) == json.loads(line), document.label


def test_what_is_no_document_says_why(archive):
    others = [each for each in ludex.scan(archive) if isinstance(each, ludex.Unread)]
    damaged = [each for each in others if each.outcome == "damaged"]
    assert len(damaged) > 30
    for each in damaged:
        assert each.is_bad and isinstance(each.error, ludex.ReadError)
        assert each.error.code and each.error.message
    assert any(each.outcome == "opened" and not each.is_bad for each in others)
    with pytest.raises(ludex.ReadError):
        list(ludex.scan(archive, others="raise"))
    assert all(isinstance(each, ludex.Document) for each in ludex.scan(archive, others="skip"))


def test_a_damaged_file_raises_with_its_place():
    path = ROOT / "fixtures/war-rec/bad/line-lost.REC"
    with pytest.raises(ludex.ReadError) as caught:
        ludex.read(path)
    error = caught.value
    assert (error.code, error.line, error.column, error.file) == ("GW019", 66, 1, str(path))
    assert "salvage=True" in error.help and error.message in str(error) and error.help in str(error)
    assert [each.code for each in error.diagnostics] == ["GW019"]
    assert error.diagnostics[0].to_dict()["line"] == 66
    salvaged = ludex.read(path, salvage=True)
    assert [each.severity for each in salvaged.diagnostics] == ["warning"]


def test_a_file_of_another_kind_is_told_apart():
    with pytest.raises(ludex.NotAGameError) as caught:
        ludex.read(b"\x89PNG\r\n\x1a\n" + bytes(100), name="picture.png")
    assert caught.value.code == "IO003" or caught.value.code
    with pytest.raises(ludex.ReadError, match="no such file|cannot be read"):
        ludex.read("there/is/none")
    with pytest.raises(ludex.LudexError):
        ludex.read(b"FRANCE:\nA PAR - BUR\n", format="no-such")
    with pytest.raises(TypeError, match="unknown option"):
        ludex.read(b"", no_such_option=True)


def test_bytes_paths_and_open_files_are_taken():
    path = ROOT / "fixtures/global-war-disk/WAR02.DAT"
    whole = ludex.read(str(path)).game
    assert ludex.read(path).game == whole
    assert ludex.read(path.read_bytes(), name="WAR02.DAT").game == whole
    assert ludex.read(bytearray(path.read_bytes()), name="WAR02.DAT").game == whole
    with path.open("rb") as file:
        assert ludex.read(file).sources[0]["name"] == "WAR02.DAT"
    assert ludex.read(io.BytesIO(path.read_bytes())).game == whole
    with pytest.raises(TypeError), path.open(encoding="latin-1") as file:
        ludex.read(file)


def test_an_edit_changes_its_line_only():
    path = ROOT / "fixtures/global-war-disk/WAR02.DAT"
    document = ludex.read(path)
    game = document.game
    game["players"][3]["name"] = "NEW NAME"
    edited = document.with_game(game)
    assert [each.path for each in ludex.diff(document, edited)] == ["game.players[3].name"]
    after = edited.write_back()["WAR02.DAT"]
    assert after == path.read_bytes().replace(b"OLD TOM HARDCASE", b"NEW NAME")
    game["players"][3]["name"] = 7
    with pytest.raises(ludex.ReadError) as caught:
        document.with_game(game)
    assert caught.value.code.startswith("JS")


def test_what_is_lost_is_a_warning_or_refused():
    path = ROOT / "fixtures/war-rec/good"
    document = ludex.read(sorted(path.iterdir())[0])
    with pytest.warns(ludex.LossWarning):
        document.write("war-dat")
    with pytest.raises(ludex.WriteError), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        document.write("war-dat", strict=True)
    with pytest.raises(ValueError, match="write_files"):
        document.write("csv")
    assert "datapackage.json" in document.write_files("csv")


def test_checking_says_what_the_program_says(program):
    path = ROOT / "fixtures/war-rec/bad/line-lost.REC"
    said = [each.to_dict() for each in ludex.check(path)]
    lines = program("check", "--format", "jsonl", path).decode().splitlines()
    told = [json.loads(line) for line in lines]
    assert [each["code"] for each in said] == [each["code"] for each in told if "code" in each]


def fingerprint(path_and_bytes):
    path, data = path_and_bytes
    document = ludex.read(data, format=path.parts[-3], name=path.name)
    return hashlib.sha256(document.to_json().encode()).digest()


def test_ten_thousand_files_in_eight_threads():
    files = [(path, path.read_bytes()) for path in good_fixtures() if not is_several(path)]
    files = [(path, data) for path, data in files if len(data) < 20_000]
    alone = [fingerprint(each) for each in files]
    many = [files[index % len(files)] for index in range(10_000)]
    with concurrent.futures.ThreadPoolExecutor(8) as threads:
        together = list(threads.map(fingerprint, many, chunksize=50))
    assert together == [alone[index % len(files)] for index in range(10_000)]


def resident():
    """The memory of this process, in bytes."""
    pages = int(pathlib.Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096


@pytest.mark.skipif(not pathlib.Path("/proc/self/statm").exists(), reason="memory is measured on Linux")
def test_memory_stays_flat_over_a_hundred_thousand_documents():
    data = b"S1901M\nFRANCE:\nA PAR - BUR\nF BRE - MAO\nA MAR H\n"
    builder = ludex.TableBuilder()

    def work(count):
        for index in range(count):
            document = ludex.read(data + b"# %d\n" % index, name="a.orders")
            if index % 10 == 0:
                document.game, document.sources, document.write("diplomacy-orders"), document.diagnostics
            if index % 100 == 0:
                builder.add(document)
                builder.take()

    work(10_000)
    before = resident()
    work(100_000)
    # What counts games grows by some bytes each; documents would take hundreds of MiB.
    assert resident() - before < 8 << 20
