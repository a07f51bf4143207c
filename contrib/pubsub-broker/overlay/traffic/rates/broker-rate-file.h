// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_RATE_FILE_H
#define BROKER_RATE_FILE_H

#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief Read series of traffic from a CSV file.
 *
 * The first line is `step` and the names of one or more series. Each other line is the number of a
 * step, from 0 without gaps, and a value of each series, not negative. `#` begins a comment.
 * Throws BrokerInputError, with one sentence, where a file is not so or where a series is 0
 * throughout.
 *
 * @param file its name
 * @return the values of each series, divided by their mean
 */
std::vector<std::vector<double>> ReadRateFile(const std::string& file);

} // namespace ns3::pubsub::broker

#endif
