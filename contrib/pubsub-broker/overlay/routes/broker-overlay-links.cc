// SPDX-License-Identifier: GPL-2.0-only
#include "broker-overlay-links.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerOverlayLinks");

OverlayLink&
OverlayLinks::Add(NodeId peer, LinkState state, uint32_t epoch)
{
    NS_LOG_FUNCTION(this << peer << epoch);
    uint32_t& last = m_epochs[peer];
    last = epoch == 0 ? last + 1 : epoch;
    OverlayLink& link = m_links[peer];
    link = OverlayLink();
    link.epoch = last;
    link.state = state;
    return link;
}

void
OverlayLinks::Remove(NodeId peer)
{
    NS_LOG_FUNCTION(this << peer);
    m_links.erase(peer);
}

OverlayLink*
OverlayLinks::Find(NodeId peer)
{
    const auto found = m_links.find(peer);
    return found == m_links.end() ? nullptr : &found->second;
}

const OverlayLink*
OverlayLinks::Find(NodeId peer) const
{
    const auto found = m_links.find(peer);
    return found == m_links.end() ? nullptr : &found->second;
}

bool
OverlayLinks::IsActive(NodeId peer) const
{
    const OverlayLink* link = Find(peer);
    return link && link->state == LinkState::ACTIVE;
}

std::vector<NodeId>
OverlayLinks::Active() const
{
    std::vector<NodeId> peers;
    for (const auto& [peer, link] : m_links)
    {
        if (link.state == LinkState::ACTIVE)
        {
            peers.push_back(peer);
        }
    }
    return peers;
}

uint32_t
OverlayLinks::LastEpoch(NodeId peer) const
{
    const auto found = m_epochs.find(peer);
    return found == m_epochs.end() ? 0 : found->second;
}

void
OverlayLinks::Learn(NodeId peer, uint32_t epoch)
{
    uint32_t& last = m_epochs[peer];
    last = std::max(last, epoch);
}

} // namespace ns3::pubsub::broker
