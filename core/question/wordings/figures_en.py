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
_EACH = r"(?:\s+(?:there are|are|fall|belong|of|in|per|for|within|to|the|each|every|one|group|class|bin|band|category|type|them|[a-z]{3,}s|it|of them))*"

FIGURES: tuple[tuple[str, str], ...] = (
    # groups whose number is above a limit
    (
        rf"\b{_GROUP}\s+(?:the\s+|all\s+(?:the\s+)?)?(?P<x>[^,;]+?)\s+{_BY}\s+(?P<k>[^,;]+?)\s*[,;.]\s*(?:then\s+|and\s+)*(?:show|give|list|report|return|state|count|tell me|print)?\s*{_COUNTED}{_EACH}\s*,?\s*(?:but|and|yet)?\s*(?:just|only|keep|keep only|show only|retain only|restrict to|with only|limit to)\s+(?:the\s+|those\s+)?(?:groups|ones|classes|those|values|categories|[a-z]+s|types)?\s*(?:where|for which|in which|with|whose|that have|having|which have)\s+(?:it|this|that|the number|the count|the total|number|count|a number|a count|they)?\s*(?:is|are|has|have|of)?\s*(?P<op>greater than|more than|over|above|at least|exceeds?|exceeding|larger than|higher than|bigger than|no fewer than|no less than|less than|fewer than|under|below|at most)\s+(?P<n>{N})\b[^,;]*",
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
        r"^\W*(?:what|which)(?:\s+(?:is|are))?\s+(?:the\s+)?(?P<s>most|least)\s+(?:common|frequent|usual|widespread|numerous|abundant|typical|popular|frequently (?:found|occurring|recorded)|often recorded)\s+(?P<k>[a-z ]+?)\s+(?:among|amongst|of|for|within|across|in)\s+(?:all\s+)?(?:the\s+)?(?P<x>[a-z ]+?)(?P<p>\s+in\s+(?:the\s+)?[A-Z][^,?.!]*)?,?\s*(?:by (?:count|number|frequency)|numerically|counting (?:[a-z]{3,}s|them))?(?=\s*(?:$|[?.!]))",
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
        r"\b(?P<x>[\w-]+ [a-z]{4,})\s+(?:numbers?|counts?|totals?)\s+(?:by|per|for each|in each|of each)\s+",
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
        r"\b(?:list\s+|show\s+|give\s+)?(?P<x>[a-z]{3,}s)\s+(?:grouped|split|divided|classed|classified|binned|sorted|put|arranged|broken down)\s+(?:by|on|into|according to)\s+(?:classes of\s+)?(?:their\s+)?(?P<e>[\w-]+?)(?:\s+(?:content|value|level|concentration|grade))?s?\s*,?\s+(?:with|at|using|having|into classes with)\s+(?:the\s+)?(?:class\s+)?(?:limits?|bounds|boundaries|breaks?|borders|edges|thresholds?|cuts?|cut-?offs?)\s+(?:at|of|being|=)?\s*(?P<a>\d[\d.]*)\s*(?:\w+\s+)?(?:and|/)\s+(?P<b>\d[\d.]*\s*[\w%/]+)[^?]*",
        "number of <x> by <e> classes at <a> and <b>",
    ),
    (
        rf"\b(?:put|place|sort|group|divide|split|assign|distribute|arrange)\s+(?:all\s+)?(?:the\s+)?(?P<x>[^,:]+?)\s+(?:in)?to\s+(?:{K}\s+)?(?P<e>[\w-]+)\s+(?:classes|groups|bins|bands|ranges|categories|intervals)\s*(?:[:,(-]|of)\s*(?:under|below|less than|up to|<)\s*(?P<a>\d[\d.]*)\s*(?P<u>ppm|ppb|%|g/t)?\s*[,;]\s*(?:from\s+)?\d[\d.]*\s*(?:ppm|ppb|%|g/t)?\s*(?:to|-|–)\s*(?P<b>\d[\d.]*)\s*(?:ppm|ppb|%|g/t)?\s*,?\s*(?:and|,)\s*(?:over|above|more than|>|beyond)\s*\d[\d.]*\s*(?P<v>ppm|ppb|%|g/t)?.*",
        "number of <x> by <e> classes at <a> and <b> <v>",
    ),
    (
        r"^\W*for\s+(?:each|every)\s+(?P<f>[a-z -]+?)(?P<p>\s+in\s+(?:the\s+)?[A-Z][^,]*?)?,\s*(?:count|work out|tell me|give|find)\s+(?:the\s+)?(?:number of\s+)?(?P<x>[a-z -]+?)\s+(?P<b>(?:within|in|inside|no more than)\s+[^,;.?]+?)\s*(?:of it|around it)?\s*[;,.]\s*(?:and\s+)?(?:then\s+)?(?:(?:which|what|tell me which|say which)\s+(?:one\s+|\w+\s+)?(?:has|have|comes out with|gets|counts|shows)\s+(?:the\s+)?(?:most|highest|largest number|greatest number|highest count|more)|give (?:me )?the (?:top|best|first) one)[^?]*",
        "which <f><p> has the most <x> <b>",
    ),
    (
        rf"(?:,\s*|\s+and\s+|\s+but\s+)(?:then\s+)?(?:show|list|keep|give|report|retain|display)\s+(?:me\s+)?(?:just|only)\s+(?:the\s+|those\s+)?(?:types?|groups?|ones?|classes|values|categories|[a-z]+)?\s*(?:with|having|that have|which have|where there are|of|counting)\s+(?P<op>more than|over|at least|above|no fewer than|fewer than|less than|at most|under)\s+(?P<n>{K})(?:\s+[a-z]+)?(?=\s*(?:$|[.?!]))",
        ", only those with <op> <n>",
    ),
    (
        rf"\b(?P<x>[a-z]+)\s+(?P<p>in\s+(?:the\s+)?[A-Z][\w ]*?\s+)?(?:number|count|total|boast|claim|amount to|come to|muster|reach|run to|comprise|make up)\s+(?P<op>more than|over|at least|above|no fewer than|fewer than|less than|at most|under|exactly)\s+(?P<n>{K})\s+(?P<y>[a-z]+s)\b",
        "<x> <p>have <op> <n> <y>",
    ),
    (
        r"\b(?:have|has|with|having|of)\s+(?:an?\s+)?(?:greater|larger|longer|higher|bigger)\s+length\s+than\b",
        "longer than",
    ),
    (
        r"\b(?:have|has|with|having|of)\s+(?:an?\s+)?(?:greater|larger|bigger|higher)\s+(?:area|extent|size|surface)\s+than\b",
        "larger than",
    ),
    (
        r"\b(?:have|has|with|having|of)\s+(?:an?\s+)?(?:smaller|lesser|lower)\s+(?:area|extent|size|surface)\s+than\b",
        "smaller than",
    ),
    (
        r"\b(?:have|has|with|having|of)\s+(?:an?\s+)?(?:smaller|lesser|shorter|lower)\s+length\s+than\b",
        "shorter than",
    ),
    (
        r"\b(?P<h>how many (?:km|kilomet(?:re|er)s|m|met(?:re|er)s|miles)|what length|how much)\s+of\s+(?P<x>(?:the\s+)?[A-Z][^?]*?)\s+(?:runs?|pass(?:es)?|goes|go|extends?|stretch(?:es)?|fall(?:s)?|occurs?|traverses?|courses?)\s+(?P<i>inside|within|in|through|across)\s+",
        "<h> of <x> lies in ",
    ),
    # statistics
    (
        r"\bwhat\s+(?:do|does)\s+(?:the\s+)?(?P<e>[\w-]+)(?:\s+(?:content|value|level|concentration|grade)s?)?\s+(?:of|in|from)\s+(?:the\s+)?(?P<x>[^?]+?)\s+average(?:\s+(?:out at|out to|at|to))?(?=\s*(?:$|[.?!]))",
        "average <e> of <x>",
    ),
    (
        r"\b(?:which|what)\s+(?:value|level|content|concentration|figure|grade)\s+(?:does|do|can)\s+(?:the\s+)?(?P<e>[\w-]+)\s+(?:reach|attain|hit|get to|climb to|rise to|go up to|have)\s+(?:at (?:the )?most|at (?:its|the) (?:maximum|highest|peak)|at best|maximally)\s*",
        "maximum <e> ",
    ),
    (
        r"\b(?:which|what)\s+(?:value|level|content|concentration|figure|grade)\s+(?:does|do|can)\s+(?:the\s+)?(?P<e>[\w-]+)\s+(?:fall to|drop to|sink to|go down to|have|reach)\s+(?:at (?:the )?least|at (?:its|the) (?:minimum|lowest))\s*",
        "minimum <e> ",
    ),
    (
        r"\b(?:below|under)\s+(?:what|which)\s+(?:value of\s+)?(?P<e>[\w-]+)(?:\s+(?:value|content|level|concentration|grade))?\s+(?:do|does|are|is)\s+(?P<p>\d+)\s*(?:percent|per cent|%)\s+of\s+(?:all\s+)?(?:the\s+)?(?P<x>[^?.!]+?)\s*(?:fall|lie|sit|plot|stay|found|located)?(?=\s*(?:$|[.?!]))",
        "<p>th percentile of <e> of the <x>",
    ),
    (
        r"\bhow\s+(?:widely|much|strongly|far|greatly)\s+(?:do|does)\s+(?:the\s+)?(?P<e>[\w-]+)(?:\s+(?:content|value|level|concentration|grade)s?)?\s+(?:scatter|spread|vary|fluctuate|disperse|differ)\s*(?P<x>(?:in|of|among|across|between|over)\s+[^(,?]+?)\s*[(,]?\s*(?:as\s+|i\.e\.\s+|in terms of\s+|by\s+|measured (?:by|as)\s+)?(?:the\s+|a\s+)?(?:standard deviation|std\.? ?dev\.?|sd)\)?",
        "standard deviation of <e> <x>",
    ),
    (
        r"\b(?:scatter|spread|dispersion|variability|variation)\s+(?:\((?:as\s+)?standard deviation\)\s+)?of\s+(?=[\w-]+(?:\s+\w+)?\s+(?:in|of|among|for)\b)",
        "standard deviation of ",
    ),
    (
        r"\b(?:what|how much)\s+(?:do|does)\s+(?:all\s+)?(?:of\s+)?(?:the\s+)?(?P<x>[^?]+?)\s+(?:add up to|sum up to|come to|amount to|total|measure|make up|total up to)\s*(?:in|by way of)?\s*(?:total\s+)?(?P<m>length|area)(?:\s+(?:altogether|in total|together))?(?=\s*(?:$|[.?!]))",
        "total <m> of <x>",
    ),
    (
        r"\b(?:outdo|outdoes|outstrips?|tops?|beats?|surpass(?:es)?|exceeds?|overtakes?|outmatch(?:es)?)\s+(?P<f>(?:the\s+)?[A-Z][^?.!]*?)\s+(?:in|by|for|as regards)\s+(?:its\s+)?length\b",
        "longer than <f>",
    ),
    (
        r"\b(?:outdo|outdoes|outstrips?|tops?|beats?|surpass(?:es)?|exceeds?|overtakes?|outmatch(?:es)?)\s+(?P<f>(?:the\s+)?[A-Z][^?.!]*?)\s+(?:in|by|for|as regards)\s+(?:its\s+)?(?:area|size|extent)\b",
        "larger than <f>",
    ),
    (
        r"^\W*(?:give|show|tell|report|state|what (?:is|are))?\s*(?:me\s+)?(?:both\s+)?the\s+(?:numbers?|counts?|totals?)\s+of\s+(?P<x>[a-z][\w -]*?)\s+and\s+(?:(?:also\s+)?the\s+(?:number|count|total)\s+of|of)\s+(?P<y>[a-z][\w -]*?)(?P<p>\s+in\s+[^?.!]+)?(?=\s*(?:$|[.?!]))",
        "how many <x> and how many <y> are there<p>",
    ),
    (
        r"\bhow\s+(?:much|high in)\s+(?P<e>[\w-]+)\s+(?:do|does|did)\s+(?:the\s+)?(?P<x>[a-z]{3,}s)(?P<p>\s+(?:in|of|from)\s+[A-Z][^?.!,]*?)?\s+(?:contain|carry|have|hold|show|return|assay|run|bear)\s*(?:on average|on the average|in the mean|typically|in general)",
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
    (
        r"\b(?:the\s+)?(?P<s>maximum|minimum|average|mean|median|highest|lowest|standard deviation)\s+(?:of\s+|for\s+)?(?:the\s+)?(?P<e>[\w-]+)\s+(?:of|over|in|among|across|for)\s+(?:all\s+)?(?:of\s+)?(?:the\s+)?(?P<x>[a-z]{3,}s)\b",
        "<s> <e> content of <x>",
    ),
)
"""Pattern and plain words, in the order in which they are put."""
