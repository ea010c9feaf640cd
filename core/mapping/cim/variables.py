"""Visual variables: rotation by a field is kept, the others are noted."""

from __future__ import annotations

from typing import Literal

from core.mapping.cim.access import Json, field_of, items, kind, obj, word
from core.mapping.cim.log import Log
from core.mapping.style_model import Rotation


def visual_variables(renderer: Json, log: Log) -> Rotation | None:
    """The field that turns the symbols of a renderer, None without one."""
    found: Rotation | None = None
    for variable in items(renderer, "visualVariables")[:20]:
        name = kind(variable)
        if name != "CIMRotationVisualVariable":
            log.note("variable", loss=False, kind=name.removeprefix("CIM").removesuffix("VisualVariable") or "—")
            continue
        info = obj(variable, "visualVariableInfoZ")
        text = word(obj(info, "valueExpressionInfo"), "expression") or word(info, "expression")
        field = field_of(text)
        direction: Literal["geographic", "arithmetic"] = (
            "geographic" if word(variable, "rotationTypeZ") == "Geographic" else "arithmetic"
        )
        if field:
            found = found or Rotation(field=field, direction=direction)
        elif text:
            log.note("rotation", loss=False, expression=" ".join(text.split())[:60])
    return found
