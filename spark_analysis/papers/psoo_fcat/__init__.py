"""The page about Chi et al. 2014: overlays that follow frequently changing traffic."""
