# ruff: noqa: E501  # patterns are easier to keep in long lines
"""Chinese words that are put in other words before anything is read: as they stand they would mean something else."""

from __future__ import annotations

import re

from core.question.wordings.words_zh import KM, MEASURED, N

_ENOUGH = "就行了?|即可|就可以了?|就好|就够了?|都行|都可以|都可|也行|都算|就算|都要"

FIRST_ZH: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        # 矿种限定为锡
        (r"(?<=[种模型因质代性别级])(?:只|仅|就)?(?:要求|必须)?限(?:定|制)?(?:为|在|于|成|是)", "为"),
        (rf"哪1(?={MEASURED})", "哪一"),
        # 最近的两条分别是哪两条: the number is said already
        (
            rf"(?P<a>最近的?(?P<n>\d+|[一二两三四五六七八九十])(?:{MEASURED})[^，,。？?]{{1,12}}?)(?:分别|各自|各)?(?:都)?(?:是|为|有)哪(?:\d+|[一二两三四五六七八九十])(?:{MEASURED})(?=[？?。\s]*$)",
            r"\g<a>分别是哪些",
        ),
        # 甲或乙, 满足一条即可: no limit of one feature
        (
            rf"(?P<a>(?:或|要么).*?)[，,、；;]?(?:只要|只需)?(?:两者|二者|两个|两条|两项)?(?:条件)?(?:满足|符合|具备|占|达到)(?:其中|上述|以上)?(?:任意|任一|任何)?(?:的)?(?:一(?:条|个|项|样|种)|其一|之一|其中之一)(?:条件)?(?:{_ENOUGH})(?=[，,。？?\s]|$)",
            r"\g<a>",
        ),
        # 半径10公里, 圈内的: no area drawn on the map
        (rf"(?P<a>(?:半径|{N}\s*(?:{KM})为半径)[^，,]{{0,8}}?)[，,、]?(?:的)?(?:这个|该)?圈(?:子)?(?:之?[内里中]|里面)", r"\g<a>的圆内"),
        # 全部位于…内部的: with all of their length
        (
            r"(?<![\u4e00-\u9fff])(?:全部|整个儿?|整体)都?(?:位于|落在|处于)(?=[^，,。？?]{2,12}?(?:内部|里面|之内|范围内|里|内)的)",
            "完全位于",
        ),
    )
)  # fmt: skip
"""(pattern, plain words)."""
