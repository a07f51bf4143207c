"""One module per protocol family. schema.messages imports them all; each registers its message types."""
