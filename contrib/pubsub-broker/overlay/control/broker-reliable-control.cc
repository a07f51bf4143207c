// SPDX-License-Identifier: GPL-2.0-only
#include "broker-reliable-control.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerReliableControl");

ReliableControl::~ReliableControl()
{
    Clear();
}

void
ReliableControl::SetTimeout(Time timeout)
{
    m_timeout = timeout;
}

Time
ReliableControl::GetTimeout() const
{
    return m_timeout;
}

void
ReliableControl::SetTries(uint32_t tries)
{
    m_tries = tries;
}

uint32_t
ReliableControl::GetTries() const
{
    return m_tries;
}

void
ReliableControl::SetLost(std::function<void(NodeId)> lost)
{
    m_lost = std::move(lost);
}

void
ReliableControl::Queue(NodeId to, Item item)
{
    NS_LOG_FUNCTION(this << to);
    Peer& peer = m_peers[to];
    peer.markers += item.isMarker;
    peer.queue.push_back(std::move(item));
    if (peer.queue.size() == 1)
    {
        ++peer.number;
        peer.tries = 0;
        Try(to);
    }
}

void
ReliableControl::SendBehindMarkers(NodeId to, Action send)
{
    const auto peer = m_peers.find(to);
    if (peer == m_peers.end() || peer->second.markers == 0)
    {
        send();
        return;
    }
    peer->second.events.push_back(std::move(send));
}

bool
ReliableControl::Acknowledge(NodeId from, uint32_t number)
{
    NS_LOG_FUNCTION(this << from << number);
    const auto peer = m_peers.find(from);
    if (peer == m_peers.end() || peer->second.queue.empty() || peer->second.number != number)
    {
        return false;
    }
    Advance(from);
    return true;
}

bool
ReliableControl::CheckNew(NodeId from, uint32_t number)
{
    Peer& peer = m_peers[from];
    // The numbers of a peer go up, and around. A copy that was late is not newer.
    if (peer.hasReceived && static_cast<int32_t>(number - peer.received) <= 0)
    {
        return false;
    }
    peer.hasReceived = true;
    peer.received = number;
    return true;
}

void
ReliableControl::Clear()
{
    NS_LOG_FUNCTION(this);
    for (auto& [node, peer] : m_peers)
    {
        peer.timer.Cancel();
        const uint32_t number = peer.number;
        peer = Peer();
        peer.number = number;
    }
}

void
ReliableControl::Try(NodeId to)
{
    NS_LOG_FUNCTION(this << to);
    Peer& peer = m_peers[to];
    if (peer.tries == m_tries)
    {
        GiveUp(to);
        return;
    }
    ++peer.tries;
    peer.timer = Simulator::Schedule(m_timeout, &ReliableControl::Try, this, to);
    peer.queue.front().send(peer.number);
}

void
ReliableControl::Advance(NodeId to)
{
    Peer& peer = m_peers[to];
    peer.timer.Cancel();
    const bool wasMarker = peer.queue.front().isMarker;
    peer.markers -= wasMarker;
    peer.queue.pop_front();
    if (!peer.queue.empty())
    {
        ++peer.number;
        peer.tries = 0;
        Try(to);
    }
    if (wasMarker && peer.markers == 0)
    {
        ReleaseEvents(to);
    }
}

void
ReliableControl::GiveUp(NodeId to)
{
    NS_LOG_FUNCTION(this << to);
    const auto given = std::exchange(m_peers[to].queue, {});
    m_peers[to].markers = 0;
    if (m_lost)
    {
        m_lost(to);
    }
    for (const Item& item : given)
    {
        if (item.failed)
        {
            item.failed();
        }
    }
    ReleaseEvents(to);
}

void
ReliableControl::ReleaseEvents(NodeId to)
{
    for (const Action& send : std::exchange(m_peers[to].events, {}))
    {
        send();
    }
}

} // namespace ns3::pubsub::broker
