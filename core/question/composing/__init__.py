"""Questions made of simpler ones: a number against a limit, which of two has more, how many in each of several.

Such a question is taken apart into a question that the grammar reads as it stands and what is done with its
answer.  The rules look at the words; the meaning of everything between them comes from the reader, and a rule
whose inner question is not understood to the last word gives nothing.
"""
