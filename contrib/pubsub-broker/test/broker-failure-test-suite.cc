// SPDX-License-Identifier: GPL-2.0-only
#include "broker-test-case.h"

#include "ns3/uinteger.h"

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::broker;

namespace
{

/// Brokers in a line.
const std::vector<BrokerNetwork::Link> LINE = {{0, 1}, {1, 2}, {2, 3}};

/**
 * @brief A client at broker 0, a publisher at 1, and stores of one topic; advertised once a second.
 */
class FailureTestCase : public TestCase
{
  public:
    /**
     * @param name of the test
     * @param stores brokers with a store
     */
    FailureTestCase(const std::string& name, std::vector<uint32_t> stores)
        : TestCase(name),
          m_stores(std::move(stores))
    {
    }

  protected:
    /**
     * @brief Something fails while a request is under way.
     * @param network of the test
     */
    virtual void Fail(BrokerNetwork& network) = 0;

    /**
     * @brief Look at what has happened.
     * @param result of the request
     * @param drops of the network
     */
    virtual void Check(const RequestingClient::Result& result, const DropCount& drops) = 0;

  private:
    void DoRun() override
    {
        SimulationEnd end;
        BrokerNetwork network(4, LINE, TEST_RATE, TEST_DELAY);
        auto client = network.AddClient(0);
        auto publisher = network.AddClient(1);
        network.AssignStreams(1);
        for (uint32_t i = 0; i < 4; ++i)
        {
            network.GetBroker(i)->SetAttribute("AdvertisePeriod", TimeValue(Seconds(1)));
            network.GetBroker(i)->SetAttribute("RefreshPeriod", TimeValue(Seconds(1)));
        }
        client->SetAttribute("MaxAttempts", UintegerValue(5));
        for (const uint32_t broker : m_stores)
        {
            network.GetBroker(broker)->InstallStore(CreateObject<EventStore>());
            network.GetBroker(broker)->KeepTopic(FilterOf("a"));
        }
        DropCount drops(network.GetNodes());
        client->TraceConnectWithoutContext("Completed",
                                           MakeCallback(&FailureTestCase::Completed, this));
        RunUntil(Seconds(2));
        publisher->Publish(ContentOf("a"), 100);
        RunUntil(Seconds(5));
        client->Request(FilterOf("a"));
        // The request has left the client and one broker: a link takes a little over 1 ms.
        RunUntil(Seconds(5) + MicroSeconds(2500));
        Fail(network);
        RunUntil(Seconds(30));
        NS_TEST_ASSERT_MSG_EQ(m_results.size(), 1, "requests that ended");
        Check(m_results.front(), drops);
    }

    /**
     * @brief Sink of Completed.
     * @param result of a request
     */
    void Completed(const RequestingClient::Result& result)
    {
        m_results.push_back(result);
    }

    std::vector<uint32_t> m_stores;                  ///< brokers
    std::vector<RequestingClient::Result> m_results; ///< of requests
};

/// @brief The nearest store fails when a request is on its way to it; the next one answers.
class StoreDiesTest : public FailureTestCase
{
  public:
    StoreDiesTest()
        : FailureTestCase("a store dies with a request on its way", {2, 3})
    {
    }

  private:
    void Fail(BrokerNetwork& network) override
    {
        network.GetBroker(2)->SetStoreFailed(true);
    }

    void Check(const RequestingClient::Result& result, const DropCount& drops) override
    {
        NS_TEST_EXPECT_MSG_EQ(result.isAnswered, true, "it is stored elsewhere");
        NS_TEST_EXPECT_MSG_EQ(result.store, 3, "the other store");
        NS_TEST_EXPECT_MSG_EQ(result.hops, 3, "links to it");
        NS_TEST_EXPECT_MSG_GT(result.attempts, 1, "asked again");
        NS_TEST_EXPECT_MSG_GT(drops.Of("store has failed"), 0, "the first time");
    }
};

/// @brief The last store fails: the request ends unanswered.
class LastStoreDiesTest : public FailureTestCase
{
  public:
    LastStoreDiesTest()
        : FailureTestCase("the last store dies with a request on its way", {3})
    {
    }

  private:
    void Fail(BrokerNetwork& network) override
    {
        network.GetBroker(3)->SetStoreFailed(true);
    }

    void Check(const RequestingClient::Result& result, const DropCount& drops) override
    {
        NS_TEST_EXPECT_MSG_EQ(result.isAnswered, false, "it is stored nowhere");
        NS_TEST_EXPECT_MSG_EQ(result.attempts, 5, "as often as MaxAttempts allows");
        NS_TEST_EXPECT_MSG_EQ(drops.Of("store has failed") + drops.Of("no store"),
                              5,
                              "each attempt is accounted for");
    }
};

/// @brief A broker on the way fails with the request in it, and returns.
class BrokerDiesTest : public FailureTestCase
{
  public:
    BrokerDiesTest()
        : FailureTestCase("a broker dies with a request in it", {3})
    {
    }

