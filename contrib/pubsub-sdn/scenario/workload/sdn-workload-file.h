// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_WORKLOAD_FILE_H
#define SDN_WORKLOAD_FILE_H

#include "sdn-workload-plan.h"

#include <string>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief Read who publishes and who subscribes from a file. `#` begins a comment; the lines are
 *
 *     topic TOPIC                              registered before those that follow
 *     publish HOST TOPIC RATE [BYTES]          Poisson, RATE events/s
 *     event TIME HOST TOPIC [BYTES]            one event, at TIME s
 *     subscribe HOST TOPIC [TIME]              from TIME s on; without TIME: from the beginning
 *     subscribe-branch HOST TOPIC [TIME]       to the topic and all below it
 *     unsubscribe HOST TOPIC TIME
 *     unsubscribe-branch HOST TOPIC TIME
 *
 * Throws BrokerInputError where the file cannot be read or has another line.
 *
 * @param file its name
 * @param hosts count
 * @param payloadBytes of an event without BYTES
 * @return the plan, without the events of `publish`
 */
WorkloadPlan ReadWorkload(const std::string& file, uint32_t hosts, uint16_t payloadBytes);

} // namespace ns3::pubsub::sdn

#endif
