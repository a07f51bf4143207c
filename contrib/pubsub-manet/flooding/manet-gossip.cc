// SPDX-License-Identifier: GPL-2.0-only
#include "manet-gossip.h"

#include "ns3/double.h"
#include "ns3/pubsub-protocol-registry.h"

namespace ns3::pubsub::manet
{

NS_OBJECT_ENSURE_REGISTERED(Gossip);

namespace
{

const RegisteredProtocol g_gossip({
    .name = "gossip",
    .label = "Gossip",
    .type = "ns3::Gossip",
    .rank = 40,
});

} // namespace

TypeId
Gossip::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::Gossip")
            .SetParent<BroadcastProtocol>()
            .SetGroupName("PubSub")
            .AddConstructor<Gossip>()
            .AddAttribute("Probability",
                          "Probability with which a node forwards an event heard for the first "
                          "time, 0 to 1 (the middle of what Haas, Halpern and Li found to reach "
                          "almost every node: 0.6 to 0.8)",
                          DoubleValue(0.7),
                          MakeDoubleAccessor(&Gossip::m_probability),
                          MakeDoubleChecker<double>(0.0, 1.0));
    return tid;
}

void
Gossip::Join()
{
}

void
Gossip::Leave()
{
}

bool
Gossip::ShouldForward(const EventMessage& event, NodeId)
{
    return event.publisher == GetNodeId() || Draw() < m_probability;
}

} // namespace ns3::pubsub::manet
