// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_TRAFFIC_RATE_H
#define BROKER_TRAFFIC_RATE_H

#include <cstdint>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief A rate of traffic over time, as a multiple of its mean.
 *
 * It changes the time of a schedule: what the schedule has at time u happens when the integral of
 * the rate has grown to u. A constant rate of 1 changes nothing.
 */
class TrafficRate
{
  public:
    virtual ~TrafficRate() = default;

    /**
     * @param timeNs since the beginning, not negative
     * @return integral of the rate from the beginning to this time, ns
     */
    virtual double Integral(int64_t timeNs) const = 0;

    /// @return a bound of the rate
    virtual double Greatest() const = 0;

    /**
     * @param integralNs of the rate, not negative
     * @param endNs latest time of interest
     * @return the first time, in whole ns, at which the integral has grown to this value; endNs if
     * it has not grown so far by then
     */
    int64_t TimeOf(int64_t integralNs, int64_t endNs) const;

    /**
     * @param fromNs a time
     * @param toNs a later time
     * @return mean of the rate between them
     */
    double MeanOf(int64_t fromNs, int64_t toNs) const;
};

/**
 * @ingroup pubsub-broker
 * @brief The rate 1 + amplitude * sin(2 pi t / day + phase).
 */
class DailyRate : public TrafficRate
{
  public:
    /**
     * @param amplitude from 0 to 1
     * @param dayNs length of the day, more than 0
     * @param phase radians
     */
    DailyRate(double amplitude, int64_t dayNs, double phase);

    double Integral(int64_t timeNs) const override;
    double Greatest() const override;

  private:
    double m_amplitude; ///< from 0 to 1
    double m_dayNs;     ///< length of the day
    double m_phase;     ///< radians
};

/**
 * @ingroup pubsub-broker
 * @brief A rate that is constant in each step of a fixed length. After the last step it is 0.
 */
class SteppedRate : public TrafficRate
{
  public:
    /**
     * @param rates of the steps, none negative
     * @param stepNs length of a step, more than 0
     */
    SteppedRate(std::vector<double> rates, int64_t stepNs);

    double Integral(int64_t timeNs) const override;
    double Greatest() const override;

  private:
    std::vector<double> m_rates;  ///< of the steps
    std::vector<double> m_before; ///< sum of the rates before each step, and of all
    int64_t m_stepNs;             ///< length of a step
};

} // namespace ns3::pubsub::broker

#endif
