// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/node.h"
#include "ns3/pubsub-endpoint.h"
#include "ns3/pubsub-interest-lookup.h"
#include "ns3/pubsub-known-contents.h"
#include "ns3/pubsub-recent-texts.h"
#include "ns3/pubsub-simulation-owned.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

using namespace ns3;
using namespace ns3::pubsub;

namespace
{

/// @brief An endpoint without a network, which records what is asked of it.
class LonelyEndpoint : public Endpoint
{
  public:
    using Endpoint::Accept;
    using Endpoint::Drop;
    using Endpoint::IsSilent;
    using Endpoint::ReadCommon;
    using Endpoint::SetDuplicateLifetime;
    using Endpoint::TraceData;

    std::vector<std::string> calls; ///< what the base class called, in order

  private:
    void OpenTransport() override
    {
        calls.emplace_back("open");
    }

    void CloseTransport() override
    {
        calls.emplace_back("close");
    }

    void Join() override
    {
        calls.emplace_back(IsRunning() ? "join" : "join before it runs");
    }

    void Leave() override
    {
        calls.emplace_back(IsRunning() ? "leave" : "leave after it ran");
    }

    void Originate(const EventMessage& event) override
    {
        calls.push_back("event " + std::to_string(event.sequence));
    }

    void InterestChanged() override
    {
        calls.emplace_back("interest");
    }
};

/// @brief One node with an endpoint, and what its trace sources report.
class EndpointTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    void DoSetup() override
    {
        auto node = CreateObject<Node>();
        m_endpoint = CreateObject<LonelyEndpoint>();
        node->AddApplication(m_endpoint);
        m_endpoint->SetStartTime(Seconds(1));
        m_endpoint->SetStopTime(Seconds(9));
        const auto connect = [this](const std::string& source, const CallbackBase& sink) {
            NS_TEST_EXPECT_MSG_EQ(m_endpoint->TraceConnectWithoutContext(source, sink),
                                  true,
                                  source);
        };
        connect("Published", MakeBoundCallback(&EndpointTestCase::Published, this));
        connect("Deliver", MakeBoundCallback(&EndpointTestCase::Delivered, this));
        connect("Drop", MakeBoundCallback(&EndpointTestCase::Dropped, this));
        connect("TxData", MakeBoundCallback(&EndpointTestCase::Sent, this));
        connect("Forward", MakeBoundCallback(&EndpointTestCase::Forwarded, this));
        connect("SubscriptionChange", MakeBoundCallback(&EndpointTestCase::Subscribed, this));
    }

    void DoTeardown() override
    {
        m_endpoint = nullptr;
        Simulator::Destroy();
    }

    /**
     * @brief Compare what was traced, and forget it.
     * @param expected lines
     */
    void Compare(const std::vector<std::string>& expected)
    {
        NS_TEST_EXPECT_MSG_EQ(m_lines.size(), expected.size(), "lines");
        for (std::size_t i = 0; i < std::min(m_lines.size(), expected.size()); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(m_lines[i], expected[i], "line " << i);
        }
        m_lines.clear();
    }

    Ptr<LonelyEndpoint> m_endpoint; ///< tested

  private:
    /// @brief Sinks of the trace sources.
    static void Published(EndpointTestCase* test, const EventMessage& event)
    {
        test->m_lines.push_back("published " + std::to_string(event.sequence));
    }

    /// @copydoc Published
    static void Delivered(EndpointTestCase* test, const EventMessage& event, bool)
    {
        test->m_lines.push_back("delivered " + std::to_string(event.sequence));
    }

    /// @copydoc Published
    static void Dropped(EndpointTestCase* test, std::string reason, uint32_t bytes)
    {
        test->m_lines.push_back("dropped " + std::to_string(bytes) + ": " + reason);
    }

    /// @copydoc Published
    static void Sent(EndpointTestCase* test, const EventMessage&, MessageType, uint32_t, NodeId to)
    {
        test->m_lines.push_back("sent to " + std::to_string(to));
    }

    /// @copydoc Published
    static void Forwarded(EndpointTestCase* test,
                          const EventMessage&,
                          MessageType,
                          uint32_t,
                          NodeId to)
    {
        test->m_lines.push_back("forwarded to " + std::to_string(to));
    }

    /// @copydoc Published
    static void Subscribed(EndpointTestCase* test, const Filter& filter, bool active)
    {
        test->m_lines.push_back((active ? "wants " : "does not want ") + filter.Text());
    }

    std::vector<std::string> m_lines; ///< what was traced
};

/// @brief Joining, leaving, publishing and the order in which a derived class is called.
class LifeTest : public EndpointTestCase
{
  public:
    LifeTest()
        : EndpointTestCase("an endpoint opens, joins, publishes, leaves and closes")
    {
    }

