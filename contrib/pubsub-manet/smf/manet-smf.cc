// SPDX-License-Identifier: GPL-2.0-only
#include "manet-smf.h"

#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/pubsub-protocol-registry.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("Smf");

NS_OBJECT_ENSURE_REGISTERED(Smf);

namespace
{

const RegisteredProtocol g_smf({
    .name = "smf",
    .label = "SMF",
    .type = "ns3::Smf",
    .attribute = "RelaySet",
    .value = "E-CDS",
    .rank = 60,
});
const RegisteredProtocol g_smfMpr({
    .name = "smf-mpr",
    .label = "SMF (S-MPR)",
    .type = "ns3::Smf",
    .attribute = "RelaySet",
    .value = "S-MPR",
    .rank = 61,
});

} // namespace

namespace
{

/// Bytes of a HELLO before its list, and of a neighbour in the list.
constexpr uint32_t HELLO_BYTES = 14;
constexpr uint32_t NEIGHBOUR_BYTES = 7;

/**
 * @param items of a HELLO
 * @return whether a node is named twice
 */
bool
HasTwins(const std::vector<SmfNeighbour>& items)
{
    // Ours are in order of id.
    if (std::adjacent_find(items.begin(), items.end(), [](const auto& a, const auto& b) {
            return a.node >= b.node;
        }) == items.end())
    {
        return false;
    }
    std::set<NodeId> nodes;
    return std::any_of(items.begin(), items.end(), [&](const auto& item) {
        return !nodes.insert(item.node).second;
    });
}

/**
 * @param hello from the air
 * @param from its sender
 * @return whether it can be true
 */
bool
IsPlausible(const SmfHelloMessage& hello, NodeId from)
{
    return !HasTwins(hello.neighbours) &&
           std::all_of(hello.neighbours.begin(), hello.neighbours.end(), [&](const auto& item) {
               return item.node != NO_NODE && item.node != from &&
                      item.link <= static_cast<uint8_t>(SmfLink::MPR);
           });
}

} // namespace

