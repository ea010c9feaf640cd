"""The panel beside the map: examples, a running question, an answer, what was clicked, the input."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import lru_cache
from html import escape

import streamlit as st

from core.answer.model import Answer
from core.errors import Language
from core.query.result import FeatureRef
from core.question import ir
from core.question.reading import Intent
from core.service.dialogue import speaks_of_map
from core.service.history import History
from core.session import StateManager
from pages.components import answer_overlays, answer_view, history_view, identify, progress, scene, selection
from pages.components.jobs import JOBS, Job
from pages.components.presence import presence
from pages.components.product import product
from pages.components.texts import number, plain, t

PATIENCE_S = 0.35
"""An answer that is ready so soon is shown at once, without the running state in between."""


def collect() -> bool:
    """Take the result of a job that has ended since the last look; True when the page must show it."""
    job = JOBS.get(StateManager().job)
    return job is not None and _take(job)


def render() -> None:
    """Draw the panel."""
    if collect():
        st.rerun()  # the map must show the new answer too
    state = StateManager()
    job = JOBS.get(state.job)
    _head(state)
    body = st.container(key="panel_body", height=560, border=False, gap="small")
    _input()  # first, so that a question can be typed while the rest is being drawn
    with body:
        identify.render()
        if job is not None and job.broken:
            progress.failed(job, _again)
        elif job is not None:
            progress.running()  # also when it has ended since `collect`: it looks again and shows the answer
        elif state.answer is not None:
            answer_view.render(state.answer)
        else:
            _first_sight()


def _input() -> None:
    notice = st.session_state.pop("oresight.notice", None)
    if notice:
        st.toast(str(notice), icon=":material/info:")
    selection.render()
    st.chat_input(t("ask_placeholder"), key="question_input", max_chars=2_000, on_submit=_submitted)


def empty() -> None:
    """Nothing is loaded yet."""
    st.subheader(t("empty_title"))
    st.write(t("empty_text"))
    job = JOBS.get(StateManager().job)
    if job is not None and not job.broken:
        progress.loading()
        return
    if job is not None:
        st.error(job.sentence(StateManager().language) or t("job_failed", id=job.id))
    st.button(t("load_demo"), type="primary", key="load_demo", on_click=progress.load_demo)


def ask(
    question: str,
    *,
    region: str | None = None,
    intent: Intent | None = None,
    language: Language | None = None,
    after: Answer | None = None,
    whole: bool = False,
) -> None:
    """Start answering `question`, which may lean on the answer `after`; for use in callbacks.  `whole` draws the
    whole page anew, for a question from another tab.
    """
    question = question.strip()
    if not question:
        return
    state = StateManager()
    place = region if region is not None else state.region
    app, drawn, view = product(), state.selection, state.bounds
    area = state.area if region is None else None

    def work(job: Job) -> Answer:
        return app.ask(
            question, region=place, intent=intent, language=language, cancel=job.cancel, on_step=job.step,
            previous=after, selection=drawn, view=view, area=area,
        )  # fmt: skip

    _start(question, work, whole=whole)


def rerun(answer: Answer, query: ir.Query) -> None:
    """Answer again with an edited interpretation; for use in callbacks."""
    state = StateManager()
    app, drawn, view, area = product(), state.selection, state.bounds, state.area

    def work(job: Job) -> Answer:
        return app.rerun(
            answer, query, cancel=job.cancel, on_step=job.step, selection=drawn, view=view, area=area
        )  # fmt: skip

    _start(answer.question, work)


def _start(question: str, work: Callable[[Job], Answer], *, whole: bool = False) -> None:
    """Run `work` in the place of whatever runs; a quick answer is shown at once."""
    state = StateManager()
    running = JOBS.get(state.job)
    if running is not None and running.state == "running":
        running.cancel.cancel()
    job = JOBS.start(question, work, present=presence())
    state.job, state.question = job.id, question
    job.finished.wait(PATIENCE_S)
    here = state.region
    _take(job)
    if whole or state.region != here:
        st.rerun()  # the sidebar changes too
    st.rerun(["map", "panel"] if job.finished.is_set() else "panel")


def select(ref: FeatureRef | None) -> None:
    """Zoom to a result and mark it; for use in callbacks."""
    state = StateManager()
    state.selected = ref
    if ref is not None and state.answer is not None:
        bounds = scene.bounds_around(state.answer, ref)
        if bounds is not None:
            state.look(bounds)
    st.rerun(["map", "panel"])


def _take(job: Job) -> bool:
    """End a finished job and make its answer that of the session; False when it is not done or has failed."""
    state = StateManager()
    if not job.finished.is_set() or job.broken or state.job != job.id:
        return False
    state.job = None
    if not isinstance(job.result, Answer):
        return True
    state.show(job.result)
    History.of(product()).write(job.result, on_map=_on_map(job.result))
    _follow(job.result)
    answer_overlays.show(job.result)
    bounds = scene.answer_bounds(job.result)
    if bounds is not None:
        state.look(bounds)
    return True


def _on_map(answer: Answer) -> bool:
    """Whether an answer took something from the map."""
    query = answer.reading.ir.query if answer.reading is not None else None
    return speaks_of_map(query)


def _follow(answer: Answer) -> None:
    """An answer about another study area takes the map, its layers and the sidebar there."""
    state = StateManager()
    named = next((b.canonical for b in answer.bindings if b.expected == "region"), None)
    if not answer.evidence or named is None or state.region in (None, named):
        return
    if named in product().regions():
        state.move_to(named)
        state.look(scene.home_bounds())


def _submitted() -> None:
    ask(str(st.session_state.get("question_input") or ""), after=StateManager().previous)


def _again(question: str) -> None:
    ask(question, after=StateManager().previous)


def _head(state: StateManager) -> None:
    history_view.render()
    if state.answer is None and state.job is None and not state.history:
        _past()
        return
    with st.container(
        key="panel_head", horizontal=True, vertical_alignment="center", horizontal_alignment="right"
    ):
        st.html(f'<div class="os-echo" title="{escape(state.question)}">{escape(state.question)}</div>')
        with st.popover("", icon=":material/history:", type="tertiary", help=t("history"), key="history"):
            st.caption(t("history"))
            if not state.history:
                st.caption(t("history_empty"))
            for item in state.history:
                st.button(
                    _short(item), key=f"history_{item.id}", on_click=_reopen, args=(item.id,), width="stretch",
                    type="tertiary",
                )  # fmt: skip
        history_view.button(icon_only=True)
        st.button(
            "", key="new_question", icon=":material/add_circle:", type="tertiary", on_click=_clear, help=t("new")
        )


def _past() -> None:
    """At the first sight only the answers of earlier sessions, when there are any."""
    if History.of(product()).any():
        with st.container(key="panel_past", horizontal=True, horizontal_alignment="right"):
            history_view.button()


def _short(item: Answer) -> str:
    question = item.question if len(item.question) <= 90 else item.question[:88] + "…"
    found = f" · {item.result.total}" if item.result is not None else ""
    return plain(question + found)


def _reopen(identifier: str) -> None:
    state = StateManager()
    here = state.region
    if state.reopen(identifier) and state.answer is not None:
        _follow(state.answer)
        bounds = scene.answer_bounds(state.answer)
        if bounds is not None:
            state.look(bounds)
    state.job = None
    if state.region != here:
        st.rerun()
    st.rerun(["map", "panel"])


def _clear() -> None:
    state = StateManager()
    state.clear()
    state.job = None
    state.look(scene.home_bounds())
    st.rerun(["map", "panel"])


def _first_sight() -> None:
    state, app = StateManager(), product()
    st.html(f'<h3 class="os-title">{escape(t("examples"))}</h3>')
    for i, question in enumerate(app.examples(state.region, state.language)):
        st.button(
            plain(question), key=f"example_{i}", width="stretch", icon=":material/chat:",
            on_click=ask, args=(question,),
        )  # fmt: skip
    st.html(f'<p class="os-loaded">{_loaded()}</p><p class="os-hint">{escape(t("click_hint"))}</p>')


@lru_cache(maxsize=1)
def _documents(_second: int) -> int:
    """How many documents there are, looked up once a second at most: it goes through their directory."""
    return len(product().library.documents())


def _loaded() -> str:
    """One line of what is loaded in the chosen area, by kind of feature."""
    state, card = StateManager(), product().card
    totals: dict[str, int] = {}
    for layer in scene.layers():
        totals[layer.entity_type] = totals.get(layer.entity_type, 0) + layer.rows
    words = [
        f"{number(count)} {card.entity_types[kind].plural.in_(state.language)}"
        for kind, count in totals.items()
        if kind in card.entity_types and not card.entity_types[kind].region
    ]
    documents = _documents(int(time.monotonic()))
    if documents:
        words.append(t("documents_count", count=documents))
    marked = f" <b>{escape(t('demo_mark'))}</b>" if any(x.invented for x in scene.layers()) else ""
    return escape(" · ".join(words)) + marked