  private:
    void DoRun() override
    {
        const Content content(*Topic::Parse("a.b"));
        for (const int second : {0, 2, 3, 10})
        {
            Simulator::Schedule(Seconds(second), &Endpoint::Publish, m_endpoint, content, 7);
        }
        m_endpoint->Subscribe(*Filter::Parse("a.#"));
        m_endpoint->Subscribe(*Filter::Parse("a.#"));
        m_endpoint->Unsubscribe(*Filter::Parse("x"));
        m_endpoint->Unsubscribe(*Filter::Parse("a.#"));
        Simulator::Stop(Seconds(11));
        Simulator::Run();
        Compare({"wants a.#",
                 "does not want a.#",
                 "dropped 7: published while away",
                 "published 1",
                 "published 2",
                 "dropped 7: published while away"});
        const std::vector<std::string> expected{"interest",
                                                "interest",
                                                "open",
                                                "join",
                                                "event 1",
                                                "event 2",
                                                "leave",
                                                "close"};
        NS_TEST_EXPECT_MSG_EQ((m_endpoint->calls == expected), true, "order of calls");
        m_endpoint->Silence();
        NS_TEST_EXPECT_MSG_EQ(m_endpoint->IsSilent(), true, "silent");
    }
};

/// @brief Copies of events, and events that others send as this node's own.
class CopiesTest : public EndpointTestCase
{
  public:
    CopiesTest()
        : EndpointTestCase("the first copy of an event is delivered if it is wanted")
    {
    }

  private:
    void DoRun() override
    {
        m_endpoint->Subscribe(*Filter::Parse("a"));
        EventMessage event;
        event.publisher = 5;
        event.sequence = 1;
        event.payloadBytes = 3;
        event.content = Content(*Topic::Parse("a"));
        NS_TEST_EXPECT_MSG_EQ(m_endpoint->Accept(event), true, "the first copy");
        NS_TEST_EXPECT_MSG_EQ(m_endpoint->Accept(event), false, "another copy");
        event.sequence = 2;
        event.content = Content(*Topic::Parse("b"));
        NS_TEST_EXPECT_MSG_EQ(m_endpoint->Accept(event), true, "not wanted, but new");
        event.publisher = m_endpoint->GetNodeId();
        NS_TEST_EXPECT_MSG_EQ(m_endpoint->Accept(event), false, "its own");
        m_endpoint->TraceData(event, EventMessage::TYPE, 20, 8);
        m_endpoint->TraceData(event, EventMessage::TYPE, 0, 8);
        event.publisher = 5;
        m_endpoint->TraceData(event, EventMessage::TYPE, 20, NO_NODE);
        Compare({"wants a",
                 "delivered 1",
                 "dropped 3: duplicate",
                 "dropped 3: duplicate",
                 "sent to 8",
                 "forwarded to 4294967295"});
    }
};

/// @brief The common header of an untrusted packet.
class CommonHeaderTest : public EndpointTestCase
{
  public:
    CommonHeaderTest()
        : EndpointTestCase("a packet without our common header is dropped")
    {
    }

  private:
    void DoRun() override
    {
        CommonMessage common;
        NS_TEST_EXPECT_MSG_EQ(m_endpoint->ReadCommon(Create<Packet>(7), common), false, "short");
        NS_TEST_EXPECT_MSG_EQ(m_endpoint->ReadCommon(Create<Packet>(8), common), false, "zeros");
        CommonMessage sent;
        sent.type = 3;
        sent.node = 9;
        auto packet = Create<Packet>(2);
        packet->AddHeader(MessageHeader<CommonMessage>(sent));
        NS_TEST_EXPECT_MSG_EQ(m_endpoint->ReadCommon(packet, common), true, "ours");
        NS_TEST_EXPECT_MSG_EQ(common.node, 9, "its sender");
        NS_TEST_EXPECT_MSG_EQ(packet->GetSize(), 2, "the rest");
        Compare({"dropped 7: not a message", "dropped 8: not a message"});
    }
};

/// @brief Endpoints that want an event are found anew when a subscription changes.
class InterestLookupTest : public EndpointTestCase
{
  public:
    InterestLookupTest()
        : EndpointTestCase("who wants an event, before and after a subscription changes")
    {
    }

