"""How compiled functions are made and kept, and numbers read from bytes: what every layer of the scan uses."""
