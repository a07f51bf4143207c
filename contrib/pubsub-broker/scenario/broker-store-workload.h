// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_STORE_WORKLOAD_H
#define BROKER_STORE_WORKLOAD_H

#include "broker-network.h"
#include "broker-store-recorder.h"
#include "broker-store-set-up.h"

#include "ns3/pubsub-scenario-run.h"

#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief What happens in a run: stores are installed, an event of each topic is published, stores
 * fail or are planned anew, and clients ask for what is stored.
 *
 * All is drawn before the simulation, from streams of its own, so that it is the same whatever the
 * policy is.
 */
class StoreWorkload
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
     * @param time of the run
     */
    void Check(const ScenarioParameters& parameters, const MeasuredTime& time) const;

    /**
     * @brief Draw requests, publishers and failures.
     * @param setUp of the run
     * @param time of the run
     * @param stream the first of the workload's streams
     * @return streams used
     */
    int64_t Draw(const StoreSetUp& setUp, const MeasuredTime& time, int64_t stream);

    /**
     * @brief Schedule everything.
     * @param setUp of the run; it must live as long as the simulation
     * @param network with a client at each broker, in order of brokers
     */
    void Install(const StoreSetUp& setUp, BrokerNetwork& network) const;

    /**
     * @brief Write how often each client asks for each topic.
     * @param setUp of the run
     * @param recorder of the demand, or null
     */
    void Describe(const StoreSetUp& setUp, StoreRecorder* recorder) const;

  private:
    /**
     * @param setUp of the run
     * @param topic index
     * @param broker number
     * @return requests/s of the broker's client
     */
    double RateOf(const StoreSetUp& setUp, std::size_t topic, BrokerId broker) const;

    /// A request of a client.
    struct Arrival
    {
        Time when;         ///< time from 0
        BrokerId broker;   ///< whose client asks
        std::size_t topic; ///< index
    };

    /**
     * @brief Draw the requests of one client for one topic.
     * @param setUp of the run
     * @param time of the run
     * @param broker of the client
     * @param topic index
     * @param random source
     */
    void DrawRequests(const StoreSetUp& setUp,
                      const MeasuredTime& time,
                      BrokerId broker,
                      std::size_t topic,
                      Ptr<UniformRandomVariable> random);

    double m_rateScale = 0.1;
    std::string m_arrivals = "poisson";
    int64_t m_payloadBytes = 64;
    int64_t m_failedStores = 0;
    double m_failAt = 2.0;
    double m_reassignAt = 2.0;

    std::vector<Arrival> m_requests;    ///< of all clients
    std::vector<BrokerId> m_publishers; ///< whose client publishes, by topic
    std::vector<BrokerId> m_failing;    ///< brokers whose stores fail
};

} // namespace ns3::pubsub::broker

#endif
