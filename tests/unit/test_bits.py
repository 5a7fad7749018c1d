"""That a tile is a bit of a mask is known in simulator/masks.py, and nowhere else."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FREE = {"simulator/masks.py", "simulator/rng.py", "simulator/compiling/records.py"}
"""What tiles are; and what knows nothing of them, only of words of random streams and records."""

NO_TILES = {"arm", "side", "opening_side", "seat", "seats"}
"""What else is a bit of a number; a value is where it is the `end_of` something or checked."""
MASKS = {"hand", "playable", "fits", "line", "tiles", "mask", "deck", "fitting", "unseen", "held"}


def names_in(node: ast.AST) -> set[str]:
    """Every name and field that an expression mentions."""
    parts = list(ast.walk(node))
    fields = {part.attr for part in parts if isinstance(part, ast.Attribute)}
    return fields | {part.id for part in parts if isinstance(part, ast.Name)}


def is_place(node: ast.AST) -> bool:
    """Whether a number of bits to shift by is none that depends on a tile."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in ("end_of", "arm_for", "value_of")
    return isinstance(node, ast.Constant) or names_in(node) <= NO_TILES


def tiles_as_bits(source: str) -> Iterator[str]:
    """The expressions of a text that take a mask apart as a number."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.BinOp):
            left, operator, right = node.left, node.op, node.right
        elif isinstance(node, ast.AugAssign):
            left, operator, right = node.target, node.op, node.value
        elif isinstance(node, ast.Attribute) and node.attr in ("bit_length", "bit_count"):
            yield ast.unparse(node)
            continue
        else:
            continue
        both = names_in(left) | names_in(right)
        shifts = isinstance(operator, ast.LShift | ast.RShift)
        lowest = isinstance(operator, ast.BitAnd) and any(
            (isinstance(side, ast.UnaryOp) and isinstance(side.op, ast.USub))
            or (isinstance(side, ast.BinOp) and isinstance(side.op, ast.Sub))
            for side in (left, right)
        )
        powers = (
            isinstance(operator, ast.Pow)
            and ast.unparse(left) == "2"
            and isinstance(right, ast.Name | ast.Call)
        )
        if (
            (shifts and (not is_place(right) or names_in(left) & MASKS))
            or (lowest and both & MASKS)
            or (powers and not is_place(right))
        ):
            yield ast.unparse(node)


@pytest.mark.parametrize(
    "source",
    [
        "1 << tile",
        "tiles ^= 1 << tile",
        "view.hand ^ (1 << heaviest(view.playable))",
        "(view.fits[arm] >> tile) & 1 == 1",
        "view.hand >> 5",
        "tiles &= tiles - 1",
        "view.hand & (view.hand - 1)",
        "view.playable & -view.playable",
        "2 ** tile",
        "int(mask).bit_length() - 1",
    ],
)
def test_tiles_as_bits_are_found(source: str) -> None:
    """However a policy or the engine may write them."""
    assert list(tiles_as_bits(source))


@pytest.mark.parametrize(
    "source",
    [
        "values |= 1 << end_of(fits[arm])",
        "view.uncovered == 1 << arm",
        "view.lacks[seat] >> value_of(value)",
        "(best >> side) & 1",
        "word >> 63",
        "best & (best - 1) == 0",
        "view.hand & ~view.line",
        "x ** 2",
    ],
)
def test_other_bits_are_not(source: str) -> None:
    """Arms, sides and values are bits of numbers too, and masks have operators of their own."""
    assert list(tiles_as_bits(source)) == []


def test_nobody_else_takes_masks_apart() -> None:
    """Neither policies nor the engine."""
    found = {
        f"{name}: {expression}"
        for package in ("simulator", "strategies")
        for path in sorted((ROOT / package).rglob("*.py"))
        if (name := path.relative_to(ROOT).as_posix()) not in FREE
        for expression in tiles_as_bits(path.read_text(encoding="utf-8"))
    }
    assert found == set()
