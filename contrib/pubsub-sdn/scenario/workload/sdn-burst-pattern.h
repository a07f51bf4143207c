// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_BURST_PATTERN_H
#define SDN_BURST_PATTERN_H

#include "ns3/pubsub-scenario-parameters.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief How the rate of each topic's events varies with time around its mean.
 *
 * `none` is a steady rate. `seasonal` is a sine of one period for all topics, with a phase of each
 * topic's own. `on-off` has bursts of exponential length, with exponential gaps between them. The
 * mean of the multiplier is 1 in each of them.
 */
class BurstPattern
{
  public:
    /**
     * @brief Offer the parameters.
     * @param parameters of the program
     */
    void AddTo(ScenarioParameters& parameters);

    /**
     * @brief Refuse what does not fit together.
     * @param parameters of the program
     */
    void Check(const ScenarioParameters& parameters) const;

    /**
     * @brief Draw the phases or the bursts.
     * @param topics count
     * @param last until when bursts are needed, s
     * @param stream the first; each topic has one
     * @return streams used
     */
    int64_t Draw(std::size_t topics, double last, int64_t stream);

    /// @return the greatest multiplier
    double Peak() const;

    /**
     * @param topic index
     * @param at time, s
     * @return by which the mean rate of the topic is multiplied then
     */
    double MultiplierAt(std::size_t topic, double at) const;

  private:
    /// A burst of a topic.
    struct Burst
    {
        double from = 0.0; ///< s
        double to = 0.0;   ///< s
    };

    /**
     * @param random source of lengths
     * @param last until when bursts are needed, s
     * @return the bursts of one topic
     */
    std::vector<Burst> DrawBursts(UniformRandomVariable& random, double last) const;

    /// @return multiplier between bursts
    double Lull() const;

    std::string m_kind = "none";
    double m_period = 60.0;
    double m_depth = 0.8;
    double m_factor = 4.0;
    double m_length = 10.0;

    std::vector<double> m_phases;             ///< by topic, in periods
    std::vector<std::vector<Burst>> m_bursts; ///< by topic, in order of time
};

} // namespace ns3::pubsub::sdn

#endif
