"""Mistakes: what is misspelt, missing or of another type is refused in words that help, and nothing is passed over."""

import array
import copy
import io
import multiprocessing
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import warnings

import pytest
from conftest import ROOT

import ludex

GAME = "fixtures/global-war-disk/WAR02.DAT"
LOST = "fixtures/war-rec/bad/line-lost.REC"
ORDERS = b"FRANCE:\nA PAR - BUR\n"


@pytest.mark.parametrize("read", [ludex.read, ludex.scan, ludex.tables, ludex.identify, ludex.list_files, ludex.check])
@pytest.mark.parametrize("path", ["no/such/file.dat", pathlib.Path("no/such/folder")])
def test_a_path_without_anything_is_an_error_of_both_kinds(read, path):
    with pytest.raises(FileNotFoundError) as caught:
        read(path)
    error = caught.value
    assert isinstance(error, ludex.ReadError)
    assert (error.code, error.filename, error.help) == ("IO001", str(path), "check the name")
    assert str(error) == f"{path}: error[IO001]: no such file or directory\n  help: check the name"


def test_contents_are_no_path():
    with pytest.raises(ludex.NoSuchFileError, match="give contents as bytes"):
        ludex.read(ORDERS.decode())


def test_a_path_of_a_dash_is_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ludex.NoSuchFileError):
        ludex.read("-")
    (tmp_path / "-").write_bytes((ROOT / GAME).read_bytes())
    assert ludex.read("-").system == "global-war"
    assert [each.format for each in ludex.scan("-")] == ["war-dat"]


def test_what_is_misspelt_is_told_what_was_meant():
    for call, meant in [
        (lambda: ludex.read(GAME, salvge=True), "unknown option salvge; did you mean salvage?"),
        (lambda: ludex.read(GAME, fomat="war-dat"), "unknown option fomat; did you mean format?"),
        (lambda: ludex.read(GAME).write("json", strct=True), "unknown option strct; did you mean strict?"),
        (lambda: ludex.read(GAME, colour=True), "unknown option colour"),
    ]:
        with pytest.raises(TypeError) as caught:
            call()
        assert str(caught.value) == meant
    wanted = 'error[IO004]: no format "war-dta"; did you mean `war-dat`?\n  help: ludex.formats() lists them'
    for call in [
        lambda: ludex.read(GAME, format="war-dta"),
        lambda: ludex.check(GAME, format="war-dta"),
        lambda: ludex.scan("fixtures/global-war-disk", format="war-dta", others="skip"),
        lambda: ludex.read(GAME).write("war-dta"),
        lambda: ludex.read(GAME).write_files("war-dta"),
        lambda: ludex.convert(GAME, "war-dta"),
        lambda: ludex.convert(GAME, "json", "war-dta"),
    ]:
        with pytest.raises(ludex.OptionError) as caught:
            call()
        assert isinstance(caught.value, ValueError) and not isinstance(caught.value, ludex.ReadError)
        assert str(caught.value) == wanted


@pytest.mark.parametrize(
    "options", [{"encoding": "cp85"}, {"board": ludex.read(ORDERS)}, {"position": ludex.read(ORDERS)}], ids=str
)
def test_an_option_that_means_nothing_is_refused_before_anything_is_read(options):
    for call in [ludex.read, ludex.check, ludex.scan]:
        with pytest.raises(ludex.OptionError):
            call("fixtures/global-war-disk", **options)
    with pytest.raises(ludex.OptionError, match="cp85"):
        ludex.read(GAME).to_json(encoding="cp85")


