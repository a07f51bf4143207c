"""Compilation of kernels, their cache, and numbers from bytes: the base of every layer of the scan."""
