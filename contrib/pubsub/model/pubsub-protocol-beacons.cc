// SPDX-License-Identifier: GPL-2.0-only
//
// Every protocol: sending beacons, and what is known of the neighbours by theirs.

#include "pubsub-protocol.h"

#include "ns3/simulator.h"

namespace ns3
{

void
PubSubProtocol::ReceiveBeacon(Ptr<Packet> packet, NodeId from)
{
    const auto beacon = Read<BeaconMessage>(packet);
    if (!beacon)
    {
        return;
    }
    m_neighbours.Update(from, *beacon, Simulator::Now() + HoldTime());
    BeaconReceived(from, *beacon);
}

void
PubSubProtocol::SendBeacon()
{
    m_beaconTimer.Cancel();
    m_beaconTimer = Simulator::Schedule(m_beaconPeriod - Jitter(m_beaconJitter),
                                        &PubSubProtocol::SendBeacon,
                                        this);
    ExpireNeighbours();
    std::vector<TreeEntry> frame;
    WireLength length;
    for (const TreeEntry& entry : DescribeTrees())
    {
        TreeEntry::Fields(length, entry);
        if (!frame.empty() && length.Bytes() > m_maxMessageBytes * 3 / 4)
        {
            SendBeaconFrame(frame);
            frame.clear();
            length = WireLength();
            TreeEntry::Fields(length, entry);
        }
        frame.push_back(entry);
    }
    SendBeaconFrame(frame);
}

void
PubSubProtocol::SendBeaconFrame(const std::vector<TreeEntry>& entries)
{
    BeaconMessage beacon;
    beacon.sequence = ++m_beaconSequence;
    beacon.inherent = m_inherent.WidenedTo(m_maxMessageBytes / 4).Filters();
    beacon.trees = entries;
    SendControl(beacon, NO_NODE);
}

void
PubSubProtocol::TriggerBeacon()
{
    const Time soon = Jitter(m_forwardJitter);
    if (IsRunning() && Simulator::GetDelayLeft(m_beaconTimer) > soon)
    {
        m_beaconTimer.Cancel();
        m_beaconTimer = Simulator::Schedule(soon, &PubSubProtocol::SendBeacon, this);
    }
}

void
PubSubProtocol::ExpireNeighbours()
{
    for (NodeId node : m_neighbours.Expire(Simulator::Now()))
    {
        NeighbourLost(node);
    }
}

} // namespace ns3