def test_values_of_another_type_are_named():
    for options, message in [
        ({"salvage": "yes"}, "salvage: .*str.*bool"),
        ({"max_size": "1M"}, "max_size: .*str.*integer"),
        ({"max_size": 1e6}, "max_size: .*float.*integer"),
        ({"board": GAME}, "board: .*str.*Document"),
    ]:
        with pytest.raises(TypeError, match=message):
            ludex.read(GAME, **options)
    with pytest.raises(ValueError, match="max_size: "):
        ludex.read(GAME, max_size=-1)
    with pytest.raises(ValueError, match='expected rules="engine" or "document", found "engin"'):
        ludex.check(GAME, rules="engin")
    assert ludex.read(GAME, salvage=None, encoding=None, board=None).system == "global-war"


@pytest.mark.parametrize("source", [None, 3, [GAME], [1, 2], {}, ludex.read(ORDERS), object()], ids=lambda one: type(one).__name__)
def test_what_is_no_source_is_refused_with_its_type(source):
    for call in [ludex.read, ludex.scan, ludex.check, ludex.identify]:
        with pytest.raises(TypeError, match=f"expected bytes, a path, .* found {type(source).__name__}"):
            call(source)
    if type(source) not in (ludex.Document, dict):
        found = type(source[0] if isinstance(source, list) else source).__name__
        with pytest.raises(TypeError, match=f"expected a path, documents, .* found {found}"):
            ludex.tables(source)
        with pytest.raises(TypeError, match="found"):
            ludex.TableBuilder().add(source)


def test_files_that_give_no_bytes_are_told_apart(tmp_path):
    with open(GAME, "rb") as closed:
        pass
    with pytest.raises(ValueError, match="closed file"):
        ludex.read(closed)
    with pytest.raises(TypeError, match='open it as "rb"'):
        ludex.read(io.StringIO("x"))

    class Waiting:
        def read(self):
            return None

    with pytest.raises(TypeError, match=r"read\(\) returned NoneType instead of bytes"):
        ludex.read(Waiting())
    with open(GAME, "rb") as file:
        file.read()
        with pytest.raises(ludex.NotAGameError, match="the file is empty"):
            ludex.read(file)
    with pytest.raises(ludex.NotAGameError, match="the file is empty"):
        ludex.read(b"")
    os.mkfifo(tmp_path / "fifo")
    for call in [ludex.identify, lambda path: ludex.read(path, name="x.dat")]:
        with pytest.raises(OSError, match="fifo: not a regular file"):
            call(tmp_path / "fifo")
        with pytest.raises(IsADirectoryError, match="global-war-disk: "):
            call("fixtures/global-war-disk")


def test_all_that_holds_bytes_is_taken():
    whole = pathlib.Path(GAME).read_bytes()
    for source in [memoryview(whole), bytearray(whole), array.array("B", whole), memoryview(b"".join(bytes([each, 0]) for each in whole))[::2]]:
        assert ludex.read(source, name="WAR02.DAT").game == ludex.read(GAME).game


@pytest.mark.parametrize("path", ["fixtures/global-war-disk", "fixtures/containers/zip/infozip.zip"])
def test_what_holds_several_documents_is_named_itself(path):
    for call in [ludex.read, lambda path: ludex.convert(path, "json")]:
        with pytest.raises(ludex.SeveralGamesError) as caught:
            call(path)
        assert isinstance(caught.value, ludex.ReadError) and isinstance(caught.value, ValueError)
        assert (caught.value.file, caught.value.help) == (path, "ludex.scan() returns each document in it")


def test_what_is_for_files_is_refused_for_a_document():
    document = ludex.read(ORDERS)
    for options in [{"format": "json"}, {"name": "x"}, {"salvage": True}]:
        with pytest.raises(TypeError, match="not to a document"):
            ludex.convert(document, "json", **options)


def test_only_names_files_below_a_folder():
    folder = "fixtures/global-war-disk"
    for place in ["../war-rec/bad/line-lost.REC", str(ROOT / GAME)]:
        with pytest.raises(ValueError, match="below the folder"):
            ludex.scan(folder, only=[place])
    for source in [GAME, ORDERS]:
        with pytest.raises(TypeError, match="no folder is given"):
            ludex.scan(source, only=["x"])
    (gone,) = ludex.scan(folder, only=["gone"])
    assert gone.outcome == "unreadable" and gone.is_bad


