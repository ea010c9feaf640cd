# ruff: noqa: E501  # word lists are easier to keep in long lines
"""Closed-class words of questions that measure, count by groups, or compare (see :mod:`core.question.words_en`)."""

from __future__ import annotations

ENGLISH_MEASURES: dict[str, str] = {
    "AVG": "average|averages|the average|on average|mean value|mean values|the mean|mean of|mean|average value|average values|"
    "arithmetic mean|averaged|avg|average of|the average of|typical value|an average|typical",
    "SUM": "total up|sum up|grand total|grand total of|the grand total|the grand total of|entire|full|joint|total|sum|sum of|the sum of|combined|overall|cumulative|summed|total of|the total|add up|the combined|sum total|adds up|sums up|"
    "aggregate|the total of|altogether",
    "MINUS": "minus|less the|reduced by",
    "SUMAREA": "combined area|united area",
    "MEDIAN": "median|medians|the median|median value|median values|median of",
    "STDDEV": "standard deviation|standard deviations|the standard deviation|stddev|std dev|standard deviation of|stdev|std",
    "PERCENTILE": "percentile|percentiles|quantile|centile|percentile of|percentile value|th percentile|st percentile|nd percentile|"
    "rd percentile|th centile|th percentile of",
    "AREA": "their areas|its area|their area|areas of|the areas of|the area|the area of|area of|the surface area|the surface",
    "HOWFAR": "how close|how close is|how close are|how near|how near is|how near are",
    "DESC": "biggest first|greatest first|most first|in descending order|from most to fewest|from highest to lowest|from largest to smallest",
    "ASC": "smallest first|fewest first|least first|in ascending order|from lowest to highest|from smallest to largest",
    "ORDINAL": "second|third|fourth|fifth|2nd|3rd|4th|5th",
    "VERSUS": "versus|vs",
    "FILLER": "among|amongst|altogether|together|taken together|put together|added together|added up|in all|all told|in sum|all together",
    "AMONG": "among|amongst|across all|over all|over|across",
    "QUARTILE": "upper quartile|lower quartile|first quartile|third quartile",
    "LIST": "state|specify|listed|a table with|a table of|a table showing|table of|classify|categorize|categorise|calculate|compute|determine|work out|evaluate|measure|how high is|how high are|how great is|how low is|quantify|when was|when were|when did|in what year|in which year|what year",
    "COMPUTE": "calculate|compute|determine|work out|evaluate|measure",
    "MAXOF": "maximum value of|highest value of|the highest value of|the maximum value of|largest value of|peak|peak value of|"
    "highest values of|maximum value|the maximum value|highest value|the highest value|peak value|maximum|the maximum|max|maxima",
    "EXTREMES": "range of|the range of|value range of|the value range of|range of values of|the range of values of|range in|range|the range|value range",
    "MINOF": "minimum value of|lowest value of|the lowest value of|the minimum value of|smallest value of|lowest values of|"
    "minimum value|the minimum value|lowest value|the lowest value|minimum|the minimum|min|minima",
    "DISTINCT": "different|distinct|unique|separate|differing",
    "ONTOP": "comes out on top|come out on top|comes top|comes first|ranks first|ranks highest|tops the list|tops the ranking|is on top|scores highest",
    "MOST": "the most|most|largest number of|the largest number of|highest number of|the highest number of|greatest number of|"
    "the greatest number of|most numerous|maximum number of|the maximum number of|largest count of|highest count of|"
    "the highest count of|biggest number of|the biggest number of|most of the",
    "FEWEST": "the fewest|fewest|smallest number of|the smallest number of|lowest number of|the lowest number of|least number of|"
    "the least number of|the least|minimum number of|the minimum number of|lowest count of",
    "MODE": "most common|the most common|most frequent|the most frequent|commonest|the commonest|most widespread|predominant|"
    "prevailing|most often|most frequently|most commonly|the most frequently occurring|most prevalent|most frequently occurring|"
    "most abundant|the most abundant|the predominant|the most widespread|most represented",
    "RAREST": "least common|the least common|rarest|the rarest|least frequent|the least frequent",
    "EACH": "each|every|each of the|every single|the individual|respective|each individual",
    "GROUPBY": "counted by|counted per|counted for each|tallied by|distributed by|distributed over|distributed among|distributed across|divided among|divided between|split between|split among|one line per|one line for each|one row per|one row for each|divide by|distribute by|grouped on|per|by|grouped by|group by|broken down by|break down by|split by|split up by|for each|for every|classified by|tabulated by|"
    "separated by|separately for|organised by|organized by|grouped according to|categorised by|categorized by|"
    "broken down into|itemised by|itemized by|as a function of|split into|divided by|grouped into|across|across the|across all|"
    "across the different|by each|per each|according to|separately by|among the different|aggregated by|summarised by|summarized by",
    "TALLY": "split of|the split of|numbers|tallies|distribution|distribution of|the distribution of|breakdown|breakdown of|a breakdown of|tally|statistics|statistics of|"
    "statistics on|frequency|frequency of|histogram|histogram of|counts|counts of|tally of|statistics for|frequencies of|numbers of|"
    "tallies of|tabulate|the frequency of|cross tabulate|cross tabulation of|the counts of|the numbers of",
    "RANGES": "bands|bins|ranges|classes|intervals|buckets|bands of|bins of|ranges of|classes of|intervals of|buckets of|"
    "band|bin|steps of|steps|increments of|increments|brackets|brackets of|classes with limits at|slices of|slices",
    "HOWLONG": "how long|how long is|how long are|what length|how lengthy",
    "HOWBIG": "how large|how big|how extensive|how large an area|how much area|how much space|what area|how wide an area|"
    "how large is|how large are|how big is|how big are|how much ground|how much land|how large a surface|how sizeable",
    "COVERING": "cover|covers|covering|covered|occupy|occupies|occupying|occupied|take up|takes up|measure|measures|have|has|"
    "extend over|extends over|extend|extends|run for|runs for|stretch|stretches|span|spans",
    "HOWMUCH": "how much of|what part of|what portion of|what fraction of|which part of|how large a part of|how great a part of|"
    "how much of the|what extent of|what length of|what area of|how large a portion of|what stretch of|which portion of",
    "PERCENTAGE": "what percentage of|percentage of|the percentage of|what share of|share of|the share of|what proportion of|"
    "proportion of|the proportion of|what fraction of|fraction of|the fraction of|percent of|per cent of|what percent of|"
    "what per cent of|how many percent of|how many per cent of|% of|what portion of|"
    "how many percent|how many per cent|what percent|what per cent|what percentage|what proportion|what share|percentage|proportion|share|as a percentage of|as a share of|as a proportion of|as percentage of|as a percent of|as a fraction of|which percentage of|which share of|which proportion of|which fraction of|in percent|as a percentage",
    "MAKEUP": "make up|makes up|constitute|constitutes|account for|accounts for|represent|represents|amount to|form",
    "COORDINATES": "coordinates|coordinate|coordinates of|the coordinates|the coordinates of|geographic coordinates|lat lon|"
    "latitude and longitude|longitude and latitude|lat long|geographical coordinates|geographic position|xy coordinates|"
    "exact position|latitudes and longitudes|the latitude and longitude of|latitude and longitude of|lat/lon|coords|"
    "exact location|precise location|gps coordinates|exact locations|the exact location of|the exact position of",
    "LATITUDE": "latitude|latitudes|latitude of",
    "LONGITUDE": "longitude|longitudes|longitude of",
    "AZIMUTH": "azimuth|bearing|azimuths|bearings|azimuth of|strike azimuth|azimuth of the strike|which way|strike bearing",
    "SIZES": "dimensions|dimension|sizes|size|extent|extents|magnitude",
    "LONGER": "longer|more extended|longer than",
    "SHORTER": "shorter|shorter than",
    "BIGGER": "larger|bigger|greater|more extensive|larger than|bigger than|greater than|more extensive than|larger in area|"
    "larger in area than|bigger in area than|greater in area than",
    "LESSER": "smaller|less extensive|smaller than|less extensive than|smaller in area than|smaller in area",
    "FARTHER": "farther|further|more distant|farther away|further away|farther than|further than",
    "CLOSER": "closer to|nearer to|closer|nearer|lie closer to|lies closer to|lying closer to|lie nearer to|lies nearer to|located closer to",
    "FARTHERFROM": "farther from|further from|farther away from|further away from|more distant from|farther|further",
    "THAN": "than|compared to|compared with|relative to|as compared to|in comparison with",
    "HOWMUCHMORE": "how much|by how much|by how many|what difference|how many more|how many fewer|how much more",
    "TIMES": "how many times|times|by what factor|how many times as",
    "HIGHER": "higher|greater|more|larger|bigger|above|over|richer|exceeding|exceeds|exceed|surpassing|in excess of|"
    "higher than|greater than|more than|larger than|richer than|above that of|higher in",
    "LOWER": "lower|less|smaller|below|under|poorer|fewer|lower than|less than|smaller than|poorer than|beneath",
    "OUTNUMBER": "outnumber|outnumbers|exceed in number|outweigh in number",
    "DIFFERENCE": "difference|the difference|difference in|the difference in|difference of|the difference between|difference between|differ|"
    "gap between|the gap between",
    "RATIO": "ratio|the ratio|ratio between|the ratio between|quotient|ratio of the|the ratio of|ratio of|the ratio of the",
    "THATOF": "that of|those of|the one of|the value of|the value in|the value for",
    "ABOVEAVERAGE": "above average|better than average|higher than average|above the mean|greater than average|larger than average|"
    "longer than average|bigger than average|over average|above mean",
    "BELOWAVERAGE": "below average|less than average|lower than average|below the mean|smaller than average|shorter than average|"
    "under average|below mean",
    "ASMUCH": "as much|as high|as many|as great|as rich in|as large|as|as high in",
    "TWICE": "twice|double|two times|twice as|twice the|double the",
    "HALFOF": "half|half of|half the|half as much",
    "THRICE": "three times|triple|thrice",
    "NORTHERNMOST": "northernmost|most northerly|farthest north|furthest north|northmost|northern most|most northern",
    "SOUTHERNMOST": "southernmost|most southerly|farthest south|furthest south|southmost|southern most|most southern",
    "EASTERNMOST": "easternmost|most easterly|farthest east|furthest east|eastmost|eastern most|most eastern",
    "WESTERNMOST": "westernmost|most westerly|farthest west|furthest west|westmost|western most|most western",
    "EXPRESSED": "expressed in|measured in|given in|expressed as|in units of|using|stated in|reported in|in",
    "COVEREDBY": "is made up of|are made up of|is composed of|is underlain by|made up by|covered by|is covered by|are covered by|underlain by|occupied by|made up of|is occupied by|are occupied by|"
    "consists of|consist of|composed of|overlain by|taken up by",
    "OVERLAPOF": "overlap|overlap area|area of overlap|the area of overlap|area of the overlap|overlap between|common area|shared area|"
    "the overlap of|overlap of|overlapping area|intersection area|area of intersection|the overlapping area|the overlap between|"
    "the common area|area in common|area shared by|the area shared by|the area common to|area common to|length of overlap|the overlap area",
    "RANKBY": "ranked by|rank by|sorted by|sort by|ordered by|order by|by|in order of|arranged by",
    "COUNTED": "the count|count|number|the number|total number|counts",
    "ONLYGROUPS": "keep|keep only|show only|only those with|limited to|restricted to|only where|only those where|only if|but only|"
    "only those|only groups with|only for those with|but only those with|considering only those with|only with",
}
CHINESE_MEASURES: dict[str, str] = {
    "WH": "哪年|哪一年|何年|什么年份|哪年份",
    "FILLER": "取|取出",
    "LIST": "计算|求|求出|算出|算一下|计算一下|算算|量算|测算",
    "AVG": "平均|平均值|均值|平均数|平均的|取平均|算术平均|算术平均值|平均来看",
    "SUM": "总|总和|之和|总计|合计|总的|累计|加起来|加总|求和|共计",
    "MEDIAN": "中位数|中值|中位值|中位",
    "STDDEV": "标准差|标准偏差|均方差|标准离差",
    "PERCENTILE": "分位数|百分位数|分位|百分位|分位值|百分位值|分位点",
    "NTH": "第",
    "MINUS": "减|减去",
    "MAXOF": "最大值|最高值|极大值|峰值|的最大值|的最高值",
    "EXTREMES": "变化范围|取值范围|含量范围|数值范围|值域|变化区间|含量变化范围|的变化范围|的范围|范围|分布范围|含量区间|变幅",
    "MINOF": "最小值|最低值|极小值|的最小值|的最低值",
    "DISTINCT": "不同|不同的|互不相同的|相异",
    "HOWMANYKINDS": "多少种|几种|多少类|几类|有多少种|有几种|多少种不同的|几种不同的|有多少种不同的|有几种不同的|多少类不同的|有多少类|有几类|"
    "多少个不同的|有多少个不同的|几个不同的|有几个不同的|种类数|种数|类型数|共有多少种|一共有多少种|共有几种|多少种不同|几种不同",
    "MOST": "最多|数量最多|数目最多|个数最多|最多的|数量最多的|最为密集|最密集|总数最多|条数最多|数最多|为数最多",
    "FEWEST": "最少|数量最少|数目最少|个数最少|最少的|数量最少的|数最少|总数最少",
    "MODE": "最常见|最常见的|最普遍|最普遍的|出现最多|出现最多的|最多见|最多见的|占比最大|出现次数最多|最频繁|最主要",
    "RAREST": "最少见|最少见的|最罕见|最罕见的|出现最少|最稀少",
    "EACH": "各|每个|每种|各个|各类|各种|每|每一个|每一种|每一|每条|每座|每处|每块|每件|每类|每一类|各自|各条|各座|逐个|各处|每一条|每一处|每一座|每一块|"
    "每家|各家|不同|不同的|每一件",
    "TALLY": "统计|分布情况|分布|统计一下|数量分布|统计情况|汇总|分布统计|构成|分布状况|组成",
    "COUNTED": "数量|个数|数目|总数|数|条数|座数|处数|件数|的数量|的个数|的数目|的总数|计数",
    "HOWLONG": "多长|有多长|长多少|长达多少|总长多少",
    "HOWBIG": "多大|有多大|面积多大|占地多大|面积有多大|多大面积|多大的面积|多大范围",
    "PERCENTAGE": "百分比|占比|比例|有多大比例|有多少比例|有多大比重|比重|百分之多少|百分之几|占百分之多少|占百分之几|占多大比例|占多少比例|占多少|所占比例|的比例|的占比|的百分比|比率|"
    "所占的比例|所占百分比|所占比重|百分数|占多大比重|占了百分之多少|占几成|的百分之多少|多大比例|多少比例|占比是多少",
    "COORDINATES": "坐标|经纬度|坐标是多少|坐标位置|地理坐标|经纬度坐标|位置坐标|的坐标|的经纬度|点位坐标",
    "LATITUDE": "纬度",
    "LONGITUDE": "经度",
    "AZIMUTH": "方位角|方位|走向方位角|延伸方向|走向角",
    "AREADIFF": "面积差|面积之差|面积差值|面积差距",
    "LENGTHDIFF": "长度差|长度之差|长度差值|长度差距",
    "DIFFERENCE": "之差|的差|差值|差距|相差|相差多少|差多少|差异|的差值|的差距|的差别|差别|相差多大",
    "NORTHERNMOST": "最北|最北边|最北部|最北端|最靠北|最北面|最北的|最北边的|最北部的|最靠北的|最北端的|最北面的",
    "SOUTHERNMOST": "最南|最南边|最南部|最南端|最靠南|最南面|最南的|最南边的|最南部的|最靠南的|最南端的|最南面的",
    "EASTERNMOST": "最东|最东边|最东部|最东端|最靠东|最东面|最东的|最东边的|最东部的|最靠东的|最东端的|最东面的",
    "WESTERNMOST": "最西|最西边|最西部|最西端|最靠西|最西面|最西的|最西边的|最西部的|最靠西的|最西端的|最西面的",
    "DESC": "从多到少|由多到少|从长到短|由长到短",
    "ASC": "从少到多|由少到多|从短到长|由短到长",
    "GROUPBY": "按|按照|依|依照|根据|按不同|分不同|按各|按每个|分各|以",
    "GROUPEND": "分组|分|来分|分一下|统计|分类|分类统计|分组统计|划分|归类|分别统计|汇总|来统计|进行统计|进行分组|为单位统计|来看|来分|计数|区分|"
    "进行分类统计|进行汇总|分类汇总|分组汇总|统计出|统计一下|统计分析|来划分|分组计算|分别计算|计算|分开统计",
    "RANGES": "分级|等级区间|分等级|级别区间|区间|分档|分段|组距|区段|间隔|个区间|个档|三段|三档|两档|两段|四档|四段|五段|范围段|几个区间|几段|几档",
    "BIGGER": "大多少|大了多少|大几倍|大的|更大|大多少倍|要大",
    "LESSER": "小多少|小了多少|小几倍|小的|更小|要小",
    "LONGER": "长多少|长了多少|长几倍|长的|更长|长多少倍|要长|还长",
    "SHORTER": "短多少|短了多少|短的|更短|要短",
    "HIGHER": "高多少|高了多少|高的|更高|高几倍|高多少倍|要高|多多少|多的|更多|多了多少|多出多少|高出多少|高|多几个|多几条|多几座",
    "LOWER": "低多少|低了多少|低的|更低|要低|少多少|少的|更少|少了多少|低|少几个|少几条",
    "FARTHER": "远多少|远的|更远|要远",
    "CLOSER": "近多少|近的|更近|要近|近",
    "OLDERTHAN": "老的|更老|早的|更早",
    "TIMES": "大几倍|大多少倍|长几倍|长多少倍|高几倍|高多少倍|几倍|多少倍|的几倍|的多少倍|倍|倍数",
    "MUCHMORE": "大多少|大了多少|大几倍|大多少倍|小多少|小了多少|小几倍|长多少|长了多少|长几倍|长多少倍|短多少|短了多少|高多少|高了多少|高几倍|"
    "高多少倍|低多少|低了多少|多多少|多了多少|多出多少|高出多少|少多少|少了多少|远多少|近多少|几倍|多少倍|多几个|多几条|多几座|少几个|少几条",
    "RATIO": "之比|比值|的比值|的比|比率",
    "THAN": "比|相比|相对于|比较|比起|相比于",
    "SHAREOF": "占|占了",
    "COVERING": "占地|覆盖|占据|占地面积",
    "UNITIS": "以|用|单位为|单位是|单位|换算成|单位用|换算为|折合成|折合|单位：|按",
    "UNITEND": "为单位|计|表示|作单位|做单位|为单位计算|计算",
    "OVERLAPOF": "重叠面积|重叠部分的面积|重叠部分面积|重叠长度|相交面积|重叠部分|重合面积|重合部分的面积|交集面积|重叠的面积|重叠区面积|相交部分的面积|相交部分面积|"
    "重叠部分的长度|相交部分的长度|重叠范围的面积|相交长度",
    "HAVINGMORE": "只|仅|只保留|仅保留|只看|只要|只列|只列出|仅列出|只显示|只保留|其中|保留|只返回|仅返回",
}
"""Class → its words, parted by ``|``."""
