// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-source-routing.h"

namespace ns3::pubsub::sdn
{

NS_OBJECT_ENSURE_REGISTERED(SourceRouting);

TypeId
SourceRouting::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::sdn::SourceRouting").SetParent<Object>().SetGroupName("PubSub");
    return tid;
}

} // namespace ns3::pubsub::sdn
