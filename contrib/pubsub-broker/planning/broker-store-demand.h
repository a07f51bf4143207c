// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_STORE_DEMAND_H
#define BROKER_STORE_DEMAND_H

#include "ns3/broker-graph.h"
#include "ns3/random-variable-stream.h"

#include <vector>

namespace ns3::pubsub::broker
{

/// How a number of copies becomes a whole number.
enum class CopyRounding
{
    CEILING, ///< up
    FLOOR    ///< down
};

/**
 * @ingroup pubsub-broker
 * @brief The demand of an experiment: popularity and locality of topics follow Zipf's law.
 */
struct ZipfDemand
{
    uint32_t topics = 10;            ///< number of them
    double rate = 25.0;              ///< requests/s of all topics at a broker that requests each
    double popularityExponent = 1.0; ///< negative: the last topic is the most popular
    double localityExponent = 0.0;   ///< 0: each topic is requested everywhere
};

/**
 * @param topics number of them
 * @param exponent of Zipf's law
 * @return for each topic its part of the requests: t^-exponent, divided by their sum
 */
std::vector<double> ZipfPopularity(uint32_t topics, double exponent);

/**
 * @param topics number of them
 * @param exponent of Zipf's law
 * @return for each topic the part of the brokers that request it: t^-exponent, divided by the
 * largest
 */
std::vector<double> ZipfLocality(uint32_t topics, double exponent);

/**
 * @param graph connected
 * @param centre a broker
 * @param count of brokers
 * @return the brokers nearest the centre, itself among them; of equally near ones the smallest ids
 */
std::vector<BrokerId> NearestBrokers(const BrokerGraph& graph, BrokerId centre, uint32_t count);

/**
 * @ingroup pubsub-broker
 * @brief Make the demand of each topic at each broker.
 *
 * A topic is requested by the brokers nearest its random centre, as many as its locality times the
 * number of brokers, rounded up. Each topic draws one number, whatever the exponents are, so that
 * variants of an experiment are paired.
 *
 * @param graph connected
 * @param settings of the demand
 * @param random source of the centres
 * @return requests/s by topic and broker
 */
std::vector<std::vector<double>> MakeDemand(const BrokerGraph& graph,
                                            const ZipfDemand& settings,
                                            Ptr<UniformRandomVariable> random);

/**
 * @param demand requests/s by topic and broker
 * @return requests/s of each topic
 */
std::vector<double> TotalsOf(const std::vector<std::vector<double>>& demand);

/**
 * @ingroup pubsub-broker
 * @brief Copies in proportion to demand, where the topic with the least demand has a given number.
 * @param totals requests/s of each topic, positive
 * @param least copies of the topic with the least demand
 * @param rounding of the others
 * @param most copies of a topic: the number of brokers, or of stores if that is given
 * @return copies of each topic
 */
std::vector<uint32_t> CopiesByDemand(const std::vector<double>& totals,
                                     uint32_t least,
                                     CopyRounding rounding,
                                     uint32_t most);

/**
 * @param copies of each topic
 * @param capacity topics that a store can hold
 * @return the least number of stores with enough room for the copies, at least as many as the
 * topic with the most copies needs
 */
uint32_t StoresNeeded(const std::vector<uint32_t>& copies, uint32_t capacity);

/**
 * @ingroup pubsub-broker
 * @brief Copies that fill all stores: each topic has one, the others are apportioned to the topics
 * in proportion to demand by the method of d'Hondt.
 *
 * Throws BrokerInputError where the stores have less room than one copy of each topic needs.
 *
 * @param totals requests/s of each topic
 * @param stores number of them; no topic has more copies
 * @param capacity topics that a store can hold
 * @return copies of each topic; their sum is the room of all stores, or less if each topic is at
 * every store
 */
std::vector<uint32_t> ApportionCopies(const std::vector<double>& totals,
                                      uint32_t stores,
                                      uint32_t capacity);

} // namespace ns3::pubsub::broker

#endif