def test_values_that_json_does_not_have_are_refused():
    document = ludex.read(GAME)
    for value in [float("nan"), {1}, "\ud800"]:
        game = document.game
        game["players"][0]["name"] = value
        with pytest.raises((TypeError, ValueError)) as caught:
            document.with_game(game)
        assert not isinstance(caught.value, RuntimeError), caught.value


def test_advice_names_the_options_of_python():
    error = next(each.error for each in ludex.scan(LOST))
    assert "; salvage=True reads the lines in step" in error.help and "--" not in str(error)
    assert error.diagnostics[0].help == error.help
    (too_large,) = ludex.check(GAME, max_size=10)
    assert "max_size=1048576 reads it" in too_large.help
    with pytest.raises(ludex.NotAGameError) as caught:
        ludex.read(b"nothing", name="WAR02.DAT")
    assert 'format="war-dat" reads it as one' in caught.value.help
    with pytest.raises(ludex.NotAGameError) as caught:
        ludex.read(b"\x00\x01\x02\x03" * 20)
    assert caught.value.help == "ludex.formats() lists what is read; if you know better, name the format with format="


def test_names_of_another_encoding_are_read(tmp_path):
    name = os.fsdecode(b"WAR\xff02.DAT")
    (tmp_path / name).write_bytes(pathlib.Path(GAME).read_bytes())
    for document in [
        ludex.read(tmp_path / name),
        *ludex.scan(tmp_path),
        *ludex.scan(tmp_path, only=[place for place, _ in ludex.list_files(tmp_path)]),
        ludex.read(pathlib.Path(GAME).read_bytes(), name=name),
    ]:
        assert document.sources[0]["name"] == "WAR\ufffd02.DAT"


def test_control_characters_of_names_are_shown_as_such(tmp_path):
    hostile = "\x1b[2JWAR.DAT"
    (tmp_path / hostile).write_bytes(pathlib.Path(GAME).read_bytes())
    (tmp_path / "\x1b[2JWAR.REC").write_bytes(pathlib.Path(LOST).read_bytes())
    for each in ludex.scan(tmp_path):
        assert "\x1b" not in repr(each), repr(each)
        if isinstance(each, ludex.Unread):
            assert "\x1b" not in f"{each.error}{each.diagnostics}"
    for call in [lambda: ludex.read(tmp_path / "\x1b"), lambda: ludex.scan(tmp_path / "\x1b")]:
        with pytest.raises(ludex.NoSuchFileError) as caught:
            call()
        assert "\x1b" not in str(caught.value)
    assert "\x1b" not in repr(ludex.scan(tmp_path / hostile))


def test_a_scan_may_be_left_and_closed():
    with ludex.scan("fixtures/containers") as found:
        assert repr(found) == "<ludex.Scan of fixtures/containers>"
        next(found)
    assert list(found) == []
    found = ludex.scan("fixtures/global-war-disk")
    next(found)
    found.close()
    found.close()
    assert next(found, None) is None


def test_what_is_equal_is_equal():
    one, other = ludex.read(GAME), ludex.read(GAME)
    assert one == other and hash(one) == hash(other) and len({one, other}) == 1
    game = one.game
    game["players"][3]["name"] = "NEW NAME"
    assert one.with_game(game) != one and one != "WAR02.DAT"
    assert ludex.identify(GAME) == ludex.identify(GAME) and set(ludex.formats()) == set(ludex.formats())
    changed = ludex.diff(one, one.with_game(game))
    assert changed == ludex.diff(one, one.with_game(game)) and changed[0] != ludex.identify(GAME)[0]
    assert len(set(ludex.check(LOST) + ludex.check(LOST))) == 1


