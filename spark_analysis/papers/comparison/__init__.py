"""Claims, contrasts, figures and pages: what every paper shares."""
