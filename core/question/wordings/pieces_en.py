# ruff: noqa: E501  # patterns are easier to keep in long lines
"""What the tables share: numbers, lengths, limits, the words between a thing and its place."""

from __future__ import annotations

N = r"(?:\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|fifty|a hundred|half an?|an?)"
U = r"(?:kms?|m|metres?|meters?|kilomet(?:re|er)s?|miles?)"
K = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|a dozen)"
Q = rf"(?P<q>{N}[\s-]*{U})\b"
NOUN = r"(?!(?:most|number|largest|total|fewest|distance)\b)(?:[a-z][\w-]*\s+){0,2}?[a-z][\w-]*"
LE = (
    r"(?:(?:no|not|nothing|never)\s+(?:any\s+)?(?:more|farther|further|greater|longer)\s+(?:away\s+)?than|at (?:the )?(?:very )?most|within|up to|"
    r"less than or equal to|a maximum of|max(?:imum)?|<=|≤|as close as|inside|under|below|less than|closer than|"
    r"nearer than|not exceeding|not over|not above|not beyond)"
)
GE = (
    r"(?:(?:no|not|nothing|never)\s+(?:any\s+)?(?:less|closer|nearer|smaller|fewer)\s+than|at (?:the )?(?:very )?least|>=|≥|"
    r"a minimum of|min(?:imum)?|more than|over|beyond|farther than|further than|greater than|in excess of|upwards of)"
)
AWAY = r"(?:\s+(?:away|off|distant|apart|out|from (?:it|them)|of (?:it|them)))*"
OR_LESS = rf"(?:{AWAY}\s+(?:or|and)\s+(?:less|closer|nearer|under|fewer|below)|{AWAY}\s+at (?:the )?most|{AWAY}\s+max(?:imum)?)"
OR_MORE = rf"(?:{AWAY}\s+(?:or|and)\s+(?:more|farther|further|greater|beyond|over|above|upwards)|{AWAY}\s+at (?:the )?least)"
LIES = (
    r"(?:\s+(?:that|which|is|are|was|were|lies?|lying|runs?|running|pass(?:es|ing)?|sits?|sitting|occurs?|occurring|located|"
    r"situated|found|stands?|can be|be|comes?|present|stays?|being|exists?|to be|known|mapped|placed|positioned|crop(?:s|ping)? out|set))*"
)
HAVE = (
    r"(?:(?:that|which|who)\s+)?(?:have|has|having|had|with|for which|where|whose|to which|from which|around which|near which|"
    r"such that|in whose (?:vicinity|neighbou?rhood|surroundings)|show|shows|showing)"
)
SINGLE = r"(?:(?:the|their|its|an?|any|some|at least one|one|a single|every)\s+)(?:(?:nearest|closest)\s+)?|(?:nearest|closest)\s+"
