// SPDX-License-Identifier: GPL-2.0-only
#include "broker-simple-predictors.h"

#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <deque>
#include <numeric>

namespace ns3::pubsub::broker
{

NS_OBJECT_ENSURE_REGISTERED(LastValuePredictor);
NS_OBJECT_ENSURE_REGISTERED(MovingMeanPredictor);
NS_OBJECT_ENSURE_REGISTERED(ExponentialSmoothingPredictor);

namespace
{

/// @brief The mean of the last values of a series.
class MeanOfLast : public SeriesForecaster
{
  public:
    /// @param steps in the mean
    explicit MeanOfLast(uint32_t steps)
        : m_steps(steps)
    {
    }

    void Observe(const LinkStep& step) override
    {
        m_values.push_back(static_cast<double>(step.notifications));
        if (m_values.size() > m_steps)
        {
            m_values.pop_front();
        }
    }

    std::optional<double> Next() const override
    {
        if (m_values.size() < m_steps)
        {
            return std::nullopt;
        }
        return std::accumulate(m_values.begin(), m_values.end(), 0.0) / m_steps;
    }

  private:
    uint32_t m_steps;            ///< in the mean
    std::deque<double> m_values; ///< the last ones
};

/// @brief The level of a series.
class SmoothedLevel : public SeriesForecaster
{
  public:
    /// @param alpha weight of the newest value
    explicit SmoothedLevel(double alpha)
        : m_alpha(alpha)
    {
    }

    void Observe(const LinkStep& step) override
    {
        const auto value = static_cast<double>(step.notifications);
        m_level = m_level ? *m_level + m_alpha * (value - *m_level) : value;
    }

    std::optional<double> Next() const override
    {
        return m_level;
    }

  private:
    double m_alpha;                ///< weight of the newest value
    std::optional<double> m_level; ///< after the newest value
};

} // namespace

TypeId
LastValuePredictor::GetTypeId()
{
    static TypeId tid = TypeId("ns3::pubsub::broker::LastValuePredictor")
                            .SetParent<LinkTrafficPredictor>()
                            .SetGroupName("PubSub")
                            .AddConstructor<LastValuePredictor>();
    return tid;
}

std::unique_ptr<SeriesForecaster>
LastValuePredictor::NewSeries() const
{
    return std::make_unique<MeanOfLast>(1);
}

TypeId
MovingMeanPredictor::GetTypeId()
{
    static TypeId tid = TypeId("ns3::pubsub::broker::MovingMeanPredictor")
                            .SetParent<LinkTrafficPredictor>()
                            .SetGroupName("PubSub")
                            .AddConstructor<MovingMeanPredictor>()
                            .AddAttribute("Steps",
                                          "Values in the mean",
                                          UintegerValue(10),
                                          MakeUintegerAccessor(&MovingMeanPredictor::m_steps),
                                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

std::unique_ptr<SeriesForecaster>
MovingMeanPredictor::NewSeries() const
{
    return std::make_unique<MeanOfLast>(m_steps);
}

TypeId
ExponentialSmoothingPredictor::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::broker::ExponentialSmoothingPredictor")
            .SetParent<LinkTrafficPredictor>()
            .SetGroupName("PubSub")
            .AddConstructor<ExponentialSmoothingPredictor>()
            .AddAttribute("Alpha",
                          "Weight of the newest value",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&ExponentialSmoothingPredictor::m_alpha),
                          MakeDoubleChecker<double>(0.0, 1.0));
    return tid;
}

std::unique_ptr<SeriesForecaster>
ExponentialSmoothingPredictor::NewSeries() const
{
    return std::make_unique<SmoothedLevel>(m_alpha);
}

} // namespace ns3::pubsub::broker
