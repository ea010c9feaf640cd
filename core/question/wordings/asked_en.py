# ruff: noqa: E501  # patterns are easier to keep in long lines
"""English frames: filter X to those that …, two numbers for a place, a hull drawn first, a point where one stands."""

from __future__ import annotations

from core.question.unit_words import CONCENTRATION
from core.question.wordings.pieces_en import LE, K, Q

_END = r"(?=\s*(?:$|[.?!]))"
_THEN = r"\s*(?:[,;.:]|\band\b)+\s*(?:and\s+)?(?:then\s+|now\s+|next\s+)?"
_LIST = r"(?:(?:list|show|give|tell|name|report|find|return|display|count|say)(?:\s+me)?\s+(?:the\s+|all\s+(?:the\s+)?)?)?(?:(?:which|what)\s+)?"
_BE = r"(?:(?:that|which)\s+)?(?:(?:are|is|lie|lies|fall|falls|sit|sits|occur|occurs|located|found|there|plot|can be|be|reached|do|we find|exist|come|have|contained)\s+)*"
_X = r"(?P<x>[a-z][\w -]*?)"
_PLACE = r"(?:(?:in|of|for|within|from)\s+(?:the\s+)?[A-Z][^,;:?.!]*?)"
_DRAW = r"(?:draw|put|take|build|construct|form|make|compute|calculate|create|lay|imagine|consider|span|wrap|place|use|generate|work out|given|with|if (?:you|we|i|one) (?:draw|put|take|build|construct|form|make|drew)|drawing|taking|building|using)"
_NUMBER = r"(?:the\s+|a\s+)?(?:total\s+)?(?:number|count|total|tally)\s+of\s+(?:all\s+)?(?:the\s+)?"
_TWO = "how many <x> are there <p>? how many <y> are there <p>?"
_COORD = r"(?:(?:longitude|latitude|lon|lat|long)\.?\s*)?-?\d+(?:\.\d+)?\s*(?:°|º|degrees?|deg)?\s*(?:of\s+)?(?:longitude|latitude|east|west|north|south|[EWNS]\b)?"
_POINT = rf"(?P<p>(?:the\s+)?(?:point|location|position|coordinates?|spot|place)?\s*(?:at|with|of|:)?\s*{_COORD}\s*(?:,|;|/|and|by)?\s*{_COORD})"
_STAND = r"(?:(?:i|we)(?:['’]m| am|['’]re| are)?\s+(?:now\s+|currently\s+)?(?:standing|stand|located|based|camped|sitting|parked|working|staying)?\s*(?:here\s+)?(?:at|on|in)|(?:standing|camped|located|based|being)\s+(?:at|on)|(?:my|our|the|this)\s+(?:current\s+)?(?:position|location|camp|point|place|coordinates|standpoint)\s*(?:is|are|=|:)\s*(?:at)?|given|take|taking|starting from|starting at|from|at|around|consider|for|about|near|with the centre at|centred on)"
_HERE = r"(?:this (?:point|place|spot|location|position)|that (?:point|place|spot|location|position)|the (?:point|spot|location|position)|here|there|it|me|us|my (?:position|location))"
_MOST = r"(?:the\s+)?(?:most|highest number of|largest number of|greatest number of|highest count of|highest counts of|maximum number of)"
_U = rf"(?P<u>{CONCENTRATION})"
_D = r"\d[\d.]*(?<!\.)"
_BREAKS = r"(?:class\s+)?(?:limits?|bounds|boundaries|breaks?|borders|edges|thresholds?|cuts?|cut-?offs?|break points|breakpoints|dividing values|divisions|divides)"
_AT = rf"(?:(?:are|is|be|being|were|lie|lies|set|placed|put|fixed|taken|chosen|drawn|at|to|as|of|=|:)\s+)*(?P<a>{_D})\s*(?:{CONCENTRATION})?\s*(?:and|/|,|&)\s*(?P<b>{_D})\s*{_U}?"
_CLASSES = r"(?:classes|class|groups?|bins?|bands?|ranges?|categor(?:y|ies)|intervals?)"
_E = r"(?P<e>[a-z][\w-]*)"
_SAMPLES = r"(?P<x>(?:[a-z]\w*\s+){0,2}?[a-z]{3,}s)(?P<p>\s+(?:in|from|of|within)\s+(?:the\s+)?[A-Z][\w'’–-]*(?:\s+(?!(?:have|has|with|having|by|into|per|fall|are|is|lie|there|in)\b)[\w'’–-]+){0,3})?"
_CONTENT = r"(?:\s+(?:content|contents|values?|concentrations?|grades?|levels?))?"
_MADE = "number of <x> <p> by <e> classes at <a> and <b> <u>"
_COUNT_EACH = r"(?:\s*[,;]?\s*(?:and\s+|then\s+)*(?:(?:count|give|tell|show|list|report|state)\s+[^;?.]*|how many\s+[^;?.]*|(?:the\s+)?(?:number|count)s?\s+(?:of\s+[a-z]{3,}s\s+)?(?:per|in each|for each|of each)[^;?.]*))?"
_OP = r"(?P<op>exceed(?:s|ing)?|pass(?:es|ing)?|surpass(?:es|ing)?|top(?:s|ping)?|above|over|more than|greater than|higher than|at least|reach(?:es|ing)?(?:\s+over|\s+more than)?|below|under|less than|lower than|have more than|have over|with more than|with over)"
_UNIT = CONCENTRATION

