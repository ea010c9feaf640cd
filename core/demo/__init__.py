"""Demonstration data: three regions with invented geology, written as files for the importer."""

from core.demo.demo_file import DemoFile
from core.demo.generator import generate

__all__ = ["DemoFile", "generate"]
