// SPDX-License-Identifier: GPL-2.0-only
#include "broker-test-case.h"

#include "ns3/enum.h"
#include "ns3/pubsub-helper.h"
#include "ns3/uinteger.h"

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::broker;

namespace
{

/// The tree of Figs 1 and 2: 1-2, 2-3, 3-4, 3-5, 5-6. Broker 0 is not used, so that numbers agree.
const std::vector<BrokerNetwork::Link> PAPER = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {3, 5}, {5, 6}};

/**
 * @param table of a broker
 * @return "neighbour:topic,hops" of each route, with blanks between them
 */
std::string
RoutesText(const AdvertisementTable& table)
{
    std::string text;
    for (const auto& [topic, routes] : table.All())
    {
        for (const StoreRoute& route : routes)
        {
            text += (text.empty() ? "" : " ") + std::to_string(route.neighbour) + ":" +
                    topic.Text() + "," + std::to_string(route.hops);
        }
    }
    return text;
}

/// @brief What a client gets for its requests.
class Answers
{
  public:
    /// @param client whose answers are noted
    explicit Answers(Ptr<RequestingClient> client)
    {
        client->TraceConnectWithoutContext("Responded", MakeCallback(&Answers::Responded, this));
        client->TraceConnectWithoutContext("Completed", MakeCallback(&Answers::Completed, this));
    }

    std::string topics;                            ///< of the events, with blanks between them
    std::vector<RequestingClient::Result> results; ///< of the requests
    Time last;                                     ///< time of the last result

  private:
    /**
     * @brief Sink of Responded.
     * @param response of the store
     * @param event stored
     */
    void Responded(const ResponseMessage& response, const EventMessage& event)
    {
        static_cast<void>(response);
        topics += (topics.empty() ? "" : " ") + event.content.topic.Text();
    }

    /**
     * @brief Sink of Completed.
     * @param result of a request
     */
    void Completed(const RequestingClient::Result& result)
    {
        results.push_back(result);
        last = Simulator::Now();
    }
};

/**
 * @brief Install a store.
 * @param broker without one
 * @param topics that it keeps
 * @return the store
 */
Ptr<EventStore>
Install(Ptr<StoringBroker> broker, const std::vector<std::string>& topics)
{
    auto store = CreateObject<EventStore>();
    broker->InstallStore(store);
    for (const std::string& topic : topics)
    {
        broker->KeepTopic(FilterOf(topic));
    }
    return store;
}

/// @brief The tables of Figs 1 and 2 of Sourlas et al. 2011, line by line, and the request of A.
class PaperExampleTest : public TestCase
{
  public:
    PaperExampleTest()
        : TestCase("Figs 1 and 2: tables, storing, retrieval")
    {
    }

