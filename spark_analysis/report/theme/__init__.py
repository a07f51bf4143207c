"""How the report looks: palette, sizes, legends, numbers as text, figures as files."""
