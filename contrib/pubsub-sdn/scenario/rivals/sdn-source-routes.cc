// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-source-routes.h"

#include "ns3/log.h"
#include "ns3/sdn-topic-address.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <queue>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnSourceRoutes");

namespace
{

/// Length of the prefix of one address.
constexpr uint8_t ONE_ADDRESS = 128;

/**
 * @param bits as text
 * @return the address of events of a topic with this code
 */
Ipv6Address
AddressOfBits(const std::string& bits)
{
    const auto code = BitString::Parse(bits);
    NS_ABORT_MSG_UNLESS(code, "a code has only 0 and 1");
    return AddressOf(EventKind::PUBLISH, *code);
}

} // namespace

SourceRoutes::SourceRoutes(SwitchNetwork& network,
                           ControlPlane& control,
                           const std::string& dataplane)
    : m_network(network),
      m_control(control)
{
    NS_LOG_FUNCTION(this << dataplane);
    if (dataplane == "lipsin")
    {
        InstallLinks();
    }
    else
    {
        InstallReach();
    }
    for (const auto& server : control.Servers())
    {
        Listen(server);
    }
    for (const auto& agent : control.Agents())
    {
        agent->TraceConnectWithoutContext(
            "SubscriptionChange",
            Callback<void, const Filter&, bool>([this](const Filter&, bool) { Invalidate(); }));
    }
}

void
SourceRoutes::SetChanged(std::function<void()> changed)
{
    NS_LOG_FUNCTION(this);
    m_changed = std::move(changed);
}

void
SourceRoutes::InstallLinks()
{
    const NodeContainer& switches = m_network.Switches();
    for (uint32_t i = 0; i < switches.GetN(); ++i)
    {
        auto forwarding = CreateObject<InBloomForwarding>();
        const NodeId here = switches.Get(i)->GetId();
        for (const auto& neighbour : m_network.NeighboursOf(i))
        {
            forwarding->SetLink(neighbour.port,
                                {here, switches.Get(neighbour.device)->GetId()},
                                false);
        }
        m_network.GetSwitch(i)->SetSourceRouting(forwarding);
        m_bloom.push_back(forwarding);
    }
    for (auto host = m_network.Hosts().Begin(); host != m_network.Hosts().End(); ++host)
    {
        const uint32_t place = m_network.SwitchAt(*host);
        m_bloom[place]->SetLink(m_network.PortTo(*host),
                                {switches.Get(place)->GetId(), (*host)->GetId()},
                                true);
    }
}

void
SourceRoutes::InstallReach()
{
    // The shortest bit string of RFC 8296 that has a bit for each host.
    uint64_t bits = 64;
    while (bits < m_network.Hosts().GetN())
    {
        bits *= 2;
    }
    for (uint32_t i = 0; i < m_network.Switches().GetN(); ++i)
    {
        auto forwarding = CreateObject<BierForwarding>();
        forwarding->SetAttribute("BitStringLength", UintegerValue(bits));
        std::map<uint32_t, BierBits> reached;
        for (uint32_t host = 0; host < m_network.Hosts().GetN(); ++host)
        {
            const Ptr<Node> node = m_network.Hosts().Get(host);
            const uint32_t end = m_network.SwitchAt(node);
            if (end == i)
            {
                forwarding->SetReach(m_network.PortTo(node), BierBits().set(host), true);
                continue;
            }
            const auto& distances = m_network.DistancesTo(end);
            const auto& neighbours = m_network.NeighboursOf(i);
            const auto next = std::ranges::find_if(neighbours, [&](const auto& neighbour) {
                return distances[neighbour.device] < distances[i];
            });
            reached[next->port].set(host);
        }
        for (const auto& [port, egresses] : reached)
        {
            forwarding->SetReach(port, egresses, false);
        }
        m_network.GetSwitch(i)->SetSourceRouting(forwarding);
        m_bier.push_back(forwarding);
    }
}

void
SourceRoutes::Listen(const Ptr<SdnServer>& server)
{
    const SdnServer* own = PeekPointer(server);
    server->TraceConnectWithoutContext(
        "TopicCode",
        Callback<void, const TopicCodeRecord&>([this, own](const TopicCodeRecord& record) {
            if (own->IsInCharge())
            {
                m_addresses[*Topic::Parse(record.topic)] = AddressOfBits(record.code);
                Invalidate();
            }
        }));
    server->TraceConnectWithoutContext(
        "TopicTree",
        Callback<void, const TopicTreeRecord&>([this, own](const TopicTreeRecord& record) {
            if (own->IsInCharge())
            {
                auto& edges = m_overlays[record.topic][record.source];
                const ClusterPair edge{record.a, record.b};
                record.isPresent ? edges.insert(edge).second : edges.erase(edge) > 0;
                Invalidate();
            }
        }));
}

