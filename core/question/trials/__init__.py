"""Other orders of a question that the grammar could not read whole: generated here, judged by the grammar."""
