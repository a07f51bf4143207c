// SPDX-License-Identifier: GPL-2.0-only
#include "broker-store-set-up.h"

#include "ns3/broker-graph-files.h"
#include "ns3/broker-input.h"
#include "ns3/broker-trees.h"
#include "ns3/log.h"

#include <algorithm>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerStoreSetUp");

namespace
{

/// The tree or plan that a file has.
const std::string FROM_FILE = "file";

/**
 * @param names some
 * @return them, and "file"
 */
std::vector<std::string>
OrFile(std::vector<std::string> names)
{
    names.push_back(FROM_FILE);
    return names;
}

/**
 * @param stream number of a stream
 * @return random numbers of it
 */
Ptr<UniformRandomVariable>
RandomOf(int64_t stream)
{
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(stream);
    return random;
}

} // namespace

void
StoreSetUp::AddTo(ScenarioParameters& parameters)
{
    NS_LOG_FUNCTION(this);
    parameters.Add("brokers", m_brokers, 2, 2000, "brokers", "in the tree; not for --tree=file");
    parameters.Add("tree", m_kind, OrFile(TreeKinds()), "", "how brokers are linked");
    parameters.Add("topology_file",
                   m_file,
                   {},
                   "file",
                   "edge list or GML, for --tree=file; a graph with cycles is reduced to its "
                   "breadth-first tree from the first broker");
    parameters.Add("topics", m_topics, 1, 1000, "topics", "that are stored");
    parameters.Add("request_rate",
                   m_rate,
                   0.001,
                   1e6,
                   "1/s",
                   "requests for all topics at a broker that requests each of them");
    parameters.Add("popularity",
                   m_popularity,
                   -5.0,
                   5.0,
                   "",
                   "exponent of Zipf's law for the requests of topics; 0: all alike");
    parameters.Add("locality",
                   m_locality,
                   -5.0,
                   5.0,
                   "",
                   "exponent of Zipf's law for the share of brokers that request a topic; 0: all");
    parameters.Add("policy",
                   m_policy,
                   OrFile(StorePlanner::Policies()),
                   "",
                   "how stores and replicas are planned");
    parameters.Add("plan_file", m_planFile, {}, "file", "stores and replicas, for --policy=file");
    parameters.Add("gain",
                   m_gain,
                   {"path", "nearest"},
                   "",
                   "of the greedy algorithm: as printed, or to the nearest replica");
    parameters.Add("min_copies",
                   m_minCopies,
                   1,
                   1000,
                   "copies",
                   "of the least popular topic, where --stores is 0");
    parameters.Add("rounding",
                   m_rounding,
                   {"ceil", "floor"},
                   "",
                   "of copies in proportion to popularity");
    parameters.Add("stores",
                   m_stores,
                   0,
                   2000,
                   "stores",
                   "all full, so that the copies follow from them; 0: as many as the copies need");
    parameters.Add("capacity", m_capacity, 1, 1000, "topics", "that a store can keep");
    parameters.Add("reassign",
                   m_reassign,
                   {"off", "none", "assignment", "planning"},
                   "",
                   "off: stores are planned for the present demand; else for the old one, and then "
                   "left, assigned anew, or planned anew");
    parameters.Add("old_popularity",
                   m_oldPopularity,
                   -5.0,
                   5.0,
                   "",
                   "popularity that stores were planned for, unless --reassign=off");
    parameters.Add("old_locality",
                   m_oldLocality,
                   -5.0,
                   5.0,
                   "",
                   "locality that stores were planned for, unless --reassign=off");
}

void
StoreSetUp::Check(const ScenarioParameters& parameters) const
{
    NS_LOG_FUNCTION(this);
    if ((m_kind == FROM_FILE) == m_file.empty())
    {
        parameters.Refuse("--tree=file and --topology_file=FILE go together; expected both or "
                          "neither");
    }
    if ((m_policy == FROM_FILE) == m_planFile.empty())
    {
        parameters.Refuse("--policy=file and --plan_file=FILE go together; expected both or "
                          "neither");
    }
    const bool canReassign = m_policy == "seq" || m_policy == "wrr";
    if (m_reassign != "off" && !canReassign)
    {
        parameters.Refuse("--reassign=" + m_reassign +
                          " needs a policy with an assignment of its "
                          "own; expected --policy=seq or --policy=wrr, not --policy=" +
                          m_policy);
    }
    if (m_stores > 0 && m_stores * m_capacity < m_topics)
    {
        parameters.Refuse("--stores=" + std::to_string(m_stores) +
                          " with --capacity=" + std::to_string(m_capacity) + " have no room for " +
                          std::to_string(m_topics) + " topics; expected more of one of them");
    }
    if (m_kind != FROM_FILE && m_stores > m_brokers)
    {
        parameters.Refuse("--stores=" + std::to_string(m_stores) + " is more than --brokers=" +
                          std::to_string(m_brokers) + "; expected at most one store at a broker");
    }
}

