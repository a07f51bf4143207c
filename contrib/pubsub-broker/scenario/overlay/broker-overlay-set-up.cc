// SPDX-License-Identifier: GPL-2.0-only
#include "broker-overlay-set-up.h"

#include "ns3/broker-initial-trees.h"
#include "ns3/broker-input.h"
#include "ns3/broker-overlay-strategy.h"
#include "ns3/log.h"

#include <limits>
#include <numeric>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerOverlaySetUp");

namespace
{

/// The underlay that a file has.
const std::string FROM_FILE = "file";

/**
 * @param stream number of a stream
 * @return random numbers of it
 */
Ptr<UniformRandomVariable>
RandomOf(int64_t stream)
{
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(stream);
    return random;
}

/**
 * @param underlay any
 * @param first routers that get the first numbers
 * @return the same underlay; the other routers keep their order
 */
Underlay
Renumbered(const Underlay& underlay, const std::vector<RouterId>& first)
{
    constexpr RouterId NONE = std::numeric_limits<RouterId>::max();
    std::vector<RouterId> number(underlay.Size(), NONE);
    RouterId next = 0;
    for (const RouterId router : first)
    {
        number[router] = next++;
    }
    for (RouterId& router : number)
    {
        router = router == NONE ? next++ : router;
    }
    Underlay renumbered(underlay.Size());
    for (const UnderlayLink& link : underlay.Links())
    {
        renumbered.AddLink(number[link.a], number[link.b], link.speed);
    }
    return renumbered;
}

} // namespace

void
OverlaySetUp::AddTo(ScenarioParameters& parameters)
{
    NS_LOG_FUNCTION(this);
    parameters.Add("underlay", m_source.kind, UnderlayKinds(), "", "how routers are linked");
    parameters.Add("topology_file",
                   m_source.file,
                   {},
                   "file",
                   "edge list, GML or Rocketfuel map, for --underlay=file");
    parameters.Add("routers", m_routers, 1, 65535, "routers", "not for --underlay=file");
    parameters.Add("links_per_router",
                   m_linksPerRouter,
                   1,
                   100,
                   "links",
                   "that a new router gets, for --underlay=waxman and --underlay=barabasi");
    parameters.Add("alpha",
                   m_source.brite.alpha,
                   1e-6,
                   1.0,
                   "",
                   "of Waxman's probability of a link, for --underlay=waxman");
    parameters.Add("beta",
                   m_source.brite.beta,
                   1e-6,
                   1.0,
                   "",
                   "of Waxman's probability of a link, for --underlay=waxman");
    parameters.Add("brokers", m_brokers, 2, 65535, "brokers", "at routers drawn at random");
    parameters.Add("tree", m_tree, InitialTreeKinds(), "", "of links between brokers at first");
    parameters.Add("strategy",
                   m_strategy,
                   OverlayStrategy::Names(),
                   "",
                   "that changes the links between brokers");
    parameters.Label("strategy", OverlayStrategy::Labels());
    parameters.Add("forwarding",
                   m_forwarding,
                   {"light", "ip"},
                   "",
                   "of datagrams: the same ones in less time, or by the IP stack of ns-3");
    parameters.Add("cost_seed",
                   m_costSeed,
                   0,
                   1000000000,
                   "",
                   "of the costs of links and brokers; 0: one of each replication's own");
}

void
OverlaySetUp::Check(const ScenarioParameters& parameters) const
{
    NS_LOG_FUNCTION(this);
    if ((m_source.kind == FROM_FILE) == m_source.file.empty())
    {
        parameters.Refuse("--underlay=file and --topology_file=FILE go together; expected both or "
                          "neither");
    }
    if (m_source.kind != FROM_FILE && m_brokers > m_routers)
    {
        parameters.Refuse("--brokers=" + std::to_string(m_brokers) + " is more than --routers=" +
                          std::to_string(m_routers) + "; expected at most one broker at a router");
    }
}

int64_t
OverlaySetUp::Draw(const ScenarioParameters& parameters, int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    UnderlaySource source = m_source;
    source.brite.routers = static_cast<uint32_t>(m_routers);
    source.brite.linksPerRouter = static_cast<uint32_t>(m_linksPerRouter);
    try
    {
        const Underlay underlay = MakeUnderlay(source, RandomOf(stream)).underlay;
        const auto places =
            underlay.DrawRouters(static_cast<uint32_t>(m_brokers), RandomOf(stream + 1));
        m_underlay = Renumbered(underlay, places);
    }
    catch (const BrokerInputError& error)
    {
        parameters.Refuse(error.what());
    }
    m_treeRandom = RandomOf(stream + 2);
    m_drawnSeed = RandomOf(stream + 3)->GetInteger(1, 1000000000);
    return 4;
}

uint32_t
OverlaySetUp::Brokers() const
{
    return static_cast<uint32_t>(m_brokers);
}

uint64_t
OverlaySetUp::CostSeed() const
{
    return m_costSeed == 0 ? m_drawnSeed : static_cast<uint64_t>(m_costSeed);
}

const std::string&
OverlaySetUp::Strategy() const
{
    return m_strategy;
}

const Underlay&
OverlaySetUp::GetUnderlay() const
{
    return m_underlay;
}

Forwarding
OverlaySetUp::GetForwarding() const
{
    return m_forwarding == "ip" ? Forwarding::IP : Forwarding::LIGHT;
}

BrokerGraph
OverlaySetUp::MakeTree(const ForwardingMatrix& matrix) const
{
    NS_LOG_FUNCTION(this);
    return MakeInitialTree(m_tree, Brokers(), m_treeRandom, [&matrix](BrokerId a, BrokerId b) {
        return matrix.DelayNs(a, b);
    });
}

} // namespace ns3::pubsub::broker
