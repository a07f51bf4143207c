// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_OVERLAY_LINKS_H
#define BROKER_OVERLAY_LINKS_H

#include "ns3/pubsub-message.h"

#include <deque>
#include <functional>
#include <map>
#include <vector>

namespace ns3::pubsub::broker
{

/// @brief How one end uses an overlay link.
enum class LinkState : uint8_t
{
    STANDBY,  ///< open, and carries nothing yet
    ACTIVE,   ///< a link of the tree
    DRAINING, ///< of the tree no longer; what was sent before still arrives
};

/**
 * @ingroup pubsub-broker
 * @brief One end of an overlay link.
 */
struct OverlayLink
{
    uint32_t epoch = 0;                       ///< counted up each time the link is opened
    LinkState state = LinkState::ACTIVE;      ///< of this end
    uint64_t plan = 0;                        ///< reconfiguration that changes it now; 0: none
    bool isHeld = false;                      ///< whether what arrives waits
    bool isLost = false;                      ///< whether the other end did not answer
    std::deque<std::function<void()>> held{}; ///< what waits, in order
};

/**
 * @ingroup pubsub-broker
 * @brief The overlay links of a broker. They survive its failure, as its configuration on disk
 * would; what waits on them does not.
 */
class OverlayLinks
{
  public:
    /**
     * @brief Add a link, with a new epoch.
     * @param peer the other end
     * @param state of this end
     * @param epoch of the link; 0: one more than the last with this peer
     * @return the link
     */
    OverlayLink& Add(NodeId peer, LinkState state, uint32_t epoch = 0);

    /**
     * @brief Remove a link.
     * @param peer the other end
     */
    void Remove(NodeId peer);

    /**
     * @param peer any
     * @return the link to it, or null
     */
    OverlayLink* Find(NodeId peer);

    /**
     * @param peer any
     * @return the link to it, or null
     */
    const OverlayLink* Find(NodeId peer) const;

    /**
     * @param peer any
     * @return whether there is an active link to it
     */
    bool IsActive(NodeId peer) const;

    /// @return the other ends of the active links
    std::vector<NodeId> Active() const;

    /**
     * @param peer any
     * @return epoch of the last link with it; 0: there was none
     */
    uint32_t LastEpoch(NodeId peer) const;

    /**
     * @brief Learn that the other end knows of a later epoch.
     * @param peer the other end
     * @param epoch of some link with it
     */
    void Learn(NodeId peer, uint32_t epoch);

    /// @return links by their other ends
    const std::map<NodeId, OverlayLink>& All() const
    {
        return m_links;
    }

    /// @return links by their other ends
    std::map<NodeId, OverlayLink>& All()
    {
        return m_links;
    }

  private:
    std::map<NodeId, OverlayLink> m_links; ///< by the other end
    std::map<NodeId, uint32_t> m_epochs;   ///< last one with each broker
};

} // namespace ns3::pubsub::broker

#endif
