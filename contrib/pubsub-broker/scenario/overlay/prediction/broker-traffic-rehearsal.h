// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_TRAFFIC_REHEARSAL_H
#define BROKER_TRAFFIC_REHEARSAL_H

#include "ns3/broker-future-traffic.h"
#include "ns3/broker-overlay-broker.h"

#include <functional>
#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief Writes down what the clients of brokers publish and subscribe to.
 */
class TrafficNotes
{
  public:
    /// @param file that takes the notes: a descriptor
    explicit TrafficNotes(int file);

    /// @param brokers that are listened to from now on
    void Listen(const std::vector<Ptr<OverlayBroker>>& brokers);

    /// @return whether all was written
    bool Close();

  private:
    /**
     * @name Sinks of the trace sources
     * @{
     */
    static void Published(TrafficNotes* self, NodeId broker, const EventMessage& event);
    static void Subscribed(TrafficNotes* self, NodeId broker, const Filter& filter, bool isActive);
    /** @} */

    /// @param line that is added to the notes
    void Add(const std::string& line);

    /// @brief Write what is in the buffer.
    void Write();

    int m_file;           ///< descriptor
    std::string m_buffer; ///< lines that were not written
    bool m_isGood = true; ///< whether all others were
};

/**
 * @ingroup pubsub-broker
 * @brief Find out what clients will publish and subscribe to, by a simulation in a process of its
 * own, which leaves this one and its random numbers as they are. Throws BrokerInputError where the
 * process fails.
 * @param play makes brokers, has notes listen to them, and simulates; no node may have been made
 * @return the traffic
 */
FutureTraffic RehearseTraffic(const std::function<void(TrafficNotes&)>& play);

} // namespace ns3::pubsub::broker

#endif
