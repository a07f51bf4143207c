// SPDX-License-Identifier: GPL-2.0-only
#include "overlay-instance.h"

#include "ns3/broker-path-moves.h"
#include "ns3/broker-predicting-paths.h"
#include "ns3/broker-psoo-fcat.h"
#include "ns3/enum.h"
#include "ns3/test.h"

#include <map>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::broker;

namespace
{

/**
 * @param text of a filter
 * @return notifications that match it
 */
PredictingMessage
MessageOf(const std::string& text)
{
    return {TrafficKind::NOTIFICATION, *Filter::Parse(text)};
}

/// @brief The example at the end of section 4.3 of the paper.
class WorkedExampleTest : public TestCase
{
  public:
    WorkedExampleTest()
        : TestCase("the worked example of Algorithm 1 gives the path b1, b2, b4, b5 of master b2")
    {
    }

  private:
    void DoRun() override
    {
        const PredictingMessage message = MessageOf("m");
        const std::map<BrokerId, PredictingChoice> choices{{1, {message, 2, 200}},
                                                           {2, {message, 4, 100}},
                                                           {4, {message, 5, 400}},
                                                           {5, {message, LOCAL_CLIENTS, 300}}};
        std::map<BrokerId, PredictingPaths> machines;
        for (const auto& [broker, choice] : choices)
        {
            machines.emplace(broker, PredictingPaths(broker, Seconds(100)));
        }
        std::vector<std::vector<CompletedPath>> completed;
        for (int round = 0; round < 6; ++round)
        {
            completed.emplace_back();
            int64_t phase = 0;
            for (BrokerId broker : {2, 5, 1, 4}) // the order of finding in the paper
            {
                const Time now = Seconds(50 * round + ++phase);
                const auto output = machines.at(broker).BeginRound(now, {choices.at(broker)});
                for (const auto& [to, notice] : output.notices)
                {
                    const auto answer = machines.at(to).OnNotice(broker, notice, now);
                    NS_TEST_EXPECT_MSG_EQ(answer.ends.size(), 0, "all share the message");
                }
                const auto& paths = output.completed;
                completed.back().insert(completed.back().end(), paths.begin(), paths.end());
            }
        }
        // b5 sees b5; b2, b4, b5; b1, b2, b4, b5; and that path again in the fourth round.
        for (int round : {0, 1, 2, 4})
        {
            NS_TEST_EXPECT_MSG_EQ(completed[round].size(), 0, "round " << round);
        }
        NS_TEST_ASSERT_MSG_EQ(completed[3].size(), 1, "the same path in two successive rounds");
        const CompletedPath& path = completed[3][0];
        NS_TEST_EXPECT_MSG_EQ((BrokersOf(path.path) == std::vector<BrokerId>{1, 2, 4, 5}),
                              true,
                              "the path");
        NS_TEST_EXPECT_MSG_EQ(MasterOf(path.path), 2, "the broker of the least traffic cost");
        NS_TEST_EXPECT_MSG_EQ(completed[5].size(), 1, "it is evaluated again later");
        NS_TEST_EXPECT_MSG_EQ(completed[5][0].id, path.id, "the same path");
    }
};

/// @brief Notices, ends and wrong messages.
class PathRulesTest : public TestCase
{
  public:
    PathRulesTest()
        : TestCase("which notices a broker extends, and where paths end")
    {
    }

  private:
    /**
     * @param from sender
     * @param cost at the sender
     * @param seconds when it was sent
     * @param path before the sender
     * @return a notice about m
     */
    static PathNotice NoticeOf(BrokerId from,
                               uint64_t cost,
                               int64_t seconds,
                               std::vector<PathBroker> path = {})
    {
        path.push_back({from, cost});
        return {1, MessageOf("m"), cost, Seconds(seconds).GetNanoSeconds(), path};
    }

