"""One module per link layer."""
