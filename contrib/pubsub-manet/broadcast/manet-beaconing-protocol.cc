// SPDX-License-Identifier: GPL-2.0-only
#include "manet-beaconing-protocol.h"

#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("BeaconingProtocol");

NS_OBJECT_ENSURE_REGISTERED(BeaconingProtocol);

TypeId
BeaconingProtocol::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::BeaconingProtocol")
            .SetParent<BroadcastProtocol>()
            .SetGroupName("PubSub")
            .AddAttribute("BeaconJitter",
                          "Greatest time that is taken off a beacon period, drawn uniformly for "
                          "each, s (RFC 5148, section 5.1; a quarter of a period of 2 s)",
                          TimeValue(MilliSeconds(500)),
                          MakeTimeAccessor(&BeaconingProtocol::m_beaconJitter),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("HoldBeacons",
                          "A neighbour is lost after this many beacon periods in silence (our "
                          "choice; RFC 3626's NEIGHB_HOLD_TIME is 3 HELLO intervals)",
                          UintegerValue(3),
                          MakeUintegerAccessor(&BeaconingProtocol::m_holdBeacons),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("MaxNeighbours",
                          "Neighbours kept in mind; the beacons of more are dropped (our choice: "
                          "beyond any network that works, so that invented ones take no memory)",
                          UintegerValue(1024),
                          MakeUintegerAccessor(&BeaconingProtocol::m_maxNeighbours),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("MaxTrees",
                          "Trees kept in mind, one for each publisher; more are dropped (our "
                          "choice, for the same reason)",
                          UintegerValue(1024),
                          MakeUintegerAccessor(&BeaconingProtocol::m_maxTrees),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

BeaconingProtocol::BeaconingProtocol() = default;

BeaconingProtocol::~BeaconingProtocol() = default;

void
BeaconingProtocol::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_beaconTimer.Cancel();
    BroadcastProtocol::DoDispose();
}

void
BeaconingProtocol::Join()
{
    NS_LOG_FUNCTION(this);
    m_beaconTimer =
        Simulator::Schedule(Jitter(m_beaconPeriod), &BeaconingProtocol::SendBeacon, this);
}

void
BeaconingProtocol::Leave()
{
    NS_LOG_FUNCTION(this);
    m_beaconTimer.Cancel();
    m_neighbours = NeighbourTable();
}

void
BeaconingProtocol::ReceiveControl(MessageType type, Ptr<Packet> packet, NodeId from)
{
    if (type == BeaconMessage::TYPE)
    {
        ReceiveBeacon(packet, from);
    }
    else
    {
        BroadcastProtocol::ReceiveControl(type, packet, from);
    }
}

void
BeaconingProtocol::BeaconReceived(NodeId, const BeaconMessage&)
{
}

void
BeaconingProtocol::NeighbourLost(NodeId)
{
}

std::vector<TreeEntry>
BeaconingProtocol::DescribeTrees()
{
    return {};
}

bool
BeaconingProtocol::HasNews() const
{
    return true;
}

NeighbourTable&
BeaconingProtocol::Neighbours()
{
    return m_neighbours;
}

const NeighbourTable&
BeaconingProtocol::Neighbours() const
{
    return m_neighbours;
}

Time
BeaconingProtocol::BeaconPeriod() const
{
    return m_beaconPeriod;
}

void
BeaconingProtocol::SetBeaconPeriod(Time period)
{
    m_beaconPeriod = period;
}

Time
BeaconingProtocol::HoldTime() const
{
    return m_beaconPeriod * m_holdBeacons;
}

uint32_t
BeaconingProtocol::MaxNeighbours() const
{
    return m_maxNeighbours;
}

uint32_t
BeaconingProtocol::MaxTrees() const
{
    return m_maxTrees;
}

void
BeaconingProtocol::ReceiveBeacon(Ptr<Packet> packet, NodeId from)
{
    const uint32_t bytes = packet->GetSize();
    const auto beacon = Read<BeaconMessage>(packet);
    if (!beacon)
    {
        return;
    }
    const auto& trees = beacon->trees;
    const bool possible = std::all_of(trees.begin(), trees.end(), [](const auto& entry) {
        return entry.root != NO_NODE && entry.path.size() <= MAX_PATH;
    });
    if (!possible)
    {
        Drop("malformed beacon", bytes);
        return;
    }
    const Time expires = Simulator::Now() + HoldTime();
    if (!m_neighbours.Update(from, beacon, expires, {m_maxNeighbours, m_maxTrees}))
    {
        Drop("too many neighbours or trees", bytes);
        return;
    }
    BeaconReceived(from, *beacon);
}

void
BeaconingProtocol::SendBeacon()
{
    m_beaconTimer.Cancel();
    m_beaconTimer = Simulator::Schedule(m_beaconPeriod - Jitter(m_beaconJitter),
                                        &BeaconingProtocol::SendBeacon,
                                        this);
    ExpireNeighbours();
    if (!HasNews())
    {
        return;
    }
    std::vector<TreeEntry> frame;
    WireLength length;
    for (TreeEntry& entry : DescribeTrees())
    {
        TreeEntry::Fields(length, entry);
        if (!frame.empty() && length.Bytes() > MaxMessageBytes() * 3 / 4)
        {
            SendBeaconFrame(std::exchange(frame, {}));
            length = WireLength();
            TreeEntry::Fields(length, entry);
        }
        frame.push_back(std::move(entry));
    }
    SendBeaconFrame(std::move(frame));
}

void
BeaconingProtocol::SendBeaconFrame(std::vector<TreeEntry> entries)
{
    BeaconMessage beacon;
    beacon.sequence = ++m_beaconSequence;
    beacon.inherent = GetInherent().WidenedTo(MaxMessageBytes() / 4).Filters();
    beacon.trees = std::move(entries);
    SendControl(std::move(beacon), NO_NODE);
}

void
BeaconingProtocol::TriggerBeacon()
{
    NS_LOG_FUNCTION(this);
    const Time soon = Jitter(ForwardJitter());
    if (IsRunning() && Simulator::GetDelayLeft(m_beaconTimer) > soon)
    {
        m_beaconTimer.Remove();
        m_beaconTimer = Simulator::Schedule(soon, &BeaconingProtocol::SendBeacon, this);
    }
}

void
BeaconingProtocol::ExpireNeighbours()
{
    for (NodeId node : m_neighbours.Expire(Simulator::Now()))
    {
        NeighbourLost(node);
    }
}

} // namespace ns3::pubsub::manet