TypeId
Smf::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::Smf")
            .SetParent<BroadcastProtocol>()
            .SetGroupName("PubSub")
            .AddConstructor<Smf>()
            .AddAttribute("HelloInterval",
                          "Time between two HELLOs of a node, s (RFC 6130's HELLO_INTERVAL)",
                          TimeValue(Seconds(2)),
                          MakeTimeAccessor(&Smf::m_helloInterval),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute("HelloJitter",
                          "Greatest time that is taken off a HELLO interval, drawn uniformly for "
                          "each, s (RFC 6130's HP_MAXJITTER, a quarter of the interval)",
                          TimeValue(MilliSeconds(500)),
                          MakeTimeAccessor(&Smf::m_helloJitter),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("HoldTime",
                          "A neighbour is lost after this silence, s (RFC 6130's H_HOLD_TIME, "
                          "three refresh intervals)",
                          TimeValue(Seconds(6)),
                          MakeTimeAccessor(&Smf::m_holdTime),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute("MaxNeighbours",
                          "Neighbours kept in mind; the HELLOs of more are dropped (our choice: "
                          "beyond any network that works, so that invented ones take no memory)",
                          UintegerValue(1024),
                          MakeUintegerAccessor(&Smf::m_maxNeighbours),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("RelaySet",
                          "Who forwards: E-CDS, nodes that elect themselves (RFC 6621, appendix "
                          "A), or S-MPR, those that the previous hop has selected (appendix B)",
                          EnumValue(RelaySet::E_CDS),
                          MakeEnumAccessor<RelaySet>(&Smf::m_relaySet),
                          MakeEnumChecker(RelaySet::E_CDS, "E-CDS", RelaySet::S_MPR, "S-MPR"));
    return tid;
}

Smf::Smf() = default;

Smf::~Smf() = default;

void
Smf::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_helloTimer.Cancel();
    BroadcastProtocol::DoDispose();
}

void
Smf::Join()
{
    m_helloTimer = Simulator::Schedule(Jitter(m_helloInterval), &Smf::SendHello, this);
}

void
Smf::Leave()
{
    NS_LOG_FUNCTION(this);
    m_helloTimer.Cancel();
    m_neighbours.clear();
    m_priority = 0;
}

void
Smf::ReceiveControl(MessageType type, Ptr<Packet> packet, NodeId from)
{
    if (type == SmfHelloMessage::TYPE)
    {
        ReceiveHello(packet, from);
    }
    else
    {
        BroadcastProtocol::ReceiveControl(type, packet, from);
    }
}

void
Smf::ReceiveHello(Ptr<Packet> packet, NodeId from)
{
    const uint32_t bytes = packet->GetSize();
    const auto hello = Read<SmfHelloMessage>(packet);
    if (!hello)
    {
        return;
    }
    if (!IsPlausible(*hello, from))
    {
        Drop("malformed smf_hello", bytes);
        return;
    }
    if (m_neighbours.size() >= m_maxNeighbours && !m_neighbours.contains(from))
    {
        Drop("too many neighbours", bytes);
        return;
    }
    Neighbour& neighbour = m_neighbours[from];
    neighbour.expires = Simulator::Now() + m_holdTime;
    neighbour.hearsUs = false;
    neighbour.selectsUs = false;
    neighbour.priority = 0;
    neighbour.symmetric.clear();
    const NodeId self = GetNodeId();
    for (const SmfNeighbour& item : hello->neighbours)
    {
        const auto link = static_cast<SmfLink>(item.link);
        neighbour.priority += link != SmfLink::HEARD ? 1 : 0;
        if (item.node == self)
        {
            neighbour.hearsUs = true;
            neighbour.selectsUs = link == SmfLink::MPR;
        }
        else if (link != SmfLink::HEARD)
        {
            neighbour.symmetric.push_back({item.node, item.priority});
        }
    }
}

void
Smf::SendHello()
{
    m_helloTimer =
        Simulator::Schedule(m_helloInterval - Jitter(m_helloJitter), &Smf::SendHello, this);
    std::erase_if(m_neighbours, [](const auto& item) { return !IsPresent(item.second); });
    const TwoHopNeighbourhood view = GetNeighbourhood();
    const std::set<NodeId> relays = SelectMultipointRelays(view);
    SmfHelloMessage hello;
    hello.sequence = ++m_helloSequence;
    for (const auto& [node, neighbour] : m_neighbours)
    {
        // More do not fit; those with higher ids stay without a symmetric link.
        if (hello.neighbours.size() == (MaxMessageBytes() - HELLO_BYTES) / NEIGHBOUR_BYTES)
        {
            break;
        }
        const SmfLink link = relays.contains(node) ? SmfLink::MPR
                             : neighbour.hearsUs   ? SmfLink::SYMMETRIC
                                                   : SmfLink::HEARD;
        hello.neighbours.push_back({node, static_cast<uint8_t>(link), neighbour.priority});
    }
    m_priority = static_cast<uint16_t>(view.neighbours.size());
    SendControl(hello, NO_NODE);
}

bool
Smf::IsPresent(const Neighbour& neighbour)
{
    return neighbour.expires > Simulator::Now();
}

TwoHopNeighbourhood
Smf::GetNeighbourhood() const
{
    TwoHopNeighbourhood view;
    view.self = {GetNodeId(), m_priority};
    view.neighbours.reserve(m_neighbours.size());
    for (const auto& [node, neighbour] : m_neighbours)
    {
        if (neighbour.hearsUs && IsPresent(neighbour))
        {
            view.neighbours.push_back({{node, neighbour.priority}, neighbour.symmetric});
        }
    }
    return view;
}

std::set<NodeId>
Smf::GetSelectors() const
{
    std::set<NodeId> selectors;
    for (const auto& [node, neighbour] : m_neighbours)
    {
        if (neighbour.selectsUs && IsPresent(neighbour))
        {
            selectors.insert(node);
        }
    }
    return selectors;
}

bool
Smf::ShouldForward(const EventMessage& event, NodeId from)
{
    NS_LOG_FUNCTION(this);
    if (event.publisher == GetNodeId())
    {
        return true;
    }
    return m_relaySet == RelaySet::E_CDS ? IsEssentialRelay(GetNeighbourhood())
                                         : GetSelectors().contains(from);
}

} // namespace ns3::pubsub::manet