int64_t
StoreSetUp::Draw(const ScenarioParameters& parameters, int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    MakeGraph(parameters, RandomOf(stream));
    try
    {
        m_instance = MakeInstance(m_popularity, m_locality, RandomOf(stream + 1));
        const auto gain = m_gain == "path" ? StoreGain::PATH : StoreGain::NEAREST;
        const bool isOld = m_reassign != "off";
        const StoreInstance first =
            isOld ? MakeInstance(m_oldPopularity, m_oldLocality, RandomOf(stream + 1)) : m_instance;
        const auto random = RandomOf(stream + 2);
        m_plan = m_policy == FROM_FILE ? ReadStorePlan(m_planFile, m_instance)
                                       : StorePlanner(first, gain).Plan(m_policy, random);
        const StorePlanner present(m_instance, gain);
        m_newPlan = m_reassign == "assignment" ? present.Reassign(m_policy, m_plan.stores)
                    : m_reassign == "planning" ? present.Plan(m_policy, random)
                                               : m_plan;
    }
    catch (const BrokerInputError& error)
    {
        parameters.Refuse(error.what());
    }
    return 3;
}

void
StoreSetUp::MakeGraph(const ScenarioParameters& parameters, Ptr<UniformRandomVariable> random)
{
    if (m_kind != FROM_FILE)
    {
        m_tree = MakeTree(m_kind, static_cast<uint32_t>(m_brokers), random);
        return;
    }
    try
    {
        m_tree = PlanningTree(ReadGraph(m_file).graph);
    }
    catch (const BrokerInputError& error)
    {
        parameters.Refuse(error.what());
    }
    if (m_tree.Size() < 2)
    {
        parameters.Refuse(m_file + " has " + std::to_string(m_tree.Size()) +
                          " brokers; expected 2 or more");
    }
}

StoreInstance
StoreSetUp::MakeInstance(double popularity,
                         double locality,
                         Ptr<UniformRandomVariable> random) const
{
    NS_LOG_FUNCTION(this << popularity << locality);
    const ZipfDemand settings{.topics = static_cast<uint32_t>(m_topics),
                              .rate = m_rate,
                              .popularityExponent = popularity,
                              .localityExponent = locality};
    const auto demand = MakeDemand(m_tree, settings, random);
    const auto totals = TotalsOf(demand);
    StoreInstance instance;
    instance.tree = m_tree;
    instance.capacity = static_cast<uint32_t>(m_capacity);
    std::vector<uint32_t> copies;
    if (m_stores > 0)
    {
        instance.stores = static_cast<uint32_t>(m_stores);
        copies = ApportionCopies(totals, instance.stores, instance.capacity);
    }
    else
    {
        copies = CopiesByDemand(totals,
                                static_cast<uint32_t>(m_minCopies),
                                m_rounding == "ceil" ? CopyRounding::CEILING : CopyRounding::FLOOR,
                                m_tree.Size());
        instance.stores = StoresNeeded(copies, instance.capacity);
    }
    if (instance.stores > m_tree.Size())
    {
        throw BrokerInputError("the copies of the topics need " + std::to_string(instance.stores) +
                               " stores, there are " + std::to_string(m_tree.Size()) +
                               " brokers; expected fewer copies or a larger capacity");
    }
    for (std::size_t topic = 0; topic < demand.size(); ++topic)
    {
        instance.topics.push_back({.name = "topic-" + std::to_string(topic + 1),
                                   .copies = copies[topic],
                                   .demand = demand[topic]});
    }
    return instance;
}

const BrokerGraph&
StoreSetUp::Tree() const
{
    return m_tree;
}

const StoreInstance&
StoreSetUp::Instance() const
{
    return m_instance;
}

const StorePlan&
StoreSetUp::Plan() const
{
    return m_plan;
}

bool
StoreSetUp::IsReplanned() const
{
    return m_reassign == "assignment" || m_reassign == "planning";
}

const StorePlan&
StoreSetUp::NewPlan() const
{
    return m_newPlan;
}

} // namespace ns3::pubsub::broker
