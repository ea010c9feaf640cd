"""Published ways to let a language model write SQL, for comparison; the product itself never runs such text."""
