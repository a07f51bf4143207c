// SPDX-License-Identifier: GPL-2.0-only
#include "broker-test-case.h"

#include "ns3/boolean.h"
#include "ns3/pubsub-helper.h"

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::broker;

namespace
{

/// Links of the brokers 0 - 1 - 2, and 3 at 1.
const std::vector<BrokerNetwork::Link> STAR = {{0, 1}, {1, 2}, {1, 3}};

/// @brief The events that a client gets.
class Inbox
{
  public:
    /// @param client whose events are noted
    explicit Inbox(Ptr<Endpoint> client)
    {
        client->TraceConnectWithoutContext("Deliver", MakeCallback(&Inbox::Delivered, this));
    }

    /// @return topics of the events, with blanks between them
    const std::string& Topics() const
    {
        return m_topics;
    }

    /// @return time of the last
    Time Last() const
    {
        return m_last;
    }

    /// @return links that the last has crossed
    uint32_t Hops() const
    {
        return m_hops;
    }

  private:
    /**
     * @brief Sink of Deliver.
     * @param event which
     * @param wanted whether it is
     */
    void Delivered(const EventMessage& event, bool wanted)
    {
        static_cast<void>(wanted);
        m_topics += (m_topics.empty() ? "" : " ") + event.content.topic.Text();
        m_last = Simulator::Now();
        m_hops = event.hops;
    }

    std::string m_topics; ///< so far
    Time m_last;          ///< time of the last
    uint32_t m_hops = 0;  ///< of the last
};

/// @brief Filters travel to all brokers, events to those who want them, each over a link once.
class ForwardingTest : public TestCase
{
  public:
    ForwardingTest()
        : TestCase("events go where filters came from")
    {
    }

  private:
    void DoRun() override
    {
        SimulationEnd end;
        BrokerNetwork network(4, STAR, TEST_RATE, TEST_DELAY);
        auto publisher = network.AddClient(0);
        auto near = network.AddClient(2);
        auto far = network.AddClient(3);
        network.AssignStreams(1);
        Inbox nearBox(near);
        Inbox farBox(far);
        Inbox ownBox(publisher);
        DropCount drops(network.GetNodes());
        near->Subscribe(FilterOf("news.#"));
        far->Subscribe(FilterOf("news.sport"));
        publisher->Subscribe(FilterOf("weather"));
        RunUntil(Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(TextOf(network.GetBroker(0)->GetSubscriptions().Of(1)),
                              "news.#",
                              "what broker 1 wants of 0: the wider filter covers the other");
        NS_TEST_EXPECT_MSG_EQ(TextOf(network.GetBroker(1)->GetSubscriptions().Of(3)),
                              "news.sport",
                              "what broker 3 wants of 1");
        NS_TEST_EXPECT_MSG_EQ(TextOf(network.GetBroker(3)->GetSubscriptions().Of(1)),
                              "news.# weather",
                              "what broker 1 wants of 3");
        publisher->Publish(ContentOf("news.art"), 100);
        publisher->Publish(ContentOf("news.sport"), 100);
        publisher->Publish(ContentOf("weather"), 100);
        RunUntil(Seconds(2));
        NS_TEST_EXPECT_MSG_EQ(nearBox.Topics(), "news.art news.sport", "at 2");
        NS_TEST_EXPECT_MSG_EQ(farBox.Topics(), "news.sport", "at 3");
        NS_TEST_EXPECT_MSG_EQ(ownBox.Topics(), "", "a publisher does not get its own event");
        NS_TEST_EXPECT_MSG_EQ(farBox.Hops(), 4, "links from client to client");
        NS_TEST_EXPECT_MSG_EQ(drops.All(), 0, "nothing is in vain");

        near->Unsubscribe(FilterOf("news.#"));
        RunUntil(Seconds(3));
        NS_TEST_EXPECT_MSG_EQ(TextOf(network.GetBroker(0)->GetSubscriptions().Of(1)),
                              "news.sport",
                              "the filter that was covered is sent now");
        publisher->Publish(ContentOf("news.art"), 100);
        publisher->Publish(ContentOf("news.sport"), 100);
        RunUntil(Seconds(4));
        NS_TEST_EXPECT_MSG_EQ(nearBox.Topics(), "news.art news.sport", "no more at 2");
        NS_TEST_EXPECT_MSG_EQ(farBox.Topics(), "news.sport news.sport", "still at 3");
        NS_TEST_EXPECT_MSG_EQ(drops.All(), 0, "nothing is in vain");
    }
};

/// @brief On idle links the latency is the sum of transmission times and delays.
class LatencyTest : public TestCase
{
  public:
    LatencyTest()
        : TestCase("latency is the closed form, to the nanosecond")
    {
    }

