"""The drawing of a knockout: every match once, nothing over anything else, every path from a match to the next."""

from itertools import combinations

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from carteado.regulation import available, load
from carteado.tournament.formats.plans import FORMS, knockout, plan_for
from carteado.tournament.formats.stages import fixtures_of
from carteado.web.display.bracket_drawing import (
    BOX_HEIGHT,
    NARROWEST,
    Box,
    BoxState,
    BracketView,
    Drawing,
    Line,
    LineState,
    Phase,
    drawn,
)
from carteado.web.display.plan_preview import MOST_DRAWN, bracket_of, preview_of

SIZES = range(2, MOST_DRAWN + 1)


def view_of(pairs: int, *, third_place: bool = True) -> BracketView:
    plan = knockout(pairs, third_place=third_place)
    with override("en"):
        return bracket_of(plan.stages[0], {stage.id: stage for stage in plan.stages})


@pytest.mark.parametrize("pairs", SIZES)
def test_every_match_is_drawn_once_and_inside_the_paper(pairs: int) -> None:
    view = view_of(pairs)
    drawing = drawn(view)
    matches = [fixture.id for fixture in fixtures_of(knockout(pairs, third_place=True).stages[0])]
    assert sorted(one.box.id for one in drawing.all_boxes) == sorted(matches)
    assert sorted(box.id for phase in view.all_phases for box in phase.boxes) == sorted(matches)
    for one in drawing.all_boxes:
        assert 0 <= one.x <= drawing.width - one.width
        assert 0 <= one.y <= drawing.height - BOX_HEIGHT


@pytest.mark.parametrize("pairs", SIZES)
def test_no_box_covers_another(pairs: int) -> None:
    for one, two in combinations(drawn(view_of(pairs)).all_boxes, 2):
        assert abs(one.x - two.x) >= one.width or abs(one.y - two.y) >= BOX_HEIGHT, (one.box.id, two.box.id)


@pytest.mark.parametrize("pairs", SIZES)
def test_a_path_leads_from_every_match_but_the_final(pairs: int) -> None:
    drawing = drawn(view_of(pairs, third_place=False))
    assert len(drawing.paths) == len(drawing.boxes) - 1
    assert all(path.is_open for path in drawing.paths)


def test_up_to_sixteen_pairs_two_wings_meet_in_the_final() -> None:
    drawing = drawn(view_of(16))
    final = next(one for one in drawing.boxes if one.is_final)
    assert [heading.text for heading in drawing.headings] == [
        "Last 16",
        "Quarters",
        "Semi-final",
        "Final",
        "Semi-final",
        "Quarters",
        "Last 16",
    ]
    assert final.x + final.width / 2 == pytest.approx(drawing.width / 2)
    assert sum(one.x < final.x for one in drawing.boxes) == sum(one.x > final.x for one in drawing.boxes) == 7
    assert drawing.signs is not None
    assert drawing.width <= 1200


def test_beyond_sixteen_a_phase_has_a_column() -> None:
    drawing = drawn(view_of(32))
    assert [heading.text for heading in drawing.headings] == ["Last 32", "Last 16", "Quarters", "Semi-final", "Final"]
    assert len({one.x for one in drawing.boxes}) == 5
    assert drawing.signs is None


def test_a_later_match_says_whose_winners_it_waits_for() -> None:
    view = view_of(4)
    semi_finals, final = view.phases
    assert [line.text for line in final.boxes[0].lines] == ["wins match 1", "wins match 2"]
    assert [line.feeder for line in final.boxes[0].lines] == [box.id for box in semi_finals.boxes]
    assert view.aside is not None
    assert [line.text for line in view.aside.boxes[0].lines] == ["loses match 1", "loses match 2"]
    assert semi_finals.boxes[0].goes_to == "The winner goes to match 4."
    assert final.boxes[0].goes_to == ""


# --- with names and scores ----------------------------------------------------------------------------------------


