"""The report's page: templates, script, styles and what puts them together."""
