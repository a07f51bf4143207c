// SPDX-License-Identifier: GPL-2.0-only
#include "../../pubsub/test/message-vectors.h"

#include "ns3/broker-messages.h"
#include "ns3/broker-overlay-messages.h"
#include "ns3/broker-predicting-path-messages.h"
#include "ns3/broker-reconfiguration-messages.h"
#include "ns3/broker-store-messages.h"

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::broker;

namespace
{

/// Every message of the module.
const MessageReaders READERS = {
    {"subscribe", &ReadAs<SubscribeMessage>},
    {"unsubscribe", &ReadAs<UnsubscribeMessage>},
    {"announce", &ReadAs<AnnounceMessage>},
    {"unannounce", &ReadAs<UnannounceMessage>},
    {"advertise", &ReadAs<AdvertiseMessage>},
    {"unadvertise", &ReadAs<UnadvertiseMessage>},
    {"advertise_pull", &ReadAs<AdvertisePullMessage>},
    {"request", &ReadAs<RequestMessage>},
    {"response", &ReadAs<Carrier<ResponseMessage>>},
    {"no_match", &ReadAs<NoMatchMessage>},
    {"ov_link", &ReadAs<OverlayLinkMessage>},
    {"ov_advertise", &ReadAs<OverlayAdvertiseMessage>},
    {"ov_subscribe", &ReadAs<OverlaySubscribeMessage>},
    {"ov_notify", &ReadAs<Carrier<OverlayNotifyMessage>>},
    {"rc_eval", &ReadAs<RcEvalMessage>},
    {"rc_result", &ReadAs<RcResultMessage>},
    {"rc_lock", &ReadAs<RcLockMessage>},
    {"rc_lock_reply", &ReadAs<RcLockReplyMessage>},
    {"rc_apply", &ReadAs<RcApplyMessage>},
    {"rc_done", &ReadAs<RcDoneMessage>},
    {"rc_unlock", &ReadAs<RcUnlockMessage>},
    {"rc_step", &ReadAs<RcStepMessage>},
    {"rc_status", &ReadAs<RcStatusMessage>},
    {"ov_ack", &ReadAs<OverlayAckMessage>},
    {"path_notice", &ReadAs<PathNoticeMessage>},
    {"path_end", &ReadAs<PathEndMessage>},
    {"path", &ReadAs<PathMessage>},
    {"rc_construct", &ReadAs<RcConstructMessage>},
    {"rc_reply", &ReadAs<RcReplyMessage>},
};

/// @brief The messages of brokers, stores and overlays.
class BrokerMessageTestSuite : public TestSuite
{
  public:
    BrokerMessageTestSuite()
        : TestSuite("broker-message", Type::UNIT)
    {
        AddTestCase(new WireVectorTest(NS_TEST_SOURCEDIR, READERS), Duration::QUICK);
        AddTestCase(new HostilePacketTest(NS_TEST_SOURCEDIR, READERS), Duration::QUICK);
    }
};

BrokerMessageTestSuite g_brokerMessageTestSuite; ///< the suite

} // namespace
