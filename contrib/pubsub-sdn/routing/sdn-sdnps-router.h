// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_SDNPS_ROUTER_H
#define SDN_SDNPS_ROUTER_H

#include "sdn-topic-router.h"

#include "ns3/sdn-overlay-forest.h"

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief Algorithms 1 to 3 of SDNPS (Wang et al. 2016), corrected: overlays along the widest paths.
 *
 * The overlay of a first-level topic consists of widest paths from subscribers to publishers on one
 * maximum spanning tree. That of another topic extends its father's. Its repair mode
 * `algorithm-3` joins the pieces of an overlay that failed edges split.
 */
class SdnpsRouter : public TopicRouter
{
  public:
    /// @return the type
    static TypeId GetTypeId();

    SdnpsRouter();
    ~SdnpsRouter() override;

    /// @return edges of first-level overlays and differences of the others to their fathers', or
    /// all edges if each topic is routed from scratch
    uint64_t StoredEdges() const override;

  private:
    TopicOverlay DoBuild(const TopicDemand& demand) override;
    TopicOverlay DoChange(const TopicDemand& previous,
                          const TopicDemand& demand,
                          const TopicOverlay& overlay) override;
    TopicOverlay DoRepair(const TopicDemand& demand, const TopicOverlay& overlay) override;

    /**
     * @brief Route a topic as one of the first level.
     * @param demand of the topic
     * @return its overlay
     */
    TopicOverlay FromScratch(const TopicDemand& demand) const;

    /**
     * @brief Join all terminals to trees that are there.
     * @param demand of the topic
     * @param forest with at least one edge, all in the topic's view
     * @return the overlay
     */
    TopicOverlay Extended(const TopicDemand& demand, OverlayForest& forest) const;

    /**
     * @brief Merge trees and terminals, and prune if that is wanted.
     * @param demand of the topic
     * @param forest whose edges are all in the topic's view
     * @return the overlay
     */
    TopicOverlay Merged(const TopicDemand& demand, OverlayForest& forest) const;

    bool m_incremental{true};    ///< extend the father's overlay
    bool m_prune{false};         ///< remove leaves that neither publish nor subscribe
    bool m_pruneRecursive{true}; ///< when a subscriber leaves, remove the leaves that follow
};

} // namespace ns3::pubsub::sdn

#endif
