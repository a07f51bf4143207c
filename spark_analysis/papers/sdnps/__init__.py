"""The page about Wang et al. 2016: publish/subscribe on switches."""
