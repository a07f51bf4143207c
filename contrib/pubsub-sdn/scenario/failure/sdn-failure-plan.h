// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_FAILURE_PLAN_H
#define SDN_FAILURE_PLAN_H

#include "ns3/nstime.h"
#include "ns3/pubsub-scenario-parameters.h"
#include "ns3/sdn-cluster-graph.h"
#include "ns3/sdn-topology.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3::pubsub::sdn
{

/// What fails.
enum class FailureKind
{
    LINK,       ///< all trunks between two clusters
    SWITCH,     ///< a switch, with the links to it
    CONTROLLER, ///< the controller of a cluster
    SERVER      ///< the server
};

/// A failure of a run.
struct PlannedFailure
{
    FailureKind kind = FailureKind::LINK; ///< what fails
    uint32_t which = 0;                   ///< edge, switch or cluster
    Time when{};                          ///< it fails
    std::optional<Time> restored{};       ///< it works again; nothing: never
};

/**
 * @ingroup pubsub-sdn
 * @brief The failures of a run, as the parameters have them. What fails is drawn from a stream of
 * its own, so it is the same for every strategy.
 */
class FailurePlan
{
  public:
    /**
     * @brief Offer the parameters.
     * @param parameters of the program
     */
    void AddTo(ScenarioParameters& parameters);

    /**
     * @brief Refuse what does not fit together.
     * @param parameters of the program
     * @param duration of the run, s
     * @param hasControllers whether the network has controllers and a server
     */
    void Check(const ScenarioParameters& parameters, double duration, bool hasControllers) const;

    /**
     * @brief Choose what fails. Links are drawn from those whose failure leaves the clusters
     * connected, as long as there are any.
     * @param parameters of the program, to refuse
     * @param topology of the run
     * @param stream the first
     * @return streams used
     */
    int64_t Draw(const ScenarioParameters& parameters, const Topology& topology, int64_t stream);

    /// @return the failures, in order of time
    const std::vector<PlannedFailure>& Failures() const;

    /**
     * @param kind of a failure
     * @return its name
     */
    static std::string NameOf(FailureKind kind);

  private:
    /**
     * @param topology of the run
     * @return how many things of the kind there are
     */
    uint32_t Candidates(const Topology& topology) const;

    /// @return what fails
    FailureKind Kind() const;

    std::string m_kind = "none";
    double m_first = 30.0;
    double m_restore = 0.0;
    double m_gap = 10.0;
    int64_t m_count = 1;
    int64_t m_which = -1;

    std::vector<PlannedFailure> m_failures; ///< drawn
};

} // namespace ns3::pubsub::sdn

#endif
