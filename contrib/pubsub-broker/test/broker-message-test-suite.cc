// SPDX-License-Identifier: GPL-2.0-only
#include "../../pubsub/test/message-vectors.h"

#include "ns3/broker-messages.h"
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
};

/// @brief The messages of brokers and stores.
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