  private:
    void DoRun() override
    {
        SimulationEnd end;
        BrokerNetwork network(4, STAR, TEST_RATE, TEST_DELAY);
        auto publisher = network.AddClient(0);
        auto subscriber = network.AddClient(2);
        network.AssignStreams(1);
        Inbox inbox(subscriber);
        subscriber->Subscribe(FilterOf("a"));
        RunUntil(Seconds(1));
        EventMessage event;
        event.content = ContentOf("a");
        event.payloadBytes = 200;
        publisher->Publish(event.content, event.payloadBytes);
        RunUntil(Seconds(2));
        WireLength length;
        EventMessage::Fields(length, event);
        constexpr uint32_t HEADERS = 8 + 8 + 20 + 2; // common header, UDP, IPv4, PPP
        const uint32_t frame = length.Bytes() + event.payloadBytes + HEADERS;
        const Time link = TEST_RATE.CalculateBytesTxTime(frame) + TEST_DELAY;
        NS_TEST_EXPECT_MSG_EQ(inbox.Last() - Seconds(1), 4 * link, "over four links");
    }
};

/// @brief With announcements, filters go only to where a publisher of such events is.
class AnnouncementTest : public TestCase
{
  public:
    AnnouncementTest()
        : TestCase("filters go to publishers only")
    {
    }

  private:
    void DoRun() override
    {
        SimulationEnd end;
        BrokerNetwork network(4, STAR, TEST_RATE, TEST_DELAY);
        for (uint32_t i = 0; i < 4; ++i)
        {
            network.GetBroker(i)->SetAttribute("Announcements", BooleanValue(true));
        }
        auto publisher = network.AddClient(0);
        auto subscriber = network.AddClient(2);
        network.AssignStreams(1);
        Inbox inbox(subscriber);
        subscriber->Subscribe(FilterOf("a.#"));
        RunUntil(Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(network.GetBroker(1)->GetSubscriptions().Size(),
                              0,
                              "no node publishes yet");
        publisher->Advertise({{FilterOf("a.b"), 1}});
        RunUntil(Seconds(2));
        NS_TEST_EXPECT_MSG_EQ(TextOf(network.GetBroker(0)->GetSubscriptions().Of(1)),
                              "a.#",
                              "towards the publisher");
        NS_TEST_EXPECT_MSG_EQ(network.GetBroker(3)->GetSubscriptions().Size(),
                              0,
                              "not to where no publisher is");
        publisher->Publish(ContentOf("a.b"), 10);
        RunUntil(Seconds(3));
        NS_TEST_EXPECT_MSG_EQ(inbox.Topics(), "a.b", "delivered");
        publisher->Advertise({});
        RunUntil(Seconds(4));
        NS_TEST_EXPECT_MSG_EQ(network.GetBroker(0)->GetSubscriptions().Size(),
                              0,
                              "withdrawn with the announcement");
    }
};

/// @brief A broker that fails is forgotten, and one that returns learns the filters again.
class FailureTest : public TestCase
{
  public:
    FailureTest()
        : TestCase("a broker fails and returns")
    {
    }

  private:
    void DoRun() override
    {
        SimulationEnd end;
        BrokerNetwork network(4, STAR, TEST_RATE, TEST_DELAY);
        auto publisher = network.AddClient(0);
        auto subscriber = network.AddClient(2);
        network.AssignStreams(1);
        Inbox inbox(subscriber);
        subscriber->Subscribe(FilterOf("a"));
        auto middle = network.GetBroker(1);
        RunUntil(Seconds(5));
        middle->Fail();
        RunUntil(Seconds(6));
        NS_TEST_EXPECT_MSG_EQ(middle->IsRunning(), false, "it has failed");
        publisher->Publish(ContentOf("a"), 10);
        RunUntil(Seconds(50));
        NS_TEST_EXPECT_MSG_EQ(inbox.Topics(), "", "there is no way");
        NS_TEST_EXPECT_MSG_EQ(network.GetBroker(0)->GetSubscriptions().Size(),
                              0,
                              "its filters have ended");
        middle->Restart();
        RunUntil(Seconds(61));
        publisher->Publish(ContentOf("a"), 10);
        RunUntil(Seconds(62));
        NS_TEST_EXPECT_MSG_EQ(inbox.Topics(), "a", "one refresh period later");
    }
};

/// @brief Routing by subscriptions.
class BrokerRoutingTestSuite : public TestSuite
{
  public:
    BrokerRoutingTestSuite()
        : TestSuite("broker-routing", Type::UNIT)
    {
        AddTestCase(new ForwardingTest, Duration::QUICK);
        AddTestCase(new LatencyTest, Duration::QUICK);
        AddTestCase(new AnnouncementTest, Duration::QUICK);
        AddTestCase(new FailureTest, Duration::QUICK);
    }
};

BrokerRoutingTestSuite g_brokerRoutingTestSuite; ///< the suite

} // namespace
