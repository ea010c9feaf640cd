"""The one façade that pages, command line and tests call."""

from core.query.cancel import CancelToken
from core.service.app import MineralApp
from core.service.audit_figures import AuditFigures
from core.service.status import LayerInfo, SystemStatus

__all__ = ["AuditFigures", "CancelToken", "LayerInfo", "MineralApp", "SystemStatus"]
