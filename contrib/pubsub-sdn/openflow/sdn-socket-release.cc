// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-socket-release.h"

#include "ns3/log.h"
#include "ns3/node.h"

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnSocketRelease");

void
ReleaseSocket(const Ptr<Socket>& socket)
{
    NS_LOG_FUNCTION(socket);
    const auto none = MakeNullCallback<void, Ptr<Socket>>();
    socket->SetConnectCallback(none, none);
    socket->SetCloseCallbacks(none, none);
    socket->SetRecvCallback(none);
    socket->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
}

void
CloseSocket(const Ptr<Socket>& socket)
{
    NS_LOG_FUNCTION(socket);
    ReleaseSocket(socket);
    const Ptr<Node> node = socket->GetNode();
    if (node && node->GetNDevices() > 0)
    {
        socket->Close();
    }
}

} // namespace ns3::pubsub::sdn
