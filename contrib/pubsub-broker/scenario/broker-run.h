// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_RUN_H
#define BROKER_RUN_H

#include "broker-network.h"
#include "broker-store-recorder.h"

#include "ns3/broker-graph.h"
#include "ns3/pubsub-scenario-run.h"

#include <memory>
#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief A run of a network of brokers: records its trace tables and captures.
 */
class BrokerRun : public ScenarioRun
{
  public:
    /**
     * @brief Get ready, before the stores are installed.
     * @param parameters of the program; they must live as long as the run
     * @param network of the run; it must live as long as the run
     * @param tree of the brokers
     * @param captureBytes kept of each frame; 0: no captures
     */
    BrokerRun(const ScenarioParameters& parameters,
              BrokerNetwork& network,
              const BrokerGraph& tree,
              uint32_t captureBytes);
    ~BrokerRun() override;

    /// @return the recorder of stores and requests, or null if no outputs are wanted
    StoreRecorder* GetRecorder() const;

    /// @brief Print what was requested and answered, and the events.
    void PrintRequests() const;

  protected:
    void CloseOutputs() override;

  private:
    /**
     * @brief Find who is due an event.
     * @param event just published
     * @return the nodes that want it, with the links on their path
     */
    std::vector<DueReceiver> FindDue(const EventMessage& event) const;

    /**
     * @brief Find the broker of a node.
     * @param node a broker's or a client's
     * @return the broker's number, and the links to it
     */
    std::pair<uint32_t, uint16_t> PlaceOf(NodeId node) const;

    /**
     * @brief Sink of Completed.
     * @param self this
     * @param result of a request
     */
    static void Completed(BrokerRun* self, const RequestingClient::Result& result);

    BrokerNetwork& m_network;                              ///< of the run
    HopMatrix m_hops;                                      ///< between brokers
    std::unique_ptr<TraceRecorder> m_recorder;             ///< if outputs are wanted
    std::unique_ptr<StoreRecorder> m_stores;               ///< if outputs are wanted
    std::unique_ptr<TraceTable<WiredNodeRow>> m_nodeTable; ///< if outputs are wanted
    std::unique_ptr<TraceTable<LinkRow>> m_linkTable;      ///< if outputs are wanted
    uint64_t m_requests = 0;                               ///< that ended
    uint64_t m_answered = 0;                               ///< of them in full
    uint64_t m_answerHops = 0;                             ///< links between brokers of those
};

} // namespace ns3::pubsub::broker

#endif
