from __future__ import annotations

import pytest

from tests.core.answer.answer_samples import Bench


@pytest.fixture
def bench() -> Bench:
    return Bench()
