// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_WIRE_BITS_H
#define SDN_WIRE_BITS_H

#include "ns3/pubsub-filter.h"
#include "ns3/sdn-bit-string.h"
#include "ns3/sdn-session-messages.h"
#include "ns3/sdn-topic-address.h"

#include <optional>

namespace ns3::pubsub::sdn
{

/**
 * @brief Read bits of a message, which may be anything.
 * @param item of the message
 * @return the bits; nothing if they are too many or do not fill their octets
 */
std::optional<BitString> BitsOf(const BitsItem& item);

/**
 * @param bits of a code
 * @return how a message has them
 */
BitsItem ItemOf(const BitString& bits);

/**
 * @param cover a prefix of the addresses of events
 * @return the bits of the code field that it fixes
 */
BitString CodeBitsOf(const AddressPrefix& cover);

/**
 * @param filter of a subscription
 * @param topic of an event
 * @return whether the filter takes some events of the topic; predicates are not looked at
 */
bool MayMatch(const Filter& filter, const Topic& topic);

} // namespace ns3::pubsub::sdn

#endif
