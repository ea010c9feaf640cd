"""Surface forms of the operators of the language, put plainly for a question that was not read whole."""
