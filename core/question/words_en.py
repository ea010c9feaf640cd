# ruff: noqa: E501  # word lists are easier to keep in long lines
"""The closed-class words of English questions, by grammatical class.

These are the words that hold a question together; what a question is *about* comes from the schema card.  A
word may belong to several classes.  ``FILLER`` words carry no condition and may stand anywhere.
"""

from __future__ import annotations

ENGLISH: dict[str, str] = {
    "FILLER": "exposed|outcropping|taken|collected|drawn from|too|itself|themselves|whatever|pls|plz|thx|ta|cheers|umm|um|uh|hmm|gimme|wanna|gotta|i mean|id like|quickly|quick|maybe|perhaps|basically|overall then|folks|guys|dear|sir|sort of|kind of|a|an|the|please|kindly|me|my|us|our|i|we|you|your|want|would|like|wish|need|can|could|may|might|shall|"
    "should|will|to|know|see|get|tell|look|looking|all|every|each|any|some|there|it|its|they|them|their|these|those|"
    "this|of|for|on|at|located|situated|lying|lie|lies|sit|sits|sitting|placed|positioned|found|occur|occurs|occurring|"
    "present|currently|now|known|recorded|loaded|available|dataset|database|data|map|maps|layer|layers|record|records|"
    "entry|entries|feature|features|point|points|object|objects|location|locations|position|positions|place|places|"
    "also|only|just|then|exactly|precisely|approximately|approx|about|roughly|circa|ca|approximate|as|well|up|out|"
    "name|names|list|details|information|info|do|does|did|be|been|being|help|hi|hello|hey|thanks|thank|"
    "together|either|actually|really|ok|okay|so|if|'s|one|ones|kind|kinds|sort|sorts|such|that|which|who|whose|"
    "where|when|what|whats|has|have|having|had|here|entire|whole|total|is|are|was|were|im|id|lets|let|"
    "by|in|with|from|than|according|based|using|s|sites|site|respectively|highlight|study|interest|btw|"
    "mapped|observed|identified|reported|registered|documented|different|another|other|others|various|following|given|given that|anything|everything|something|"
    "distances|distance|along with|as well as|the ones|in total|in detail|at all|in the data|in the database|"
    "in the dataset|on the map|on a map|in this region|in this area|in the region|in the area|in the study area",
    "BOX": "box|bounding box|rectangle|quadrangle|quadrilateral|rectangular area|window|coordinate box",
    "LIST": "show|list|find|display|highlight|locate|give|map|plot|return|identify|search|search for|query|select|"
    "retrieve|fetch|enumerate|name|look for|looking for|print|get|draw|mark|pull up|pull out|pull together|"
    "dig up|dig out|hunt down|round up|bring up|track down|pick out|call up",
    "WH": "which|what|who|whose|where|whats",
    "WHERE": "where",
    "WHICH": "which",
    "THAT": "that|which|who|whose|where",
    "HOWMANY": "the total number of|the total number|the overall number of|overall number of|the total count of|total count of|the exact number of|the full number of|how many|number of|the number of|count|count of|count the|total number|total number of|how much|quantity of|"
    "count up|count all|how numerous",
    "EXISTS": "is there|are there|are there any|is there any|is there a|is there an|does there exist|do there exist|"
    "do any|does any|are any|is any|was there|were there",
    "AUX": "is|are|does|do|did|was|were|has|have|can|could",
    "COP": "belong|belongs|belonging|formed by|formed through|formed as|dated|dated to|dated as|aged|is|are|was|were|be|been|being|equals|equal|equal to|equals to|s|'s",
    "THERE": "there",
    "AND": "and|&|also|plus|as well as|and also|while|but|moreover|together with|and then|along with",
    "OR": "or|and/or|or else",
    "EITHER": "either",
    "EACH_OTHER": "each other|one another",
    "CLOSER": "closer to|nearer to|nearer",
    "FARTHER": "farther from|further from|farther away from|further away from|more distant from",
    "COMMA": ",|;",
    "SLASH": "/",
    "HYPHEN": "-",
    "STOP": "?|!|.|\"|(|)|[|]|:|{|}|*|…",
    "NOT": "neither|nor|not|but not|isnt|arent|doesnt|dont|wasnt|werent|didnt|never|non|cannot|havent|hasnt|no",
    "WITHOUT": "w/o|without|lacking|free of|no",
    "BOTH": "both",
    "EXCEPT": "except|except for|excluding|exclude|other than|apart from|but not|aside from|besides|rather than|"
    "with the exception of|leaving out|omitting|not including|do not include|don't include|do not count|not counting|leave out|do not list",
    "WITH": "returned|gave|ran|yielded|assayed|measured|tested|graded|came back with|came in with|came out with|come back with|turned up|showed|recorded values of|produce|produces|producing|yield|yields|yielding|mined for|worked for|exploited for|known for|host|hosts|hosting|include|includes|including|carry|carries|w/|contain|contains|containing|with|having|have|has|had|showing|show|shows|bearing|carrying|that have|whose|where|running|grading|assaying|returning|holding|hold",
    "OF": "of|for",
    "FROM": "from|of|to|off|around",
    "TO": "to|-|~|till|until|through|thru|up to",
    "BY": "by|per|in terms of|ranked by|sorted by|ordered by|according to|on the basis of|in order of",
    "SORT": "sorted|sort|order|ordered|ranked|rank|ranking|arrange|arranged|sort by|order by|rank by",
    "DESC": "descending|desc|decreasing|highest first|largest first|from high to low",
    "ASC": "ascending|asc|increasing|lowest first|from low to high",
    "IN": "in|inside|within|w/in|inside of|on|at|throughout|across|from|for|of|over|around in|that occur in|occur in|occurring in|"
    "occurs in|found in|found within|located in|located within|located inside|situated in|situated within|lie in|"
    "lies in|lying in|fall in|falls in|belonging to|present in|exist in|exists in|known in|known from|within the limits of|"
    "lie within|lies within|lie inside|lies inside|fall within|falls within|in and around|mapped in|recorded in|inside the limits of",
    "INSIDE": "falling in|falling inside|falling within|enclosed within|sit in|sits in|sit inside|sits inside|sit within|sits within|sitting in|contained inside|inside the limits of|inside the outline of|within the outline of|within the boundaries of|inside the boundaries of|within the bounds of|inside the bounds of|within the borders of|inside the borders of|inside the boundary of|within the boundary of|in|inside|within|w/in|inside of|hosted in|hosted by|hosted within|enclosed by|enclosed in|contained in|"
    "contained within|contained by|fall in|falls in|fall inside|falls inside|fall within|falls within|lie inside|"
    "lies inside|lie within|lies within|lie in|lies in|lying in|lying inside|lying within|located in|located inside|"
    "located within|situated in|situated within|that occur in|occur in|occurring in|occurs in|found in|found within|"
    "surrounded by|covered by|underlain by|emplaced in|emplaced within|confined to|restricted to|developed in|housed in|housed by|housed within|nested in|sitting within|sitting inside|sited in|sited on|resting on|perched on|interior of|embedded in|within the limits of|on|occur within|occurs within|"
    "occurring within|inside the limits of|located on|occur on|collected in|taken in|taken on|sampled on|sampled in|collected from|taken from|collected on",
    "WITHIN": "within|w/in|inside|in|to within|within a distance of|in a distance of|"
    "lie within|lies within|lying within|located within|situated within|found within|occurring within|occur within|"
    "occurs within|fall within|falls within|no farther away than",
    "OUTSIDE": "outside|outside of|out of|beyond the limits of",
    "NEAR": "near|nearby|near to|close to|close|around|surrounding|"
    "in the vicinity of|in vicinity of|the vicinity of|vicinity of|in proximity to|proximal to|proximate to|in the neighbourhood of|"
    "in the neighborhood of|by the side of|not far from|a short distance from|"
    "in close proximity to|in the proximity of|in the surroundings of|in the neighbourhood|in the vicinity|in the proximity|spatially associated with|associated with|nr",
    "FARFROM": "far from|far away from|remote from|distant from|a long way from|well away from",
    "RADIUS": "radius|distance|buffer|range|zone|corridor|radii",
    "AWAY": "away|distant|apart|far|distance|far away|out",
    "DISTANCE": "distances|at a distance of|distance to|distance from|distances to|distances from|distance|the distance to|"
    "whose distance to|whose distance from|at a distance of|a distance of|at distances of|at a distance",
    "AREA": "area|surface area|surface|areal extent",
    "LENGTH": "length|lengths|long|in length",
    "PERIMETER": "perimeter|circumference",
    "HOWFAR": "how far|how far is|how far are|how far away|how distant|distance between|the distance between",
    "GT": "and more than|but more than|more than|greater than|above|over|exceeding|exceeds|exceed|exceeded|higher than|larger than|bigger than|beyond|"
    "upwards of|in excess of|longer than|wider than|farther than|further than|>|after|older than|in excess|excess of|"
    "farther away than|further away than|surpassing|surpass|surpasses|better than|richer than|outside",
    "GE": "in or after|during or after|in or since|at least|no less than|not less than|no fewer than|not fewer than|no shorter than|not shorter than|no smaller than|not smaller than|a minimum of|minimum of|minimum|min|>=|≥|not below|no lower than|"
    "starting from|from at least|greater than or equal to|more than or equal to|equal or greater than|not under|"
    "no closer than|no nearer than|equal to or greater than|not lower than|not closer than|=>",
    "LT": "and less than|but less than|and fewer than|but fewer than|less than|below|under|fewer than|lower than|smaller than|<|closer than|nearer than|shorter than|before|"
    "younger than|inferior to|short of|poorer than|not even",
    "LE": "in or before|during or before|up to and including|at most|no more than|not more than|no longer than|not longer than|no larger than|not larger than|no bigger than|up to|a maximum of|maximum of|maximum|max|<=|≤|not exceeding|not above|"
    "not over|no greater than|no higher than|not greater than|not higher than|no farther than|no further than|"
    "not farther than|not further than|less than or equal to|does not exceed|do not exceed|within|equal or less than|"
    "not beyond|no farther away than|equal to or less than|lower than or equal to|=<",
    "OR_MORE": "or more|or above|or higher|or greater|and above|and more|and higher|or over|and over|or larger|"
    "and larger|or bigger|and up|or better|upwards|or upwards|and upwards|+|plus|or further|or farther|or later",
    "OR_LESS": "or less|or below|or lower|and below|and less|and lower|or under|and under|or smaller|and smaller|or fewer|"
    "or closer|or nearer|or earlier",
    "OR_OLDER": "or older|and older|or earlier in age",
    "OR_YOUNGER": "or younger|and younger",
    "EQ": "=|==|equals|equal to|equal|exactly|:",
    "NE": "!=|<>|≠|not equal to",
    "BETWEEN": "between|from|ranging from|ranging between|in the range|in the range of|in the range from|of between|"
    "anywhere between|at between",
    "BEFORE": "before|prior to|earlier than|until|by the end of|up to",
    "AFTER": "after|later than|following|past",
    "SINCE": "since|from|starting from|starting in|as of|on or after|from the year|ever since",
    "DURING": "in|during|in the year|in year|within|throughout|of",
    "DISCOVER": "discoveries|found in|found during|found on",
    "YEAR_WORD": "year|years|ad|a.d.|the year|ce",
    "MAX": "highest|largest|greatest|maximum|most|max|biggest|richest|strongest|best|maximal|longest|top|most elevated|widest|"
    "highest value of|highest values of|maximum value of",
    "MIN": "lowest|smallest|least|minimum|poorest|weakest|minimal|min|shortest|lowest value of|lowest values of|narrowest",
    "NEAREST": "nearest|closest|nearest to|closest to|most proximal to|lie closest to|lies closest to|nearest neighbour|"
    "nearest neighbor|lie nearest to|lies nearest to|nearest neighbours|nearest neighbors",
    "FARTHEST": "farthest|furthest|farthest from|furthest from|most distant|most distant from|most remote from|"
    "remotest from|farthest away from|furthest away from|farthest away|furthest away",
    "OLDEST": "oldest|earliest|first|most ancient",
    "NEWEST": "newest|latest|most recent|most recently|youngest|last|lately",
    "TOP": "top|first|best|the top",
    "OLDER": "older than|earlier than|before|pre|predating",
    "YOUNGER": "younger than|later than|after|post|postdating",
    "LARGER": "larger than|bigger than|greater than|above|over|more than|>|exceeding|higher than",
    "SMALLER": "smaller than|below|under|less than|<|lower than",
    "ALL": "all|every|each|only",
    "HOSTED": "hosted",
    "CONTROLLED": "controlled|related|associated|bound|bounded",
    "CONTENT": "content|contents|concentration|concentrations|value|values|level|levels|abundance|abundances|amount|"
    "amounts|assay|assays|reading|readings|content of|contents of|concentration of|concentrations of|values of|value of|"
    "levels of|figures|analysis|analyses|results",
    "TYPE": "in origin|by origin|in genesis|in style|processes|process|type|types|style|styles|class|classes|classified|in age|aged|in size|sized|in type|category|categories|"
    "dominated|nature|in character|bearing|rich|dominant",
    "CROSS": "flow through|flows through|flowing through|flow across|flows across|wind through|winds through|lead through|leads through|"
    "cross|crosses|crossing|crossed|cut across|cuts across|cutting across|cut through|"
    "cuts through|cutting through|transect|transects|transecting|traverse|traverses|traversing|pass through|"
    "passes through|passing through|run through|runs through|running through|run across|runs across|going through|"
    "go through|goes through|dissect|dissects|dissecting|pass across|passes across|bisect|bisects|offset|offsets",
    "THROUGH": "through|across",
    "RUN": "flow|flows|run|runs|pass|passes|lead|leads|wind|winds|go|goes|flowing|running|passing",
    "CROSSED_BY": "crossed by|transected by|traversed by|dissected by|bisected by|offset by|"
    "intersected by|crosscut by|cross cut by",
    "INTERSECT": "cut|cuts|cutting|cut by|are cut by|is cut by|cross cut|cross cuts|cross cutting|crosscut|crosscutting|intersect|"
    "intersects|intersecting|intersected by|intersect with|intersects with|intersecting with|"
    "meet|meets|meeting|intersected",
    "CONTAIN": "contain|contains|containing|host|hosts|hosting|include|includes|including|enclose|encloses|enclosing|"
    "encompass|encompasses|encompassing|hold|holds|holding|cover|covers|covering|surround|surrounds",
    "OVERLAP": "overlap|overlaps|overlapping|overlap with|overlaps with|overlapping with|overlapped by|partly cover|"
    "partly covers|partially overlap|partially overlaps|partially overlapping|partly overlapping",
    "ALONG": "along|alongside|along the line of|along the course of|lining|following the line of",
    "ADJACENT": "adjacent to|adjacent|next to|beside|neighbouring|neighboring|neighbouring to|neighbour|neighbor|neighbours|"
    "neighbors|contiguous with|contiguous to|immediately next to|directly adjacent to|neighbours of|neighbors of|neighbour of|neighbor of|neighbouring|neighboring|"
    "a neighbour of|a neighbor of|the neighbours of|the neighbors of",
    "STRICT": "completely enclosed|along their whole length|over their whole length|along its whole length|along its entire length|along their entire length|for their entire length|throughout their length|exclusively|completely|entirely|fully|wholly|totally|strictly|as a whole|in full|in their entirety|in its entirety",
    "CENTRE": "centre|center|centroid|middle|midpoint|central point|centre point|center point|centres|centers|centroids|"
    "geometric centre|geometric center|heart",
    "EDGE": "boundary|boundaries|border|borders|edge|edges|outline|outlines|margin|margins|rim|rims|outer boundary|"
    "outer edge|limit|limits|perimeter|contact|contacts|interface",
    "CROSSING": "intersection|intersections|crossing|crossings|crossing point|crossing points|junction|junctions|"
    "meeting point|meeting points|intersection point|intersection points|point of intersection|points of intersection",
    "SHARED": "shared|common|mutual|joint",
    "HULL": "smallest convex polygon|minimum convex polygon|convex polygon|smallest convex shape|smallest enclosing polygon|minimum bounding polygon|convex hull|convex hulls|convex envelope|hull|convex outline",
    "UNION": "the combined|the union|the merged|union|combined area|merged area|combination|combined|merged|joined|dissolved",
    "BUFFER": "buffer|buffers|buffer zone|buffer zones|buffered area|buffered zone|buffer area|buffer areas",
    "SELECTION": "selected area|the selected area|selection|the selection|drawn area|the drawn area|drawn polygon|"
    "the drawn polygon|drawn shape|marked area|the marked area|selected polygon|outlined area|the outlined area|"
    "highlighted area|area i drew|area i have drawn|area i selected|area i have selected|area i marked|polygon i drew|"
    "shape i drew|area drawn on the map|area selected on the map|area marked on the map|polygon on the map|"
    "selected part of the map|circled area|selected polygon on the map|area i outlined|map selection|box i drew|"
    "rectangle i drew|selected box|selected rectangle",
    "VIEW": "current view|the current view|map view|current map view|visible area|the visible area|visible map|visible map area|"
    "current map extent|map extent|current extent|viewport|current window|map window|visible part of the map|view|"
    "part of the map shown|area shown on the map|area visible on the map|visible extent|current map|current screen|the screen|"
    "displayed area|displayed map|what i see|map i see|area i see",
    "DIR_N": "north|northern|northward|northwards|due north|northerly",
    "DIR_NE": "north east|northeast|northeastern|north eastern|northeastward|northeasterly|ne",
    "DIR_E": "east|eastern|eastward|eastwards|due east|easterly",
    "DIR_SE": "south east|southeast|southeastern|south eastern|southeastward|southeasterly|se",
    "DIR_S": "south|southern|southward|southwards|due south|southerly",
    "DIR_SW": "south west|southwest|southwestern|south western|southwestward|southwesterly|sw",
    "DIR_W": "west|western|westward|westwards|due west|westerly",
    "DIR_NW": "north west|northwest|northwestern|north western|northwestward|northwesterly|nw",
    "SIDE": "side|direction|flank|part",
    "SEVERAL": "several|multiple|a number of|a few",
    "SINGLE": "a single|single|only one|just one|exactly one|precisely one",
    "STARTS": "starts with|start with|starting with|begins with|begin with|beginning with|started with|that begins with|"
    "prefixed with|prefixed by|with the prefix",
    "NAMELIKE": "named like|called like|name like|names like|named something like|called something like|a name like",
    "INCLUDES": "contains|contain|containing|includes|include|including|has|have|with|matches|matching|"
    "contains the word|containing the word|includes the word|including the word|contains the text|contains the string|"
    "has the word|containing the string",
    "KNOWN": "known|recorded|stated|given|available|documented|determined|specified|not null|not empty|filled in|non null|"
    "not missing|reported|registered|identified",
    "UNKNOWN": "unknown|missing|unrecorded|unstated|undetermined|unspecified|not known|not recorded|not stated|null|empty|"
    "undefined|not given|unavailable|not available|blank|not specified|not determined|not documented|is null",
    "LACKING": "lack|lacks|lacking|without",
    "MORE_OF": "more|higher|greater|larger",
    "LESS_OF": "less|lower|smaller|fewer",
    "THAN": "than",
    "SPANS": "covering|spanning|occupying|measuring|that cover|that span|that occupy|that measure|stretching|extending",
    "HALF_MORE": "and a half",
    "RATIO": "ratio|ratios|quotient|ratio of|the ratio of",
    "TOUCH": "touched by|bordered by|adjoined by|flanked by|in direct contact with|in contact to|contacting|abutted by|shares its border with|shares its boundary with|shares a boundary with|share a boundary with|sharing a boundary with|share a common boundary with|shares a common boundary with|sharing a common boundary with|share a common border with|sharing a common border with|directly touching|directly borders|directly bordering|share a border|shares a border|share borders|share borders with|touch|touches|touching|border|borders|bordering|adjoin|adjoins|adjoining|abut|abuts|abutting|"
    "in contact with|share a border with|sharing a border with|next door to|bounded by|border on|border with",
    "ANOMALY": "anomaly|anomalies|anomalous|anomalously|anomalous value|anomalous values|anomalously high|"
    "geochemical anomaly|geochemical anomalies|anomaly area|anomaly areas|anomaly zone|anomaly zones|anomalous area|"
    "anomalous areas|anomalous zone|anomalous zones|anomalous concentration|anomalous concentrations",
    "HIGH": "high|elevated|enriched|enriched in|rich in|unusually high|very high|high in|elevated in|exceptionally high",
    "LOW": "low|depleted|poor in|depleted in|very low|unusually low|low in",
    "NAMED": "named|called|known as|by the name of|with the name|whose name is|with name|name is",
    "THIS_REGION": "this region|this area|the region|the area|the study area|the study region|study area|here|"
    "the whole region|the entire region|the whole area|the current region|the selected region|"
    "the current area|the whole study area",
    "NUMBER": "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|"
    "seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|hundreds|thousand|"
    "million|half|dozen|half a|half an|a hundred|a thousand|a dozen|one and a half",
    "DECADE": "s|'s",
    "TO_TARGET": "to|from",
    "KNOW": "why|explain|definition|define|describe|history of|the history of|what is meant by|meaning of|how does|how do|how did|"
    "how was|how were|how is|how are|tell me about|overview of|summarise|summarize|introduction to|literature|"
    "what does the report say|what do the reports say|reports|report|papers|paper|according to the report|mechanism|"
    "mechanisms|theory",
    "PROSPECT": "prospectivity|prospecting potential|mineral potential|potential|favourability|favorability|favourable|"
    "favorable|favourable areas|favorable areas|prospective|prospective areas|undiscovered|exploration target|exploration targets|"
    "target area|target areas|potential map|targeting|where to explore|where should we explore|where to drill|"
    "predict|prediction|exploration potential|predicted|potential areas",
    "AGGREGATE": "variance|correlation|correlations|correlate|correlated with|regression|covariance|cluster|clusters|clustering|"
    "per square kilometre|per square kilometer|per km2|per unit area|density of|densities of|per sq km|per 100 km2",
    "WRITE": "delete|delete from|drop|drop table|drop database|truncate|truncate table|insert into|insert|update|alter|"
    "alter table|erase|wipe|overwrite|remove|destroy|purge|rename|modify|create table|create user|create role|"
    "drop schema|grant|revoke|write to the database|edit|copy to",
    "INJECT": "ignore previous instructions|ignore all previous instructions|ignore the previous instructions|"
    "ignore all the previous instructions|ignore your instructions|ignore all instructions|ignore prior instructions|"
    "ignore all prior instructions|ignore any previous instructions|ignore the above|ignore everything above|"
    "disregard previous instructions|disregard all previous instructions|disregard the above|"
    "disregard your instructions|disregard all instructions|disregard the instructions|forget your instructions|forget all previous instructions|"
    "forget previous instructions|forget everything|override your instructions|ignore your rules|forget your rules|"
    "bypass your rules|system prompt|your prompt|reveal your prompt|your instructions|your system prompt|"
    "you are now|pretend to be|pretend you are|act as|role play|roleplay|jailbreak|developer mode|do anything now|"
    "new instructions|print your instructions|api key|api keys|password|passwords|environment variables|"
    "execute the following|run the following sql|execute sql|execute this sql|run this sql|ignore safety",
}  # fmt: skip
"""Class → its words, parted by ``|``; matched after the key rule of :mod:`core.question.tokens`."""
