"""Similarities of words from an ontology: `./waf ontology`, docs/ontologies.md.

`ontology_source` reads a file into a `ConceptGraph`; `word_pairs` computes the similarity of each pair of its words;
`pair_table` writes them.
"""
