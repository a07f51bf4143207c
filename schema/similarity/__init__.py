"""How similar topics and their words are, by letters and by meaning."""
