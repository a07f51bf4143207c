// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_CONTENT_WORKLOAD_H
#define PUBSUB_CONTENT_WORKLOAD_H

#include "ns3/pubsub-filter.h"
#include "ns3/pubsub-scenario-parameters.h"
#include "ns3/random-variable-stream.h"

#include <string>
#include <vector>

namespace ns3::pubsub
{

/**
 * @ingroup pubsub
 * @brief What events carry beside their topic, and what subscriptions ask of it.
 *
 * Every event has a `level`, a whole number, and a `cell`, a code of an area halved again and
 * again.
 */
class ContentWorkload
{
  public:
    /**
     * @brief Offer the parameters.
     * @param parameters of the program
     */
    void AddTo(ScenarioParameters& parameters);

    /// @brief The parameters are read; draw from now on.
    void Begin();

    /// @return whether there are predicates, and attributes for them
    bool IsOn() const
    {
        return m_content > 0.0;
    }

    /**
     * @param random stream to draw from
     * @return the attributes of the next event
     */
    std::vector<EventAttribute> DrawAttributes(Ptr<UniformRandomVariable> random) const;

    /**
     * @brief Draw what is asked of attributes; as often from the stream whatever the parameters, so
     * that a greater share keeps the predicates of a smaller one.
     * @param topic that is wanted
     * @param random stream to draw from
     * @return the filter of the topic, with a predicate or without
     */
    Filter DrawFilter(const Topic& topic, Ptr<UniformRandomVariable> random) const;

  private:
    /**
     * @param share from 0 to 1
     * @return the first level with at least so many events below it
     */
    int64_t LevelAt(double share) const;

    /**
     * @param place where among the levels, 0 to 1
     * @return comparisons that let a share through
     */
    std::string Range(double place) const;

    /**
     * @param place which cell, 0 to 1
     * @return a comparison that lets about the share through
     */
    std::string CellPrefix(double place) const;

    double m_content = 0.0;
    double m_selectivity = 0.1;
    std::string m_predicates = "range";
    double m_levelZipf = 0.0;
    std::vector<double> m_below; ///< share of events below each level and the last, 1
};

} // namespace ns3::pubsub

#endif