void
SourceRoutes::Invalidate()
{
    if (!m_refresh.IsPending())
    {
        m_refresh = Simulator::ScheduleNow(&SourceRoutes::Refresh, this);
    }
}

void
SourceRoutes::Refresh()
{
    NS_LOG_FUNCTION(this);
    for (const auto& [place, address] : m_installed)
    {
        m_bloom.empty() ? m_bier[place]->RemoveIngress(address, ONE_ADDRESS)
                        : m_bloom[place]->RemoveIngress(address, ONE_ADDRESS);
    }
    m_installed.clear();
    for (const auto& [topic, address] : m_addresses)
    {
        RefreshTopic(topic);
    }
    if (m_changed)
    {
        m_changed();
    }
}

void
SourceRoutes::RefreshTopic(const Topic& topic)
{
    const Ipv6Address address = m_addresses.at(topic);
    std::set<uint32_t> done;
    for (const uint32_t publisher : m_control.PublishersOf(topic))
    {
        const uint32_t place = m_network.SwitchOfHost(publisher);
        if (!done.insert(place).second)
        {
            continue;
        }
        if (m_bloom.empty())
        {
            BierBits egresses;
            for (const uint32_t host : Subscribers(topic, publisher))
            {
                egresses.set(host);
            }
            m_bier[place]->SetIngress(address, ONE_ADDRESS, egresses);
        }
        else
        {
            const auto links = LinksFor(topic, publisher);
            m_bloom[place]->SetIngress(address, ONE_ADDRESS, ChooseInPacketRoute(links));
        }
        m_installed.emplace_back(place, address);
    }
}

std::vector<uint32_t>
SourceRoutes::Subscribers(const Topic& topic, uint32_t publisher) const
{
    std::vector<uint32_t> subscribers;
    const auto& agents = m_control.Agents();
    for (uint32_t host = 0; host < agents.size(); ++host)
    {
        if (host != publisher && agents[host]->GetInherent().Matches(Content(topic)))
        {
            subscribers.push_back(host);
        }
    }
    return subscribers;
}

std::vector<DirectedLink>
SourceRoutes::LinksFor(const Topic& topic, uint32_t publisher) const
{
    const auto overlays = m_overlays.find(topic.Text());
    const Overlays none;
    const Overlays& known = overlays == m_overlays.end() ? none : overlays->second;
    const auto own = known.find(m_network.ClusterOfHost(publisher));
    const auto edges = own == known.end() ? known.find(NO_CLUSTER) : own;
    const auto isUsed = [&](uint32_t a, uint32_t b) {
        const auto pair = std::minmax({m_network.ClusterOfSwitch(a), m_network.ClusterOfSwitch(b)});
        return pair.first == pair.second ||
               (edges != known.end() && edges->second.contains(ClusterPair(pair)));
    };
    const NodeContainer& switches = m_network.Switches();
    const uint32_t start = m_network.SwitchOfHost(publisher);
    std::map<uint32_t, uint32_t> fathers{{start, start}};
    std::queue<uint32_t> reached;
    reached.push(start);
    while (!reached.empty())
    {
        const uint32_t place = reached.front();
        reached.pop();
        for (const auto& neighbour : m_network.NeighboursOf(place))
        {
            if (isUsed(place, neighbour.device) &&
                m_network.GetSwitch(place)->Port(neighbour.port).isUp &&
                fathers.emplace(neighbour.device, place).second)
            {
                reached.push(neighbour.device);
            }
        }
    }
    std::set<DirectedLink> links;
    for (const uint32_t host : Subscribers(topic, publisher))
    {
        uint32_t place = m_network.SwitchOfHost(host);
        if (!fathers.contains(place))
        {
            continue;
        }
        links.emplace(switches.Get(place)->GetId(), m_network.Hosts().Get(host)->GetId());
        for (; place != start; place = fathers.at(place))
        {
            links.emplace(switches.Get(fathers.at(place))->GetId(), switches.Get(place)->GetId());
        }
    }
    return {links.begin(), links.end()};
}

} // namespace ns3::pubsub::sdn
