// SPDX-License-Identifier: GPL-2.0-only
#include "manet-oracle.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/node-list.h"
#include "ns3/node.h"
#include "ns3/pubsub-protocol-registry.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("Oracle");

NS_OBJECT_ENSURE_REGISTERED(Oracle);

namespace
{

const RegisteredProtocol g_oracle({
    .name = "oracle",
    .label = "Oracle",
    .type = "ns3::Oracle",
    .attribute = "Tree",
    .value = "Steiner",
    .rank = 70,
    .isBound = true,
});
const RegisteredProtocol g_oracleSp({
    .name = "oracle-sp",
    .label = "Oracle (shortest paths)",
    .type = "ns3::Oracle",
    .attribute = "Tree",
    .value = "ShortestPath",
    .rank = 71,
    .isBound = true,
});

} // namespace

TypeId
Oracle::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::Oracle")
            .SetParent<BroadcastProtocol>()
            .SetGroupName("PubSub")
            .AddConstructor<Oracle>()
            .AddAttribute(
                "Range",
                "Distance up to which nodes hear each other, m (the scenario programs set "
                "it to the range of their radios)",
                DoubleValue(250.0),
                MakeDoubleAccessor(&Oracle::m_range),
                MakeDoubleChecker<double>(0.0))
            .AddAttribute("Tree",
                          "Steiner: as few transmissions as possible; ShortestPath: as few hops to "
                          "each receiver as possible, then few transmissions",
                          EnumValue(OracleTree::STEINER),
                          MakeEnumAccessor<OracleTree>(&Oracle::m_tree),
                          MakeEnumChecker(OracleTree::STEINER,
                                          "Steiner",
                                          OracleTree::SHORTEST_PATH,
                                          "ShortestPath"))
            .AddAttribute("ExactReceivers",
                          "Receivers up to which the fewest transmissions are found exactly, not "
                          "counting those that are reached in any case; above, the best of several "
                          "greedy choices (our choice: the search grows with each)",
                          UintegerValue(10),
                          MakeUintegerAccessor(&Oracle::m_exactReceivers),
                          MakeUintegerChecker<uint32_t>(0, 16))
            .AddAttribute("PlanLifetime",
                          "How long it is remembered who transmits an event, s (our choice, far "
                          "above any path's delay)",
                          TimeValue(Seconds(30)),
                          MakeTimeAccessor(&Oracle::m_planLifetime),
                          MakeTimeChecker(Seconds(0)));
    return tid;
}

Oracle::Oracle() = default;

Oracle::~Oracle() = default;

void
Oracle::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_plans.clear();
    m_peers.clear();
    BroadcastProtocol::DoDispose();
}

void
Oracle::Join()
{
}

void
Oracle::Leave()
{
}

Ptr<Oracle>
Oracle::Of(NodeId node)
{
    if (node >= NodeList::GetNNodes())
    {
        return nullptr;
    }
    const Ptr<Node> host = NodeList::GetNode(node);
    for (uint32_t i = 0; i < host->GetNApplications(); ++i)
    {
        if (const auto oracle = DynamicCast<Oracle>(host->GetApplication(i)))
        {
            return oracle;
        }
    }
    return nullptr;
}

void
Oracle::FindPeers()
{
    const bool isComplete = std::all_of(m_peers.begin(), m_peers.end(), [](const Peer& peer) {
        return peer.oracle && peer.mobility;
    });
    if (isComplete && m_peers.size() == NodeList::GetNNodes())
    {
        return;
    }
    m_peers.clear();
    for (NodeId node = 0; node < NodeList::GetNNodes(); ++node)
    {
        m_peers.push_back({Of(node), NodeList::GetNode(node)->GetObject<MobilityModel>()});
    }
    m_positions.resize(m_peers.size());
    m_present.resize(m_peers.size());
}

std::shared_ptr<const LinkGraph>
Oracle::Links()
{
    FindPeers();
    for (NodeId node = 0; node < m_peers.size(); ++node)
    {
        const Peer& peer = m_peers[node];
        m_present[node] = peer.oracle && peer.oracle->IsRunning() && peer.mobility;
        if (m_present[node])
        {
            m_positions[node] = peer.mobility->GetPosition();
        }
    }
    return LinksWithin(m_positions, m_present, m_range);
}

std::set<NodeId>
Oracle::ChooseTransmitters(const EventMessage& event)
{
    const auto graph = Links();
    const LinkGraph& links = *graph;
    const auto hops = HopsFrom(links, GetNodeId());
    Multicast multicast{links, GetNodeId(), {}};
    for (NodeId node = 0; node < links.size(); ++node)
    {
        if (node != GetNodeId() && hops[node] != NO_WAY &&
            m_peers[node].oracle->GetInherent().Matches(event.content))
        {
            multicast.receivers.insert(node);
        }
    }
    if (multicast.receivers.empty())
    {
        return {};
    }
    if (m_tree == OracleTree::SHORTEST_PATH)
    {
        return ShortestPathTransmitters(multicast);
    }
    const auto fewest = FewestTransmitters(multicast, m_exactReceivers);
    return fewest ? *fewest : FewTransmitters(multicast);
}

void
Oracle::Originate(const EventMessage& event)
{
    NS_LOG_FUNCTION(this);
    std::erase_if(m_plans,
                  [](const auto& plan) { return plan.second.expires <= Simulator::Now(); });
    m_plans[event.sequence] = {Simulator::Now() + m_planLifetime, ChooseTransmitters(event)};
    BroadcastProtocol::Originate(event);
}

bool
Oracle::ShouldForward(const EventMessage& event, NodeId)
{
    NS_LOG_FUNCTION(this);
    const auto publisher = Of(event.publisher);
    if (!publisher)
    {
        return false;
    }
    const auto plan = publisher->m_plans.find(event.sequence);
    return plan != publisher->m_plans.end() && plan->second.transmitters.contains(GetNodeId());
}

} // namespace ns3::pubsub::manet
