"""Every sentence an import can say: code → (severity, English, Chinese)."""

from __future__ import annotations

from core.database.findings import Severity

SENTENCES: dict[str, tuple[Severity, str, str]] = {
    # --- files and archives ---
    "file_missing": ("error", "The file “{file}” cannot be opened: {why}.", "无法打开文件“{file}”：{why}。"),
    "file_empty": ("error", "The file “{file}” is empty.", "文件“{file}”是空的。"),
    "file_large": (
        "error",
        "The file “{file}” has {size} MB; the limit is {limit} MB.",
        "文件“{file}”大小为 {size} MB，上限为 {limit} MB。",
    ),
    "format_unknown": (
        "error",
        "“{file}” is not a file OreSight can read. It reads shapefiles (.shp with its companions, or zipped), "
        "GeoJSON, GeoPackage, CSV, TSV and Excel (.xlsx).",
        "OreSight 无法读取“{file}”。可读取的格式：Shapefile（.shp 及其附属文件或 zip）、GeoJSON、GeoPackage、CSV、TSV 和 "
        "Excel（.xlsx）。",
    ),
    "format_contradicts": (
        "error",
        "The content of “{file}” is not what its name says: {why}.",
        "“{file}”的内容与文件名不符：{why}。",
    ),
    "unreadable": ("error", "“{file}” cannot be read: {why}.", "无法读取“{file}”：{why}。"),
    "zip_broken": ("error", "The archive “{file}” is damaged: {why}.", "压缩包“{file}”已损坏：{why}。"),
    "zip_encrypted": (
        "error",
        "The archive “{file}” is encrypted; unpack it first.",
        "压缩包“{file}”已加密，请先解压。",
    ),
    "zip_path": (
        "error",
        "The archive “{file}” is refused: its member “{member}” points outside the archive.",
        "拒绝压缩包“{file}”：其中的“{member}”指向压缩包之外。",
    ),
    "zip_link": (
        "error",
        "The archive “{file}” is refused: its member “{member}” is a link.",
        "拒绝压缩包“{file}”：其中的“{member}”是链接。",
    ),
    "zip_bomb": (
        "error",
        "The archive “{file}” is refused: {why}.",
        "拒绝压缩包“{file}”：解压后超出限制（{why}）。",
    ),
    "zip_nothing": (
        "error",
        "The archive “{file}” holds nothing OreSight can read.",
        "压缩包“{file}”中没有 OreSight 可读取的文件。",
    ),
    "companion_missing": (
        "warning",
        "The companion file {companion} is missing: {effect}.",
        "缺少附属文件 {companion}：{effect_zh}。",
    ),
    "index_broken": (
        "warning",
        "The index (.shx) does not fit the .shp; it was rebuilt.",
        "索引文件（.shx）与 .shp 不符，已重建。",
    ),
    "virtual_table": (
        "error",
        "“{file}” is refused: it defines the virtual table “{name}”, which could read other files.",
        "拒绝“{file}”：其中定义了可能读取其他文件的虚拟表“{name}”。",
    ),
    # --- sheets and headings ---
    "sheet_unknown": (
        "error",
        "“{file}” has no layer or sheet “{sheet}”. It has: {sheets}.",
        "“{file}”中没有图层或工作表“{sheet}”，现有：{sheets}。",
    ),
    "sheet_choice": (
        "error",
        "“{file}” holds several layers or sheets; choose one of: {sheets}.",
        "“{file}”包含多个图层或工作表，请选择其中之一：{sheets}。",
    ),
    "sheet_only": (
        "info",
        "Only the sheet “{sheet}” has content; it was read. Others in the file: {others}.",
        "只有工作表“{sheet}”有内容，已读取；文件中的其他工作表：{others}。",
    ),
    "no_rows": ("error", "“{file}” has no rows of data.", "“{file}”中没有数据行。"),
    "rows_many": (
        "error",
        "“{file}” has more than {limit} rows, the limit of one import.",
        "“{file}”超过 {limit} 行，超出单次导入上限。",
    ),
    "columns_many": (
        "error",
        "“{file}” has {count} columns; the limit is {limit}.",
        "“{file}”有 {count} 列，上限为 {limit} 列。",
    ),
    "cells_many": (
        "error",
        "The sheet “{sheet}” of “{file}” reaches to cell {cell}; the limit is {limit} cells.",
        "“{file}”的工作表“{sheet}”延伸到单元格 {cell}，上限为 {limit} 个单元格。",
    ),
    "header_row": (
        "info",
        "The headings were read from row {row}; the rows above it are a title and were not read: {title}",
        "列名取自第 {row} 行；其上的行视为标题，未读取：{title}",
    ),
    "header_joined": (
        "info",
        "The headings stand in rows {row} and were joined, such as “{example}”.",
        "列名位于第 {row} 行，已合并，例如“{example}”。",
    ),
    "header_none": (
        "warning",
        "There is no row of headings; the columns were named column_1, column_2 …",
        "没有列名行；各列命名为 column_1、column_2 ……",
    ),
    "units_row": (
        "info",
        "Row {row} below the headings holds units and was not loaded as data: {units}.",
        "列名下的第 {row} 行是单位，未作为数据载入：{units}。",
    ),
    "delimiter": ("info", "The columns are parted by {delimiter}.", "列分隔符为{delimiter}。"),
    "decimal_comma": (
        "warning",
        "Numbers are written with a decimal comma (such as {example}); they were read so.",
        "数字使用逗号作小数点（如 {example}），已按此读取。",
    ),
    "ragged": (
        "warning",
        "{rows} were not read: the number of cells differs from the {columns} headings.",
        "{rows}未读取：单元格数与 {columns} 个列名不符。",
    ),
    "cells_beyond": (
        "warning",
        "{rows} have values to the right of the last heading; those values were not read.",
        "{rows}在最后一个列名右侧还有值，这些值未读取。",
    ),
    # --- encoding ---
    "encoding": (
        "info",
        "The texts were read as {encoding}: {why}.",
        "文本按 {encoding} 读取：{why_zh}。",
    ),
    "encoding_assumed": (
        "warning",
        "The texts were read as {encoding}, which is an assumption: {why}. If they look wrong (“{sample}”), choose "
        "another encoding.",
        "文本按 {encoding} 读取，属于推断：{why_zh}。如显示不正确（“{sample}”），请另选编码。",
    ),
    "encoding_stated_wrong": (
        "warning",
        "The file says its texts are {stated}, but they are not; they were read as {encoding}.",
        "文件声明编码为 {stated}，但实际不符；已按 {encoding} 读取。",
    ),
    "encoding_damaged": (
        "warning",
        "{n} texts hold bytes that are not {encoding}; those characters were lost.",
        "有 {n} 个文本含有不属于 {encoding} 的字节，相应字符已丢失。",
    ),
    "encoding_unknown": ("error", "“{encoding}” is not a known text encoding.", "未知的文本编码“{encoding}”。"),
    "nul_characters": (
        "warning",
        "Column “{column}”: NUL characters were removed in {n} values.",
        "列“{column}”：已从 {n} 个值中删除 NUL 字符。",
    ),
    # --- coordinate systems ---
    "crs": (
        "info",
        "Coordinates are in {crs} and were converted to WGS 84 by “{operation}” (accuracy {accuracy}).",
        "坐标系为 {crs}，已通过“{operation}”转换为 WGS 84（精度 {accuracy}）。",
    ),
    "crs_same": ("info", "Coordinates are in {crs}.", "坐标系为 {crs}。"),
    "crs_aligned": (
        "info",
        "Coordinates are in {crs}, whose datum agrees with that of WGS 84 within plate motion (at most a few metres); "
        "no datum shift was applied beyond it.",
        "坐标系为 {crs}，其基准与 WGS 84 仅有板块运动量级（至多数米）的差异。",
    ),
    "crs_ballpark": (
        "warning",
        "The datum of {crs} can only be related to WGS 84 approximately (“{operation}”): positions can be off by tens "
        "of metres or more.",
        "{crs} 的基准面只能近似转换到 WGS 84（“{operation}”）：位置偏差可能达数十米以上。",
    ),
    "crs_partly": (
        "warning",
        "No conversion from {crs} is made for the whole area of the data; “{operation}” was used.",
        "没有适用于全部数据范围的 {crs} 转换；已使用“{operation}”。",
    ),
    "crs_better": (
        "warning",
        "A more accurate conversion from {crs} exists (“{operation}”) but needs a grid file that is not installed.",
        "存在更精确的 {crs} 转换方法（“{operation}”），但所需格网文件未安装。",
    ),
    "crs_missing": (
        "error",
        "“{file}” does not say which coordinate system its coordinates are in. Name it, for example: {candidates}.",
        "“{file}”没有说明坐标系。请指定，例如：{candidates}。",
    ),
    "crs_missing_none": (
        "error",
        "“{file}” does not say which coordinate system its coordinates are in, and x from {west} to {east}, y from "
        "{south} to {north} fit none that is usual here. Name it (EPSG code).",
        "“{file}”没有说明坐标系，且 x {west}–{east}、y {south}–{north} 不符合常用坐标系。请指定 EPSG 代码。",
    ),
    "crs_unknown": (
        "error",
        "“{crs}” is not a coordinate system that can be used: {why}.",
        "“{crs}”不是可用的坐标系：{why}。",
    ),
    "crs_missing_zone": (
        "error",
        "“{file}” does not say which coordinate system its coordinates are in. They look like a Gauss–Krüger or UTM "
        "zone without its number; name the zone, for example EPSG:4545 (CGCS2000, 108° E) or EPSG:32649 (UTM 49 N).",
        "“{file}”没有说明坐标系。坐标像是不带带号的高斯—克吕格或 UTM 投影；请指定分带，例如 EPSG:4545（CGCS2000，"
        "108°E）或 EPSG:32649（UTM 49N）。",
    ),
    "crs_outside": (
        "error",
        "Taken as {crs}, most coordinates of “{file}” (x from {west} to {east}, y from {south} to {north}) lie outside "
        "the world. Name another coordinate system.",
        "按 {crs} 解释时，“{file}”的大多数坐标（x {west}–{east}，y {south}–{north}）在地球范围之外。请指定其他坐标系。",
    ),
    "crs_contradicts": (
        "error",
        "“{file}” states {crs}, but its coordinates (x from {west} to {east}, y from {south} to {north}) are not "
        "degrees. Name the coordinate system they are in{candidates}.",
        "“{file}”声明坐标系为 {crs}，但坐标（x {west}–{east}，y {south}–{north}）不是经纬度。请指定实际坐标系{candidates}。",
    ),
    "crs_overridden": (
        "warning",
        "The file says {stated}; by decision its coordinates were taken as {crs}.",
        "文件声明坐标系为 {stated}；按您的决定视为 {crs}。",
    ),
    "crs_decided": ("info", "By decision the coordinates were taken as {crs}.", "按您的决定，坐标系视为 {crs}。"),
    "crs_assumed": (
        "warning",
        "Columns “{x}” and “{y}” were taken as longitude and latitude on {crs}: an assumption from their headings "
        "and values.",
        "列“{x}”和“{y}”视为 {crs} 经纬度：根据列名和数值推断。",
    ),
    # --- coordinates of tables ---
    "xy_missing": (
        "error",
        "“{file}” has no columns that look like coordinates; name them (x and y). Its columns: {columns}.",
        "“{file}”中没有坐标列，请指定 x 和 y 列。现有列：{columns}。",
    ),
    "xy_unknown": (
        "error",
        "“{file}” has no column “{column}”. Its columns: {columns}.",
        "“{file}”中没有列“{column}”。现有列：{columns}。",
    ),
    "xy_found": (
        "info",
        "Coordinates were read from the columns “{x}” and “{y}”.",
        "坐标取自列“{x}”和“{y}”。",
    ),
    "xy_northing": (
        "warning",
        "Column “{y}” was taken as easting and “{x}” as northing: the numbers are so.",
        "根据数值，列“{y}”视为东坐标，“{x}”视为北坐标。",
    ),
    "xy_swapped": (
        "error",
        "Latitude cannot be as large as {value}: the columns “{x}” and “{y}” seem exchanged. Name them the other way "
        "round.",
        "纬度不可能达到 {value}：列“{x}”与“{y}”似乎颠倒了，请交换。",
    ),
    "xy_empty": (
        "warning",
        "{rows} have no coordinates and were not loaded.",
        "{rows}没有坐标，未载入。",
    ),
    "xy_text": (
        "warning",
        "{rows} have coordinates that are not numbers (such as “{example}”) and were not loaded.",
        "{rows}的坐标不是数字（如“{example}”），未载入。",
    ),
    "xy_notation": (
        "error",
        "Most coordinates in “{x}” and “{y}” are not decimal numbers (such as “{example}”). Convert them to decimal "
        "degrees or metres.",
        "列“{x}”和“{y}”中的坐标大多不是十进制数（如“{example}”）。请转换为十进制度或米。",
    ),
    # --- geometry ---
    "geometry_none": (
        "error",
        "The layer “{sheet}” of “{file}” is a table without geometry and without coordinate columns.",
        "“{file}”的图层“{sheet}”没有几何，也没有坐标列。",
    ),
    "geometry_mixed": (
        "error",
        "“{file}” mixes {kinds}; a layer holds one kind. Choose which to load (point, line or polygon).",
        "“{file}”混有{kinds}；一个图层只能包含一种几何，请选择载入点、线或面。",
    ),
    "geometry_other": (
        "warning",
        "{rows} are not of the kind of this layer ({kind}) and were not loaded.",
        "{rows}不属于本图层的几何类型（{kind}），未载入。",
    ),
    "geometry_null": (
        "warning",
        "{rows} have no geometry and were not loaded.",
        "{rows}没有几何，未载入。",
    ),
    "geometry_unreadable": (
        "warning",
        "{rows} have a geometry that cannot be read and were not loaded.",
        "{rows}的几何无法读取，未载入。",
    ),
    "geometry_nonfinite": (
        "warning",
        "{rows} have coordinates that are not finite numbers and were not loaded.",
        "{rows}的坐标不是有限数，未载入。",
    ),
    "geometry_range": (
        "warning",
        "{rows} lie outside −180…180° or −90…90° and were not loaded.",
        "{rows}超出 −180…180° 或 −90…90° 范围，未载入。",
    ),
    "geometry_repaired": (
        "warning",
        "{rows} had an invalid geometry and were repaired; the largest change of area is {change}.",
        "{rows}的几何无效，已修复；面积最大变化为 {change}。",
    ),
    "geometry_lost": (
        "warning",
        "{rows} had an invalid geometry of which nothing was left after repair; they were not loaded.",
        "{rows}的几何无效且修复后无剩余，未载入。",
    ),
    "geometry_z": (
        "info",
        "Heights or measures (Z, M) of {n} geometries were left out: layers are two-dimensional.",
        "已去除 {n} 个几何的高程或度量值（Z、M）：图层为二维。",
    ),
    "geometry_curves": (
        "info",
        "{n} geometries with curves were turned into lines with many vertices.",
        "{n} 个曲线几何已转换为折线。",
    ),
    "geometry_parts": (
        "info",
        "{n} geometry collections were reduced to their {kind} parts.",
        "{n} 个几何集合仅保留其{kind}部分。",
    ),
    "geometry_wide": (
        "warning",
        "{rows} reach over more than 180° of longitude; features that cross the antimeridian must be split there.",
        "{rows}跨越经度超过 180°；跨越 180° 经线的要素需先分割。",
    ),
    "nothing_left": (
        "error",
        "No row of “{file}” can be loaded: {why}",
        "“{file}”中没有可载入的行：{why}",
    ),
    # --- columns ---
    "name_changed": (
        "warning",
        "Column “{column}” was loaded as “{new}”: {why}.",
        "列“{column}”载入为“{new}”：{why_zh}。",
    ),
    "columns_empty": ("info", "These columns have no values: {columns}.", "以下列没有值：{columns}。"),
    "column_left_out": (
        "warning",
        "Column “{column}” was left out: {why}.",
        "列“{column}”未载入：{why_zh}。",
    ),
    "column_unknown": (
        "error",
        "“{file}” has no column “{column}”, for which a type was decided.",
        "“{file}”中没有指定了类型的列“{column}”。",
    ),
    "text_mixed": (
        "warning",
        "Column “{column}” stays text: besides numbers it holds “{example}” ({rows}).",
        "列“{column}”保持文本：除数字外还含有“{example}”（{rows}）。",
    ),
    "text_numbers": (
        "info",
        "Column “{column}” is declared as text but holds only numbers; it stays text.",
        "列“{column}”声明为文本但只含数字；保持文本。",
    ),
    "leading_zeros": (
        "info",
        "Column “{column}” stays text: numbers with leading zeros (such as {example}) are identifiers.",
        "列“{column}”保持文本：带前导零的数字（如 {example}）视为编号。",
    ),
    "long_digits": (
        "info",
        "Column “{column}” stays text: {example} has more digits than a number can hold.",
        "列“{column}”保持文本：{example} 的位数超出数值精度。",
    ),
    "thousands": (
        "warning",
        "Column “{column}” stays text: in “{example}” the comma could part thousands or decimals.",
        "列“{column}”保持文本：“{example}”中的逗号可能是千位分隔符或小数点。",
    ),
    "censored": (
        "info",
        "Column “{column}”: {n} values are reported as limits (such as “{example}”). The number is empty there; sign "
        "and limit stand in “{qualifier}” and “{limit}”.",
        "列“{column}”：{n} 个值为检出限（如“{example}”）。该处数值为空，符号与限值存于“{qualifier}”和“{limit}”。",
    ),
    "not_detected": (
        "warning",
        "Column “{column}”: {n} values say “{example}” without a limit; they count as below an unknown limit.",
        "列“{column}”：{n} 个值为“{example}”，没有给出检出限；视为低于未知限值。",
    ),
    "no_data": (
        "warning",
        "Column “{column}”: “{example}” was read as no value ({rows}).",
        "列“{column}”：“{example}”视为无值（{rows}）。",
    ),
    "not_a_number": (
        "warning",
        "Column “{column}” is numeric by decision; “{example}” was read as no value ({rows}).",
        "列“{column}”按决定为数值；“{example}”视为无值（{rows}）。",
    ),
    "sentinel": (
        "warning",
        "Column “{column}” holds {example} in {n} rows, which often means “no value”; it was kept as a number.",
        "列“{column}”有 {n} 行为 {example}，通常表示无值；已按数字保留。",
    ),
    "nonfinite": (
        "warning",
        "Column “{column}”: values that are not finite numbers were read as no value ({rows}).",
        "列“{column}”：非有限数视为无值（{rows}）。",
    ),
    # --- database ---
    "table_name": (
        "error",
        "“{table}” cannot be the name of a table: use letters, digits and underscores, at most 60 bytes, beginning "
        "with a letter.",
        "“{table}”不能作为表名：请使用字母、数字和下划线，以字母开头，最多 60 字节。",
    ),
    "table_exists": (
        "error",
        "There is already a layer “{table}”. Choose another name, or replace it.",
        "已存在图层“{table}”。请另取名称或选择替换。",
    ),
    "table_derived": ("info", "The table was named “{table}” after the file.", "表名取自文件：“{table}”。"),
    "same_file": (
        "warning",
        "The same file is already loaded as “{table}”.",
        "同一文件已载入为“{table}”。",
    ),
    "write_failed": (
        "error",
        "“{file}” was not loaded; the database refused it: {why}.",
        "“{file}”未载入；数据库拒绝：{why}。",
    ),
}
