// SPDX-License-Identifier: GPL-2.0-only
#ifndef OVERLAY_TEST_NETWORK_H
#define OVERLAY_TEST_NETWORK_H

#include "overlay-watch.h"

#include "ns3/error-model.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/neighbor-cache-helper.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker-test
 * @brief Loses the n-th packet of one message type, and all copies of it, or only the first copy.
 */
class MessageLoss : public ErrorModel
{
  public:
    /**
     * @brief Choose what is lost.
     * @param type of the message
     * @param number of the packet, from 0, counted over all receivers
     */
    void Lose(MessageType type, uint32_t number)
    {
        m_type = static_cast<uint8_t>(type);
        m_number = number;
        m_seen = 0;
    }

    /// @param overhear called with each UDP payload that arrives anywhere
    void SetOverhear(std::function<void(const std::vector<uint8_t>&)> overhear)
    {
        m_overhear = std::move(overhear);
    }

    /// @return packets of the type so far
    uint32_t Seen() const
    {
        return m_seen;
    }

  private:
    bool DoCorrupt(Ptr<Packet> packet) override
    {
        constexpr uint32_t TYPE_AT = 20 + 8 + 3; // behind IPv4, UDP, magic and version
        uint8_t octets[TYPE_AT + 1];
        if (packet->CopyData(octets, sizeof(octets)) < sizeof(octets) || octets[9] != 17 /* UDP */)
        {
            return false;
        }
        if (m_overhear)
        {
            std::vector<uint8_t> whole(packet->GetSize());
            packet->CopyData(whole.data(), whole.size());
            m_overhear({whole.begin() + 28, whole.end()});
        }
        return octets[TYPE_AT] == m_type && m_seen++ == m_number;
    }

    void DoReset() override
    {
        m_seen = 0;
    }

    uint8_t m_type = 0;                                          ///< of the message; 0: none
    uint32_t m_number = 0;                                       ///< of the packet that is lost
    uint32_t m_seen = 0;                                         ///< packets of the type
    std::function<void(const std::vector<uint8_t>&)> m_overhear; ///< called with all packets
};

/**
 * @ingroup pubsub-broker-test
 * @brief Brokers of an overlay on one shared subnet, each one hop from each other.
 */
class OverlayTestNetwork
{
  public:
    using Edge = OverlayEdge; ///< the lower id first

    /// Delay between any two brokers.
    inline static const Time DELAY = MilliSeconds(5);

    /**
     * @param brokers count
     * @param links of the initial tree
     * @param spare nodes without a broker, on the same subnet and in the address book
     */
    OverlayTestNetwork(uint32_t brokers, const std::vector<Edge>& links, uint32_t spare = 0)
        : m_loss(CreateObject<MessageLoss>())
    {
        auto channel = CreateObject<SimpleChannel>();
        channel->SetAttribute("Delay", TimeValue(DELAY));
        auto book = Create<AddressBook>();
        NetDeviceContainer devices;
        m_nodes.Create(brokers + spare);
        for (uint32_t i = 0; i < m_nodes.GetN(); ++i)
        {
            auto device = CreateObject<SimpleNetDevice>();
            device->SetAddress(Mac48Address::Allocate());
            device->SetChannel(channel);
            device->SetReceiveErrorModel(m_loss);
            m_nodes.Get(i)->AddDevice(device);
            devices.Add(device);
        }
        InternetStackHelper internet;
        internet.SetIpv6StackInstall(false);
        internet.Install(m_nodes);
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.0.0");
        m_interfaces = addresses.Assign(devices);
        NeighborCacheHelper neighbours;
        neighbours.PopulateNeighborCache();
        for (uint32_t i = 0; i < m_nodes.GetN(); ++i)
        {
            book->Enter(m_nodes.Get(i)->GetId(), m_interfaces.GetAddress(i));
        }
        for (uint32_t i = 0; i < brokers; ++i)
        {
            AddBroker(i, book);
        }
        for (const auto& [a, b] : links)
        {
            Get(a)->LinkTo(b);
            Get(b)->LinkTo(a);
        }
    }

