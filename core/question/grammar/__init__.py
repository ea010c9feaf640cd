"""The grammar of questions: parts of speech to phrases to IR nodes, English and Chinese."""