    void DoRun() override
    {
        const Time now = Seconds(200);
        const PredictingChoice choice{MessageOf("m"), 9, 50};
        PredictingPaths paths(5, Seconds(100));
        paths.OnNotice(1, NoticeOf(1, 70, 150), now);
        paths.OnNotice(2, NoticeOf(2, 90, 150, {{8, 10}}), now);
        paths.OnNotice(3, NoticeOf(3, 90, 150), now);
        paths.OnNotice(4, NoticeOf(4, 990, 99), now);            // too old
        paths.OnNotice(6, NoticeOf(6, 990, 150, {{5, 1}}), now); // has this broker
        paths.OnNotice(7, NoticeOf(7, 990, 201), now);           // from the future
        paths.OnNotice(9, NoticeOf(9, 990, 150), now);           // from where the traffic goes
        paths.OnNotice(10, NoticeOf(11, 990, 150), now);         // by another sender
        const auto output = paths.BeginRound(now, {choice});
        NS_TEST_ASSERT_MSG_EQ(output.notices.size(), 1, "one choice");
        NS_TEST_EXPECT_MSG_EQ(output.notices[0].first, 9, "the next broker");
        NS_TEST_EXPECT_MSG_EQ(
            (BrokersOf(output.notices[0].second.path) == std::vector<BrokerId>{8, 2, 5}),
            true,
            "the greatest cost, of equal ones the smallest id");
        CheckEnds(paths);
    }

    /**
     * @brief Answers to notices, and answers received.
     * @param paths in a round with the choice m towards 9
     */
    void CheckEnds(PredictingPaths& paths)
    {
        const Time now = Seconds(201);
        PathNotice other = NoticeOf(1, 70, 200);
        other.message = MessageOf("other");
        NS_TEST_EXPECT_MSG_EQ(paths.OnNotice(1, other, now).ends.size(), 1, "not chosen here");
        NS_TEST_EXPECT_MSG_EQ(paths.OnNotice(1, NoticeOf(1, 7, 200), now).ends.size(), 0, "chosen");
        NS_TEST_EXPECT_MSG_EQ(paths.OnNotice(9, NoticeOf(9, 7, 200), now).ends.size(),
                              1,
                              "the traffic would turn back");
        NS_TEST_EXPECT_MSG_EQ(paths.OnNotice(1, NoticeOf(1, 7, 200, {{5, 3}}), now).ends.size(),
                              1,
                              "on the path already");
        const PathEnd end{1, MessageOf("m")};
        NS_TEST_EXPECT_MSG_EQ(paths.OnEnd(9, end).completed.size(), 0, "the first time");
        const PredictingChoice choice{MessageOf("m"), 9, 50};
        paths.OnNotice(2, NoticeOf(2, 90, 201, {{8, 10}}), now);
        paths.BeginRound(now, {choice});
        NS_TEST_EXPECT_MSG_EQ(paths.OnEnd(9, end).completed.size(), 0, "of an earlier round");
        NS_TEST_EXPECT_MSG_EQ(paths.OnEnd(8, {2, MessageOf("m")}).completed.size(), 0, "not asked");
        const auto completed = paths.OnEnd(9, {2, MessageOf("m")}).completed;
        NS_TEST_ASSERT_MSG_EQ(completed.size(), 1, "two rounds");
        NS_TEST_EXPECT_MSG_EQ((BrokersOf(completed[0].path) == std::vector<BrokerId>{8, 2, 5}),
                              true,
                              "the path ends here");
        NS_TEST_EXPECT_MSG_EQ(paths.OnEnd(9, {2, MessageOf("m")}).completed.size(), 0, "once");
    }
};

/// @brief Traffic costs and the moves of the reconfiguration model.
class TrafficPredictionTest : public TestCase
{
  public:
    TrafficPredictionTest()
        : TestCase("formulas 4, 6 and 7, and the moves of a path")
    {
    }

