"""The paper's own set-up, to reproduce its two numbers: with its parameters, from noise, and with a leak named so."""