def test_copies_and_pickles_are_the_same():
    for each in ludex.scan("fixtures/global-war-disk"):
        again = pickle.loads(pickle.dumps(each))
        assert repr(again) == repr(each)
        for name in ("label", "place", "sha256", "format", "diagnostics"):
            assert getattr(again, name) == getattr(each, name), name
        if isinstance(each, ludex.Document):
            assert again == each == copy.deepcopy(each) and again.write_back() == each.write_back()
    parts = list(ludex.scan("fixtures/containers"))
    table = ludex.tables(pickle.loads(pickle.dumps(parts)))["sources"]
    import pyarrow

    assert pyarrow.table(table) == pyarrow.table(ludex.tables(parts)["sources"])
    (found,) = ludex.check(LOST)
    again = pickle.loads(pickle.dumps(found))
    assert again == found and again.help == found.help and ludex.Diagnostic.from_dict(found.to_dict()) == found
    with pytest.raises(ValueError, match="not a diagnostic"):
        ludex.Diagnostic.from_dict({"code": 1})
    for path in [LOST, "no/such"]:
        with pytest.raises(ludex.ReadError) as caught:
            ludex.read(path)
        again = pickle.loads(pickle.dumps(caught.value))
        assert type(again) is type(caught.value) and str(again) == str(caught.value)
        assert (again.code, again.line, again.diagnostics) == (caught.value.code, caught.value.line, caught.value.diagnostics)


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_processes_hand_documents_and_errors_on(method):
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(ludex.read, [GAME, GAME]) == [ludex.read(GAME)] * 2
        with pytest.raises(ludex.ReadError) as caught:
            pool.apply(ludex.read, (LOST,))
    assert (caught.value.code, caught.value.line) == ("GW019", 66)


def test_a_warning_has_what_was_lost():
    document = ludex.read("fixtures/global-war-disk/WAR02.REC")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        document.write("war-dat")
    (loss,) = {each.message for each in caught}
    assert isinstance(loss, ludex.LossWarning) and caught[0].filename == __file__
    assert (loss.diagnostic.code, loss.diagnostic.path) == ("CV001", "game.details.interruption")
    assert loss.diagnostic.help in str(loss)
    assert pickle.loads(pickle.dumps(loss)).diagnostic == loss.diagnostic


def test_the_rest_is_written_where_that_is_wanted():
    document = ludex.read("fixtures/diplomacy-orders/good/engine.orders")
    with pytest.raises(ludex.WriteError) as caught:
        document.write("njudge-orders")
    assert "leave_out=True writes the rest" in caught.value.help
    with pytest.warns(ludex.LossWarning, match="left out"):
        rest = document.write("njudge-orders", leave_out=True)
    assert ludex.read(rest, format="njudge-orders").game["turns"]
    with pytest.raises(ludex.WriteError):
        document.write("njudge-orders", leave_out=True, strict=True)


INTERRUPTED = """
import os, signal, sys, threading, time, ludex
folder, what = sys.argv[1:]
work = {
    "check": lambda: ludex.check(folder),
    "tables": lambda: ludex.tables(folder),
    "tables of a scan": lambda: ludex.tables(ludex.scan(folder)),
    "scan": lambda: next(ludex.scan(folder, others="skip")),
}[what]
threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    work()
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize("what", ["check", "tables", "tables of a scan", "scan"])
def test_ctrl_c_ends_long_work(tmp_path, what):
    # Enough to take far longer than a test may; what is no game is passed over in one call.
    text = b"Nothing of ours\r\n" * 2_000_000 if what == "scan" else pathlib.Path(LOST).read_bytes()
    first = tmp_path / "0"
    first.write_bytes(text)
    for number in range(1, 30_000):
        os.link(first, tmp_path / f"{number}")
    command = [sys.executable, "-c", INTERRUPTED, tmp_path, what]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.stdout == "interrupted\n", done.stderr
    assert signal.getsignal(signal.SIGINT)
