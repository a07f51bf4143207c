"""The paper's 4-3-1 network: forward pass, Jacobian, Levenberg-Marquardt training and the file of a trained network."""
