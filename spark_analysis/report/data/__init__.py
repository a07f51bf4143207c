"""What the report is made of: tables, manifests and replays, read once and put in one order."""
