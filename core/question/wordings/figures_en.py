# ruff: noqa: E501  # patterns are easier to keep in long lines
"""Surface forms of counts, groups, statistics, measures, differences and shares in English."""

from __future__ import annotations

from core.question.wordings.pieces_en import K, N

_WITH_COUNTS = r"(?:,?\s*(?:along |together )?(?:with|and|plus|incl(?:uding|\.)?)\s+(?:also\s+)?(?:the |their |its |respective )*(?:counts?|numbers?|totals?|figures?)(?:\s+(?:of each|for each|in each|each))?)(?=\s*(?:$|[.?!]))"
_PLACE = r"(?P<p>\s+(?:in|of|for|within|from)\s+(?:the\s+)?[A-Z][^,;?.!]*?)?"
_M = r"(?P<m>length|area|extent)"
_GROUP = r"(?:group|split|sort|divide|break(?: down)?|classify|categori[sz]e|tally|bin|arrange|bucket|cluster|order|separate|partition|tabulate|organi[sz]e|summari[sz]e|bundle)(?:ed|ted|d|s|ing)?(?:\s+(?:up|down))?"
_BY = r"(?:by|according to|based on|per|on the basis of|along|with respect to|into|after)"
_COUNTED = r"(?:the\s+)?(?:numbers?|counts?|totals?|tall(?:y|ies)|sizes?|how many)"
_EACH = r"(?:\s+(?:there are|are|fall|belong|of|in|per|for|within|to|the|each|every|one|group|class|bin|band|category|type|them|deposits|samples|it|of them))*"