def played() -> BracketView:
    """Two semi-finals, one decided and one on; names longer than a box."""
    won = Line(text="Bia Magalhães e Cida Albuquerque", score="12", state=LineState.WON)
    lost = Line(text="Rosa e Mirtes", score="5", state=LineState.LOST)
    live = Line(text="Tonho e Zé Luís", score="9", state=LineState.KNOWN)
    also_live = Line(text="Ilda e Neusa", score="8", state=LineState.KNOWN)
    semi_finals = (
        Box(id="s1", lines=(won, lost), state=BoxState.DECIDED),
        Box(id="s2", lines=(live, also_live), tag="Mesa 1 · ao vivo", state=BoxState.LIVE),
    )
    final = Box(
        id="f",
        lines=(
            Line(text="Bia Magalhães e Cida Albuquerque", state=LineState.KNOWN, feeder="s1"),
            Line(text="vence mesa 1", feeder="s2"),
        ),
        tag="17h",
    )
    return BracketView(
        phases=(
            Phase(title="Semifinais", short="Semifinal", boxes=semi_finals),
            Phase(title="Final", short="Final", boxes=(final,)),
        )
    )


def test_a_decided_path_is_drawn_through_and_an_open_one_is_not() -> None:
    assert [path.is_open for path in drawn(played()).paths] == [False, True]


def test_the_same_drawing_serves_names_and_scores() -> None:
    html = rendered(played(), drawn(played()))
    assert "Bia Magalhães…" in html
    assert "Bia Magalhães e Cida Albuquerque" in html
    assert "bracket__match is-live" in html
    assert "match--live" in html
    assert 'class="bracket__score is-winner"' in html


def rendered(view: BracketView, drawing: Drawing, **more: str) -> str:
    return render_to_string("components/bracket.html", {"view": view, "drawing": drawing, **more})


@pytest.mark.parametrize(("score", "most"), [("", 20), ("7", 16), ("12", 15), ("-120", 12), ("1640", 12)])
def test_a_name_leaves_its_score_room(score: str, most: int) -> None:
    short = Line(text="Marlene e Salete da Praia", score=score).fitted(NARROWEST)
    assert (len(short) <= most, short[-1]) == (True, "…")
    assert Line(text="M" * most, score=score).fitted(NARROWEST) == "M" * most


@pytest.mark.parametrize(("pairs", "least", "letters"), [(4, 850, 37), (8, 1190, 29), (32, 1190, 29), (64, 1190, 23)])
def test_where_there_is_room_the_columns_share_it_and_names_are_not_cut(pairs: int, least: int, letters: int) -> None:
    drawing = drawn(view_of(pairs), room=1200)
    assert least <= drawing.width <= 1200
    assert Line(text="M" * letters).fitted(drawing.boxes[0].width) == "M" * letters


@pytest.mark.parametrize(("open_phase", "expected"), [("", "f-1"), ("Semifinais", "f-1"), ("Final", "f-2")])
def test_on_a_phone_one_phase_is_shown_the_one_asked_for(open_phase: str, expected: str) -> None:
    html = rendered(played(), drawn(played()), open_phase=open_phase)
    narrow = html[html.index("bracket-narrow") :]
    assert narrow.count('<section class="phase-tabs__page"') == narrow.count('type="radio"') == 2
    assert (narrow.count(" checked>"), f'id="{expected}" checked>' in narrow) == (1, True)


@pytest.mark.parametrize("language", ["pt-br", "en"])
def test_numbers_in_the_drawing_are_written_for_browsers_and_not_for_people(language: str) -> None:
    """A decimal comma would break every line of it."""
    with override(language):
        html = rendered(view_of(6), drawn(view_of(6)))
    assert 'viewBox="0 0 ' in html
    assert "style=" not in html
    drawing = html[html.index("<svg") : html.index("</svg>")]
    assert not [part for part in drawing.split('"')[1::2] if "," in part]


# --- whole plans --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("regulation", available())
def test_every_prescribed_plan_is_previewed(regulation: str) -> None:
    for pairs in (2, 3, 9, 16, 33, 64, 65):
        for stage in preview_of(plan_for(load(regulation), pairs)):
            assert stage.in_words.title


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_previewed_as_what_it_is(form: str) -> None:
    stages = preview_of(FORMS[form].plan(16))
    kinds = {
        "bracket" if one.bracket else "groups" if one.groups else "rounds" if one.rounds else "table" for one in stages
    }
    assert (
        kinds
        == {
            "knockout": {"bracket"},
            "best_of": {"bracket"},
            "lucky_losers": {"rounds", "bracket"},
            "league": {"table"},
            "groups_knockout": {"groups", "bracket"},
            "swiss": {"rounds"},
            "double_elimination": {"rounds"},
        }[form]
    )
