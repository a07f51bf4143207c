"""Store planning: at which brokers stores stand, and which of them hold a replica of each topic.

The package plans an instance (brokers in a tree, demand, copies of each topic, stores and their capacity) with the
policies of Sourlas et al. (Computer Networks 55, 2011) and the baselines they are compared with, and computes the
optimum. It shares no code with the C++ planner, so that each checks the other. `./waf python -m pyharness.placement
--help` lists the arguments.
"""
