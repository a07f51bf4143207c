// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_TEST_CASE_H
#define BROKER_TEST_CASE_H

#include "ns3/broker-network.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <memory>
#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

/// @brief Rate of the links in tests.
inline const DataRate TEST_RATE("10Mbps");

/// @brief Delay of the links in tests.
inline const Time TEST_DELAY = MilliSeconds(1);

/**
 * @param text of a filter
 * @return the filter
 */
inline Filter
FilterOf(const std::string& text)
{
    return *Filter::Parse(text);
}

/**
 * @param topic of an event
 * @return the event's content
 */
inline Content
ContentOf(const std::string& topic)
{
    return Content(*Topic::Parse(topic));
}

/**
 * @param subscription any
 * @return its filters with blanks between them
 */
inline std::string
TextOf(const Subscription& subscription)
{
    std::string text;
    for (const Filter& filter : subscription.Filters())
    {
        text += (text.empty() ? "" : " ") + filter.Text();
    }
    return text;
}

/**
 * @ingroup pubsub-broker-test
 * @brief The end of a test's network, whatever the test has found.
 */
class SimulationEnd
{
  public:
    ~SimulationEnd()
    {
        Simulator::Destroy();
    }
};

/**
 * @brief Run the simulation for some time, and stop there.
 * @param until time from 0
 */
inline void
RunUntil(Time until)
{
    Simulator::Stop(until - Simulator::Now());
    Simulator::Run();
}

/**
 * @ingroup pubsub-broker-test
 * @brief Counts what the endpoints of a network drop, by reason.
 */
class DropCount
{
  public:
    /// @param nodes each with an endpoint
    explicit DropCount(const NodeContainer& nodes)
    {
        for (auto node = nodes.Begin(); node != nodes.End(); ++node)
        {
            PubSubOf(*node)->TraceConnectWithoutContext("Drop",
                                                        MakeCallback(&DropCount::Dropped, this));
        }
    }

    /**
     * @param reason of drops
     * @return how many there were
     */
    uint32_t Of(const std::string& reason) const
    {
        const auto found = m_drops.find(reason);
        return found == m_drops.end() ? 0 : found->second;
    }

    /// @return drops for any reason
    uint32_t All() const
    {
        uint32_t all = 0;
        for (const auto& [reason, count] : m_drops)
        {
            all += count;
        }
        return all;
    }

    /// @param out where each reason goes, behind how often it occurred
    void Print(std::ostream& out) const
    {
        for (const auto& [reason, count] : m_drops)
        {
            out << count << " " << reason << "\n";
        }
    }

  private:
    /**
     * @brief Sink of Drop.
     * @param reason why
     * @param bytes of the packet
     */
    void Dropped(std::string reason, uint32_t bytes)
    {
        static_cast<void>(bytes);
        ++m_drops[reason];
    }

    std::map<std::string, uint32_t> m_drops; ///< by reason
};

} // namespace ns3::pubsub::broker

#endif