  private:
    void DoRun() override
    {
        const Filter f = *Filter::Parse("s[a=1,b=2]");
        const Filter g = *Filter::Parse("s[a=1,c=3]");
        const Filter unseen = *Filter::Parse("s[b=2,d=4]");
        CountTable counts;
        counts.Record({TrafficKind::NOTIFICATION, f, FlowDirection::OUT, 4}, 6);
        counts.Record({TrafficKind::NOTIFICATION, f, FlowDirection::IN, 2}, 6);
        counts.Record({TrafficKind::NOTIFICATION, g, FlowDirection::OUT, 5}, 3);
        const auto cost = [&](const Filter& filter,
                              BrokerId place,
                              const std::set<Filter>& advertised,
                              const PredictionSettings& settings) {
            PairNumbers numbers;
            for (const auto& [message, places] :
                 TrafficCostsOf(counts, 2, advertised, settings, numbers))
            {
                for (const auto& [each, cost] : places)
                {
                    if (message == PredictingMessage{TrafficKind::NOTIFICATION, filter} &&
                        each == place)
                    {
                        return cost;
                    }
                }
            }
            return uint64_t{0};
        };
        NS_TEST_EXPECT_MSG_EQ(cost(f, 4, {}, {}), 12000, "p(b) times the count");
        NS_TEST_EXPECT_MSG_EQ(cost(g, 4, {g}, {}), 4000, "a third of what f sends there");
        NS_TEST_EXPECT_MSG_EQ(cost(g, 5, {g}, {}), 6000, "f sends nothing there");
        NS_TEST_EXPECT_MSG_EQ(cost(f, 5, {f}, {}), 2000, "a third of what g sends there");
        NS_TEST_EXPECT_MSG_EQ(cost(g, 4, {g}, {SimilarityKind::FIRST}), 6000, "one of two pairs");
        NS_TEST_EXPECT_MSG_EQ(cost(g, 4, {g}, {SimilarityKind::JACCARD, false}), 12000, "all");
        NS_TEST_EXPECT_MSG_EQ(cost(g, 4, {g}, {SimilarityKind::JACCARD, true, true}), 0, "seen");
        NS_TEST_EXPECT_MSG_EQ(cost(unseen, 4, {unseen}, {SimilarityKind::JACCARD, true, true}),
                              4000,
                              "not seen");
        CheckMoves();
    }

    /// @brief Moves with and without units.
    void CheckMoves()
    {
        const auto moves = MovesOfPath({1, 2, 3}, {7}, {8});
        const std::vector<Move> expected{MakeMove(1, {2, 3}),
                                         MakeMove(1, {2, 3, 8}),
                                         MakeMove(7, {1, 2, 3}),
                                         MakeMove(7, {1, 2, 3, 8})};
        NS_TEST_EXPECT_MSG_EQ((moves == expected), true, "four combinations");
        NS_TEST_EXPECT_MSG_EQ(MovesOfPath({1, 2}, {}, {}).size(), 0, "linked already");
        NS_TEST_EXPECT_MSG_EQ(
            (MovesOfPath({1}, {7}, {7, 8}) == std::vector<Move>{MakeMove(7, {1, 8})}),
            true,
            "two different units");
    }
};

/// @brief The filters of messages are counted, and compared with what is advertised.
class CountedFiltersTest : public TestCase
{
  public:
    CountedFiltersTest()
        : TestCase("counts of the filters of messages, and sets of advertised filters")
    {
    }

