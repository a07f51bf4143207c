// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_LINKS_H
#define SDN_LINKS_H

#include "ns3/broker-wired-links.h"
#include "ns3/data-rate.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/pubsub-trace-recorder.h"
#include "ns3/pubsub-trace-table.h"
#include "ns3/sdn-clusters.h"
#include "ns3/sdn-topology-rows.h"

#include <array>
#include <string>
#include <vector>

namespace ns3::pubsub::sdn
{

/// What a link is for.
enum class LinkRole
{
    TRUNK,   ///< between switches of two clusters
    CLUSTER, ///< between switches of one cluster
    HOST,    ///< between a host and its switch
    CONTROL  ///< between the management router and another node
};

/// One end of a link.
struct LinkEnd
{
    Ptr<Node> node;                 ///< that sends here
    ClusterId cluster = NO_CLUSTER; ///< of the node, if any
};

/// The rate, the delay and the queue of both directions of a link.
struct LinkQuality
{
    DataRate rate{};          ///< of each direction
    Time delay{};             ///< of propagation
    uint32_t queueFrames = 1; ///< that a device holds back at most
};

/// A point-to-point link.
struct SwitchLink
{
    std::array<LinkEnd, 2> ends{};                       ///< both
    std::array<Ptr<PointToPointNetDevice>, 2> devices{}; ///< of the ends
    LinkRole role = LinkRole::TRUNK;                     ///< what it is for
    LinkQuality quality{};                               ///< of both directions
};

/**
 * @ingroup pubsub-sdn
 * @brief The point-to-point links of a network of switches. They have no addresses.
 *
 * Frames wait in the queue of the device alone; a frame that finds it full is a drop.
 */
class SwitchLinks
{
  public:
    static constexpr uint32_t MTU = 1500; ///< of a link, bytes

    /**
     * @brief Link two nodes.
     * @param a one end
     * @param b the other end
     * @param role of the link
     * @param quality of both directions
     * @return index of the link
     */
    std::size_t Connect(const LinkEnd& a,
                        const LinkEnd& b,
                        LinkRole role,
                        const LinkQuality& quality);

    /// @return the links in the order in which they were made
    const std::vector<SwitchLink>& All() const;

    /**
     * @brief Count the files of a capture.
     * @param data whether links that carry events are captured
     * @param control whether control links are captured
     * @return files
     */
    uint64_t CaptureFiles(bool data, bool control) const;

    /**
     * @brief Capture what each node sends on each link. Parallel links between the same nodes share
     * a file.
     * @param folder for link-<from>-<to>.pcap
     * @param bytes kept of each frame
     * @param data whether links that carry events are captured
     * @param control whether control links are captured
     */
    void Capture(const std::string& folder, uint32_t bytes, bool data, bool control) const;

    /**
     * @brief Record frames that find a full queue.
     * @param recorder of the drops
     */
    void TraceDrops(TraceRecorder* recorder) const;

    /**
     * @brief Write both directions of each link. Parallel links between the same nodes are one row
     * with the sum of their rates.
     * @param links table of the links
     * @param roles table of what they are for
     */
    void Describe(TraceTable<broker::LinkRow>& links, TraceTable<LinkRoleRow>& roles) const;

  private:
    /**
     * @brief Sink of a queue's Drop.
     * @param recorder of the drops
     * @param node where
     * @param frame dropped
     */
    static void RecordFullQueue(TraceRecorder* recorder, NodeId node, Ptr<const Packet> frame);

    std::vector<SwitchLink> m_links; ///< in order
};

} // namespace ns3::pubsub::sdn

#endif
