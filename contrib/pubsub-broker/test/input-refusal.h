// SPDX-License-Identifier: GPL-2.0-only
#ifndef INPUT_REFUSAL_H
#define INPUT_REFUSAL_H

#include "ns3/broker-input.h"

#include <fstream>
#include <string>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker-test
 * @brief Call a function that should throw a BrokerInputError.
 * @param call the function
 * @return the error's sentence; empty if there was none
 */
template <typename Call>
std::string
RefusalOf(Call&& call)
{
    try
    {
        call();
        return "";
    }
    catch (const BrokerInputError& error)
    {
        return error.what();
    }
}

/**
 * @ingroup pubsub-broker-test
 * @param file name of a file to write
 * @param text its content
 * @return the name
 */
inline std::string
Written(const std::string& file, const std::string& text)
{
    std::ofstream(file) << text;
    return file;
}

} // namespace ns3::pubsub::broker

#endif