    /**
     * @param broker its identity
     * @return the broker
     */
    Ptr<OverlayBroker> Get(NodeId broker) const
    {
        return m_brokers.at(broker);
    }

    /// @return brokers
    uint32_t Size() const
    {
        return m_brokers.size();
    }

    /// @return nodes, those without a broker last
    const NodeContainer& Nodes() const
    {
        return m_nodes;
    }

    /// @return nodes with a broker
    NodeContainer BrokerNodes() const
    {
        NodeContainer some;
        for (uint32_t i = 0; i < Size(); ++i)
        {
            some.Add(m_nodes.Get(i));
        }
        return some;
    }

    /**
     * @param node any
     * @return its address
     */
    Ipv4Address AddressOf(uint32_t node) const
    {
        return m_interfaces.GetAddress(node);
    }

    /// @return what loses packets
    MessageLoss& Loss()
    {
        return *m_loss;
    }

    /**
     * @brief Set an attribute of all brokers.
     * @param name of the attribute
     * @param value of it
     */
    void Set(const std::string& name, const AttributeValue& value)
    {
        for (const auto& broker : m_brokers)
        {
            broker->SetAttribute(name, value);
        }
    }

    /// @return the brokers, by identity
    const OverlayBrokers& Brokers() const
    {
        return m_brokers;
    }

    /// @return the links that are in use
    std::set<OverlayEdge> Tree() const
    {
        return LinksInUse(m_brokers);
    }

    /// @return whether the links form one tree
    bool IsTree() const
    {
        return IsOneTree(Tree(), Size());
    }

    /// @return whether no link is changing and both ends of each agree
    bool IsSettled() const
    {
        return AreSettled(m_brokers);
    }

    /// @return the links as `0-1 1-2`
    std::string Text() const
    {
        return TextOfLinks(Tree());
    }

  private:
    /**
     * @param number of the node
     * @param book of all
     */
    void AddBroker(uint32_t number, Ptr<AddressBook> book)
    {
        auto broker = CreateObject<OverlayBroker>();
        auto strategy = OverlayStrategy::Create("static");
        strategy->SetAttribute("Window", TimeValue(Seconds(2)));
        strategy->SetAttribute("Period", TimeValue(Seconds(5)));
        broker->SetAddressBook(book);
        broker->SetStrategy(strategy);
        broker->AssignStreams(10 * number);
        m_nodes.Get(number)->AddApplication(broker);
        broker->SetStartTime(Seconds(0));
        m_brokers.push_back(broker);
    }

    Ptr<MessageLoss> m_loss;             ///< at all receivers
    NodeContainer m_nodes;               ///< of all
    Ipv4InterfaceContainer m_interfaces; ///< of all
    OverlayBrokers m_brokers{};          ///< by identity
};

/**
 * @ingroup pubsub-broker-test
 * @brief Publishes at a steady rate.
 */
class SteadyPublisher
{
  public:
    /**
     * @param broker that publishes
     * @param topic of the events
     * @param period between two events
     */
    SteadyPublisher(Ptr<OverlayBroker> broker, const std::string& topic, Time period)
        : m_broker(broker),
          m_content(ContentOf(topic)),
          m_period(period)
    {
    }

    /**
     * @brief Publish for some time.
     * @param from when
     * @param until when
     */
    void Run(Time from, Time until)
    {
        m_until = until;
        Simulator::Schedule(from - Simulator::Now(), &SteadyPublisher::Publish, this);
    }

  private:
    /// @brief Publish one event, and the next after a period.
    void Publish()
    {
        if (Simulator::Now() < m_until)
        {
            if (m_broker->IsRunning())
            {
                m_broker->Publish(m_content, 20);
            }
            Simulator::Schedule(m_period, &SteadyPublisher::Publish, this);
        }
    }

    Ptr<OverlayBroker> m_broker; ///< that publishes
    Content m_content;           ///< of the events
    Time m_period;               ///< between two events
    Time m_until;                ///< end
};

} // namespace ns3::pubsub::broker

#endif
