// SPDX-License-Identifier: GPL-2.0-only
#include "manet-flooding.h"

namespace ns3::pubsub::manet
{

NS_OBJECT_ENSURE_REGISTERED(Flooding);

TypeId
Flooding::GetTypeId()
{
    static TypeId tid = TypeId("ns3::Flooding")
                            .SetParent<PubSubProtocol>()
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