  private:
    void DoRun() override
    {
        const Filter f = *Filter::Parse("s[a=1,b=2]");
        const Filter g = *Filter::Parse("s[a=1,c=3]");
        CountTable counts;
        const CountKey key{TrafficKind::SUBSCRIPTION, f, FlowDirection::OUT, 4};
        counts.RecordFilters({key.kind, key.direction, key.place, std::vector<Filter>{f, g}});
        counts.RecordFilters({key.kind, key.direction, key.place, std::vector<Filter>{f}});
        counts.RecordFilters({key.kind, FlowDirection::IN, 2, std::vector<Filter>{f}});
        counts.Record(key, 3);
        NS_TEST_EXPECT_MSG_EQ(counts.Count(key), 5, "two messages, and three more");
        uint64_t sum = 0;
        counts.ForEach([&sum](const CountKey&, uint64_t count) { sum += count; });
        NS_TEST_EXPECT_MSG_EQ(sum, 7, "all counts");
        PairNumbers numbers;
        const auto costs = TrafficCostsOf(counts, 2, {}, {}, numbers);
        const TrafficCosts expected{{{TrafficKind::SUBSCRIPTION, f}, {{4, 10000}}},
                                    {{TrafficKind::SUBSCRIPTION, g}, {{4, 2000}}}};
        NS_TEST_EXPECT_MSG_EQ((costs == expected), true, "p(b) times the counts, outgoing alone");
        counts.Clear();
        NS_TEST_EXPECT_MSG_EQ(counts.Count(key), 0, "forgotten");
        CheckAdvertised(f, g);
    }

    /**
     * @brief Both rules, asked twice.
     * @param f a filter
     * @param g another one that overlaps it
     */
    void CheckAdvertised(const Filter& f, const Filter& g)
    {
        const AdvertisedFilters set(Subscription(std::vector<Filter>{g}));
        const Filter wide = *Filter::Parse("s[a=1]");
        const Filter other = *Filter::Parse("s[a=2]");
        for (int i = 0; i < 2; ++i)
        {
            const auto isAdvertised = [&set](const Filter& filter, AdvertisedRule rule) {
                return set.Advertises(filter, rule);
            };
            NS_TEST_EXPECT_MSG_EQ(isAdvertised(wide, AdvertisedRule::COVERED), true, "covers");
            NS_TEST_EXPECT_MSG_EQ(isAdvertised(f, AdvertisedRule::COVERED), false, "overlaps");
            NS_TEST_EXPECT_MSG_EQ(isAdvertised(f, AdvertisedRule::OVERLAP), true, "overlaps");
            NS_TEST_EXPECT_MSG_EQ(isAdvertised(other, AdvertisedRule::OVERLAP), false, "neither");
        }
    }
};

/// @brief Brokers exchange the strategy's messages on a line.
class PsooFcatLineTest : public TestCase
{
  public:
    PsooFcatLineTest()
        : TestCase("PSOO-FCAT on a line: one move links its ends, and units lengthen it")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<Move> ends{MakeMove(0, {1, 2, 3, 4, 5})};
        NS_TEST_EXPECT_MSG_EQ((LastProposal(6, {}, UnitRule::STRICT) == ends), true, "the line");
        NS_TEST_EXPECT_MSG_EQ((LastProposal(6, {}, UnitRule::LENIENT) == ends), true, "no units");
        // More traffic for another filter at broker 5: the path ends at broker 4.
        const auto strict = LastProposal(6, {5, 50}, UnitRule::STRICT);
        NS_TEST_EXPECT_MSG_EQ((strict == std::vector<Move>{MakeMove(0, {1, 2, 3, 4})}),
                              true,
                              "broker 5 chose another message");
        const auto lenient = LastProposal(6, {5, 50}, UnitRule::LENIENT);
        NS_TEST_EXPECT_MSG_EQ(
            (lenient == std::vector<Move>{MakeMove(0, {1, 2, 3, 4}), MakeMove(0, {1, 2, 3, 4, 5})}),
            true,
            "broker 5 is a unit");
        CheckHostile();
    }

