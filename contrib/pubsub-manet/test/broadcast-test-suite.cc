// SPDX-License-Identifier: GPL-2.0-only
#include "network-test-case.h"

#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/mac48-address.h"
#include "ns3/manet-beacon-messages.h"
#include "ns3/manet-flooding.h"
#include "ns3/manet-hint-messages.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/pubsub-protocol-registry.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <functional>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::manet;

namespace
{

/**
 * @brief Nodes with two devices each, on channels of their own, that run flooding.
 *
 *     left:  0 --- 1
 *     right: 0 --- 1      Both devices of a node can broadcast.
 */
class TwoChannels
{
  public:
    /// @param devicesFirst whether the nodes get their devices before their IP stack
    explicit TwoChannels(bool devicesFirst)
        : m_nodes(2)
    {
        if (!devicesFirst)
        {
            InternetStackHelper().Install(m_nodes);
        }
        for (NetDeviceContainer* devices : {&m_left, &m_right})
        {
            auto channel = CreateObject<SimpleChannel>();
            for (uint32_t i = 0; i < m_nodes.GetN(); ++i)
            {
                auto device = CreateObject<SimpleNetDevice>();
                device->SetAddress(Mac48Address::Allocate());
                device->SetChannel(channel);
                m_nodes.Get(i)->AddDevice(device);
                devices->Add(device);
            }
        }
        if (devicesFirst)
        {
            InternetStackHelper().Install(m_nodes);
        }
        Ipv4AddressHelper("10.1.0.0", "255.255.0.0").Assign(m_left);
        Ipv4AddressHelper("10.2.0.0", "255.255.0.0").Assign(m_right);
        for (uint32_t i = 0; i < m_nodes.GetN(); ++i)
        {
            auto protocol = CreateObject<Flooding>();
            m_nodes.Get(i)->AddApplication(protocol);
            protocol->SetStartTime(Seconds(0));
            protocol->TraceConnectWithoutContext("Deliver",
                                                 MakeBoundCallback(&TwoChannels::Count, this));
            m_protocols.push_back(protocol);
        }
    }

    /**
     * @brief Name the device of a node.
     * @param node which
     * @param devices left or right ones
     */
    void SetDevice(uint32_t node, const NetDeviceContainer& devices)
    {
        m_protocols[node]->SetDevice(devices.Get(node));
    }

    /// @brief Publish one event at node 0, which node 1 wants, and run.
    void Run()
    {
        m_protocols[1]->Subscribe(*Filter::Parse("a"));
        Simulator::Schedule(Seconds(1),
                            &Endpoint::Publish,
                            m_protocols[0],
                            Content(*Topic::Parse("a")),
                            10);
        Simulator::Stop(Seconds(2));
        Simulator::Run();
    }

    NetDeviceContainer m_left;  ///< devices on the first channel, by node
    NetDeviceContainer m_right; ///< devices on the second channel, by node
    uint32_t m_delivered = 0;   ///< events

  private:
    /**
     * @brief Sink of Deliver.
     * @param network counted in
     */
    static void Count(TwoChannels* network, const EventMessage&, bool)
    {
        ++network->m_delivered;
    }

    NodeContainer m_nodes;                  ///< both
    std::vector<Ptr<Flooding>> m_protocols; ///< by node
};

/**
 * @brief Do something in a child process that is expected to abort.
 * @param action what to do
 * @return the child's standard error; empty if it did not abort
 */
std::string
ErrorOfAbort(const std::function<void()>& action)
{
    int ends[2];
    if (pipe(ends) != 0)
    {
        return "";
    }
    const pid_t child = fork();
    if (child == 0)
    {
        const rlimit noCore{0, 0};
        setrlimit(RLIMIT_CORE, &noCore);
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        action();
        _exit(0);
    }
    close(ends[1]);
    std::string error;
    char buffer[256];
    for (ssize_t bytes = read(ends[0], buffer, sizeof(buffer)); bytes > 0;
         bytes = read(ends[0], buffer, sizeof(buffer)))
    {
        error.append(buffer, static_cast<std::size_t>(bytes));
    }
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? error : "";
}

/// @brief A protocol does not choose between two devices that can broadcast.
class SeveralDevicesTest : public NetworkTestCase
{
  public:
    SeveralDevicesTest()
        : NetworkTestCase("a node with two broadcast devices needs one to be named")
    {
    }

