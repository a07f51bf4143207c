// SPDX-License-Identifier: GPL-2.0-only
#include "input-refusal.h"

#include "ns3/broker-store-plan.h"
#include "ns3/test.h"

using namespace ns3;
using namespace ns3::pubsub::broker;

namespace
{

/// An instance on a ring, so that the planning tree lacks one of its links.
const std::string RING_INSTANCE = "# ring\n"
                                  "brokers 4\n"
                                  "demand b 3 0.5 # before its topic\n"
                                  "link 0 1\nlink 2 1\nlink 2 3\nlink 0 3\n"
                                  "topic a copies 2\ntopic b copies 1\n"
                                  "stores 2\n\ncapacity 1\n"
                                  "demand a 2 1e1\n";

/// @brief Instances and plans that are read.
class StoreFilesTest : public TestCase
{
  public:
    StoreFilesTest()
        : TestCase("instances and plans are read from files")
    {
    }

  private:
    void DoRun() override
    {
        const auto instance =
            ReadStoreInstance(Written(CreateTempDirFilename("instance.txt"), RING_INSTANCE));
        NS_TEST_EXPECT_MSG_EQ(instance.stores, 2, "stores");
        NS_TEST_EXPECT_MSG_EQ(instance.capacity, 1, "capacity");
        NS_TEST_EXPECT_MSG_EQ(instance.topics.size(), 2, "topics");
        NS_TEST_EXPECT_MSG_EQ(instance.topics[0].name, "a", "order of the file");
        NS_TEST_EXPECT_MSG_EQ(instance.topics[0].copies, 2, "copies");
        NS_TEST_EXPECT_MSG_EQ((instance.topics[0].demand == std::vector<double>{0, 0, 10, 0}),
                              true,
                              "demand");
        NS_TEST_EXPECT_MSG_EQ((instance.topics[1].demand == std::vector<double>{0, 0, 0, 0.5}),
                              true,
                              "demand");
        NS_TEST_EXPECT_MSG_EQ(instance.TotalDemand(), 10.5, "total");
        NS_TEST_EXPECT_MSG_EQ(
            (instance.tree.Links() == std::vector<BrokerLink>{{0, 1}, {1, 2}, {0, 3}}),
            true,
            "breadth-first from broker 0");

        const auto plan = ReadStorePlan(
            Written(CreateTempDirFilename("plan.txt"), "replica a 3\nstore 3 # x\nstore 0\n"),
            instance);
        NS_TEST_EXPECT_MSG_EQ((plan.stores == std::vector<BrokerId>{3, 0}), true, "stores");
        NS_TEST_EXPECT_MSG_EQ((plan.replicas == ReplicaLists{{3}, {}}), true, "replicas");
        NS_TEST_EXPECT_MSG_EQ(plan.cost, 30, "three hops in the tree, one in the ring");
        NS_TEST_EXPECT_MSG_EQ_TOL(plan.meanHops, 30 / 10.5, 1e-12, "by all requests");
        NS_TEST_EXPECT_MSG_EQ(plan.shortReplicas, 2, "one of each topic is missing");
        CheckPlans(instance);
        CheckInstances();
    }

    /// @param instance of the plans
    void CheckPlans(const StoreInstance& instance)
    {
        const auto refused = [&](const std::string& text, const std::string& sentence) {
            const std::string file = Written(CreateTempDirFilename("bad-plan.txt"), text);
            NS_TEST_EXPECT_MSG_EQ(RefusalOf([&] { ReadStorePlan(file, instance); }),
                                  file + sentence,
                                  text);
        };
        refused("", " cannot be read or is empty; expected a text file");
        refused("shop 1\n",
                ", line 1: 'shop 1'; expected 'store BROKER' or 'replica TOPIC BROKER'");
        refused("store 1\n\nstore\n",
                ", line 3: 'store'; expected 'store BROKER' or 'replica TOPIC BROKER'");
        refused("store 4\n", ", line 1: 'store 4'; expected a broker from 0 to 3 instead of '4'");
        refused("store 1\nstore 1\n", ", line 2: 'store 1'; expected each line only once");
        refused("replica c 1\n",
                ", line 1: 'replica c 1'; expected a topic of the instance instead of 'c'");
        refused("store 2\nreplica a 1\n", ", line 2: 'replica a 1'; expected a line 'store 1'");
    }

