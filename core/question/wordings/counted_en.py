# ruff: noqa: E501  # patterns are easier to keep in long lines
"""English wordings of two numbers asked at once, of groups and of sums over all features of a kind."""

from __future__ import annotations

_P = r"(?P<p>\s+(?:in|within|of|for)\s+(?:the\s+)?[A-Z][^,;:?.!]*?)"
_P2 = r"(?:\s+(?:in|within|of|for)\s+(?:the\s+)?[A-Z][^,;:?.!]*?)"
_THERE = r"(?:\s+(?:there|in it|are there|are there there|in the same area))?"
_END = r"(?=\s*(?:$|[.?!]))"
_N = r"(?:(?:the|a|total)\s+)*(?:numbers?|counts?|totals?)\s+of\s+(?:the\s+|all\s+)?"
_OTHER = r"\s*(?:,|;)?\s*(?:and(?: also)?|plus|as(?: well as)?|together with|along with|,|;|then|and then)\s*"
_TWO = "how many <x> are there <p>? how many <y> are there <p>?"
_LINE = r"(?P<y>[a-z][a-z -]*?s)"
_FIRST = r"(?P<x>[a-z][\w -]*?s)"

COUNTED: tuple[tuple[str, str], ...] = (
    # two numbers at once
    (rf"^\W*{_N}{_FIRST}{_P}{_OTHER}(?:{_N}|of\s+|the\s+){_LINE}{_P2}?{_THERE}{_END}", "how many <x> are there <p>? how many <y> are there <p>?"),
    (rf"^\W*(?:what(?:['’]s| is| are)\s+){_N}{_FIRST}{_P}{_OTHER}(?:{_N}|of\s+(?:the\s+)?){_LINE}{_P2}?{_THERE}{_END}", _TWO),
    (rf"^\W*{_N}{_FIRST}{_OTHER}(?:{_N})?(?:of\s+)?{_LINE}{_P}{_END}", _TWO),
    (rf"^\W*(?:count|tally)\s+(?:both\s+)?(?:up\s+)?(?:the\s+|all\s+)*{_FIRST}{_P}?{_OTHER}(?:count\s+|also\s+)*(?:the\s+|all\s+)*{_LINE}{_P}{_THERE}{_END}".replace("(?P<p>", "(?:", 1), _TWO),
    (rf"^\W*(?:count|tally)\s+(?:both\s+)?(?:up\s+)?(?:the\s+|all\s+)*{_FIRST}{_P}{_OTHER}(?:count\s+|also\s+)*(?:the\s+|all\s+)*{_LINE}{_THERE}{_END}", _TWO),
    (
        rf"^\W*(?:two (?:numbers|figures|counts)\s+)?(?P<p>(?:for|in)\s+(?:the\s+)?[A-Z][^,;:?.!]*?)\s*[:,]?\s*(?:(?:give|tell|show)\s+me\s+|count\s+|how many\s+)?(?:{_N})?(?:the\s+)?{_FIRST}{_OTHER}(?:{_N})?(?:the\s+)?{_LINE}{_END}",
        "how many <x> are there <p>? how many <y> are there <p>?",
    ),
    (r"\b(?P<a>are there|are)\s+for\s+(?=[A-Z])", "<a> in "),
    # groups
    (
        r"(?:^\W*|\b)(?:break|split|divide|bring|group)\s+(?:the\s+|all\s+)*(?P<x>[a-z ]*?s(?:\s+(?:in|of|from)\s+(?:the\s+)?[A-Z][^,;]*?)?)\s+(?:down|up|out)\s+(?:by|per|into)\s+",
        "number of <x> by ",
    ),
    (
        r"^\W*(?:the\s+|what is the\s+|what['’]s the\s+)?(?:distribution|split|division|spread|composition|make-?up|tabulation)\s+of\s+(?:the\s+)?(?P<x>[a-z ]*?s(?:\s+(?:in|of|from)\s+(?:the\s+)?[A-Z][^,;]*?)?)\s+(?:over|by|across|among|into|per)\s+(?:the\s+)?",
        "number of <x> by ",
    ),
    (
        r"^\W*(?:make\s+|give me\s+)?(?:a\s+|the\s+)?(?:table|list|overview)\s+of\s+(?P<k>[a-z ]+?)\s+(?:and|with|vs\.?|against)\s+(?:the\s+)?number\s+of\s+(?P<x>[a-z]+)\s+(?:for|in)\s+(?P<p>[A-Z][^,;?]*)",
        "number of <x> in <p> by <k>",
    ),
    # sums
    (rf"\b(?:the\s+)?(?:total|sum|combined|overall)\s+(?:(?:number\s+)?of\s+)?(?:kms?|kilomet(?:re|er)s?|miles)\s+of\s+(?P<x>[a-z -]+s)\b(?={_P2}|\s*$)", "total length of <x>"),
    (r"\b(?:the\s+)?(?:total|sum|combined|overall)\s+(?:km2|km²|square kilomet(?:re|er)s|sq\.? ?km|hectares)\s+of\s+", "total area of "),
    (r"\b(?:the\s+)?(?:sum|total) of (?:the\s+|all\s+)*(?P<x>[a-z -]+?)\s+(?P<m>length|area)s\b", "total <m> of <x>s"),
    (r"\b(?:the\s+)?(?:total|combined|summed|overall)\s+(?P<x>(?!length|area)[a-z][a-z -]*?)\s+(?P<m>length|area)\b(?=\s*(?:,|$|[.?!]|in\b|within\b|of\b))", "total <m> of <x>s"),
    (r"\b(?P<a>total (?:length|area) of [a-z -]+?s)\s*,\s*(?=[A-Z])", "<a> in "),
    (r"\bwhat\s+do\s+(?:the\s+)?(?P<m>length|area)s\s+of\s+(?:all\s+)?(?:the\s+)?(?P<x>.+?)\s+(?:add up to|sum (?:up )?to|come to|amount to|total)\b", "total <m> of <x>"),
    (rf"\bif (?:you|we|one)\s+(?:lined up|laid|put|joined|strung together|added(?: up)?)\s+(?:all\s+)?(?:the\s+)?(?P<x>.+?)(?:\s+(?:end to end|together|in a row))?\s*,\s*how (?:long|far) would (?:they|it) (?:be|reach|stretch){_END}", "total length of <x>"),
    (rf"\bthe (?P<m>length|area) of all\s+(?:the\s+)?(?P<x>[^,?]+?)\s+(?:combined|together|taken together|put together|summed|added up|in total){_END}", "total <m> of <x>"),
    (r"^(?P<q>\W*(?:in [^,]+,\s*)?)(?:what is\s+)?(?:the\s+)?area\s+(?:occupied|covered|taken up|underlain)\s+by\s+(?P<x>[^,?]+?)(?:\s*,?\s+(?:altogether|in total|overall|in all))?\s*(?=$|[.?!])", "<q>total area of <x>"),
    (rf"^\W*(?:the\s+)?area of\s+(?P<x>[a-z -]+?)\s+(?:exposed|outcropping|cropping out|mapped)(?P<p>\s+in\s+[^,?]+?),?\s*(?:in total|altogether|overall|in all)?{_END}", "total area of <x> <p>"),
    (rf"\b(?:how big|how large|what size|how great) (?:of )?an area (?:is|are)\s+(?:underlain|covered|occupied|taken up|made up) (?:by|of)\s+(?P<x>[^,?]+?){_END}", "total area of <x>"),
    (rf"\bhow much(?: of an)? area do (?:all\s+)?(?:the\s+)?(?P<x>[^,?]+?)\s+(?:make up|cover|occupy|take up|amount to)(?:\s+(?:together|altogether|in total|combined)){_END}", "total area of <x>"),
    # shares
    (r"^(?:of|out of)\s+(?:all\s+)?(?:the\s+)?(?P<x>[^,?]+?),\s*(?:what|how large a|how big a|how high a)\s+(?:share|percentage|proportion|fraction)\s*(?:\(?\s*(?:in|as a)\s+(?:per\s?cent(?:age)?|%)\s*\)?)?\s+(?:is|are|lies?|sits?)\s+(?P<b>.+)", "what percentage of <x> are <b>"),
    (r"^(?P<x>[^:?]+?)\s*:\s*(?:what|which)\s+(?:share|percentage|proportion|fraction)\s+(?:of them\s+)?(?:is|are|lies?)\s+(?P<b>.+)", "what percentage of <x> are <b>"),
    # the largest one
    (r"\b(?:within|inside|in)\s+(?P<r>[A-Z][\w ]*?)['’]s?\s+(?P<s>largest|biggest|most extensive|longest)\s+(?P<x>[a-z ]+?)(?=\s*(?:$|[.?!,]))", "within the <s> <x> in <r>"),
    (r"\b(?:the\s+)(?P<x>[a-z]+ (?:body|bodies|unit|mass|massif))\s+(?:of|in)\s+(?P<r>(?:the\s+)?[A-Z][\w ]*?)\s+(?:with|having|that has)\s+the\s+(?:largest|greatest|biggest)\s+(?:area|extent|surface)\b", "the largest <x> in <r>"),
    (r"\bthe\s+(?P<x>[a-z]+ (?:body|unit|mass|massif))\s+that\s+is\s+(?:the\s+)?(?P<s>largest|biggest)(?:\s+(?:by|in) (?:area|extent|surface))?\b", "the <s> <x>"),
    (r"^\W*(?:the\s+)?(?P<s>largest|biggest)\s+(?P<x>[^:,?]+?)\s*:\s*(?P<y>[a-z ]+?s)\s+(?:inside|within|in it|in there|contained)(?=\s*(?:$|[.?!]))", "<y> inside the <s> <x>"),
    # attributes
    (r"\b(?:that|which)\s+(?:belong|belongs)\s+to\s+(?:the\s+)?(?P<g>[\w -]+?)\s+(?:type|class|category)\b", "of <g> type"),
    (r"\b(?P<f>[a-z]+s)\s+(?P<p>in\s+(?:the\s+)?[A-Z][\w ]*?)\s+(?:that|which)\s+are\s+(?P<a>[a-z]+)\s+(?P<t>[a-z]+lines)\b", "<a> <t> <p>"),
    (r"\b(?P<t>[a-z]+lines)(?P<p>\s+in\s+(?:the\s+)?[A-Z][\w ]*?)\s+(?:with\s+(?P<a>[a-z]+)\s+(?:rocks?|strata|beds?)\s+(?:in|at|as)\s+(?:the(?:ir)?\s+)?core|cored by\s+(?P<b>[a-z]+)\s+(?:rocks?|strata|beds?))", "<a> <b> <t> <p>"),
    # names
    (r"\bnames?\s+starting\s+(?=[A-Z\"'“])", "names starting with "),
    (r"\bwith\s+(?:a\s+)?names?\s+(?:beginning|starting)\s+(?:in|on)\s+", "with names starting with "),
    (r"\b(?:named|called)\s+(?P<t>[A-Z]\w+)(?:\s*(?:\.\.\.|…)|\s+(?:something|and so on|-something))", "whose name starts with <t>"),
)  # fmt: skip
"""Pattern and plain words, in the order in which they are put."""
