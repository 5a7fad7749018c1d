"""Compiled code on disk: what is not whole is done without; what is too much goes, oldest first."""

from __future__ import annotations

import ast
import os
import pickle
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from simulator.compiling import cache
from tests.compiling.compiled import compile_weighed, weighed_natively

KEY, PARTS = "5" * 64, (b"some object code", b"and bitcode")
NAME = "5" * 32 + ".bin"


@pytest.fixture
def file(kept: Path) -> Path:
    """The file of the parts above."""
    cache.write(KEY, PARTS)
    (found,) = kept.iterdir()
    assert found.name == NAME
    return found


# -- files that are not whole ------------------------------------------------------------------


def test_parts_come_back(file: Path) -> None:
    """As they were written, empty ones too; under their key alone."""
    assert cache.read(KEY) == PARTS
    assert cache.read("6" * 64) is None
    for parts in ((b"", b""), (b"", b"x"), (b"x", b""), (bytes(range(256)), b"\0" * 9)):
        cache.write(KEY, parts)
        assert cache.read(KEY) == parts
    assert list(file.parent.iterdir()) == [file]


def test_a_file_that_is_cut_off_is_none(file: Path) -> None:
    """Wherever it ends."""
    data = file.read_bytes()
    for length in range(len(data)):
        file.write_bytes(data[:length])
        assert cache.read(KEY) is None


def test_a_file_that_is_longer_is_none(file: Path) -> None:
    """By a byte, or by itself."""
    data = file.read_bytes()
    for more in (b"\0", data):
        file.write_bytes(data + more)
        assert cache.read(KEY) is None


def test_a_file_that_is_damaged_is_none(file: Path) -> None:
    """In whichever bit."""
    data = file.read_bytes()
    for place in range(len(data)):
        for bit in (1, 128):
            damaged = bytearray(data)
            damaged[place] ^= bit
            file.write_bytes(damaged)
            assert cache.read(KEY) is None


def test_what_is_not_whole_is_written_again(file: Path) -> None:
    """A truncated file is replaced."""
    data = file.read_bytes()
    file.write_bytes(data[:-1])
    cache.write(KEY, PARTS)
    assert file.read_bytes() == data


def test_what_cannot_be_read_or_replaced_is_done_without(kept: Path) -> None:
    """A directory stands where the file should be."""
    (kept / NAME).mkdir(parents=True)
    (kept / NAME / "something").touch()
    assert cache.read(KEY) is None
    cache.write(KEY, PARTS)
    assert cache.read(KEY) is None
    assert sorted(kept.parent.rglob("*")) == [kept, kept / NAME, kept / NAME / "something"]


def test_what_may_not_be_read_or_written_is_done_without(file: Path) -> None:
    """Neither a file without rights nor a directory without them is a fault."""
    data = file.read_bytes()
    file.chmod(0)
    file.parent.chmod(0o500)
    root = os.geteuid() == 0
    if root:  # who may read and write whatever the rights are
        os.seteuid(65534)
    try:
        first = cache.read(KEY)
        cache.write(KEY, (b"other", b"parts"))
        assert (first, cache.read(KEY)) == (None, None)
    finally:
        if root:
            os.seteuid(0)
        file.parent.chmod(0o700)
        file.chmod(0o600)
    assert [path.read_bytes() for path in file.parent.iterdir()] == [data]


