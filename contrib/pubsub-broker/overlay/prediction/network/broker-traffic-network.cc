// SPDX-License-Identifier: GPL-2.0-only
#include "broker-traffic-network.h"

#include "ns3/abort.h"

#include <cmath>

namespace ns3::pubsub::broker
{

double
ValueExtremes::Scaled(double value) const
{
    return high == low ? 0.0 : (value - low) / (high - low);
}

double
ValueExtremes::Restored(double scaled) const
{
    return low + scaled * (high - low);
}

double
TrafficNetwork::Predict(const std::vector<double>& inputs, const NetworkScaling& extremes) const
{
    NS_ABORT_MSG_IF(inputs.size() != Inputs() || extremes.inputs.size() != Inputs(),
                    "a network of " << Inputs() << " inputs got " << inputs.size());
    double sum = 0.0;
    for (std::size_t k = 0; k < hiddenBiases.size(); ++k)
    {
        double hidden = 0.0;
        for (std::size_t i = 0; i < inputs.size(); ++i)
        {
            hidden += hiddenWeights[k][i] * extremes.inputs[i].Scaled(inputs[i]);
        }
        sum += outputWeights[k] * std::tanh(hidden + hiddenBiases[k]);
    }
    return extremes.output.Restored(1.0 / (1.0 + std::exp(-(sum + outputBias))));
}

} // namespace ns3::pubsub::broker
