// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_TRAFFIC_NETWORK_H
#define BROKER_TRAFFIC_NETWORK_H

#include <cstddef>
#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

/// Extremes of a series, by which it is scaled to 0..1 (Chi et al. 2017, formula 3).
struct ValueExtremes
{
    double low = 0.0;  ///< becomes 0
    double high = 0.0; ///< becomes 1

    /**
     * @param value of the series
     * @return the scaled value; 0 where both extremes are equal
     */
    double Scaled(double value) const;

    /**
     * @param scaled value
     * @return the value of the series
     */
    double Restored(double scaled) const;
};

/// What scales the inputs and the output of a network.
struct NetworkScaling
{
    std::vector<ValueExtremes> inputs; ///< one for each input
    ValueExtremes output;              ///< of the prediction
};

/**
 * @ingroup pubsub-broker
 * @brief A trained network of one hidden layer (Chi et al. 2017): tanh, then the logistic function.
 */
struct TrafficNetwork
{
    std::vector<std::vector<double>> hiddenWeights; ///< of each hidden neuron, by input
    std::vector<double> hiddenBiases;               ///< of each hidden neuron
    std::vector<double> outputWeights;              ///< of each hidden neuron
    double outputBias = 0.0;                        ///< of the output
    NetworkScaling scaling;                         ///< by the extremes of the training part

    /// @return inputs: T(n), T(n-1), and perhaps dS(n) and dA(n)
    std::size_t Inputs() const
    {
        return scaling.inputs.size();
    }

    /**
     * @param inputs as many as Inputs()
     * @param extremes of inputs and output
     * @return T(n+1), within the extremes of the output
     */
    double Predict(const std::vector<double>& inputs, const NetworkScaling& extremes) const;
};

/**
 * @ingroup pubsub-broker
 * @brief Read the file of a trained network: docs/prediction.md has its keys. Throws
 * BrokerInputError for any other content.
 * @param file its name
 * @return the network
 */
TrafficNetwork ReadTrafficNetwork(const std::string& file);

} // namespace ns3::pubsub::broker

#endif
