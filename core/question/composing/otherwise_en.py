# ruff: noqa: E501  # patterns are easier to keep in long lines
"""English turns of phrase and what they say in plain words (see :mod:`core.question.composing.otherwise`)."""

from __future__ import annotations

_COUNT_EACH = (
    r"(?:,?\s*(?:and|then)\s+|,\s*)(?:then\s+)?(?:(?:tell me|count|show|give|say|list|report|state)\s+)?(?:me\s+)?(?:how many|the numbers?|the counts?|numbers?|counts?|them|it)"
    r"\b(?:\s+(?:of|in|there|are|fall|falls|belong|lie|in|into|to|for|the|each|of|them|[a-z]{3,}s)){0,6}?(?:\s+(?:in|for|of|to))?\s*(?:each|every)?(?:\s+(?:group|class|type|category|one|band|bin))?"
)

TURNS_EN: tuple[tuple[str, str], ...] = (
    (
        r"(?P<at>how many (?P<m>more|fewer))\s+(?P<x>.+?)\s+are there\s+(?P<a>in\s+.+?)\s+than\s+(?P<b>in\s+.+)",
        "how many <m> <x> are <a> than <b>",
    ),
    (
        r"(?P<a>.+?)\s+(?P<at>(?:fall|falls|belong|belongs|come)\s+(?:in|into|to|under|within)|are\s+(?:in|of))\s+(?P<b>(?:each|every)\s+.+)",
        "<a> are there for <b>",
    ),
    (
        r"(?:the\s+|what\s+is\s+the\s+)?(?P<at>share|percentage|proportion|fraction)\s+of\s+(?:the\s+)?(?P<x>.+?)\s+(?:among|amongst|within|out of|in)\s+(?:all\s+)?(?:the\s+)?(?P<y>.+)",
        "what percentage of <y> are <x>",
    ),
    (
        r"(?P<at>how many)\s+(?P<x>.+?)\s+(?:are there|does one find|exist)\s+(?:for every|for each|per|to every|to each)\s+(?P<y>.+?)(?P<b>\s+in\s+.+)?",
        "ratio of <x> to <y>s<b>",
    ),
    (r"(?P<a>.*?)(?P<at>typical|average)\s*\(\s*(?P<s>median|mean|average)\s*\)(?P<b>.*)", "<a><s><b>"),
    (
        r"(?P<at>(?:the\s+)?\d+(?:st|nd|rd|th) percentile|median|mean|average)\s*,\s*(?P<e>[\w-]+)\s*,\s*(?P<b>.+)",
        "<at> of <e> in <b>",
    ),
    (
        r"(?P<e>[\w-]+)(?:\s+content|\s+values?)?\s+(?P<at>statistics)\s+(?:for|of|in)\s+(?P<b>.+?)\s*[:–-]\s*(?P<s>.+)",
        "<s> of <e> in <b>",
    ),
    (
        r"(?:the\s+)?(?P<at>smallest|least|shortest|minimum)\s+(?P<x>.+?)\s+(?P<m>area|length)(?P<b>\s+(?:in|within|of)\s+.+)?",
        "minimum <m> of <x>s<b>",
    ),
    (
        r"(?:the\s+)?(?P<at>largest|greatest|longest|maximum)\s+(?P<x>.+?)\s+(?P<m>area|length)(?P<b>\s+(?:in|within|of)\s+.+)?",
        "maximum <m> of <x>s<b>",
    ),
    (
        r"(?P<x>.+?)\s+(?P<at>(?:expressed\s+|given\s+)?(?:as a|in)\s+(?:percentage|share|proportion|fraction|per\s?cent)\s+of)\s+(?:all\s+|the\s+)*(?P<y>\w+)(?P<b>.*)",
        "what percentage of <y><b> are <x>",
    ),
    (
        r"(?P<a>.*?)\b(?P<at>what\s+(?:share|percentage|proportion|fraction|part)\s+of)\s+(?P<x>.+?)(?:['’]s\s+area|\s+area)\s+(?:is|consists of|is covered by|is underlain by|is made up of)\s+(?P<y>.+)",
        "<a>what percentage of the area of <x> is covered by <y>",
    ),
    (
        r"(?P<at>by how much)\s+(?:does|do|is)\s+(?:the\s+)?(?P<s>average|mean|median|total)\s+(?P<x>.+?)\s+(?:exceed|surpass|top|higher than|greater than)\s+(?:that|the (?:average|mean|median|total))(?:\s+(?:of\s+)?(?P=x))?\s*(?P<b>(?:in|of)\s+.+)",
        "how much higher is the <s> <x> than <b>",
    ),
    (
        r"(?P<a>.*?)(?P<e>[\w-]+)(?P<at>\s*:\s*)(?P<s>(?:(?:mean|average|median|standard deviation|minimum|maximum|min|max|percentile|and|,)\s*)+?)(?P<b>(?:,?\s*(?:in|for|of)\s+.+|,\s*[A-Z].+)?)",
        "<s> of <e><b>",
    ),
    (
        rf"(?P<a>.*?)\b(?P<at>(?:group|split|sort|divide|break(?: down)?|classify|categori[sz]e|tally|bin|arrange)(?:\s+up)?)\s+(?:the\s+|all\s+(?:the\s+)?)?(?P<x>.+?)\s+(?:by|according to|based on|per)\s+(?P<k>[^,]+?)(?:{_COUNT_EACH})",
        "<a>number of <x> by <k>",
    ),
    (
        r"(?P<a>.*?)\b(?P<at>break down|broken down|breakdown of)\s+(?:the\s+)?(?:number|count)s?\s+of\s+(?P<x>.+?)\s+(?:per|by|into)\s+(?P<k>.+)",
        "<a>number of <x> by <k>",
    ),
    (
        r"(?P<a>.*?)\b(?P<at>the)\s+(?:one\s+|single\s+)?(?P<k>[\w ]{3,30}?)\s+(?:to|in|into|for|of)\s+which\s+(?:the\s+)?(?:most|greatest number of|largest number of|highest number of|majority of(?:\s+the)?)\s+(?P<x>.+?)\s+(?:belongs?|falls?|are|is|occurs?|found|assigned|counted)",
        "which <k> has the most <x>",
    ),
    (
        r"(?P<a>.+?)\s+(?P<at>(?:that\s+(?:was|were|is)\s+|ever\s+)?(?:measured|found|recorded|determined|analysed|analyzed|reported|reached|observed|detected|obtained))\s+(?=(?:in|within|for|among|from)\b)(?P<b>.+)",
        "<a> <b>",
    ),
    (
        r"(?P<a>(?:.*?,\s*)?)(?P<at>how high)\s+(?:does|do|did)\s+(?P<x>.+?)\s+(?:get|go|reach|rise|climb)(?P<b>\s+(?:in|of|for|within)\b.+?)?(?:\s+at (?:its|the) (?:maximum|most|highest|peak))?",
        "<a>maximum <x><b>",
    ),
    (
        r"(?P<a>(?:.*?,\s*)?)(?P<at>how low)\s+(?:does|do|did)\s+(?P<x>.+?)\s+(?:get|go|fall|drop)(?P<b>\s+(?:in|of|for|within)\b.+?)?(?:\s+at (?:its|the) (?:minimum|least|lowest))?",
        "<a>minimum <x><b>",
    ),
    (
        r"(?P<a>(?:.*?,\s*)?)(?P<at>(?:how much|what|which|how large an?)(?:\s+total)?\s+(?:area|ground|land|surface))\s+(?:do|does|is|are)\s+(?:the\s+|all\s+(?:the\s+)?)?(?P<x>.+?)\s+(?:cover|covers|covered by|occupy|occupies|take up|takes up|make up|underlie|extend over|have|measure)(?:\s+(?:in\s+total|altogether|together|in\s+all|combined|overall|all\s+told|taken together))?(?P<b>\s+in\s+.+)?",
        "<a>total area of <x><b>",
    ),
    (
        r"(?P<a>(?:.*?,\s*)?)(?P<at>how (?:long|large|big)) (?:are|is)\s+(?:the\s+|all\s+(?:the\s+|of the\s+)?)?(?P<x>.+?)\s+(?:(?:taken|put|added)\s+)?(?:in\s+total|altogether|together|in\s+all|combined|overall|all\s+told)",
        "<a>total {size} of <x>",
    ),
    (
        r"(?P<at>by how (?:much|many (?P<u>\w+)))\s+(?:does|do|is)\s+the\s+(?P<m>length|area)\s+of\s+(?P<x>.+?)\s+(?:exceed|greater than|surpass|larger than|top)s?\s+(?:that|the (?:length|area))\s+of\s+(?P<y>.+)",
        "how much {longer} is <x> than <y>",
    ),
    (
        r"(?P<a>.+?)\s+(?P<at>(?:exceeding|that exceeds?|which exceeds?|surpassing|greater than|beating))\s+(?P<y>.+?)\s+in\s+(?P<m>length|area|extent|size)",
        "<a> {longer} than <y>",
    ),
    (
        r"(?P<a>.+?)\s+(?P<at>(?:whose|with(?: an?)?|having(?: an?)?|of))\s+(?:greater\s+|larger\s+)?(?P<m>length|area)\s*(?:is\s+)?(?:exceeds|exceeding|surpass(?:es|ing)|(?:greater|larger|longer|more|bigger)?\s*than)\s+(?:that of\s+|the (?:length|area) of\s+)?(?P<y>.+)",
        "<a> {longer} than <y>",
    ),
    (
        r"(?P<a>.*?)(?P<x>\b[a-z]+)\s+(?P<at>of\s+(?:all|any|every|whatever)\s+(?:types?|kinds?|sorts?|classes))(?P<b>.*)",
        "<a>all <x><b>",
    ),
    (
        r"(?P<a>.*?)\b(?P<at>how much(?: area)? of)\s+(?P<x>.+?)\s+(?:is|does|are)\s+(?:made of|made up of|underlain by|taken up by|covered with|covered in|built of|formed of|composed of)\s*(?P<y>.+)",
        "<a>how much of <x> is covered by <y>",
    ),
    (
        r"(?P<a>.*?)\b(?P<at>(?:top|first) place|number one|the leader)\s+(?:in|for|by)\s+(?P<x>.+)",
        "<a> the most <x>",
    ),
    (
        r"(?P<a>.*?)\b(?P<at>ratio of|ratio between|difference between|difference in number between)\s+(?:the\s+)?(?:numbers?\s+of\s+)?(?P<x>[\w-]+)\s+(?:to|and|vs\.?|versus)\s+(?P<y>[\w-]+)\s+(?P<n>[a-z]+s)\b(?P<b>.*)",
        "<a>{ratio} the number of <x> <n> {to} the number of <y> <n><b>",
    ),
    (
        r"(?P<a>.*?)\b(?P<x>[\w-]+)[-\s]*(?:/|to|:)[-\s]*(?P<y>[\w-]+)\s+(?P<at>ratio)\s+of\s+(?:the\s+)?(?P<n>[a-z]{3,}s)\b(?P<b>.*)",
        "<a>ratio of the number of <x> <n> to the number of <y> <n><b>",
    ),
    (
        r"(?P<a>.*?)\b(?P<at>how far)(?:,?\s+on average,?)?\s+(?:are|is|do|does|lie)\s+(?:the\s+)?(?P<x>.+?)\s+(?:lie\s+|away\s+|located\s+)*from\s+(?:the\s+)?(?:an?\s+)?(?:nearest\s+|closest\s+)?(?P<y>.+?)(?:,?\s+on average)?",
        "<a>average distance from <x> to the nearest <y>",
    ),
    (
        r"(?P<a>.*?)\b(?P<x>[\w-]+)\s+(?P<at>lengths?|areas?)\s+(?P<b>(?:by|per|for each|in each)\s+.+)",
        "<a>total <at> of <x>s <b>",
    ),
    (
        r"(?P<at>(?:rank|order|sort|compare|list))\s+(?:the\s+)?(?P<k>[\w ]+?)\s+(?:by|on|according to|in terms of)\s+(?:their\s+|the\s+)?(?:number|count|how many)\s+(?:of\s+)?(?P<x>.+?)(?:\s+(?:they have|there are|each has))?",
        "number of <x> per <k>, most first",
    ),
    (
        r"(?P<a>.*?)\b(?P<at>of|for|among|out of)\s+(?P<x>[^,]+),\s*(?:what|which)\s+(?:percentage|share|proportion|fraction|part|per\s?cent)\s+(?P<b>.+)",
        "<a>what percentage of <x> <b>",
    ),
    (r"(?P<a>.+?)\s*(?P<at>,)\s*(?P<b>(?:in|within|for|inside) [^,]+)", "<a> <b>"),
    (
        r"(?P<a>.*?)\b(?P<at>in terms of|as regards|with regard to|concerning|when it comes to)\s+(?P<b>.+)",
        "<a>by <b>",
    ),
)
