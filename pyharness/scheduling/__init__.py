"""Which run starts when: the queue, expected costs, memory, the stopping rule, and the sweep itself."""
