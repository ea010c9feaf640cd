"""From the words of a question to a typed query: route, lexicon, rule reader, IR, units, dialogue context."""
