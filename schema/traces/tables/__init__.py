"""One module per trace table. schema.traces imports them all; each registers its table."""
