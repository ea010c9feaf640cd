"""The command line: parsing, the commands, and plain-text output."""
