"""Demonstration data: three regions with invented geology, written as files for the importer."""

from core.demo.generate import generate
from core.demo.types import DemoFile

__all__ = ["DemoFile", "generate"]
