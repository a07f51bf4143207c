"""Overlays of topics: the lightest tree of each topic, and the trees that leave the most room on the busiest edge.

The package computes exact Steiner trees and trees that maximise the minimum residual of all edges, by mixed-integer
programs that HiGHS solves. It shares no code with the C++ routers, so that each checks the other, and it writes plans
that the router `file` reads. `./waf python -m pyharness.overlays --help` lists the arguments.
"""
