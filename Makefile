# Every target is a command of scripts/setup.py, which needs nothing but Python 3.11 or later.
#   PYTHON=python3.12   the interpreter for the virtual environment
#   PARTS=base          leave out the heavy parts (documents, model)
#   PORT=8501 HOST=127.0.0.1
#   PYTEST_ARGS="-k cluster"
PYTHON ?= python3
TARGETS := run test lint bench demo setup stop clean distclean

.DEFAULT_GOAL := help
.PHONY: help $(TARGETS)

help $(TARGETS):
	@$(PYTHON) scripts/setup.py $@