FIGURES: tuple[tuple[str, str], ...] = (
    # groups whose number is above a limit
    (
        rf"\b{_GROUP}\s+(?:the\s+|all\s+(?:the\s+)?)?(?P<x>[^,;]+?)\s+{_BY}\s+(?P<k>[^,;]+?)\s*[,;.]\s*(?:then\s+|and\s+)*(?:show|give|list|report|return|state|count|tell me|print)?\s*{_COUNTED}{_EACH}\s*,?\s*(?:but|and|yet)?\s*(?:just|only|keep|keep only|show only|retain only|restrict to|with only|limit to)\s+(?:the\s+|those\s+)?(?:groups|ones|classes|those|values|categories|commodities|types)?\s*(?:where|for which|in which|with|whose|that have|having|which have)\s+(?:it|this|that|the number|the count|the total|number|count|a number|a count|they)?\s*(?:is|are|has|have|of)?\s*(?P<op>greater than|more than|over|above|at least|exceeds?|exceeding|larger than|higher than|bigger than|no fewer than|no less than|less than|fewer than|under|below|at most)\s+(?P<n>{N})\b[^,;]*",
        "number of <x> by <k>, only those <op> <n>",
    ),
    (
        rf"\b{_GROUP}\s+(?:the\s+|all\s+(?:the\s+)?)?(?P<x>[^,;:]+?)\s+{_BY}\s+(?P<k>[^,;:]+?)\s*(?:[,;:.]|\band\b|\bthen\b)\s*(?:then\s+|and\s+)*(?:show|give|list|report|return|state|count|tell me|print)?\s*(?:me\s+)?{_COUNTED}{_EACH}(?=\s*(?:$|[.?!]))",
        "number of <x> by <k>",
    ),
    (_WITH_COUNTS, ""),
    (
        rf"\b(?P<x>[a-z]+s)\s+(?:with|having|that have|of|counting|numbering)\s*(?:>|≥|>=)\s*(?P<n>{K})\s+(?P<y>[a-z]+s)\b",
        "<x> with more than <n> <y>",
    ),
    # the most common
    (
        r"^\W*(?:what|which)(?:\s+(?:is|are))?\s+(?:the\s+)?(?P<s>most|least)\s+(?:common|frequent|usual|widespread|numerous|abundant|typical|popular|frequently (?:found|occurring|recorded)|often recorded)\s+(?P<k>[a-z ]+?)\s+(?:among|amongst|of|for|within|across|in)\s+(?:all\s+)?(?:the\s+)?(?P<x>[a-z ]+?)(?P<p>\s+in\s+(?:the\s+)?[A-Z][^,?.!]*)?,?\s*(?:by (?:count|number|frequency)|numerically|counting (?:deposits|features|them))?(?=\s*(?:$|[?.!]))",
        "which <k> has the <s> <x><p>",
    ),
    (r",?\s*\bby (?:count|number|frequency)(?=\s*(?:$|[?.!]))", ""),
    # counts
    (
        rf"\b(?:a\s+|the\s+)?(?:breakdown|tally|distribution|overview|summary|table|statistics|count) of (?:the\s+)?(?P<x>[\w -]+?)\s+(?:numbers?|counts?|totals?|frequenc(?:y|ies))\s+{_BY}\s+",
        "number of <x>s by ",
    ),
    (r"\bnumber of (?P<x>[\w -]+?s)s by\b", "number of <x> by"),
    (
        r"\b(?P<x>[\w-]+ (?:deposit|fault|sample|fold|bod(?:y)))\s+(?:numbers?|counts?|totals?)\s+(?:by|per|for each|in each|of each)\s+",
        "number of <x>s by ",
    ),
    (
        r"\b(?:what(?:['’]s| is)|give me|tell me|state|report|how large is|how big is)\s+the\s+(?:grand\s+|overall\s+|full\s+)?(?:total|tally|head ?count|count|sum|tot\.?)\s+(?:number\s+)?(?:of|for)\s+(?!areas?|lengths?|the areas?|the lengths?)(?=[a-z-]*\s*[a-z-]+s\b)",
        "how many ",
    ),
    (
        r"(?P<x>how many [^?.;]+?)\s*[?.;,]\s*(?:and|and how about|and what about|what about|plus|also|and also)\s+(?:of|for|the|how many)?\s*(?P<y>[a-z -]+?s)\s*(?=$|[?.!])",
        "<x> and how many <y>",
    ),
    # around which one fault do the largest number of deposits lie within 2 km
    (
        rf"\b(?:around|near|along|next to|close to|by|beside)\s+(?:which|what)\s+(?:one\s+|single\s+)?(?P<f>[a-z -]+?)\s+(?:do|does|are|is|can|lie|lies|sit)\s+(?:one find\s+)?(?:the\s+)?(?:largest number of|greatest number of|highest number of|most)\s+(?P<x>[a-z -]+?)\s+(?:lie|sit|occur|fall|found|located|situated|be found|there)?\s*(?:within|inside|in|at most|no more than)\s+(?:a\s+)?(?P<q>{N}[\s-]*(?:kms?|m|metres?|meters?|kilomet(?:re|er)s?|miles?))(?:\s+(?:radius|of it|away|distance))?",
        "which <f> has the most <x> within <q>",
    ),
    # classes
    (
        r"\b(?P<x>samples|specimens|analyses)\s+(?:grouped|split|divided|classed|classified|binned|sorted|put|arranged|broken down)\s+(?:by|on|into|according to)\s+(?:classes of\s+)?(?:their\s+)?(?P<e>[\w-]+?)(?:\s+(?:content|value|level|concentration|grade))?s?\s*,?\s+(?:with|at|using|having|into classes with)\s+(?:the\s+)?(?:class\s+)?(?:limits?|bounds|boundaries|breaks?|borders|edges|thresholds?|cuts?|cut-?offs?)\s+(?:at|of|being|=)?\s*(?P<a>\d[\d.]*)\s*(?:\w+\s+)?(?:and|/)\s+(?P<b>\d[\d.]*\s*[\w%/]+)[^?]*",
        "split <x> into <e> classes at <a> and <b> and count the samples in each",
    ),
    # statistics
    (
        r"\bhow\s+(?:much|high in)\s+(?P<e>[\w-]+)\s+(?:do|does|did)\s+(?:the\s+)?(?P<x>samples?|specimens?|analyses)(?P<p>\s+(?:in|of|from)\s+[A-Z][^?.!,]*?)?\s+(?:contain|carry|have|hold|show|return|assay|run|bear)\s*(?:on average|on the average|in the mean|typically|in general)",
        "average <e> content of the <x><p>",
    ),
    (
        r"\b(?:the\s+)?(?P<e>[\w-]+)\s+(?:value|content|level|concentration|grade)\s+(?:below|under)\s+which\s+(?P<p>\d+)\s*(?:percent|per cent|%)\s+of\s+(?:all\s+)?(?:the\s+)?(?P<x>[^?.!]+?)\s+(?:fall|lie|are|sit|plot|stay|remain)(?=\s*(?:$|[?.!]))",
        "<p>th percentile of <e> of the <x>",
    ),
    (
        r"\b(?:the\s+)?(?P<e>[\w-]+)\s+(?:value|content|level|concentration|grade)\s+(?:that|which)\s+(?P<p>\d+)\s*(?:percent|per cent|%)\s+of\s+(?:all\s+)?(?:the\s+)?(?P<x>[^?.!]+?)\s+(?:do not exceed|don't exceed|stay below|fall below|lie below|are below|remain below)(?=\s*(?:$|[?.!]))",
        "<p>th percentile of <e> of the <x>",
    ),
    (
        r"\b(?:add|sum|total|tot|lump|put)(?:\s+up)?\s+(?:together\s+|up\s+)?(?:all\s+(?:of\s+)?)?(?:the\s+)?(?P<m>length|area|lenght)s?\s+(?:of|for)\s+(?:all\s+)?(?:of\s+)?(?:the\s+)?(?P<x>[^?.!]+?)(?:\s+together)?(?:\s+and\s+(?:give|tell|show|report|return).*)?(?=\s*(?:$|[.?!]))",
        "total <m> of <x>",
    ),
    # the measure of one feature
    (
        rf"^\W*(?P<f>(?:the\s+)?[A-Z][^,:?]*?)\s*(?:[-–—:,]|\s-\s)\s*(?:what(?: is)?\s+|its\s+|the\s+)?{_M}\s*\W*$",
        "<m> of the <f>",
    ),
    (
        r"^\W*(?P<f>(?:the\s+)?[A-Z][^,:?]*?)\s*(?:[-–—:,]|\s-\s)\s*(?:where is it|(?:its\s+|the\s+)?(?:position|location|coords?|coordinates|lat/?lon|co-?ordinates))\s*\W*$",
        "coordinates of <f>",
    ),
    (
        r"\b(?:the\s+)?(?:position|location|whereabouts|place)\s+of\s+(?P<f>[^?.!]+?)\s+(?:in|as|by|given as|expressed in)\s+(?:geographic(?:al)?\s+)?(?:coordinates|co-?ordinates|latitude and longitude|lat/?lon|degrees|longitude and latitude)\b",
        "coordinates of <f>",
    ),
    (
        r"\b(?:at|on)\s+(?:what|which)\s+(?:coordinates|latitude and longitude|position)\s+(?:is|does|do|are|lies)\s+(?P<f>[^?.!]+?)\s*(?:located|situated|found|lie|sit|to be found)?(?=\s*(?:$|[.?!]))",
        "coordinates of <f>",
    ),
    (
        rf"\b(?:which|what|list|show)\s+(?:the\s+)?(?P<k>{K})\s+(?P<x>[^?.!,]+?)\s+(?:are|is|have|has|rank|come out)\s+(?:the\s+)?(?P<s>largest|biggest|smallest|longest|shortest)\s*(?:by|in|in terms of|according to)?\s*(?:their\s+)?(?:area|length|size|extent)?(?=\s*(?:$|[.?!]))",
        "the <k> <s> <x>",
    ),
    (
        r"\b(?:(?:that|which)\s+)?(?:run|runs|running|stretch|stretches|stretching|extend|extends|extending|continue|continues|go on|reach|can be (?:traced|followed)|are traceable|go|last)\s+(?:for|over|along)\s+(?:a (?:distance|length) of\s+)?(?P<op>more than|over|at least|less than|under|at most|no less than|no more than|longer than|upwards of|in excess of)\s+(?=\d|[a-z]+ (?:km|kilo|m))",
        "with length <op> ",
    ),
    (
        r"\b(?:(?:that|which)\s+)?(?:take up|takes up|cover|covers|occupy|occupies|extend over|span|spans|make up|measure|measures|underlie|fill)\s+(?:an area of\s+)?(?P<op>more than|over|at least|less than|under|at most|no less than|no more than|upwards of|in excess of)\s+(?=\d)",
        "with area <op> ",
    ),
    # compared with the mean
    (
        rf"\b(?P<x>[\w-]+(?: [\w-]+)?)\s+(?:with|of|having|showing)\s+(?:an?\s+)?(?P<s>above|below)[- ](?:the[- ])?(?:average|mean)\s+{_M}\s*,?\s*{_PLACE}\s*,?\s*(?P<q>[A-Z][\w ]*?)?\s*\((?:the\s+)?(?:average|mean)\s*(?:=|is|:|over|taken over|of|being)\s*(?:over\s+|of\s+)?(?:that of\s+)?(?P<all>all\s+[^)]+)\)",
        "<x> with <m> <s> the average <m> of <all>, <q><p>",
    ),
    # difference
    *(
        (pattern.replace("MEASURE", measure), f"how much {longer} is <x> than <y>")
        for measure, longer in (("lengths?", "longer"), ("areas?|extents?", "larger"))
        for pattern in (
            r"\b(?:subtract|deduct|take(?: away)?|remove)\s+the\s+(?:MEASURE)\s+of\s+(?P<y>.+?)\s+from\s+(?:the\s+(?:MEASURE)|that)\s+of\s+(?P<x>[^?.!]+)",
            r"\b(?:the\s+)?(?:MEASURE)\s+of\s+(?P<x>.+?)\s+(?:minus|less|reduced by|diminished by|-)\s+(?:the\s+)?(?:(?:MEASURE)|that)\s+of\s+(?P<y>[^?.!]+)",
        )
    ),
    # shares
    (
        r"(?P<p>\bin\s+(?:the\s+)?[A-Z][^,]*?,\s*)?(?:what|which)\s+(?:share|percentage|proportion|fraction|part|portion)\s+of\s+(?:all\s+)?(?:the\s+)?(?P<x>[^,]+?)\s+(?P<b>within\s+[^,?]+?)\s*,?\s*(?:in|as a|expressed in|as|expressed as a)\s+(?:percent(?:age)?|per cent|%)(?=\s*(?:$|[.?!]))",
        "<p>what percentage of <x> are <b>",
    ),
    (
        r",?\s*\b(?:in|as a|expressed in|expressed as a|given in|given as a|as)\s+(?:percent(?:age)?|per cent|%)(?=\s*(?:$|[.?!]))",
        "",
    ),
)
"""Pattern and plain words, in the order in which they are put."""
