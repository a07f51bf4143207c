// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_POLICY_H
#define SDN_POLICY_H

#include "sdn-topic-pattern.h"

#include "ns3/broker-input.h"
#include "ns3/sdn-clusters.h"

#include <compare>
#include <map>
#include <string>
#include <vector>

namespace ns3::pubsub::sdn
{

/// Whom a rule restricts.
enum class PolicyLevel
{
    CLUSTER, ///< events do not cross the cluster: routes avoid it
    BROKER   ///< events may cross the cluster, but its brokers do not take them
};

/// What a rule does.
enum class PolicyAction
{
    ALLOW, ///< an exception from a rule of a less specific topic
    DENY,  ///< forbids
    DELETE ///< removes the rule of the same topic, cluster and level in a merge
};

/// A rule of a policy.
struct PolicyRule
{
    TopicPattern topics;                      ///< that it is about
    ClusterId cluster = NO_CLUSTER;           ///< that it restricts
    PolicyLevel level = PolicyLevel::CLUSTER; ///< whom it restricts
    PolicyAction action = PolicyAction::DENY; ///< what it does

    /**
     * @brief Equality of all parts.
     * @param other another
     * @return whether equal
     */
    bool operator==(const PolicyRule& other) const = default;
};

/// @brief A text is no policy. Its text is one sentence.
class PolicyError : public broker::BrokerInputError
{
  public:
    using broker::BrokerInputError::BrokerInputError;
};

/**
 * @ingroup pubsub-sdn
 * @brief Which topics may not cross which clusters, and which brokers may not take them.
 *
 * A policy is an XML text:
 * @verbatim
   <policy>
     <rule topic="a.#" cluster="4" level="cluster" action="deny"/>
     <rule topic="a.b" cluster="4" level="cluster" action="allow"/>
   </policy>
   @endverbatim
 * Of the rules that match a topic, those with most words count. If they disagree, as `a.b` and
 * `a.b.#` may for `a.b`, deny wins. Topics without a rule are allowed.
 */
class Policy
{
  public:
    /// Largest text of a policy, in octets.
    static constexpr std::size_t MAX_OCTETS = 1 << 20;

    /**
     * @brief Read a policy. Throws PolicyError where the text is no policy, or where it has two
     * actions for the same topics, cluster and level.
     * @param text XML
     * @return the policy
     */
    static Policy Parse(const std::string& text);

    /**
     * @brief Read a policy from a file. Throws PolicyError that names the file.
     * @param file its name
     * @return the policy
     */
    static Policy ReadFile(const std::string& file);

    /**
     * @brief Apply a newer policy: its rules replace or delete those of the same topics, cluster
     * and level, and are added where there are none.
     * @param newer the other policy
     * @return the rules of the newer policy that have changed something
     */
    std::vector<PolicyRule> Merge(const Policy& newer);

    /**
     * @param level whom to restrict
     * @param topic of events
     * @param cluster to cross, or of the broker
     * @return whether it is forbidden
     */
    bool Denies(PolicyLevel level, const Topic& topic, ClusterId cluster) const;

    /**
     * @param topic of events
     * @param level whom to restrict
     * @return the clusters that the topic may not cross, or whose brokers may not take it;
     * ascending
     */
    std::vector<ClusterId> DeniedClusters(const Topic& topic,
                                          PolicyLevel level = PolicyLevel::CLUSTER) const;

    /// @return the rules, ordered by topic, cluster and level
    std::vector<PolicyRule> Rules() const;

    /// @brief Refuse clusters that the network does not have, with a PolicyError.
    /// @param clusters number of clusters
    void CheckClusters(uint32_t clusters) const;

    /// @return the policy as XML, which Parse() reads back
    std::string Text() const;

  private:
    /// What at most one rule of a policy is for.
    struct Subject
    {
        TopicPattern topics; ///< that it is about
        ClusterId cluster;   ///< that it restricts
        PolicyLevel level;   ///< whom it restricts

        /**
         * @brief Order by topic, cluster and level.
         * @param other another
         * @return the order
         */
        auto operator<=>(const Subject& other) const = default;
    };

    std::map<Subject, PolicyAction> m_rules; ///< of the policy
};

/**
 * @param level any
 * @return `cluster` or `broker`
 */
std::string NameOfLevel(PolicyLevel level);

/**
 * @param action any
 * @return `allow`, `deny` or `delete`
 */
std::string NameOfAction(PolicyAction action);

} // namespace ns3::pubsub::sdn

#endif
