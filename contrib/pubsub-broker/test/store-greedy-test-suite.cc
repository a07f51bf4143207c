// SPDX-License-Identifier: GPL-2.0-only
#include "store-instances.h"

#include "ns3/broker-store-choice.h"
#include "ns3/broker-store-greedy.h"
#include "ns3/broker-trees.h"
#include "ns3/test.h"

#include <algorithm>
#include <numeric>

using namespace ns3;
using namespace ns3::pubsub::broker;

namespace
{

/// The two gains as they are defined, evaluated for a whole set of replicas.
class DefinedGain
{
  public:
    /**
     * @param tree of brokers
     * @param demand at each
     * @param target of the replicas
     */
    DefinedGain(const BrokerGraph& tree, const std::vector<double>& demand, BrokerId target)
        : m_demand(demand),
          m_hops(tree.Distances()),
          m_target(target)
    {
    }

    /**
     * @param replicas where they are
     * @param gain which
     * @return what they save
     */
    double Of(const std::vector<BrokerId>& replicas, StoreGain gain) const
    {
        double total = 0.0;
        for (BrokerId client = 0; client < m_demand.size(); ++client)
        {
            int32_t saved = 0;
            for (BrokerId replica : replicas)
            {
                const int32_t whole = m_hops(client, m_target);
                const int32_t here = m_hops(client, replica);
                const int32_t beyond = m_hops(replica, m_target);
                const bool isOnPath = here + beyond == whole;
                const int32_t each = gain == StoreGain::NEAREST ? whole - here
                                     : isOnPath                 ? beyond
                                                                : 0;
                saved = std::max(saved, each);
            }
            total += m_demand[client] * saved;
        }
        return total;
    }

  private:
    const std::vector<double>& m_demand; ///< at each broker
    HopMatrix m_hops;                    ///< between brokers
    BrokerId m_target;                   ///< of the replicas
};

/**
 * @param defined gain
 * @param brokers number of them
 * @param target never chosen
 * @param copies to choose
 * @param gain which
 * @return what the greedy algorithm chooses, by definition
 */
std::vector<BrokerId>
ChooseByDefinition(const DefinedGain& defined,
                   uint32_t brokers,
                   BrokerId target,
                   uint32_t copies,
                   StoreGain gain)
{
    std::vector<BrokerId> chosen;
    while (chosen.size() < std::min(copies, brokers - 1))
    {
        LargestValue<BrokerId> best;
        for (BrokerId broker = 0; broker < brokers; ++broker)
        {
            if (broker != target && std::find(chosen.begin(), chosen.end(), broker) == chosen.end())
            {
                std::vector<BrokerId> with = chosen;
                with.push_back(broker);
                best.Offer(broker, defined.Of(with, gain));
            }
        }
        chosen.push_back(*best.Best());
    }
    return chosen;
}

/// @brief The greedy algorithm against its definition.
class GreedyDefinitionTest : public TestCase
{
  public:
    GreedyDefinitionTest()
        : TestCase("incremental gains choose what the defined gains choose")
    {
    }

  private:
    void DoRun() override
    {
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(1);
        for (uint32_t i = 0; i < 150; ++i)
        {
            const std::string kind = TreeKinds()[i % TreeKinds().size()];
            const uint32_t brokers = random->GetInteger(1, 25);
            const BrokerGraph tree = MakeTree(kind, brokers, random);
            std::vector<double> demand(brokers);
            for (double& each : demand)
            {
                // Every third time all alike: many ties.
                each = i % 3 == 0   ? 0.1
                       : i % 3 == 1 ? random->GetInteger(0, 3)
                                    : random->GetValue(0.0, 1.0);
            }
            CheckTree(tree, demand, random->GetInteger(1, brokers));
        }
    }

    /**
     * @param tree of brokers
     * @param demand at each
     * @param copies to choose
     */
    void CheckTree(const BrokerGraph& tree, const std::vector<double>& demand, uint32_t copies)
    {
        for (StoreGain gain : {StoreGain::PATH, StoreGain::NEAREST})
        {
            std::vector<double> votes(tree.Size(), 0.0);
            for (BrokerId target = 0; target < tree.Size(); ++target)
            {
                const auto chosen = ChooseReplicas({tree, demand}, target, copies, gain);
                const DefinedGain defined(tree, demand, target);
                const auto expected =
                    ChooseByDefinition(defined, tree.Size(), target, copies, gain);
                NS_TEST_EXPECT_MSG_EQ((chosen == expected), true, "target " << target);
                for (BrokerId broker : expected)
                {
                    votes[broker] += 1.0;
                }
            }
            NS_TEST_EXPECT_MSG_EQ((ModifiedGreedyVotes({tree, demand}, copies, gain) == votes),
                                  true,
                                  "votes are counts of the runs");
        }
    }
};

/// @brief Votes with probabilities of publication.
class PublicationProbabilityTest : public TestCase
{
  public:
    PublicationProbabilityTest()
        : TestCase("probabilities of publication weight the runs")
    {
    }

  private:
    void DoRun() override
    {
        const StoreInstance instance = PublishedExample();
        const TopicDemand topic{instance.tree, instance.topics[0].demand};
        for (StoreGain gain : {StoreGain::PATH, StoreGain::NEAREST})
        {
            const auto counts = ModifiedGreedyVotes(topic, 2, gain);
            const auto same = ModifiedGreedyVotes(topic, 2, gain, std::vector<double>(6, 1.0));
            NS_TEST_EXPECT_MSG_EQ((counts == same), true, "weights of 1");
            NS_TEST_EXPECT_MSG_EQ(std::accumulate(counts.begin(), counts.end(), 0.0),
                                  12,
                                  "two votes of each run");
            const auto one = ModifiedGreedyVotes(topic, 2, gain, {0, 0, 0, 0, 0.5, 0});
            std::vector<double> expected(6, 0.0);
            for (BrokerId broker : ChooseReplicas(topic, 4, 2, gain))
            {
                expected[broker] = 0.5;
            }
            NS_TEST_EXPECT_MSG_EQ((one == expected), true, "one publisher");
        }
        NS_TEST_EXPECT_MSG_EQ((ParseStoreGain("path") == StoreGain::PATH), true, "path");
        NS_TEST_EXPECT_MSG_EQ((ParseStoreGain("nearest") == StoreGain::NEAREST), true, "nearest");
        NS_TEST_EXPECT_MSG_EQ(ParseStoreGain("Path").has_value(), false, "unknown");
    }
};

/// @brief All of it.
class BrokerStoreGreedyTestSuite : public TestSuite
{
  public:
    BrokerStoreGreedyTestSuite()
        : TestSuite("broker-store-greedy", Type::UNIT)
    {
        AddTestCase(new GreedyDefinitionTest, Duration::QUICK);
        AddTestCase(new PublicationProbabilityTest, Duration::QUICK);
    }
};

BrokerStoreGreedyTestSuite g_brokerStoreGreedyTestSuite; ///< registers itself

} // namespace
