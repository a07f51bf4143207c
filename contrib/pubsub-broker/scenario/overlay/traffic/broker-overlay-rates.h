// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_OVERLAY_RATES_H
#define BROKER_OVERLAY_RATES_H

#include "ns3/broker-traffic-rate.h"
#include "ns3/nstime.h"
#include "ns3/pubsub-scenario-parameters.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

/// The mean rate of a series in a step.
struct RateRow
{
    static constexpr const char* TABLE = "rates"; ///< name of the table

    int64_t timeNs = 0;  ///< beginning of the step
    uint32_t step = 0;   ///< from 0
    uint32_t series = 0; ///< from 0
    double rate = 0.0;   ///< as a multiple of the mean

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("step", step);
        column("series", series);
        column("rate", rate);
    }
};

/**
 * @ingroup pubsub-broker
 * @brief How fast publishers publish over time: the parameter `traffic` of a program.
 *
 * Each series is a rate over time of mean 1. Publishers have the series in turn. A publisher's
 * schedule has one event per period; where the rate is not steady, the event that the schedule has
 * at time u happens when the integral of the rate has grown to u.
 */
class OverlayRates
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
     * @brief Draw the series.
     * @param parameters of the program, to refuse
     * @param publishers number of them
     * @param first when events may be published
     * @param last until when
     * @param tick length of a tick
     * @param period of a publisher
     * @param stream the first of the streams, one for each series
     * @return streams used
     */
    int64_t Draw(const ScenarioParameters& parameters,
                 uint32_t publishers,
                 Time first,
                 Time last,
                 Time tick,
                 Time period,
                 int64_t stream);

    /// @return whether all publishers keep to their schedule
    bool IsSteady() const;

    /**
     * @param publisher from 0
     * @param scheduled time since the beginning, in the schedule
     * @return when that is; the end of all events or later if it never happens
     */
    Time TimeOf(std::size_t publisher, Time scheduled) const;

    /**
     * @param publisher from 0
     * @param from time since the beginning
     * @param to a later time
     * @return mean rate of the publisher between them
     */
    double MeanOf(std::size_t publisher, Time from, Time to) const;

    /// @return the rates of all series in all steps; none if they are steady
    std::vector<RateRow> Rows() const;

  private:
    /**
     * @brief Draw a series.
     * @param index of the series
     * @param steps of the run
     * @param random source, for this series alone
     */
    void DrawOne(std::size_t index, std::size_t steps, Ptr<UniformRandomVariable> random);

    /**
     * @brief Read the series from the file, or refuse.
     * @param parameters of the program
     * @param steps of the run
     */
    void Replay(const ScenarioParameters& parameters, std::size_t steps);

    /**
     * @brief Refuse series that cannot be used.
     * @param parameters of the program
     * @param period of a publisher
     */
    void CheckSeries(const ScenarioParameters& parameters, Time period) const;

    std::string m_traffic = "steady";
    double m_amplitude = 0.8;
    int64_t m_groups = 1;
    int64_t m_dayTicks = 1000;
    std::string m_system = "logistic";
    int64_t m_stepTicks = 50;
    std::string m_file;

    std::vector<std::unique_ptr<TrafficRate>> m_series; ///< empty if steady
    Time m_first;                                       ///< when events may be published
    Time m_last;                                        ///< until when
    Time m_tick;                                        ///< length of a tick
};

} // namespace ns3::pubsub::broker

#endif
