"""V. Sourlas et al., "Storage planning and replica assignment in content-centric publish/subscribe networks",
Computer Networks 55 (2011).
"""