  private:
    void Fail(BrokerNetwork& network) override
    {
        network.GetBroker(1)->Fail();
        Simulator::Schedule(Seconds(3), &Broker::Restart, network.GetBroker(1));
    }

    void Check(const RequestingClient::Result& result, const DropCount&) override
    {
        NS_TEST_EXPECT_MSG_EQ(result.isAnswered, true, "by the way that is open again");
        NS_TEST_EXPECT_MSG_EQ(result.store, 3, "the only store");
        NS_TEST_EXPECT_MSG_EQ((result.attempts == 3 || result.attempts == 4),
                              true,
                              "asked every 2 s; " << result.attempts);
    }
};

/// @brief A link goes down with the request before it, and comes up again.
class LinkDiesTest : public FailureTestCase
{
  public:
    LinkDiesTest()
        : FailureTestCase("a link goes down before a request", {3})
    {
    }

  private:
    void Fail(BrokerNetwork& network) override
    {
        NS_TEST_EXPECT_MSG_EQ(network.GetLinks().SetUp(1, 2, false), true, "there is such a link");
        NS_TEST_EXPECT_MSG_EQ(network.GetLinks().SetUp(0, 2, false), false, "there is none");
        Simulator::Schedule(Seconds(3), [&network] { network.GetLinks().SetUp(2, 1, true); });
    }

    void Check(const RequestingClient::Result& result, const DropCount& drops) override
    {
        NS_TEST_EXPECT_MSG_EQ(result.isAnswered, true, "over the link that is up again");
        NS_TEST_EXPECT_MSG_GT(result.attempts, 1, "asked again");
        NS_TEST_EXPECT_MSG_GT(drops.Of("socket refused request") + drops.Of("no store"),
                              0,
                              "what could not be sent is counted");
    }
};

/// @brief A broker in the middle of an answer of many events fails: the rest is asked for again.
class AnswerIsCutTest : public TestCase
{
  public:
    AnswerIsCutTest()
        : TestCase("a store's broker dies in the middle of an answer")
    {
    }

  private:
    void DoRun() override
    {
        SimulationEnd end;
        constexpr uint32_t EVENTS = 50;
        BrokerNetwork network(4, LINE, TEST_RATE, TEST_DELAY);
        auto client = network.AddClient(0);
        auto publisher = network.AddClient(1);
        network.AssignStreams(1);
        network.GetBroker(2)->InstallStore(CreateObject<EventStore>());
        network.GetBroker(2)->KeepTopic(FilterOf("a"));
        client->TraceConnectWithoutContext("Responded",
                                           MakeCallback(&AnswerIsCutTest::Responded, this));
        client->TraceConnectWithoutContext("Completed",
                                           MakeCallback(&AnswerIsCutTest::Completed, this));
        RunUntil(Seconds(1));
        for (uint32_t i = 0; i < EVENTS; ++i)
        {
            publisher->Publish(ContentOf("a"), 100);
        }
        RunUntil(Seconds(2));
        client->Request(FilterOf("a"));
        RunUntil(Seconds(2) + MilliSeconds(20));
        const auto before = m_events.size();
        NS_TEST_EXPECT_MSG_GT(before, 5, "some of the answer has arrived");
        NS_TEST_EXPECT_MSG_LT(before, EVENTS, "and some has not");
        network.GetBroker(2)->Fail();
        RunUntil(Seconds(3));
        network.GetBroker(2)->Restart();
        RunUntil(Seconds(20));
        NS_TEST_EXPECT_MSG_EQ(m_events.size(), EVENTS, "all events, each once");
        NS_TEST_EXPECT_MSG_EQ(m_answered, 1, "the request is complete");
    }

    /**
     * @brief Sink of Responded.
     * @param response of the store
     * @param event stored
     */
    void Responded(const ResponseMessage& response, const EventMessage& event)
    {
        static_cast<void>(response);
        const bool isNew = m_events.insert(event.sequence).second;
        NS_TEST_EXPECT_MSG_EQ(isNew, true, "event " << event.sequence << " came before");
    }

    /**
     * @brief Sink of Completed.
     * @param result of a request
     */
    void Completed(const RequestingClient::Result& result)
    {
        m_answered += result.isAnswered;
    }

    std::set<uint32_t> m_events; ///< that came
    uint32_t m_answered = 0;     ///< requests
};

/// @brief Failures while requests are under way.
class BrokerFailureTestSuite : public TestSuite
{
  public:
    BrokerFailureTestSuite()
        : TestSuite("broker-failure", Type::UNIT)
    {
        AddTestCase(new StoreDiesTest, Duration::QUICK);
        AddTestCase(new LastStoreDiesTest, Duration::QUICK);
        AddTestCase(new BrokerDiesTest, Duration::QUICK);
        AddTestCase(new LinkDiesTest, Duration::QUICK);
        AddTestCase(new AnswerIsCutTest, Duration::QUICK);
    }
};

BrokerFailureTestSuite g_brokerFailureTestSuite; ///< the suite

} // namespace