  private:
    void DoRun() override
    {
        SimulationEnd end;
        BrokerNetwork network(7, PAPER, TEST_RATE, TEST_DELAY);
        auto publisher = network.AddClient(1);
        auto late = network.AddClient(4);
        network.AssignStreams(1);
        DropCount drops(network.GetNodes());
        auto second = Install(network.GetBroker(2), {"top_a"});
        RunUntil(Seconds(1));
        ExpectRoutes(
            network,
            {"", "2:top_a,1", "2:top_a,0", "2:top_a,1", "3:top_a,2", "3:top_a,2", "5:top_a,3"});

        // str1 is installed at 6: the tables of 6 and 5 change, and 3 stops the advertisement.
        auto first = Install(network.GetBroker(6), {"top_a", "top_b"});
        RunUntil(Seconds(2));
        for (uint32_t broker = 1; broker < 7; ++broker)
        {
            const auto& table = network.GetBroker(broker)->GetAdvertisements();
            const std::vector<std::string> expected = {"",
                                                       "2:top_a,1 2:top_b,4",
                                                       "2:top_a,0 3:top_b,3",
                                                       "2:top_a,1 5:top_b,2",
                                                       "3:top_a,2 3:top_b,3",
                                                       "6:top_a,1 6:top_b,1",
                                                       "6:top_a,0 6:top_b,0"};
            NS_TEST_EXPECT_MSG_EQ(RoutesText(table), expected[broker], "AT of broker " << broker);
        }
        NS_TEST_EXPECT_MSG_EQ(TextOf(network.GetBroker(1)->GetSubscriptions().Of(2)),
                              "top_a top_b",
                              "ST of 1");
        NS_TEST_EXPECT_MSG_EQ(TextOf(network.GetBroker(3)->GetSubscriptions().Of(2)),
                              "top_a",
                              "ST of 3 towards str2");
        NS_TEST_EXPECT_MSG_EQ(TextOf(network.GetBroker(3)->GetSubscriptions().Of(5)),
                              "top_a top_b",
                              "ST of 3 towards str1");
        NS_TEST_EXPECT_MSG_EQ(TextOf(network.GetBroker(3)->GetSubscriptions().Of(4)),
                              "",
                              "no node wants anything at 4");

        publisher->Publish(ContentOf("top_a"), 100);
        RunUntil(Seconds(3));
        NS_TEST_EXPECT_MSG_EQ(first->GetEvents(), 1, "msg_a is at str1");
        NS_TEST_EXPECT_MSG_EQ(second->GetEvents(), 1, "msg_a is at str2");

        // Client A comes after the publication.
        Answers answers(late);
        late->Request(FilterOf("top_a"));
        RunUntil(Seconds(4));
        NS_TEST_EXPECT_MSG_EQ(answers.topics, "top_a", "it gets what was published before it came");
        NS_TEST_ASSERT_MSG_EQ(answers.results.size(), 1, "one request");
        NS_TEST_EXPECT_MSG_EQ(answers.results[0].store, 2, "from str2, which is nearer");
        NS_TEST_EXPECT_MSG_EQ(answers.results[0].hops, 2, "4 - 3 - 2");
        NS_TEST_EXPECT_MSG_EQ(answers.results[0].attempts, 1, "at once");
        NS_TEST_EXPECT_MSG_EQ(drops.All(), 0, "nothing is in vain");
    }

    /**
     * @brief Compare the tables of all brokers.
     * @param network of the test
     * @param expected by broker; the first is not looked at
     */
    void ExpectRoutes(const BrokerNetwork& network, const std::vector<std::string>& expected)
    {
        for (uint32_t broker = 1; broker < expected.size(); ++broker)
        {
            NS_TEST_EXPECT_MSG_EQ(RoutesText(network.GetBroker(broker)->GetAdvertisements()),
                                  expected[broker],
                                  "AT of broker " << broker);
        }
    }
};

/// @brief A request for nothing, and one for a topic that no store keeps.
class UnansweredTest : public TestCase
{
  public:
    UnansweredTest()
        : TestCase("a request for nothing and one that no store can answer")
    {
    }

  private:
    void DoRun() override
    {
        SimulationEnd end;
        BrokerNetwork network(7, PAPER, TEST_RATE, TEST_DELAY);
        auto client = network.AddClient(4);
        network.AssignStreams(1);
        Install(network.GetBroker(2), {"top_a"});
        Answers answers(client);
        DropCount drops(network.GetNodes());
        RunUntil(Seconds(1));
        client->Request(FilterOf("top_a"));
        RunUntil(Seconds(2));
        NS_TEST_ASSERT_MSG_EQ(answers.results.size(), 1, "answered");
        NS_TEST_EXPECT_MSG_EQ(answers.results[0].isAnswered, true, "that there is nothing");
        NS_TEST_EXPECT_MSG_EQ(answers.results[0].events, 0, "no event");
        client->Request(FilterOf("top_z"));
        RunUntil(Seconds(20));
        NS_TEST_ASSERT_MSG_EQ(answers.results.size(), 2, "given up");
        NS_TEST_EXPECT_MSG_EQ(answers.results[1].isAnswered, false, "no store");
        NS_TEST_EXPECT_MSG_EQ(answers.results[1].attempts, 3, "as often as MaxAttempts allows");
        NS_TEST_EXPECT_MSG_EQ(drops.Of("no store"), 3, "at the client's broker");
    }
};

