// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_ADDRESS_BOOK_H
#define BROKER_ADDRESS_BOOK_H

#include "ns3/ipv4-address.h"
#include "ns3/pubsub-message.h"
#include "ns3/simple-ref-count.h"

#include <optional>
#include <unordered_map>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief The addresses of all brokers of an overlay, which share one book.
 */
class AddressBook : public SimpleRefCount<AddressBook>
{
  public:
    /**
     * @brief Enter a broker. The program ends with a sentence if it or its address is entered
     * twice.
     * @param broker its identity
     * @param address where it receives
     */
    void Enter(NodeId broker, Ipv4Address address);

    /**
     * @param broker any
     * @return where it receives; nothing if it is not entered
     */
    std::optional<Ipv4Address> AddressOf(NodeId broker) const;

    /**
     * @param address any
     * @return the broker that receives there; nothing if there is none
     */
    std::optional<NodeId> BrokerAt(Ipv4Address address) const;

  private:
    std::unordered_map<NodeId, Ipv4Address> m_addresses;                ///< by broker
    std::unordered_map<Ipv4Address, NodeId, Ipv4AddressHash> m_brokers; ///< by address
};

} // namespace ns3::pubsub::broker

#endif