  private:
    void DoRun() override
    {
        InterestLookup lookup({m_endpoint});
        const Content slow(*Topic::Parse("a"), std::vector<EventAttribute>{{"speed", "3"}});
        const Content fast(*Topic::Parse("a"), std::vector<EventAttribute>{{"speed", "9"}});
        const auto found = [&lookup](const Content& content) {
            return lookup.Find(content).size();
        };
        NS_TEST_EXPECT_MSG_EQ(found(slow), 0, "nothing is subscribed");
        m_endpoint->Subscribe(*Filter::Parse("a[speed<5]"));
        NS_TEST_EXPECT_MSG_EQ(found(slow), 1, "subscribed");
        NS_TEST_EXPECT_MSG_EQ(found(fast), 0, "another value of the attribute");
        NS_TEST_EXPECT_MSG_EQ(found(slow), 1, "as before");
        m_endpoint->Unsubscribe(*Filter::Parse("a[speed<5]"));
        NS_TEST_EXPECT_MSG_EQ(found(slow), 0, "no longer subscribed");
    }
};

/// @brief Texts that were read lately are not read again.
class RecentTextsTest : public TestCase
{
  public:
    RecentTextsTest()
        : TestCase("texts that were read lately, and what an event is about")
    {
    }

  private:
    void DoRun() override
    {
        RecentTexts<int, 2> recent;
        int parsed = 0;
        const auto find = [&](const std::string& text) {
            return recent.Find(text, [&]() -> std::optional<int> {
                ++parsed;
                return text == "none" ? std::nullopt : std::optional(static_cast<int>(text.size()));
            });
        };
        NS_TEST_EXPECT_MSG_EQ((find("a") == 1 && find("bb") == 2 && find("a") == 1), true, "");
        NS_TEST_EXPECT_MSG_EQ(parsed, 2, "each once");
        NS_TEST_EXPECT_MSG_EQ((find("none") || find("none")), false, "no value");
        NS_TEST_EXPECT_MSG_EQ(parsed, 4, "what has no value takes no place");
        NS_TEST_EXPECT_MSG_EQ((find("ccc") == 3 && find("a") == 1), true, "the limit is two");
        NS_TEST_EXPECT_MSG_EQ(parsed, 6, "all were forgotten");
        CheckContents();
    }

    /// @brief Octets of a topic and attributes.
    void CheckContents()
    {
        const std::vector<uint8_t> octets{1, 'a', 1, 1, 'x', 2, '1', '0'};
        const auto content = ReadContent(octets);
        const bool isRead =
            content && content->topic.Text() == "a" && content->AttributesText() == "x=10";
        NS_TEST_EXPECT_MSG_EQ(isRead, true, "a topic and an attribute");
        NS_TEST_EXPECT_MSG_EQ((ReadContent(octets) == content), true, "read before");
        const std::vector<uint8_t> noTopic{2, 'a', '.', 0};
        NS_TEST_EXPECT_MSG_EQ(ReadContent(noTopic).has_value(), false, "no topic");
        const std::vector<uint8_t> unprintable{1, 'a', 1, 1, 'x', 1, 7};
        NS_TEST_EXPECT_MSG_EQ(ReadContent(unprintable).has_value(), false, "no text");
        Simulator::Destroy();
    }
};

/// What a simulation owns in the test below.
struct Owned
{
    int value = 0; ///< changed by the test
};

/// @brief Objects of the simulation, and the registry of messages.
class RegistryTest : public TestCase
{
  public:
    RegistryTest()
        : TestCase("the registry of messages, and objects that the simulation owns")
    {
    }

  private:
    void DoRun() override
    {
        SimulationOwned<Owned>::Get().value = 7;
        NS_TEST_EXPECT_MSG_EQ(SimulationOwned<Owned>::Get().value, 7, "the same object");
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(SimulationOwned<Owned>::Get().value, 0, "another simulation's");
        Simulator::Destroy();

        NS_TEST_EXPECT_MSG_EQ(MessageTypeName(EventMessage::TYPE), "event", "registered");
        NS_TEST_EXPECT_MSG_EQ(CarriesEvent(EventMessage::TYPE), true, "it is one");
        NS_TEST_EXPECT_MSG_EQ(MessageTypeName(MessageType{250}), "unknown", "not registered");
        NS_TEST_EXPECT_MSG_EQ(CarriesEvent(MessageType{250}), false, "not registered");
    }
};

/// @brief The endpoint and what it rests on.
class EndpointTestSuite : public TestSuite
{
  public:
    EndpointTestSuite()
        : TestSuite("pubsub-endpoint", Type::UNIT)
    {
        AddTestCase(new LifeTest, Duration::QUICK);
        AddTestCase(new CopiesTest, Duration::QUICK);
        AddTestCase(new CommonHeaderTest, Duration::QUICK);
        AddTestCase(new InterestLookupTest, Duration::QUICK);
        AddTestCase(new RecentTextsTest, Duration::QUICK);
        AddTestCase(new RegistryTest, Duration::QUICK);
    }
};

EndpointTestSuite g_endpointTestSuite; ///< the suite

} // namespace
