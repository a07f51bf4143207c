"""M. Chi et al., Mobile Information Systems 2017, 8429878: predicting a broker's traffic."""