/// @brief A store is withdrawn, another fails: the next nearest one answers.
class RepairTest : public TestCase
{
  public:
    RepairTest()
        : TestCase("withdrawal and failure of stores")
    {
    }

  private:
    void DoRun() override
    {
        SimulationEnd end;
        BrokerNetwork network(7, PAPER, TEST_RATE, TEST_DELAY);
        auto publisher = network.AddClient(1);
        auto client = network.AddClient(4);
        network.AssignStreams(1);
        for (uint32_t broker : {2, 5, 6})
        {
            Install(network.GetBroker(broker), {"top_a"});
        }
        Answers answers(client);
        RunUntil(Seconds(1));
        publisher->Publish(ContentOf("top_a"), 100);
        RunUntil(Seconds(2));
        NS_TEST_EXPECT_MSG_EQ(RoutesText(network.GetBroker(3)->GetAdvertisements()),
                              "2:top_a,1 5:top_a,1",
                              "two equally near stores");
        NS_TEST_EXPECT_MSG_EQ(Ask(client, answers), "2 after 2 hops", "the smallest neighbour");

        network.GetBroker(2)->DropTopic(FilterOf("top_a"));
        RunUntil(Simulator::Now() + Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(RoutesText(network.GetBroker(3)->GetAdvertisements()),
                              "5:top_a,1",
                              "the other one is left");
        NS_TEST_EXPECT_MSG_EQ(RoutesText(network.GetBroker(1)->GetAdvertisements()),
                              "2:top_a,3",
                              "and known behind it");
        NS_TEST_EXPECT_MSG_EQ(RoutesText(network.GetBroker(2)->GetAdvertisements()),
                              "3:top_a,2",
                              "at the broker without a store, too");
        NS_TEST_EXPECT_MSG_EQ(Ask(client, answers), "5 after 2 hops", "the other one");

        network.GetBroker(5)->SetStoreFailed(true);
        NS_TEST_EXPECT_MSG_EQ(Ask(client, answers), "unanswered", "it failed without a word");
        RunUntil(Simulator::Now() + Seconds(45));
        NS_TEST_EXPECT_MSG_EQ(RoutesText(network.GetBroker(5)->GetAdvertisements()),
                              "6:top_a,1",
                              "found out when its advertisement ended");
        NS_TEST_EXPECT_MSG_EQ(Ask(client, answers), "6 after 3 hops", "the last one");

        network.GetBroker(5)->SetStoreFailed(false);
        RunUntil(Simulator::Now() + Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(Ask(client, answers), "5 after 2 hops", "it has returned");
    }

    /**
     * @brief Ask for top_a and wait.
     * @param client that asks
     * @param answers it gets
     * @return the store and the hops
     */
    static std::string Ask(Ptr<RequestingClient> client, const Answers& answers)
    {
        client->Request(FilterOf("top_a"));
        RunUntil(Simulator::Now() + Seconds(7));
        const RequestingClient::Result& result = answers.results.back();
        return result.isAnswered ? std::to_string(result.store) + " after " +
                                       std::to_string(result.hops) + " hops"
                                 : "unanswered";
    }
};

/// @brief A topic moves: its events are copied as packets before the old store drops them.
class CopyTest : public TestCase
{
  public:
    CopyTest()
        : TestCase("a topic moves with its events")
    {
    }

  private:
    void DoRun() override
    {
        SimulationEnd end;
        BrokerNetwork network(7, PAPER, TEST_RATE, TEST_DELAY);
        auto publisher = network.AddClient(1);
        network.AssignStreams(1);
        auto from = Install(network.GetBroker(2), {"top_a"});
        auto to = Install(network.GetBroker(6), {});
        RunUntil(Seconds(1));
        for (int i = 0; i < 20; ++i)
        {
            publisher->Publish(ContentOf("top_a"), 100);
        }
        RunUntil(Seconds(2));
        uint32_t copied = 0;
        network.GetBroker(6)->CopyTopic(
            FilterOf("top_a"),
            [&copied](const Filter&, uint32_t events) { copied = events; });
        RunUntil(Seconds(4));
        NS_TEST_EXPECT_MSG_EQ(copied, 20, "events came");
        NS_TEST_EXPECT_MSG_EQ(to->GetEvents(), 20, "and are kept");
        network.GetBroker(2)->DropTopic(FilterOf("top_a"));
        RunUntil(Seconds(5));
        NS_TEST_EXPECT_MSG_EQ(from->GetEvents(), 0, "dropped at the old place");
        NS_TEST_EXPECT_MSG_EQ(RoutesText(network.GetBroker(1)->GetAdvertisements()),
                              "2:top_a,4",
                              "all know the new place");
    }
};

/// @brief The limits of a history and of a store.
class LimitTest : public TestCase
{
  public:
    LimitTest()
        : TestCase("histories have limits")
    {
    }

  private:
    void DoRun() override
    {
        SimulationEnd end;
        const Filter topic = FilterOf("a");
        auto oldest = CreateObject<EventStore>();
        oldest->SetAttribute("MaxEvents", UintegerValue(3));
        NS_TEST_EXPECT_MSG_EQ(Fill(oldest, 5), "3 4 5", "the oldest are gone");
        auto bytes = CreateObject<EventStore>();
        bytes->SetAttribute("MaxBytes", UintegerValue(25));
        NS_TEST_EXPECT_MSG_EQ(Fill(bytes, 5), "4 5", "two of ten bytes fit 25");
        auto refusing = CreateObject<EventStore>();
        refusing->SetAttribute("MaxEvents", UintegerValue(3));
        refusing->SetAttribute("WhenFull", EnumValue(EventStore::REFUSE));
        NS_TEST_EXPECT_MSG_EQ(Fill(refusing, 5), "1 2 3", "the newest are refused");
        auto ageing = CreateObject<EventStore>();
        ageing->SetAttribute("MaxAge", TimeValue(Seconds(10)));
        NS_TEST_EXPECT_MSG_EQ(Fill(ageing, 5), "1 2 3 4 5", "all are young");
        RunUntil(Seconds(11));
        NS_TEST_EXPECT_MSG_EQ(ageing->Find(topic).size(), 0, "all are old");
        auto small = CreateObject<EventStore>();
        small->SetAttribute("Capacity", UintegerValue(1));
        NS_TEST_EXPECT_MSG_EQ(small->AddTopic(topic), true, "one topic");
        NS_TEST_EXPECT_MSG_EQ(small->AddTopic(topic), true, "the same again");
        NS_TEST_EXPECT_MSG_EQ(small->AddTopic(FilterOf("b")), false, "no room for another");
    }

    /**
     * @brief Keep events of ten bytes, and the last of them once more.
     * @param store to fill
     * @param count of events
     * @return sequences of the events kept, with blanks between them
     */
    static std::string Fill(Ptr<EventStore> store, uint32_t count)
    {
        store->AddTopic(FilterOf("a"));
        EventMessage event;
        event.publisher = 7;
        event.content = ContentOf("a");
        event.payloadBytes = 10;
        for (event.sequence = 1; event.sequence <= count; ++event.sequence)
        {
            store->Keep(event);
        }
        event.sequence = count;
        store->Keep(event);
        std::string kept;
        for (const EventMessage& found : store->Find(FilterOf("a")))
        {
            kept += (kept.empty() ? "" : " ") + std::to_string(found.sequence);
        }
        return kept;
    }
};

/// @brief Stores and requests.
class BrokerStoreTestSuite : public TestSuite
{
  public:
    BrokerStoreTestSuite()
        : TestSuite("broker-store", Type::UNIT)
    {
        AddTestCase(new PaperExampleTest, Duration::QUICK);
        AddTestCase(new UnansweredTest, Duration::QUICK);
        AddTestCase(new RepairTest, Duration::QUICK);
        AddTestCase(new CopyTest, Duration::QUICK);
        AddTestCase(new LimitTest, Duration::QUICK);
    }
};

BrokerStoreTestSuite g_brokerStoreTestSuite; ///< the suite

} // namespace