ASKED: tuple[tuple[str, str], ...] = (
    # filter X to those that …
    (
        r"^\W*(?:filter|narrow|restrict|reduce|limit|cut|whittle|trim|thin|boil|pare|confine|bring)\s+(?:down\s+)?(?:out\s+)?(?P<x>(?:the\s+|all\s+)*[a-z][^,;?]*?)\s+(?:down\s+)?(?:to|for|on|by)\s+(?:just\s+|only\s+)?(?:the\s+)?(?:those|ones|ones only|only those|[a-z]+s)\s+(?=[a-z])",
        "list <x> ",
    ),
    (r"^\W*(?:from|among|amongst|out of|of)\s+(?P<x>the\s+[^,;?]+?),?\s+(?:pick|select|take|choose|keep|extract|retain|filter|show|list|return)(?:\s+out)?\s+(?:me\s+)?(?:only\s+)?(?:the\s+)?(?:those|ones)\s+", "list <x> "),
    (r"(?P<v>\b(?:take|subtract|from|of|and|minus|deduct|compute)\s+)(?P<f>the\s+(?!length|area)[^,?'’]+?)['’]s\s+(?P<m>length|area)\b", "<v>the <m> of <f>"),
    # what is found in an analysis
    (r"\b(?:(?:that|which)\s+)?(?:(?:was|were|are|is|have been|has been)\s+)?(?:found|shown|known|reported|measured|proved|analysed|seen|determined)\s+to\s+(?:contain|have|carry|hold|bear|show|yield|run|be)\s+", "with "),
    (rf"\bwhose\s+{_E}\s+(?:assay|analysis|result|reading|value|figure|content|grade)s?\s+(?:came|comes|come|turned|was|were|is|are|lay|lies)\s*(?:in|out|back|up)?\s*(?:at|as)?\s*(?=above|over|below|under|more|less|greater|higher|lower|between|from|at)", "with <e> "),
    (rf"\bin which\s+{_E}\s+(?:was|were|is|has been)\s+(?:measured|found|determined|analysed|recorded|detected|reported)\s+(?:to be\s+|at\s+)?", "with <e> "),
    (r"\b(?:where|in which|whose)\s+(?:the\s+)?(?:assays?|analysis|analyses|results?|lab|laboratory)\s+(?:returned|gave|showed|found|reported|yielded|measured|reports|shows|returns|gives)\s+", "with "),
    (rf"\b(?:lie|lies|fall|falls|are|is|lying|falling)?\s*(?:in|within|inside)\s+(?:the|an?)\s+{_E}\s+(?:range|interval|band|bracket|window)\s+(?:of|from|between)\s+(?P<a>{_D})\s*(?:{_UNIT})?\s*(?:to|and|-|–)\s*(?P<b>{_D})\s*{_U}", "with <e> between <a> and <b> <u>"),
    (rf"\b(?:ran|runs?|running|go|goes|range|ranges|ranging|vary|varies)\s+(?:from|between)\s+(?P<a>{_D})\s*(?:{_UNIT})?\s*(?:to|and|-|–)\s*(?P<b>{_D})\s*{_U}\s+(?:in|of|for)\s+{_E}\b", "with <e> between <a> and <b> <u>"),
    (rf"\b(?:gave|ran|returned|yielded|assayed|showed|graded|held|contained|carried)\s+(?P<a>{_D})\s*(?:{_UNIT})?\s*(?:to|-|–)\s*(?P<b>{_D})\s*{_U}\s+(?:in\s+|of\s+)?{_E}\b", "with <e> between <a> and <b> <u>"),
    (r"^\W*(?:for|in)\s+which\s+(?P<x>[^?]+?)\s+did\s+(?:the\s+)?(?:lab|laboratory|analysis|analyses|assay|assays|analyst)\s+(?:report|return|measure|find|give|show|yield)\s+", "which <x> with "),
    (r"\b(?:turned|turn|came|come|proved|proves)\s+(?:out\s+)?to\s+(?:have|contain|carry|hold|be|show)\s+", "with "),
    (r"\s*,?\s*\bor both(?: of them)?(?=\s*(?:$|[.?!]))", ""),
    # two limits: exceed 200 ppm of one or 8 ppm of the other
    (
        rf"\b(?:(?:that|which)\s+)?(?:are\s+|is\s+|lie\s+|(?:with|having|have|has)\s+(?:both\s+|either\s+)?)?{_OP}\s+(?:both\s+|either\s+)?(?P<a>{_D}\s*{_UNIT})\s+(?:in\s+|for\s+|of\s+)?{_E},?\s+(?P<j>or|and|and also|as well as|and,? at the same time),?\s+(?:(?:also\s+)?(?:exceed|pass|surpass|more than|over|above|reach)\s+)?(?P<b>{_D}\s*{_UNIT})\s+(?:in\s+|for\s+|of\s+)?(?P<f>[A-Z][a-z]?|[a-z]{{3,12}})\b",
        "with <e> <op> <a> <j> <f> <op> <b>",
    ),
    (r"(?P<w>\bwith [\w-]+) (?:have |with )(?P<t>more than|over)", "<w> <t>"),
    (r"(?P<a>\b(?:with|or|and|as well as) [\w-]+ )(?:exceed|pass|surpass|top|reach)(?:s|es|ing)?(?: over| more than)?(?= \d)", "<a>above"),
    (r"\b(?:and at the same time|as well as|and also)\s+(?=[\w-]+ (?:above|over|more|below|under|less|greater|higher|lower|at least|exceed))", "and "),
    (rf"\b(?:meeting|fulfilling|satisfying|that (?:meet|fulfil|fulfill|satisfy)|which (?:meet|fulfil|satisfy)|satisfy|meet|fulfil|for which)\s+(?:at least\s+)?(?:one|either|any)\s+(?:or both\s+|or more\s+)?of\s+(?:these|the|the following|two|the two|both)?\s*(?:two\s+|following\s+)?(?:conditions?|criteria|limits|requirements|statements)?\s*[:,-]\s*{_E}\s+(?P<m>[^,;:]+?)\s*(?:,\s*or|,|;|\bor\b)\s*(?P<f>[A-Z][a-z]?|[a-z]+)\s+(?P<n>[^,;?]+?){_END}", "with <e> <m> or <f> <n>"),
    (r"\s*[,;(]+\s*(?:(?:only\s+)?(?:one|either|any)(?: one)?(?: of (?:the two|them|these|both|those))?(?: (?:alone|condition|criterion))?\s+(?:is|will|would|does|suffices|being)?\s*(?:be\s+)?(?:enough|sufficient|do|ok|fine|will do)?|or both|not necessarily both|either will do)\s*\)?(?=\s*(?:$|[.?!]))", ""),
    # is there a single one
    (r"^\W*(?:is|are)\s+there\s+(?:at least one|even one|a single|a single one|so much as (?:one|a single|one single)|any single|one single|but one|just one)\s+(?!(?:more|less)\b)", "is there a "),
    (r"^\W*(?:does|do|can|could|is)\s+(?:even\s+)?(?:a single|at least one|one single|so much as one)\s+(?P<x>[^?]+?)\s+(?:be\s+)?(?:lie|found|sit|occur|exist|located|situated|fall)\s+", "is there a <x> "),
    (r"^\W*(?:do|does)\s+(?P<r>(?:the\s+)?[A-Z][\w ]*?)\s+have\s+(?:a single|at least one|even one)\s+", "is there in <r> a "),
    # where one stands
    (rf"^\W*{_STAND}\s*(?P<c>{_POINT})\s*[,;:.]\s*(?:and\s+)?{_LIST}{_X}\s+{_BE}(?:at\s+a\s+distance\s+of\s+)?(?:{LE}\s+)?{Q}(?:\s+(?:away|or less|or closer))*(?:\s+(?:of|from|to|around)\s+{_HERE})?(?:\s+away)?{_END}", "<x> within <q> of <c>"),
    (rf"^\W*{_STAND}\s*(?P<c>{_POINT})\s*[,;]\s*(?:{LE}\s+){Q}(?:\s+away)?\s*[,;:]\s*{_LIST}{_X}{_END}", "<x> within <q> of <c>"),
    (r"\bof\s+(?:where (?:i am|we are|i stand|we stand)|my position|our position|my location|our location|me|us)\s*[:,(]\s*(?:at\s+)?(?=-?\d|lon|lat)", "of "),
    (rf"\b(?:surround|surrounding|around|encircle)\s+{_POINT}\s+(?:within|inside|in)\s+(?:a radius of\s+)?{Q}", "within <q> of <p>"),
    (rf"\b(?:{LE})\s+{Q}(?:\s+away)?\s+(?:from|of)\s+(?:the\s+point\s+|the\s+location\s+)?(?:at\s+)?lat(?:itude)?\s*(?P<b>\d+(?:\.\d+)?)\s*(?:°|degrees)?\s*(?:n(?:orth)?)?\s*(?:,|and|;|/)?\s*(?:and\s+)?lon(?:g|gitude)?\s*(?P<a>\d+(?:\.\d+)?)\s*(?:°|degrees)?\s*(?:e(?:ast)?)?\b", "within <q> of longitude <a>, latitude <b>"),
    (rf"^\W*(?:centre|center|middle|point|position)\s*[:=]?\s*(?P<c>{_POINT})\s*[,;]\s*(?:radius|distance|within|search radius)\s*(?:of|=|:)?\s*{Q}\s*[,:;]\s*{_LIST}{_X}{_END}", "<x> within <q> of <c>"),
    (r"\b(?P<w>-?\d+(?:\.\d+)?)\s*°?\s*(?:<=|<|≤)\s*(?P<n>longitude|latitude|lon|lat|long)\s*(?:<=|<|≤)\s*(?P<e>-?\d+(?:\.\d+)?)", "<n> between <w> and <e>"),
    # boxes
    *(
        (
            r"\b(?:box|rectangle|quadrangle|area|window|bounding box|square|map sheet|block|frame)\s*(?:that is\s+)?(?:bounded|limited|delimited|defined|given|with|enclosed|framed|marked)?\s*(?:by|with|of|having|from)?\s*(?:the\s+)?(?:edges?|limits?|bounds|sides?|borders?)?\s*[:(]?\s*"
            + r"\s*(?:,|and|;)?\s*(?:and\s+)?".join(
                rf"(?:its\s+|the\s+)?{name}(?:ern|\s+)?\s*(?:edge|limit|bound|boundary|side|border|margin)?\s*(?:at|of|is|=|:)?\s*(?P<{name[0]}>-?\d+(?:\.\d+)?)\s*(?:°|degrees?)?\s*[EWNS]?" for name in order
            ),
            "box longitude between <w> and <e> and latitude between <s> and <n>",
        )
        for order in (("west", "south", "east", "north"), ("west", "east", "south", "north"), ("north", "south", "east", "west"), ("south", "north", "west", "east"), ("north", "south", "west", "east"), ("east", "west", "north", "south"), ("south", "west", "north", "east"))
    ),
    (r"\b(?:bounding box|bbox|box|rectangle|window|extent)\s*[:(\[]?\s*(?:of\s+)?(?P<w>-?\d+(?:\.\d+)?)\s*,\s*(?P<s>-?\d+(?:\.\d+)?)\s*,\s*(?P<e>-?\d+(?:\.\d+)?)\s*,\s*(?P<n>-?\d+(?:\.\d+)?)\s*[)\]]?", "box longitude between <w> and <e> and latitude between <s> and <n>"),
    (r"\b(?:box|rectangle|quadrangle|window|area|square)\s+(?:with|between|from|having|spanned by|defined by)\s+(?:the\s+)?(?:(?:opposite\s+|two\s+)?corners?|corner points)?\s*(?:at\s+)?(?P<w>\d+(?:\.\d+)?)\s*°?\s*E\s*[,/]?\s*(?P<s>\d+(?:\.\d+)?)\s*°?\s*N\s*(?:and|to|-|–)\s*(?P<e>\d+(?:\.\d+)?)\s*°?\s*E\s*[,/]?\s*(?P<n>\d+(?:\.\d+)?)\s*°?\s*N", "box longitude between <w> and <e> and latitude between <s> and <n>"),
    # two numbers
    (rf"^\W*(?:(?:give|tell|show|name)\s+(?:me\s+)?|(?:i|we)\s+(?:want|need|would like)(?:\s+to know)?\s+)?(?:list\s+)?(?:two|both|2)\s+(?:numbers|counts|figures|totals|values|things)\s+(?P<p>{_PLACE})\s*,?\s*(?:please)?\s*[:,–-]\s*(?:{_NUMBER}|how many\s+)?{_X}(?:\s+there are|\s+are there)?\s*(?:,|and|;)+\s*(?:and\s+)?(?:{_NUMBER}|how many\s+|the\s+)?(?P<y>[a-z][a-z -]*?s)(?:\s+there are|\s+are there)?{_END}", _TWO),
    (rf"^\W*(?P<p>{_PLACE})\s*,?\s*(?:i|we)\s+(?:want|need|would like)(?:\s+to know)?\s+(?:list\s+)?(?:two|both|2)\s+(?:numbers|counts|figures|totals|values|things)\s*[:,–-]\s*(?:{_NUMBER}|how many\s+)?{_X}(?:\s+there are|\s+are there)?\s*(?:,|and|;)+\s*(?:and\s+)?(?:{_NUMBER}|how many\s+|the\s+)?(?P<y>[a-z][a-z -]*?s)(?:\s+there are|\s+are there)?{_END}", _TWO),
    (rf"^\W*(?:(?:give|tell|show)\s+me\s+|(?:i|we)\s+(?:want|need|would like)(?:\s+to know)?\s+|list\s+)?(?:both\s+)?{_NUMBER}{_X}\s+(?:and|as well as|plus)\s+(?:also\s+)?{_NUMBER}(?P<y>[a-z][a-z -]*?s)\s+(?P<p>{_PLACE}){_END}", _TWO),
    (rf"^\W*(?:tell me\s+|say\s+|show me\s+)?how many\s+{_X}\s+and\s+(?:how many\s+)?(?P<y>[a-z][a-z -]*?s)\s+(?:there are|are there|exist)\s+(?P<p>{_PLACE})\s*,?\s*(?:each\s+|both\s+)?(?:separately|apart|individually|one by one|in two numbers){_END}", _TWO),
    (rf"^\W*(?P<p>(?:the\s+)?[A-Z][^,;:?.!]*?)\s*:\s*{_NUMBER}{_X}\s*(?:,|and|as well as|plus)+\s*{_NUMBER}(?P<y>[a-z][a-z -]*?s){_END}", "how many <x> are there in <p>? how many <y> are there in <p>?"),
    (rf"^\W*(?:please\s+)?(?:report|give|state|tell me|list|show)\s*,?\s*(?P<p>{_PLACE})\s*,\s*{_NUMBER}{_X}\s+(?:and|as well as|plus)\s+{_NUMBER}(?P<y>[a-z][a-z -]*?s){_END}", _TWO),
    # a hull that is drawn first
    (rf"^\W*{_DRAW}\s+(?:up\s+)?(?:a|the)\s+(?P<h>(?:smallest\s+|minimum\s+)?convex\s+(?:hull|envelope|polygon|outline))\s+(?:around|round|about|of|from|for|over|through|on|enclosing|containing)\s+(?:all\s+)?(?:of\s+)?(?:the\s+)?(?P<y>[^,;:?.]+?){_THEN}{_LIST}{_X}\s+{_BE}(?:(?:inside|in|within|enclosed by|covered by)\s+(?:it|this hull|that hull|the hull|this|that)|inside|within(?:\s+it)?|(?:that\s+|which\s+)?it\s+(?:contains|encloses|holds|covers)){_END}", "<x> within the <h> of the <y>"),
    (rf"^(?=.*\bconvex hull\b)\W*(?:around|for|from|about|given|with|taking|from all)\s+(?:the convex hull (?:of|around)\s+)?(?:all\s+)?(?:the\s+)?(?P<y>[^,;:?.]+?)(?:,?\s*(?:draw|form|build|make|compute|take|put)\s+(?:the|a)\s+convex\s+hull)?{_THEN}{_LIST}{_X}\s+{_BE}(?:within|inside|in it|inside it|within it|does it contain|it contains|does it enclose|it encloses){_END}(?<!\bnever)", "<x> within the convex hull of the <y>"),
    (r"\bconvex hull\s+(?:formed|spanned|made|given|built|drawn|set up|defined|enclosed)\s+(?:up\s+)?(?:by|from|around|through|of)\s+(?:all\s+)?(?:the\s+)?", "convex hull of the "),
    (rf"^\W*(?P<x>[a-z][^,;?]*?)\s+(?:with|and|together with|along with)\s+(?:the\s+)?(?P<k>{K}\s+)?(?P<y>[a-z]+)\s+(?P<m>closest|nearest)\s+to\s+(?:each|it|them)(?:\s+(?:one|of them))?{_END}", "for each <x>, the <k><m> <y>"),
    # for all X, the two Y closest to each one
    (rf"\bfor\s+all(?:\s+of)?(?:\s+the)?\s+(?P<x>[^,;]+?),\s*(?:how far(?: away)?\s+(?:is|lies)\s+the\s+(?P<m>closest|nearest)\s+(?P<y>[a-z]+)){_END}", "list <x> with their distance to the <m> <y>"),
    # … and how far each is from the nearest
    (rf"^\W*(?:which|what are(?: the)?|what|list(?: the)?|show(?: me)?(?: the)?|name(?: the)?|give(?: me)?(?: the)?)\s+(?P<x>[^,;?]+?)\s*,?\s*(?:and|with|together with|along with|plus)\s+(?:also\s+)?(?:state|say|give|list|tell me|show|report|for each(?: one| of them)?,?)?\s*(?:how far(?:\s+away)?\s+(?:(?:is|are|lies|lie|it is)\s+)?(?:from\s+)?(?:each(?:\s+(?:one|of them|of these|[a-z]+))?|they|it)\s*(?:is|are|lies|lie)?\s*(?:away\s+)?(?:from|to)|(?:what is\s+|give\s+|list\s+|state\s+)?(?:for each(?: one| of them)?,?\s*)?(?:its|their|the)\s+(?:respective\s+)?distances?\s+(?:(?:of|from|for)\s+each(?:\s+of\s+(?:them|these))?\s+)?(?:to|from))\s+(?:the|its|their)\s+(?P<m>closest|nearest)\s+(?P<f>[a-z]+){_END}", "list <x> with their distance to the <m> <f>"),
    (rf"^\W*(?P<x>(?!(?:how|what|which|list|is|are|for|the distance)\b)[a-z][^,;?]+?)\s*,?\s*(?:and|with|together with|along with|plus)\s+(?:for each(?: one| of them)?,?\s*)?(?:how far (?:each|they|it)(?: one)? (?:is|are|lies) from|(?:its|their|the)\s+distance\s+(?:to|from))\s+(?:the|its|their)\s+(?P<m>closest|nearest)\s+(?P<f>[a-z]+){_END}", "list <x> with their distance to the <m> <f>"),
    (r"\b(?P<x>[a-z]+s)\s+(?P<p>in\s+(?:the\s+)?[A-Z][\w ]*?)\s+(?:that\s+)?are\s+(?P<s>super-large|large|medium|small)\s+(?=with their distance)", "<s> <x> <p> "),
    # the one that has the most around it
    (rf"^\W*(?:find|name|show|give|list|tell me|which|what|identify)?\s*(?:me\s+)?(?:is\s+)?(?:the\s+)?(?:one\s+|single\s+)?(?P<f>[a-z]+)(?P<p>\s+{_PLACE})?\s+(?:(?:that|which)\s+)?(?:has|counts|shows|boasts|is surrounded by|surrounded by|is accompanied by|having|with|collects|gathers)\s+{_MOST}\s+{_X}\s*(?:around it|about it|round it|in its (?:vicinity|surroundings|neighbourhood)|near it)?\s*[,(]?\s*(?:counting\s+(?:those|the ones|ones|all|[a-z]+s)?\s*|within|if one counts those\s+|taking those\s+|that lie\s+)?\s*(?:(?:inside|in|within|at)\s+)?(?:an?\s+)?(?:(?:radius|distance|circle|buffer)\s+of\s+)?(?:{LE}\s+)?{Q}(?:\s+(?:away|radius|of it|from it|around it|or less|distance|out))*\)?{_END}", "which <f><p> has the most <x> within <q>"),
    (rf"^\W*(?:find|name|show|give|list|tell me|which|what|identify)?\s*(?:me\s+)?(?:is\s+)?(?:the\s+)?(?:one\s+|single\s+)?(?P<f>[a-z]+)(?P<p>\s+{_PLACE})?\s+(?:around|near|about|close to)\s+which\s+{_MOST}\s+{_X}\s+(?:lie|are|sit|occur|are found|cluster|are located|fall)\s+(?:{LE}\s+)?{Q}{_END}", "which <f><p> has the most <x> within <q>"),
    # classes of a number
    (rf"^\W*(?:how many|number of|count(?: of)?(?: the)?|the number of)\s+{_SAMPLES}\s+(?:(?:fall|lie|are|is|belong|come|there are|plot|end up)\s+)*(?:there\s+)?(?:in|into|within|to|per|for)\s+(?:each|every|the)?\s*(?:of the\s+)?{_E}{_CONTENT}\s+{_CLASSES}\s*,?\s*(?:if|when|where|with|given|using|whose|assuming)\s+(?:the\s+|its\s+)?{_BREAKS}\s+{_AT}{_END}", _MADE),
    (rf"^\W*(?:split|divide|group|sort|put|break|bin|classify|arrange|separate|partition|class)\s+(?:up\s+)?(?:all\s+)?(?:the\s+)?{_SAMPLES}\s+(?:down\s+)?(?:(?:in)?to\s+)?(?:three\s+|3\s+|the\s+)?(?:{_CLASSES}\s+)?(?:by|of|on|according to|based on|for)?\s*(?:their\s+|the\s+)?{_E}{_CONTENT}\s*(?:{_CLASSES})?\s*[,(;]?\s*(?:with|at|using|having|by|and)?\s*(?:the\s+)?{_BREAKS}\s*{_AT}\)?{_COUNT_EACH}{_END}", _MADE),
    (rf"^\W*(?:with|given|using|taking|for|if)\s+(?:the\s+)?{_BREAKS}\s+{_AT}\s+(?:for|of|in|on)\s+(?:the\s+)?{_E}{_CONTENT}\s*,\s*(?:how many|count(?: the)?|give the number of)\s+{_SAMPLES}\s+(?:(?:are|fall|lie|there|belong)\s+)*(?:in|to|into|per|for)\s+each(?:\s+\w+)?{_END}", _MADE),
    (rf"^\W*(?:if|when|with)\s+(?:the\s+)?{_E}{_CONTENT}\s+(?:{_CLASSES}\s+)?(?:are|is|were|being)?\s*(?:cut|split|divided|broken|parted|separated|limited|bounded|classed)\s+{_AT}\s*,\s*(?:how many|count(?: the)?|give the number of)\s+{_SAMPLES}\s+(?:(?:are|fall|lie|there|belong)\s+)*(?:in|to|into|per|for)\s+each(?:\s+\w+)?{_END}", _MADE),
    (rf"^\W*(?:count|tally|how many|number of)\s+(?:the\s+)?{_SAMPLES}\s+(?:are\s+|fall\s+)?(?:in|into|by|per)\s+(?:the\s+)?(?:three\s+|3\s+|these\s+)?{_E}{_CONTENT}\s+{_CLASSES}\s*[:,(-]\s*(?:below|under|less than|up to|<)\s*(?P<a>{_D})\s*(?:{_UNIT})?\s*[,;]\s*(?:from\s+|between\s+)?(?P=a)\s*(?:{_UNIT})?\s*(?:to|-|–|and)\s*(?P<b>{_D})\s*(?:{_UNIT})?\s*[,;]?\s*(?:and\s+)?(?:above|over|more than|>)\s*(?P=b)\s*{_U}?\)?{_END}", _MADE),
    (rf"^\W*how\s+(?:are|do)\s+(?:the\s+)?{_SAMPLES}\s+(?:spread|distributed|divided|split|distribute|fall|divide)\s+(?:over|among|across|between|into|by)\s+(?:the\s+)?{_E}{_CONTENT}\s+{_CLASSES}\s+(?:with|having|using|at)\s+(?:the\s+)?(?:{_BREAKS})?\s*{_AT}{_END}", _MADE),
    (rf"^\W*(?:for|by|using|with)\s+(?:the\s+)?{_E}{_CONTENT}\s+{_CLASSES}\s+(?:split|cut|divided|separated|parted|with {_BREAKS}|broken)\s+{_AT}\s*,\s*(?:give|list|show|count|how many)\s+(?:the\s+)?(?:(?:counts|numbers?)\s+of\s+)?(?P<x>(?!counts\b)[a-z]+s)(?P<p>\s+(?:in|from|of|for)\s+[^,;?]+?)?{_END}", "number of <x> <p> by <e> classes at <a> and <b> <u>"),
    (rf"^\W*(?:how many|number of|count(?: of)?(?: the)?)\s+{_SAMPLES}\s+(?:fall|lie|are|belong|come|there are|go)?\s*(?:in|into|within|to|per|for)\s+(?:each|every)\s+(?:of\s+the\s+)?{_E}{_CONTENT}\s+{_CLASSES}\s+(?:divided|split|cut|separated|parted|defined|bounded|set)\s+{_AT}{_END}", _MADE),
    # for every region
    (r"\b(?:counted|tallied|given|listed|shown|reported|worked out|computed|taken|summed|split|broken down)?\s*(?:separately|individually|apart)\s+(?:for|in|by)\s+(?P<e>each|every)\s+", "for <e> "),
    (r"\b(?:for|in|by)\s+(?:each|every)\s+(?P<r>[a-z]+)\s*,?\s*(?:separately|individually|apart|on its own|by itself)\b", "for each <r>"),
    (r"\b(?:table|list) of (?P<r>regions|areas) with (?:their|the) numbers? of (?P<x>[a-z ]+?)(?=\s*(?:$|[.?!]))", "number of <x> per <r>"),
    (r"\bin every single\b", "in each"),
    (r"\bgive the count of (?P<x>[a-z ]+? for each)", "number of <x>"),
    (r"\b(?:counted\s+|tallied\s+|listed\s+|given\s+)?(?P<r>[a-z]+) by (?P=r)\b", "for each <r>"),
    (r"\b(?:how many\s+)?(?P<x>[a-z]+ [a-z]+s)\s+for each (?P<r>region|area|study area)\b(?!.*\bnumber\b)", "number of <x> for each <r>"),
    (r"\bnumber of number of\b", "number of"),
    # the highest value
    (rf"^\W*(?:at (?:the )?(?:very )?most,?\s*)?how\s+(?:high|large|big|great)\s+(?:does|do|is|are|can|could)\s+(?:the\s+)?{_E}{_CONTENT}\s*(?:get|go|reach|rise|climb|be|become|values go)?\s*(?:at (?:the )?(?:very )?most\s+)?(?P<p>(?:in|of|for|among|from)\s+(?:any\s+of\s+|all\s+)?(?:the\s+)?[^,?]*?[a-z]+s\b[^,?]*?)\s*,?\s*(?:at (?:the )?(?:very )?most|at (?:its|the) (?:highest|maximum)|maximally|at best)?{_END}", "maximum <e> content <p>"),
    (rf"^\W*(?:up\s+)?to\s+(?:what|which)\s+(?:value|level|height|content|figure)\s+(?:does|do|can)\s+(?:the\s+)?{_E}{_CONTENT}\s+(?:go|get|rise|climb|reach|run)(?:\s+up)?\s+(?P<p>(?:in|of|for|among|from)\s+[^,?]+?){_END}", "maximum <e> content <p>"),
    (rf"^\W*(?:what(?:['’]s| is)\s+)?the\s+most\s+{_E}\s+(?:that (?:was|is|has been)\s+)?(?:found|measured|recorded|reported|detected|seen|contained|there is)?\s*(?:in|among|from)\s+(?:any|all|one|a|the)?\s*(?:of\s+the\s+|single\s+)?(?P<x>[a-z]+?)s?(?P<p>\s+[^?]*)?{_END}", "maximum <e> content in <x>s<p>"),
    (rf"^\W*how much\s+{_E}\s+(?:does|do)\s+the\s+(?:richest|best|highest)\s+(?P<x>[a-z]+)(?P<p>\s+[^?]*?)?\s+(?:contain|have|hold|carry|show|run|return){_END}", "maximum <e> content in <x>s<p>"),
    # one length less another
    *(
        (pattern, f"how much {longer} is <x> than <y>")
        for measure, longer in (("length", "longer"), ("area", "larger"))
        for pattern in (
            rf"^\W*(?:take|compute|calculate|determine|find|start with|work out|get|what do (?:you|we|i) get if (?:you|we|i) (?:take))?\s*(?:the\s+)?{measure}\s+of\s+(?P<x>[^,;?]+?)\s*(?:[,;]|\band\b)+\s*(?:and\s+|then\s+)*(?:subtract|deduct|take away|take off|remove|minus|less)\s+(?:from it\s+)?(?:the\s+{measure}|that)\s+of\s+(?P<y>[^,;?.!]+?)(?:\s+from it)?(?:\s*[,;.]\s*(?:what (?:do you get|is the result|remains|is left|comes out|do i get|is that))?)?{_END}",
            rf"^\W*(?:what (?:do (?:you|we|i) get|is left|remains|comes out|results?)\s+(?:if|when)\s+(?:you|we|i|one)?\s*)?(?:subtract|deduct|take(?: away)?|remove)\s+(?:the\s+)?{measure}\s+of\s+(?P<y>[^?]+?)\s+(?:away\s+)?from\s+(?:the\s+{measure}|that)\s+of\s+(?P<x>[^?.!]+)",
            rf"^\W*from\s+(?:the\s+)?{measure}\s+of\s+(?P<x>[^,?]+?),\s*(?:subtract|deduct|take away|take|remove)\s+(?:away\s+)?(?:the\s+{measure}|that)\s+of\s+(?P<y>[^?.!]+)",
            rf"^\W*what\s+(?:is left|remains|is the rest|stays)\s+of\s+(?:the\s+)?{measure}\s+of\s+(?P<x>[^?]+?)\s+(?:when|if|after|once)\s+(?:you subtract\s+|subtracting\s+)?(?:the\s+{measure}|that)\s+of\s+(?P<y>[^?.!]+?)(?:\s+(?:is|has been)\s+(?:taken (?:off|away)|subtracted|removed|deducted))?{_END}",
            rf"^\W*(?:what is\s+)?(?P<x>(?:the\s+)?[^?']+?)['’]s\s+{measure}\s+(?:less|minus)\s+(?P<y>(?:the\s+)?[^?']+?)['’]s\s+{measure}{_END}",
        )
    ),
    (r"^\W*(?:by\s+)?how many(?: more)?\s+(?:kms?|kilomet(?:re|er)s)\s+(?:does|do|is)\s+(?P<x>[^?]+?)\s+(?:run\s+|extend\s+|stretch\s+)?(?:more |longer |further |farther )?than\s+(?P<y>[^?.!]+)", "how much longer is <x> than <y>"),
    (r"^\W*(?:the\s+)?(?:length difference|difference in length)\s*:?\s*(?P<x>[^?]+?)\s+minus\s+(?P<y>[^?.!]+)", "how much longer is <x> than <y>"),
    (rf"^\W*(?:if|when)\s+(?:i|you|we|one)\s+(?:subtract|deduct|take|remove)s?\s+the\s+length\s+of\s+(?P<y>[^?]+?)\s+(?:away\s+)?from\s+(?:the\s+length|that)\s+of\s+(?P<x>[^,?]+?),?\s*(?:what|how much)\s+(?:is left|remains|do i get|do you get|is the result|comes out|results){_END}", "how much longer is <x> than <y>"),
    (rf"^\W*(?:the\s+)?(?:length|distance)\s+over\s+which\s+(?P<f>[^?]+?)\s+(?:cuts|crosses|runs through|traverses|runs in|passes through|lies in)\s+(?P<u>[^?]+?){_END}", "what length of <f> lies within <u>"),
    # a part of a line
    (rf"^\W*(?:over|along|for)\s+(?:what|which|how much)\s+(?:length|distance)\s+(?:does|do)\s+(?P<f>[^?]+?)\s+(?:run|lie|pass|go|extend|cut|stretch)\s+(?:through|in|inside|within|across)?\s*(?P<u>[^?]+?){_END}", "what length of <f> lies within <u>"),
    # the most, said of groups
    (r"^\W*(?:which|what)\s+(?P<k>[a-z]+(?: [a-z]+)?)\s+(?:comes|ranks|is)\s+(?:first|on top|top|in first place)\s+(?:by|in|for)\s+(?:the\s+)?(?:number|count)\s+of\s+(?P<x>[a-z]+)", "which <k> has the most <x>"),
    (rf"^\W*(?:which|what)\s+(?:single\s+)?(?P<k>[a-z]+(?: [a-z]+)?)\s+(?:is\s+(?:represented|shared|borne|carried|shown|held|recorded)\s+(?:by|for|in)|accounts for|covers|stands for|comprises)\s+{_MOST}\s+(?P<x>[a-z]+)", "which <k> has the most <x>"),
    # the largest
    (rf"\b(?:which|what|the)?\s*(?P<k>{K})\s+(?P<x>[a-z]+ bod(?:y|ies)|[a-z]+)\s+(?P<p>(?:in|of)\s+(?:the\s+)?[A-Z][^,;?]*?)\s+(?:cover|occupy|have|span|show)\s+the\s+(?:largest|greatest|biggest)\s+(?P<m>area|surface|length|extent)s?\b", "the <k> largest <x> <p>"),
    (rf"\b(?:the\s+)?(?:top\s+)(?P<k>{K})\s+(?P<x>[^,?]+?)\s+by\s+(?P<m>area|length)\s+(?:covered|occupied|taken up)\b", "top <k> <x> by <m>"),
    (r"\boccupying the (?:largest|greatest|most) (?:area|surface|ground|space)\b|\b(?:with|having) the (?:largest|greatest|biggest) (?:extent|surface|spread)\b", "with the largest area"),
    (rf"\b(?P<a>which|the)\s+(?P<k>{K}\s+)?(?P<x>[a-z]+)(?P<p>\s+{_PLACE})?\s+(?:run|stretch|extend|reach)\s+(?:the\s+)?(?:farthest|furthest|longest){_END}", "the <k>longest <x><p>"),
    (rf"^\W*what\s+{_E}{_CONTENT}\s+(?:do|does)\s+(?P<x>(?:the\s+)?[a-z]+s\b[^?]*?)\s+(?:have|show|contain|carry)\s+on\s+(?:the\s+)?average{_END}", "average <e> content of <x>"),
    # a distance said as a noun
    (r"\b(?:have|with|having)\s+(?:an?\s+)(?P<f>[a-z]+)\s+as\s+(?:their|its)\s+(?:nearest|closest)(?:\s+one)?\s+at\s+", "whose nearest <f> is at "),
    (r"\bwith\s+(?:an?\s+)?(?:nearest|closest)[- ](?P<f>[a-z]+)\s+distances?\s+(?:of|from|between)\s+", "whose distance to the nearest <f> is "),
    (rf"\bat\s+(?P<a>{_D})\s*(?:km|m)?\s*(?:to|-|–|and)\s*(?P<b>{_D}\s*(?:km|m|metres|kilometres))\s+distance\s+from\s+", "between <a> and <b> from "),
    (r"\b(?P<v>find|finds|get|gets|see|sees)\s+(?:their|its)\s+(?P<m>nearest|closest)\s+", "have their <m> "),
    (rf"\b(?:that|which)?\s*(?:have|has|with|having)\s+no\s+(?P<f>[a-z]+(?: [a-z]+)?)\s+at\s+a\s+distance\s+of\s+(?:{LE}\s+)?{Q}(?:\s+or\s+(?:less|closer|nearer))?", "more than <q> from any <f>"),
    (rf"\b(?:keep|keeps|stay|have|maintain)\s+(?:at\s+)?a\s+distance\s+of\s+(?P<o>at least|more than|over|no less than)\s+{Q}\s+(?:from|to)\s+(?:all|every|each|any|the)?\s*(?:the\s+)?", "<o> <q> from any "),
    (rf"\b(?P<o>at least|more than|over|beyond|no less than|farther than|further than)\s+{Q}(?P<w>\s+away)?\s+from\s+(?:every|all|each)(?:\s+(?:of\s+)?the|\s+single)?\s+", "<o> <q> from any "),
    (rf"\b(?:count|counts|number|muster|can count)\s+(?P<k>{K})\s+or\s+more\s+(?P<f>[a-z]+)\s+within\s+(?:a\s+(?:radius|distance)\s+of\s+)?{Q}", "with at least <k> <f> within <q>"),
    (rf"(?P<k>\d+)\s?\+\s+(?P<f>[a-z]+)\s+(?:at a distance of\s+)?(?:{LE})\s+{Q}", "at least <k> <f> within <q>"),
    (r"\bin\s+(?:the\s+)?direction\s+(?:of\s+(?:the\s+)?)?(?P<d>north|south|east|west|north-?\s?east|north-?\s?west|south-?\s?east|south-?\s?west)\b", "to the <d>"),
    (rf"^\W*(?:starting|measured|seen|viewed|counting|going)\s+(?:out\s+)?from\s+(?P<f>[^,]+?),\s*{_LIST}{_X}\s+{_BE}(?:to|in|towards)\s+the\s+(?P<d>[a-z-]+)\s+(?:at a distance of\s+)?(?:{LE}\s+)?{Q}(?:\s+away)?{_END}", "<x> <d> of <f> within <q>"),
    (rf"\b(?P<l>within\s+[^,?]*?)\s+(?:of|from)\s+(?P<f>[^,?]+?)\s*,\s*on\s+its\s+(?P<d>[a-z-]+)\s+(?:side|flank){_END}", "<l> of <f> and to its <d>"),
    (rf"\b(?P<x>up to\s+{Q})\s+from\s+(?P<f>[^,?]+?)\s+to the\s+(?P<d>north|south|east|west|north-?\s?east|north-?\s?west|south-?\s?east|south-?\s?west){_END}", "within <q> of <f> and to its <d>"),
    (rf"\b(?P<a>within\s+{Q})\s+(?:around|round|of|from|about)\s+(?:them|it|each)\b", "<a>"),
    (
        rf"\b(?:that|which)\s+(?:have|has)\s+(?P<f>the\s+(?!nearest|closest)[^,?]+?)\s+(?:at a distance of\s+(?:{LE}\s+)?|within\s+){Q}(?:\s+(?:or less|away))?{_END}",
        "within <q> of <f>",
    ),
    # strictly inside
    (r"\b(?:that\s+)?(?:run|lie|stay|are|remain)\s+(?P<s>entirely|completely|wholly|fully|totally)\s+(?:in|inside|within)\s+(?P<u>(?:the\s+)?[A-Z][^,;?]*?)\s*,?\s*without\s+(?:ever\s+)?leaving\s+it", "lie <s> within <u>"),
    (r"\b(?P<s>strictly|entirely|completely|wholly|fully|totally)\s+(?P<i>in|inside|within)\s+(?P<u>[^,;?]*?)\s*,?\s*and\s+(?:stay|keep|remain)\s+(?:clear|off|away)\s+(?:of|from)?\s*(?:its|the)\s+(?:boundary|edge|border|limit|outline)", "<s> <i> <u>"),
)  # fmt: skip
"""Pattern and plain words, in the order in which they are put."""
