// SPDX-License-Identifier: GPL-2.0-only
#include "broker-address-book.h"

#include "ns3/abort.h"
#include "ns3/log.h"

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerAddressBook");

void
AddressBook::Enter(NodeId broker, Ipv4Address address)
{
    NS_LOG_FUNCTION(this << broker << address);
    const bool isNew = m_addresses.emplace(broker, address).second;
    NS_ABORT_MSG_UNLESS(isNew && m_brokers.emplace(address, broker).second,
                        "broker " << broker << " at " << address << " is in the book already");
}

std::optional<Ipv4Address>
AddressBook::AddressOf(NodeId broker) const
{
    const auto found = m_addresses.find(broker);
    return found == m_addresses.end() ? std::nullopt : std::optional(found->second);
}

std::optional<NodeId>
AddressBook::BrokerAt(Ipv4Address address) const
{
    const auto found = m_brokers.find(address);
    return found == m_brokers.end() ? std::nullopt : std::optional(found->second);
}

} // namespace ns3::pubsub::broker
