// SPDX-License-Identifier: GPL-2.0-only
#include "broker-network-predictor.h"

#include "ns3/abort.h"
#include "ns3/enum.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace ns3::pubsub::broker
{

NS_OBJECT_ENSURE_REGISTERED(NetworkPredictor);

namespace
{

/// @brief The inputs of a network from a series, and what scales them.
class NetworkSeries : public SeriesForecaster
{
  public:
    /**
     * @param network trained
     * @param extremes that scale
     */
    NetworkSeries(std::shared_ptr<const TrafficNetwork> network, NetworkExtremes extremes)
        : m_network(std::move(network)),
          m_extremes(extremes)
    {
    }

    void Observe(const LinkStep& step) override
    {
        const std::vector<double> values{static_cast<double>(step.notifications),
                                         static_cast<double>(step.subscriptionChange),
                                         static_cast<double>(step.advertisementChange)};
        m_previousTraffic = m_values.empty() ? values.front() : m_values.front();
        m_values = values;
        for (std::size_t i = 0; i < values.size(); ++i)
        {
            ValueExtremes& seen = m_seen[i];
            seen = m_steps == 0 ? ValueExtremes{values[i], values[i]}
                                : ValueExtremes{std::min(seen.low, values[i]),
                                                std::max(seen.high, values[i])};
        }
        ++m_steps;
    }

    std::optional<double> Next() const override
    {
        if (m_steps < 2)
        {
            return std::nullopt;
        }
        std::vector<double> inputs{m_values[0], m_previousTraffic, m_values[1], m_values[2]};
        inputs.resize(m_network->Inputs());
        return m_network->Predict(inputs,
                                  m_extremes == NetworkExtremes::FILE ? m_network->scaling
                                                                      : OwnScaling());
    }

  private:
    /// @return by the extremes of the series so far
    NetworkScaling OwnScaling() const
    {
        NetworkScaling own{{m_seen[0], m_seen[0], m_seen[1], m_seen[2]}, m_seen[0]};
        own.inputs.resize(m_network->Inputs());
        return own;
    }

    std::shared_ptr<const TrafficNetwork> m_network; ///< trained
    NetworkExtremes m_extremes;                      ///< that scale
    std::vector<double> m_values;                    ///< T, dS and dA of the last step
    double m_previousTraffic = 0.0;                  ///< T of the step before
    ValueExtremes m_seen[3];                         ///< of T, dS and dA
    uint64_t m_steps = 0;                            ///< of the series
};

} // namespace

TypeId
NetworkPredictor::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::broker::NetworkPredictor")
            .SetParent<LinkTrafficPredictor>()
            .SetGroupName("PubSub")
            .AddConstructor<NetworkPredictor>()
            .AddAttribute(
                "Extremes",
                "What scales the inputs and the output: the extremes of the training "
                "part, in the network's file, or those of each link's series so far",
                EnumValue(NetworkExtremes::FILE),
                MakeEnumAccessor<NetworkExtremes>(&NetworkPredictor::m_extremes),
                MakeEnumChecker(NetworkExtremes::FILE, "file", NetworkExtremes::LINK, "link"));
    return tid;
}

void
NetworkPredictor::SetNetwork(std::shared_ptr<const TrafficNetwork> network)
{
    m_network = std::move(network);
}

std::unique_ptr<SeriesForecaster>
NetworkPredictor::NewSeries() const
{
    NS_ABORT_MSG_UNLESS(m_network, "a network predictor has no network");
    return std::make_unique<NetworkSeries>(m_network, m_extremes);
}

} // namespace ns3::pubsub::broker