@pytest.fixture(params=["a file", "no place"])
def unwritable(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A directory that cannot be made, for anyone: a file is in the way, or the system makes it."""
    in_the_way = tmp_path / "file"
    in_the_way.touch()
    place = in_the_way / "cache" if request.param == "a file" else Path("/proc/self/dominosim")
    monkeypatch.setenv("DOMINOSIM_CACHE_DIR", str(place))


@pytest.mark.usefixtures("unwritable")
def test_where_nothing_can_be_written_nothing_is_kept() -> None:
    """And nothing is said."""
    cache.write(KEY, PARTS)
    assert cache.read(KEY) is None


@pytest.mark.compiled
@pytest.mark.usefixtures("unwritable")
def test_where_nothing_can_be_written_code_is_compiled() -> None:
    """It works for as long as the process does."""
    assert weighed_natively(compile_weighed(), [4, 6])[0] == 32


CUT: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "no more than a hash": lambda data: data[:32],
    "half": lambda data: data[: len(data) // 2],
    "a byte short": lambda data: data[:-1],
    "another byte in the middle": lambda data: data[:999] + bytes([data[999] ^ 1]) + data[1000:],
    "something else": lambda data: pickle.dumps(data),
}


@pytest.mark.compiled
@pytest.mark.parametrize("damage", CUT.values(), ids=CUT)
def test_code_that_is_not_whole_is_compiled_again(
    kept: Path,
    damage: Callable[[bytes], bytes],
) -> None:
    """And its file is whole after that."""
    compile_weighed()
    (file,) = kept.iterdir()
    file.write_bytes(damage(file.read_bytes()))
    assert weighed_natively(compile_weighed(), [4, 6])[0] == 32
    key = file.stem
    first, second = cache.read(key) or (b"", b"")
    assert len(first) > 100
    assert len(second) > 100
    assert list(kept.iterdir()) == [file]


# -- the bound ---------------------------------------------------------------------------------


def test_what_was_not_used_for_longest_goes(
    kept: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Reading is using; what the engine's other versions left counts as well and goes as well."""
    others = [kept.parent / ("a" * 16), kept.parent / ("b" * 16)]
    payload = (b"x" * 500, b"x" * 500)
    names = ["1" * 32, "2" * 32, "3" * 32]
    for age, key in enumerate(names):
        cache.write(key, payload)
        os.utime(kept / f"{key}.bin", (1000 + age, 1000 + age))
    size = (kept / f"{names[0]}.bin").stat().st_size
    assert 1000 < size < 1100
    for age, other in enumerate(others):
        other.mkdir()
        (other / f"{'c' * 32}.bin").write_bytes(b"y" * size)
        os.utime(other / f"{'c' * 32}.bin", (900 + 101 * age, 900 + 101 * age))  # 900, 1001
    assert cache.read(names[0]) == payload  # used just now
    monkeypatch.setattr(cache, "MOST_BYTES", 4 * size)
    cache.write("4" * 32, payload)
    # In order of use: 4, 1, 3 (1002), 2 and b (1001), a (900); four of them may stay.
    left = {path.stem[0] for path in kept.parent.rglob("*.bin")}
    assert left in ({"4", "1", "3", "2"}, {"4", "1", "3", "c"})
    assert not others[0].exists()
    monkeypatch.setattr(cache, "MOST_BYTES", 2 * size)
    cache.write("4" * 32, payload)
    assert {path.stem[0] for path in kept.parent.rglob("*.bin")} == {"4", "1"}
    assert [path.name for path in kept.parent.iterdir()] == [kept.name]


def test_what_was_given_up_half_written_goes(kept: Path) -> None:
    """After an hour, of every version of the engine; what another process writes now stays."""
    other = kept.parent / ("a" * 16)
    for folder in (kept, other):
        folder.mkdir()
        for age, name in enumerate(("tmpnow.part", "tmpold.part")):
            (folder / name).write_bytes(b"half")
            before = time.time() - 3000 - 1200 * age
            os.utime(folder / name, (before, before))
    stranger = kept.parent / "tmpold.part"
    stranger.touch()
    os.utime(stranger, (1000, 1000))
    cache.write(KEY, PARTS)
    assert sorted(path.name for path in kept.iterdir()) == [NAME, "tmpnow.part"]
    assert [path.name for path in other.iterdir()] == ["tmpnow.part"]
    assert stranger.exists()


def test_a_process_that_is_killed_leaves_what_is_found_again(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name under which a file is being written is one that goes when it is old."""

    class Killed(BaseException):
        pass

    def killed(*paths: Any) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(cache.os, "replace", killed)
        with pytest.raises(Killed):
            cache.write(KEY, PARTS)
    (left,) = kept.iterdir()
    os.utime(left, (1000, 1000))
    cache.write(KEY, PARTS)
    assert [path.name for path in kept.iterdir()] == [NAME]


def test_what_is_not_ours_stays(
    kept: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Only files of our names in directories of our names go."""
    monkeypatch.setattr(cache, "MOST_BYTES", 0)
    root = kept.parent
    strangers = [
        root / "note.txt",
        root / ("1" * 32 + ".bin"),
        root / "directory" / ("1" * 32 + ".bin"),
        root / ("A" * 16) / ("1" * 32 + ".bin"),
        root / ("a" * 17) / ("1" * 32 + ".bin"),
        root / ("a" * 16) / ("1" * 31 + ".bin"),
        root / ("a" * 16) / ("1" * 32 + ".txt"),
        root / ("a" * 16) / "deeper" / ("1" * 32 + ".bin"),
        kept / "note.txt",
    ]
    for path in strangers:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("not ours")
    cache.write(KEY, PARTS)
    assert sorted(path for path in root.rglob("*") if path.is_file()) == sorted(strangers)


def test_within_the_bound_all_stays(kept: Path) -> None:
    """Files of a few kilobytes are far from it."""
    for key in range(10):
        cache.write(f"{key}" * 32, (b"x" * 4000, b""))
    assert len(list(kept.iterdir())) == 10


# -- trust -------------------------------------------------------------------------------------


class Bomb:
    """What runs code of its maker's when it is unpickled."""

    def __reduce__(self) -> Any:
        return pytest.fail, ("a cache file was unpickled",)


def test_a_pickle_in_place_of_a_file_is_none(file: Path) -> None:
    """By itself, and as the parts of a file that is whole."""
    bomb = pickle.dumps(Bomb())
    with pytest.raises(pytest.fail.Exception):
        pickle.loads(bomb)
    file.write_bytes(bomb)
    assert cache.read(KEY) is None
    cache.write(KEY, (bomb, bomb))
    assert cache.read(KEY) == (bomb, bomb)


@pytest.mark.compiled
@pytest.mark.usefixtures("kept")
def test_loading_unpickles_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even what is whole, from the file to the function."""

    def forbidden(*arguments: Any, **options: Any) -> Any:
        pytest.fail("something was unpickled")

    compile_weighed()
    for name in ("load", "loads", "Unpickler"):
        monkeypatch.setattr(pickle, name, forbidden)
        monkeypatch.setattr(f"_pickle.{name}", forbidden)
    assert weighed_natively(compile_weighed(), [4, 6])[0] == 32


def test_no_module_that_compiles_knows_pickle() -> None:
    """Nor marshal, shelve or dill."""
    for path in Path(cache.__file__).parent.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named = {
            name
            for node in ast.walk(tree)
            if isinstance(node, ast.Import | ast.ImportFrom)
            for name in [getattr(node, "module", None) or "", *(a.name for a in node.names)]
        }
        assert not named & {"pickle", "marshal", "shelve", "dill", "cloudpickle"}, path
