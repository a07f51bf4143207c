// SPDX-License-Identifier: GPL-2.0-only
#include "broker-chaotic-systems.h"

#include "ns3/abort.h"
#include "ns3/log.h"

#include <cmath>
#include <cstdint>
#include <numbers>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerChaoticSystems");

namespace
{

const std::string LOGISTIC = "logistic";         ///< x' = 4 x (1 - x)
const std::string MACKEY_GLASS = "mackey-glass"; ///< an equation with a delay

/// Binary digits of an angle.
constexpr int DIGITS = 62;

/// Long-run mean of the logistic map.
constexpr double LOGISTIC_MEAN = 0.5;

/// Long-run mean of the Mackey-Glass equation; a test computes it.
constexpr double MACKEY_GLASS_MEAN = 0.9302;

/**
 * @brief The Mackey-Glass equation, by the classical Runge-Kutta method. The delayed value within a
 * step is interpolated.
 */
class MackeyGlass
{
  public:
    /// @param initial value, also of the time before
    explicit MackeyGlass(double initial)
        : m_history(DELAY_STEPS + 1, initial),
          m_value(initial)
    {
    }

    /**
     * @brief Let time pass.
     * @param units of it
     * @return the value then
     */
    double Advance(int units)
    {
        for (int step = 0; step < units * STEPS_PER_UNIT; ++step)
        {
            const double delayed = m_history[m_oldest];
            const double next = m_history[(m_oldest + 1) % m_history.size()];
            const double between = (delayed + next) / 2;
            const double first = Slope(m_value, delayed);
            const double second = Slope(m_value + STEP / 2 * first, between);
            const double third = Slope(m_value + STEP / 2 * second, between);
            const double fourth = Slope(m_value + STEP * third, next);
            m_value += STEP / 6 * (first + 2 * second + 2 * third + fourth);
            m_history[m_oldest] = m_value;
            m_oldest = (m_oldest + 1) % m_history.size();
        }
        return m_value;
    }

  private:
    static constexpr int STEPS_PER_UNIT = 10;               ///< of the integration
    static constexpr double STEP = 1.0 / STEPS_PER_UNIT;    ///< of the integration
    static constexpr int DELAY_STEPS = 17 * STEPS_PER_UNIT; ///< steps of the delay

    /**
     * @param value now
     * @param delayed value before the delay
     * @return change per unit of time
     */
    static double Slope(double value, double delayed)
    {
        const double square = delayed * delayed;
        const double fourth = square * square;
        return 0.2 * delayed / (1 + fourth * fourth * square) - 0.1 * value;
    }

    std::vector<double> m_history; ///< the values from the delay until now, in a ring
    std::size_t m_oldest = 0;      ///< place of the oldest
    double m_value;                ///< now
};

/**
 * @param count of values
 * @param random source of binary digits
 * @return an orbit of the logistic map, divided by its mean
 */
std::vector<double>
LogisticValues(std::size_t count, Ptr<UniformRandomVariable> random)
{
    uint64_t angle = 0;
    const auto doubled = [&angle, &random] {
        const uint64_t digit = random->GetInteger(0, 1);
        angle = (angle << 1 | digit) & ((uint64_t{1} << DIGITS) - 1);
    };
    for (int digit = 0; digit < DIGITS; ++digit)
    {
        doubled();
    }
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i)
    {
        const double sine = std::sin(std::numbers::pi * std::ldexp(angle, -DIGITS));
        values.push_back(sine * sine / LOGISTIC_MEAN);
        doubled();
    }
    return values;
}

} // namespace

std::vector<std::string>
ChaoticSystems()
{
    return {LOGISTIC, MACKEY_GLASS};
}

std::vector<double>
ChaoticValues(const std::string& system, std::size_t count, Ptr<UniformRandomVariable> random)
{
    NS_LOG_FUNCTION(system << count);
    if (system == LOGISTIC)
    {
        return LogisticValues(count, random);
    }
    NS_ABORT_MSG_UNLESS(system == MACKEY_GLASS, "no chaotic system " << system);
    constexpr int PASSED = 1000;
    constexpr int BETWEEN = 6;
    MackeyGlass equation(random->GetValue(0.5, 1.5));
    equation.Advance(PASSED);
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i)
    {
        values.push_back(equation.Advance(BETWEEN) / MACKEY_GLASS_MEAN);
    }
    return values;
}

} // namespace ns3::pubsub::broker
