"""The one façade that pages, command line and tests call."""

from core.query.cancel import CancelToken
from core.service.app import MineralApp
from core.service.status import LayerInfo, SystemStatus

__all__ = ["CancelToken", "LayerInfo", "MineralApp", "SystemStatus"]
