// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_WIRED_LINKS_H
#define BROKER_WIRED_LINKS_H

#include "ns3/data-rate.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/pubsub-trace-recorder.h"
#include "ns3/pubsub-trace-table.h"

#include <string>

namespace ns3::pubsub::broker
{

/// A row of the table `links`: one direction of a link.
struct LinkRow
{
    static constexpr const char* TABLE = "links"; ///< name of the table

    NodeId from = 0;      ///< its sender
    NodeId to = 0;        ///< its receiver
    uint64_t rateBps = 0; ///< bit/s
    int64_t delayNs = 0;  ///< of propagation

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("from_node", from);
        column("to_node", to);
        column("rate_bps", rateBps);
        column("delay_ns", delayNs);
    }
};

/// A row of the table `nodes`.
struct WiredNodeRow
{
    static constexpr const char* TABLE = "nodes"; ///< name of the table

    NodeId node = 0;    ///< its identity
    std::string name{}; ///< for people
    std::string ipv4{}; ///< where it receives

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("node", node);
        column("name", name);
        column("ipv4", ipv4);
    }
};

/**
 * @ingroup pubsub-broker
 * @brief The point-to-point links of a wired network: full duplex, with an IPv4 subnet each.
 *
 * Frames wait in the queue of the device alone; a frame that finds it full is a drop.
 */
class WiredLinks
{
  public:
    static constexpr uint32_t MTU = 1500;          ///< of a link, bytes
    static constexpr uint32_t QUEUE_FRAMES = 1000; ///< that a device holds back by default

    /**
     * @param rate of every direction
     * @param delay of propagation
     * @param queueFrames that a device holds back at most
     */
    WiredLinks(DataRate rate, Time delay, uint32_t queueFrames = QUEUE_FRAMES);

    /**
     * @brief Link two nodes.
     * @param a with an IPv4 stack
     * @param b with an IPv4 stack
     */
    void Connect(Ptr<Node> a, Ptr<Node> b);

    /// @return number of links
    uint32_t GetN() const;

    /// @return both ends of each link, one after the other
    const NetDeviceContainer& GetDevices() const;

    /**
     * @param end index of a device of GetDevices()
     * @return the node that sends there
     */
    NodeId From(uint32_t end) const;

    /**
     * @param end index of a device of GetDevices()
     * @return the node at the other end of its link
     */
    NodeId To(uint32_t end) const;

    /**
     * @param end index of a device of GetDevices()
     * @return its address
     */
    Ipv4Address AddressOf(uint32_t end) const;

    /**
     * @brief Cut a link, or mend it: both ends stop or begin to send and receive IPv4.
     * @param a one end
     * @param b the other end
     * @param isUp whether it works from now on
     * @return whether there is such a link
     */
    bool SetUp(NodeId a, NodeId b, bool isUp);

    /**
     * @brief Capture what each node sends on each link.
     * @param folder for link-<from>-<to>.pcap
     * @param bytes kept of each frame
     */
    void Capture(const std::string& folder, uint32_t bytes) const;

    /**
     * @brief Record frames that find a full queue.
     * @param recorder of the drops
     */
    void TraceDrops(TraceRecorder* recorder) const;

    /**
     * @brief Write both directions of each link.
     * @param table of the links
     */
    void Describe(TraceTable<LinkRow>& table) const;

  private:
    /**
     * @brief Sink of a queue's Drop.
     * @param recorder of the drops
     * @param node where
     * @param frame dropped
     */
    static void RecordFullQueue(TraceRecorder* recorder, NodeId node, Ptr<const Packet> frame);

    DataRate m_rate;               ///< of every direction
    Time m_delay;                  ///< of propagation
    uint32_t m_queueFrames;        ///< that a device holds back
    Ipv4AddressHelper m_addresses; ///< of the next link
    NetDeviceContainer m_devices;  ///< both ends of each link
};

} // namespace ns3::pubsub::broker

#endif
