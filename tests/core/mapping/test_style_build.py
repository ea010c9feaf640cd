"""New styles from data and changes to symbols: bounds, colours, and what stays as it was."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.mapping.style_build import MAX_CLASSES, METHODS, breaks_of, by_number, by_value, single, spread
from core.mapping.style_classify import StyleClassifier
from core.mapping.style_columns import Groups
from core.mapping.style_feed import AppliedFeed
from core.mapping.style_likely import likely_columns
from core.mapping.style_look import DASHES, LINES, SHAPES, colored, look_of, plain_symbol, with_look
from core.mapping.style_match import StyleBinding
from core.mapping.style_model import StyleLayer
from core.mapping.style_symbols import Fill, Hatch, Marker, Stroke, StyleSymbol
from core.mapping.style_trial import settled, trial
from tests.core.mapping.cim.builders import (
    breaks,
    circle,
    fill,
    hatch,
    line,
    point,
    polygon,
    read_layer,
    rgb,
    stroke,
    unique,
    unique_class,
    vector,
)

AREA = StyleLayer(id="t", name="t", geometry="polygon")


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=200), st.sampled_from(METHODS), st.integers(2, 9))
def test_bounds_rise_and_every_number_has_a_class(numbers: list[float], method: str, count: int) -> None:
    numbers = sorted(numbers)
    bounds = breaks_of(numbers, method, count)  # type: ignore[arg-type]
    assert bounds[0] == numbers[0]
    assert bounds[-1] == numbers[-1]
    assert len(bounds) == 2 or all(a < b for a, b in itertools.pairwise(bounds))
    assert len(bounds) <= count + 1
    style = by_number(AREA, "v", bounds, plain_symbol("polygon"), ("#000000", "#ffffff"))
    assert style.renderer is not None
    classes = StyleClassifier(style.renderer).classify({"v": numbers}, len(numbers))
    assert (classes < len(bounds) - 1).all()


def test_natural_bounds_part_what_lies_apart() -> None:
    numbers = sorted([1.0, 1.1, 1.2, 20.0, 20.5, 21.0, 300.0, 301.0, 305.0])
    low, first, second, high = breaks_of(numbers, "natural", 3)
    assert (low, high) == (1.0, 305.0)
    assert 1.2 <= first < 20
    assert 21.0 <= second < 300
    assert breaks_of([], "natural", 3) == ()


def test_equal_ratios_and_equal_numbers() -> None:
    numbers = [float(x) for x in range(1, 10_001)]
    assert breaks_of(numbers, "log", 4) == pytest.approx((1, 10, 100, 1000, 10_000), rel=0.02)
    assert breaks_of(numbers, "quantile", 4) == pytest.approx((1, 2500, 5000, 7500, 10_000), rel=0.05)


def test_a_class_for_each_frequent_value() -> None:
    values: list[object] = ["b", "a", None, "", *range(200)]
    style = by_value(AREA, "v", values, plain_symbol("polygon"))
    assert style.renderer is not None
    assert [c.label for c in style.renderer.classes[:3]] == ["b", "a", "0"]
    assert len(style.renderer.classes) == MAX_CLASSES
    colors = [look_of(c.symbol).color for c in style.renderer.classes[:3]]
    assert len(set(colors)) == 3
    assert style.renderer.default is not None
    assert single(AREA, plain_symbol("polygon"), "all").renderer.kind == "simple"  # type: ignore[union-attr]


def test_runs_of_colours() -> None:
    assert spread(("#000000", "#ffffff"), 3) == ("#000000", "#808080", "#ffffff")
    assert spread(("#000000", "#ffffff"), 0) == ()


def symbols() -> list[StyleSymbol]:
    """One symbol of each kind of geometry, from a file and plain."""
    made = [
        read_layer(simple_of(polygon(stroke(rgb(9, 9, 9), 1), hatch(45), fill(rgb(0, 0, 255))))),
        read_layer(simple_of(line(stroke(rgb(255, 255, 255), 1), stroke(rgb(0, 0, 0), 3)))),
        read_layer(simple_of(point(vector(circle(polygon(stroke(rgb(1, 1, 1), 1), fill(rgb(0, 255, 0)))))))),
    ]
    found = [x.renderer.classes[0].symbol for x in made if x.renderer is not None]
    return [*found, *(plain_symbol(g) for g in ("point", "line", "polygon"))]  # type: ignore[arg-type]


def simple_of(symbol: dict) -> dict:  # type: ignore[type-arg]
    return {"type": "CIMSimpleRenderer", "symbol": {"type": "CIMSymbolReference", "symbol": symbol}}


@pytest.mark.parametrize("symbol", symbols())
def test_a_look_that_was_not_changed_changes_nothing(symbol: StyleSymbol) -> None:
    assert with_look(symbol, look_of(symbol)) is symbol
    assert look_of(colored(symbol, "#123456")).color == "#123456"
    assert len(colored(symbol, "#123456").passes) == len(symbol.passes)


def test_a_new_colour_leaves_the_rest_of_an_area_alone() -> None:
    area = symbols()[0]
    made = with_look(area, replace(look_of(area), color="#aa0000", opacity=0.5))
    assert [p.kind for p in made.passes] == ["fill", "hatch", "stroke"]
    assert made.passes[0] == Fill(color="#aa0000", opacity=0.5)
    assert made.passes[1:] == area.passes[1:]


def test_a_cased_line_grows_as_a_whole_and_only_its_top_is_coloured_and_dashed() -> None:
    cased = symbols()[1]
    made = with_look(cased, replace(look_of(cased), color="#ff0000", size=8.0, dash="dashed"))
    bottom, top = (p for p in made.passes if isinstance(p, Stroke))
    assert (bottom.color, top.color) == ("#000000", "#ff0000")
    assert (round(bottom.width, 2), round(top.width, 2)) == (8.0, 2.67)
    assert top.dash == tuple(round(x * top.width, 2) for x in DASHES["dashed"])
    assert bottom.dash == ()
    assert look_of(made).dash == "dashed"


def test_shapes_outlines_and_hatches() -> None:
    sign = plain_symbol("point")
    for shape in SHAPES:
        assert look_of(with_look(sign, replace(look_of(sign), shape=shape))).shape == shape
    bare = with_look(sign, replace(look_of(sign), outline_width=0.0))
    assert isinstance(bare.passes[0], Marker)
    assert bare.passes[0].stroke is None
    area = plain_symbol("polygon")
    for lines, angles in LINES.items():
        made = with_look(area, replace(look_of(area), lines=lines))
        assert tuple(p.angle for p in made.passes if isinstance(p, Hatch)) == angles
        assert isinstance(made.passes[-1], Stroke)  # the outline stays on top
        assert look_of(made).lines == lines
    assert look_of(symbols()[2]).shape is None  # a drawn sign has no shape to choose


def test_a_column_is_proposed_by_its_values() -> None:
    style = read_layer(unique(["KIND"], *(unique_class(x, polygon(), (x,)) for x in ("J", "K", "P"))))
    binding = StyleBinding(style, ("name", "age"))
    values = {"name": ["a", "b", "c"], "age": ["J", "K", "T", None]}
    assert likely_columns(style, binding.fields, values) == {"KIND": "age"}
    assert likely_columns(style, binding.fields, {"name": ["a", "b"]}) == {}


def test_a_trial_counts_what_a_style_does_and_settles_shares_of_a_total() -> None:
    style = read_layer(breaks("V", [20, 80], normalizationType="PercentOfTotal", minimumBreak=0))
    assert style.renderer is not None
    feed = AppliedFeed(style, ("V",), {})
    groups = Groups({"V": [1, 3, None]}, [2, 1, 5])
    done = trial(feed, groups)
    assert done.counts == {"c0": 2, "c1": 1}
    assert done.undrawn == 5
    stored = settled(feed, groups)
    assert stored.renderer is not None
    assert stored.renderer.normalise_total == 5.0
    alone = AppliedFeed(stored, ("V",), {}).given({"V": [3]}, 1)
    assert np.array_equal(alone.numbers, [1])  # 60 per cent of all, also where it is the only row that is read
