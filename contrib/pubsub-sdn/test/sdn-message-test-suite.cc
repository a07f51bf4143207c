// SPDX-License-Identifier: GPL-2.0-only
#include "../../pubsub/test/message-vectors.h"

#include "ns3/sdn-network-messages.h"
#include "ns3/sdn-session-messages.h"

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::sdn;

namespace
{

/// Every message of the module.
const MessageReaders SDN_READERS = {
    {"sdn_join", &ReadAs<SdnJoinMessage>},
    {"sdn_heartbeat", &ReadAs<SdnHeartbeatMessage>},
    {"sdn_register", &ReadAs<SdnRegisterMessage>},
    {"sdn_codes", &ReadAs<SdnCodesMessage>},
    {"sdn_refusal", &ReadAs<SdnRefusalMessage>},
    {"sdn_subscribe", &ReadAs<SdnSubscribeMessage>},
    {"sdn_unsubscribe", &ReadAs<SdnUnsubscribeMessage>},
    {"sdn_topology", &ReadAs<SdnTopologyMessage>},
    {"sdn_statistics", &ReadAs<SdnStatisticsMessage>},
    {"sdn_route", &ReadAs<SdnRouteMessage>},
    {"sdn_commit", &ReadAs<SdnCommitMessage>},
    {"sdn_installed", &ReadAs<SdnInstalledMessage>},
    {"sdn_policy", &ReadAs<SdnPolicyMessage>},
    {"sdn_copy", &ReadAs<Carrier<SdnCopyMessage>>},
    {"sdn_probe", &ReadAs<SdnProbeMessage>},
    {"sdn_greeting", &ReadAs<SdnGreetingMessage>},
    {"sdn_attached", &ReadAs<SdnAttachedMessage>},
    {"sdn_replay", &ReadAs<SdnReplayMessage>},
};

/// @brief The messages of hosts, controllers and servers.
class SdnMessageTestSuite : public TestSuite
{
  public:
    SdnMessageTestSuite()
        : TestSuite("sdn-message", Type::UNIT)
    {
        AddTestCase(new WireVectorTest(NS_TEST_SOURCEDIR, SDN_READERS), Duration::QUICK);
        AddTestCase(new HostilePacketTest(NS_TEST_SOURCEDIR, SDN_READERS), Duration::QUICK);
    }
};

SdnMessageTestSuite g_sdnMessageTestSuite; ///< the suite

} // namespace
