// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_ADDRESSES_H
#define BROKER_ADDRESSES_H

#include "ns3/broker-graph.h"
#include "ns3/ipv4-address.h"

namespace ns3::pubsub::broker
{

/// Address of broker 0 in an underlay, 10.0.0.1. Broker i has the i-th address after it.
inline constexpr uint32_t FIRST_BROKER_ADDRESS = 0x0a000001;

/**
 * @param broker of an underlay
 * @return its address, the same on all its links
 */
inline Ipv4Address
AddressOfBroker(BrokerId broker)
{
    return Ipv4Address(FIRST_BROKER_ADDRESS + broker);
}

/**
 * @param address any
 * @param brokers number of them
 * @return the broker at the address, or NO_BROKER
 */
inline BrokerId
BrokerAtAddress(uint32_t address, uint32_t brokers)
{
    const BrokerId broker = address - FIRST_BROKER_ADDRESS; // great if the address is less
    return broker < brokers ? broker : NO_BROKER;
}

} // namespace ns3::pubsub::broker

#endif
