// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_FILTER_EXCHANGE_H
#define BROKER_FILTER_EXCHANGE_H

#include "ns3/pubsub-subscription.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

namespace ns3::pubsub::broker
{

/// Bytes of filters in one message at most, so that it fits a link's frame of 1,500 octets.
constexpr std::size_t FILTER_BYTES = 1400;

/**
 * @brief Send filters in as many messages as they need.
 * @tparam Message with a list of filters
 * @param message to send, without its filters
 * @param list member of the message that holds them
 * @param filters to send
 * @param send sends one message
 */
template <typename Message, typename List, typename Send>
void
SendInParts(Message message, List list, const std::vector<Filter>& filters, const Send& send)
{
    std::size_t bytes = 0;
    for (const Filter& filter : filters)
    {
        const std::size_t next = filter.WireLength() + 1;
        if (bytes > 0 && bytes + next > FILTER_BYTES)
        {
            send(message);
            (message.*list).clear();
            bytes = 0;
        }
        (message.*list).push_back(filter);
        bytes += next;
    }
    if (!(message.*list).empty())
    {
        send(message);
    }
}

/**
 * @brief Send all of some filters again.
 * @tparam Begin message of filters that count for some time
 * @param filters to send
 * @param lifetimeMs of them
 * @param send sends one message
 */
template <typename Begin, typename Send>
void
SendAll(const Subscription& filters, uint32_t lifetimeMs, const Send& send)
{
    Begin message;
    message.lifetimeMs = lifetimeMs;
    SendInParts(message, &Begin::filters, filters.Filters(), send);
}

/**
 * @brief Send what a neighbour does not have yet, then the end of what it should no longer have: in
 * this order, nothing is missed meanwhile.
 * @tparam Begin message of filters that count for some time
 * @tparam End message of filters that no longer count
 * @param sent what the neighbour has; afterwards it is what it should have
 * @param wanted what it should have
 * @param lifetimeMs of new filters
 * @param send sends one message
 */
template <typename Begin, typename End, typename Send>
void
SendDifference(Subscription& sent, Subscription wanted, uint32_t lifetimeMs, const Send& send)
{
    if (sent == wanted)
    {
        return;
    }
    std::vector<Filter> added;
    std::set_difference(wanted.Filters().begin(),
                        wanted.Filters().end(),
                        sent.Filters().begin(),
                        sent.Filters().end(),
                        std::back_inserter(added));
    std::vector<Filter> ended;
    std::set_difference(sent.Filters().begin(),
                        sent.Filters().end(),
                        wanted.Filters().begin(),
                        wanted.Filters().end(),
                        std::back_inserter(ended));
    sent = std::move(wanted);
    Begin begin;
    begin.lifetimeMs = lifetimeMs;
    SendInParts(begin, &Begin::filters, added, send);
    SendInParts(End(), &End::filters, ended, send);
}

} // namespace ns3::pubsub::broker

#endif
