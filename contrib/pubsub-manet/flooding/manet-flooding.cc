// SPDX-License-Identifier: GPL-2.0-only
#include "manet-flooding.h"

#include "ns3/pubsub-protocol-registry.h"

namespace ns3::pubsub::manet
{

NS_OBJECT_ENSURE_REGISTERED(Flooding);

namespace
{

const RegisteredProtocol g_flooding({
    .name = "flooding",
    .label = "Flooding",
    .type = "ns3::Flooding",
    .rank = 30,
});

} // namespace

TypeId
Flooding::GetTypeId()
{
    static TypeId tid = TypeId("ns3::Flooding")
                            .SetParent<BroadcastProtocol>()
                            .SetGroupName("PubSub")
                            .AddConstructor<Flooding>();
    return tid;
}

void
Flooding::Join()
{
}

void
Flooding::Leave()
{
}

bool
Flooding::ShouldForward(const EventMessage&, NodeId)
{
    return true;
}

} // namespace ns3::pubsub::manet
