"""Demand matrices of SNDlib, one file per time step, that a user supplies: Abilene and GÉANT, for example.

The formats are those of Orlowski, Wessäly, Pióro and Tomaszewski, Networks 55, 2010, and of the notes beside the
archives of matrices.
"""