  private:
    void DoRun() override
    {
        for (const bool devicesFirst : {true, false})
        {
            const std::string error =
                ErrorOfAbort([devicesFirst] { TwoChannels(devicesFirst).Run(); });
            const bool isClear =
                error.find("node 0 has 2 devices that can broadcast") != std::string::npos &&
                error.find("BroadcastProtocol::SetDevice()") != std::string::npos;
            NS_TEST_EXPECT_MSG_EQ(isClear, true, "it ended with: " << error);
        }
    }
};

/// @brief A protocol uses the device that it is given.
class NamedDeviceTest : public NetworkTestCase
{
  public:
    NamedDeviceTest()
        : NetworkTestCase("the device that is named is used")
    {
    }

  private:
    void DoRun() override
    {
        for (const bool isSame : {true, false})
        {
            TwoChannels network(true);
            network.SetDevice(0, network.m_right);
            network.SetDevice(1, isSame ? network.m_right : network.m_left);
            network.Run();
            NS_TEST_EXPECT_MSG_EQ(network.m_delivered,
                                  (isSame ? 1 : 0),
                                  "delivered where both use the same channel: " << isSame);
            Simulator::Destroy();
        }
    }
};

/// @brief A node without a device that can broadcast is refused; its loopback is none.
class NoDeviceTest : public NetworkTestCase
{
  public:
    NoDeviceTest()
        : NetworkTestCase("a node without a broadcast device is refused")
    {
    }

  private:
    void DoRun() override
    {
        const std::string error = ErrorOfAbort([] {
            NodeContainer nodes(1);
            InternetStackHelper().Install(nodes);
            auto protocol = CreateObject<Flooding>();
            nodes.Get(0)->AddApplication(protocol);
            protocol->SetStartTime(Seconds(0));
            Simulator::Stop(Seconds(1));
            Simulator::Run();
        });
        const bool isClear = error.find("node 0 has no broadcast device") != std::string::npos;
        NS_TEST_EXPECT_MSG_EQ(isClear, true, "it ended with: " << error);
    }
};

/// @brief Protocols and messages register themselves, each name and number once.
class RegistryTest : public NetworkTestCase
{
  public:
    RegistryTest()
        : NetworkTestCase("protocols and messages are registered once, in order")
    {
    }

  private:
    void DoRun() override
    {
        const auto entries = RegisteredProtocols();
        NS_TEST_ASSERT_MSG_GT(entries.size(), 14, "protocols");
        NS_TEST_EXPECT_MSG_EQ(entries[0].name, "sp-nhop", "the first");
        NS_TEST_EXPECT_MSG_EQ(entries[0].label, "SP-NHOP", "its name in reports");
        NS_TEST_EXPECT_MSG_EQ(entries[14].name, "hodmrp", "the last with a rank");
        for (std::size_t i = 1; i < entries.size(); ++i)
        {
            const auto& one = entries[i - 1];
            const auto& next = entries[i];
            const bool isInOrder =
                one.rank < next.rank || (one.rank == next.rank && one.name < next.name);
            NS_TEST_EXPECT_MSG_EQ(isInOrder, true, one.name << " before " << next.name);
        }
        NS_TEST_EXPECT_MSG_EQ(CarriesEvent(HintEventMessage::TYPE), true, "an event behind hints");
        NS_TEST_EXPECT_MSG_EQ(CarriesEvent(BeaconMessage::TYPE), false, "control");
        const std::string name = ErrorOfAbort([] {
            const RegisteredProtocol twin({.name = "hint", .label = "", .type = "ns3::Flooding"});
        });
        NS_TEST_EXPECT_MSG_NE(name.find("two protocols have the name hint"),
                              std::string::npos,
                              name);
        const std::string type =
            ErrorOfAbort([] { RegisterMessageType(BeaconMessage::TYPE, "other", false); });
        NS_TEST_EXPECT_MSG_NE(type.find("messages beacon and other have the same type 2"),
                              std::string::npos,
                              type);
    }
};

/// @brief What all broadcast protocols share.
class BroadcastTestSuite : public TestSuite
{
  public:
    BroadcastTestSuite()
        : TestSuite("pubsub-broadcast", Type::UNIT)
    {
        AddTestCase(new SeveralDevicesTest, Duration::QUICK);
        AddTestCase(new NamedDeviceTest, Duration::QUICK);
        AddTestCase(new NoDeviceTest, Duration::QUICK);
        AddTestCase(new RegistryTest, Duration::QUICK);
    }
};

BroadcastTestSuite g_broadcastTestSuite; ///< the suite

} // namespace