    /**
     * @param brokers of a line; the first publishes ten notifications to the last
     * @param local broker and count of notifications for its own clients; none if the count is 0
     * @param units rule
     * @return the proposal that was made last by any broker
     */
    static std::vector<Move> LastProposal(uint32_t brokers,
                                          std::pair<BrokerId, uint32_t> local,
                                          UnitRule units)
    {
        OverlayInstance instance;
        instance.tree = OverlayTree(MakeTree("path", brokers, nullptr));
        instance.subscriptions = {{brokers - 1, *Filter::Parse("a")},
                                  {local.first, *Filter::Parse("b")}};
        instance.publications = {{0, 10, Content(*Topic::Parse("a"))}};
        if (local.second > 0)
        {
            instance.publications.push_back(
                {local.first, local.second, Content(*Topic::Parse("b"))});
        }
        std::vector<RecordingContext> contexts;
        std::vector<Ptr<OverlayStrategy>> strategies;
        for (BrokerId broker = 0; broker < brokers; ++broker)
        {
            contexts.emplace_back(instance, broker);
            strategies.push_back(CreateObject<PsooFcatStrategy>());
            strategies.back()->SetAttribute("Units", EnumValue(units));
        }
        std::vector<Move> last;
        for (uint32_t round = 1; round < 4 * brokers; ++round)
        {
            PlayRound(contexts, strategies, Seconds(50 * round));
            for (RecordingContext& context : contexts)
            {
                for (auto& proposal : std::exchange(context.proposals, {}))
                {
                    const bool isLine = proposal[0].x == 0;
                    last = isLine ? proposal : last;
                }
            }
        }
        return last;
    }

    /// @brief Malformed messages are refused, and have no effect.
    void CheckHostile()
    {
        OverlayInstance instance;
        instance.tree = OverlayTree(MakeTree("path", 3, nullptr));
        RecordingContext context(instance, 1);
        auto strategy = CreateObject<PsooFcatStrategy>();
        const PredictingMessage message = MessageOf("a");
        const std::vector<PathBroker> good{{0, 5}, {1, 4}, {2, 6}};
        const CompletedPath path{PathIdOf(message, good), message, good};
        NS_TEST_EXPECT_MSG_EQ(strategy->Receive(context, 2, path), true, "a path");
        CompletedPath wrong = path;
        wrong.id ^= 1;
        NS_TEST_EXPECT_MSG_EQ(strategy->Receive(context, 2, wrong), false, "the id of another");
        NS_TEST_EXPECT_MSG_EQ(strategy->Receive(context, 7, path), false, "not on the path");
        wrong.path = {{0, 5}, {0, 5}};
        NS_TEST_EXPECT_MSG_EQ(strategy->Receive(context, 0, wrong), false, "a broker twice");
        NS_TEST_EXPECT_MSG_EQ(strategy->Receive(context, 0, PathNotice{1, message, 5, 0, {}}),
                              false,
                              "an empty path");
        const UnitReply reply{path, PathSide::UPSTREAM, true, 1};
        NS_TEST_EXPECT_MSG_EQ(strategy->Receive(context, 0, reply), false, "a unit on the path");
        const std::vector<PathBroker> far{{8, 5}, {9, 4}};
        const CompletedPath foreign{PathIdOf(message, far), message, far};
        NS_TEST_EXPECT_MSG_EQ(
            strategy->Receive(context, 8, UnitRequest{foreign, PathSide::DOWNSTREAM}),
            false,
            "not from the end of the path");
    }
};

/// @brief All of it.
class BrokerPredictingPathTestSuite : public TestSuite
{
  public:
    BrokerPredictingPathTestSuite()
        : TestSuite("broker-predicting-path", Type::UNIT)
    {
        AddTestCase(new WorkedExampleTest, Duration::QUICK);
        AddTestCase(new PathRulesTest, Duration::QUICK);
        AddTestCase(new TrafficPredictionTest, Duration::QUICK);
        AddTestCase(new CountedFiltersTest, Duration::QUICK);
        AddTestCase(new PsooFcatLineTest, Duration::QUICK);
    }
};

BrokerPredictingPathTestSuite g_brokerPredictingPathTestSuite; ///< registers itself

} // namespace