    /// @brief Instances that are refused.
    void CheckInstances()
    {
        const std::string lines = "'link A B', 'capacity L', 'stores M', 'topic NAME copies K' or "
                                  "'demand NAME BROKER REQUESTS_PER_S'";
        Refused("brokers 4\n", "", " cannot be read or is empty; expected a text file", true);
        Refused("brokers 4", "brokers", ", line 2: 'brokers'; expected 'brokers N' as the first");
        Refused("brokers 4", "stores 2", ", line 2: 'stores 2'; expected 'brokers N' as the first");
        Refused("brokers 4",
                "brokers 0",
                ", line 2: 'brokers 0'; expected a number of brokers from 1");
        Refused("link 2 3", "link 2", ", line 6: 'link 2'; expected " + lines);
        Refused("link 2 3", "lnk 2 3", ", line 6: 'lnk 2 3'; expected " + lines);
        Refused("link 2 3", "link 2 4", ", line 6: 'link 2 4'; expected a broker from 0 to 3");
        Refused("link 2 3", "link 2 -1", ", line 6: 'link 2 -1'; expected a broker from 0 to 3");
        Refused("link 2 3",
                "link 2 2",
                ", line 6: 'link 2 2'; expected a link between two different");
        Refused("link 2 3",
                "link 1 0",
                ", line 6: 'link 1 0'; expected a link between two different");
        Refused("link 2 3\nlink 0 3\n",
                "",
                " has links that do not connect all brokers; expected a");
        Refused("stores 2",
                "stores 5",
                ", line 10: 'stores 5'; expected a number of stores from 1");
        Refused("stores 2",
                "stores 2\nstores 2",
                ", line 11: 'stores 2'; expected only one line 's");
        Refused("stores 2", "", " lacks a line; expected 'capacity', 'stores' and 'topic'");
        Refused("capacity 1", "capacity x", ", line 12: 'capacity x'; expected a number of topics");
        Refused("topic b copies 1", "topic b 1", ", line 9: 'topic b 1'; expected " + lines);
        Refused("topic b copies 1",
                "topic b copies 5",
                ", line 9: 'topic b copies 5'; expected a n");
        Refused("topic b copies 1",
                "topic a copies 1",
                ", line 9: 'topic a copies 1'; expected each");
        Refused("topic b copies 1",
                "",
                ", line 3: 'demand b 3 0.5'; expected a line 'topic b copies K'");
        for (const std::string rate : {"-1", "inf", "nan", "1,5", "1e999"})
        {
            const std::string line = "demand a 2 " + rate;
            Refused("demand a 2 1e1",
                    line,
                    ", line 13: '" + line + "'; expected a number of requests/s of at least 0");
        }
        Refused("demand a 2 1e1", "demand b 3 2", ", line 13: 'demand b 3 2'; expected the demand");
    }

    /**
     * @brief Replace a line of the ring's instance.
     * @param line of it
     * @param other text for it
     * @param sentence how the error begins, after the name of the file
     * @param isWhole whether to replace the whole file
     */
    void Refused(const std::string& line,
                 const std::string& other,
                 const std::string& sentence,
                 bool isWhole = false)
    {
        std::string text = isWhole ? line : RING_INSTANCE;
        text.replace(text.find(line), line.size(), other);
        const std::string file = Written(CreateTempDirFilename("bad-instance.txt"), text);
        const std::string refusal = RefusalOf([&] { ReadStoreInstance(file); });
        NS_TEST_EXPECT_MSG_EQ(refusal.substr(0, file.size() + sentence.size()),
                              file + sentence,
                              refusal);
    }
};

/// @brief All of it.
class BrokerStoreFilesTestSuite : public TestSuite
{
  public:
    BrokerStoreFilesTestSuite()
        : TestSuite("broker-store-files", Type::UNIT)
    {
        AddTestCase(new StoreFilesTest, Duration::QUICK);
    }
};

BrokerStoreFilesTestSuite g_brokerStoreFilesTestSuite; ///< registers itself

} // namespace
