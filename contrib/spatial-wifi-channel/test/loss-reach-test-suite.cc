// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/constant-position-mobility-model.h"
#include "ns3/double.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/spatial-wifi-cutoff-propagation-loss-model.h"
#include "ns3/spatial-wifi-loss-reach.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <cmath>

using namespace ns3;

namespace
{

/// @param types of a chain of loss models, without ns3:: and LossModel @return its first
Ptr<PropagationLossModel>
Chain(const std::vector<std::string>& types)
{
    Ptr<PropagationLossModel> first;
    Ptr<PropagationLossModel> last;
    for (const std::string& type : types)
    {
        const auto model =
            ObjectFactory("ns3::" + type + "LossModel").Create<PropagationLossModel>();
        last ? last->SetNext(model) : void(first = model);
        last = model;
    }
    return first;
}

/// @brief Bounds against closed forms.
class BoundTest : public TestCase
{
  public:
    BoundTest()
        : TestCase("how far chains reach")
    {
    }

  private:
    void DoRun() override
    {
        // Log-distance: 46.6777 dB at 1 m, exponent 3.
        const double metres = std::pow(10.0, (16.0 + 101.0 - 46.6777) / 30.0);
        NS_TEST_EXPECT_MSG_EQ_TOL(LossReach(Chain({"LogDistancePropagation"}), -101.0).Of(16.0),
                                  metres,
                                  0.02,
                                  "by the power");
        const double wave = 299792458.0 / 5.15e9;
        const double free = wave / (4.0 * M_PI) * std::pow(10.0, (20.0 + 90.0) / 20.0);
        NS_TEST_EXPECT_MSG_EQ_TOL(LossReach(Chain({"FriisPropagation"}), -90.0).Of(20.0),
                                  free,
                                  0.02,
                                  "too");
        LossReach sum(Chain({"FriisPropagation", "LogDistancePropagation"}), -101.0);
        NS_TEST_EXPECT_MSG_LT(sum.Of(16.0), metres, "two lose more than one");
        NS_TEST_EXPECT_MSG_GT(sum.Of(30.0), sum.Of(16.0), "more power reaches farther");
        for (const auto& chain :
             {std::vector<std::string>{"RangePropagation"},
              {"FriisPropagation", "RangePropagation"},
              {"RangePropagation", "TwoRayGroundPropagation"},
              {"OkumuraHataPropagation", "RangePropagation", "LogDistancePropagation"}})
        {
            LossReach reach(Chain(chain), -1e6);
            NS_TEST_EXPECT_MSG_EQ(reach.WhyNot(), "", chain.front());
            NS_TEST_EXPECT_MSG_EQ(reach.Of(100.0), 250.0, "where the chain is cut");
        }
    }
};

/// @brief Chains without a bound, and why.
class NoBoundTest : public TestCase
{
  public:
    NoBoundTest()
        : TestCase("which chains have no bound")
    {
    }

  private:
    /// @param chain of loss models @param why its beginning
    void Expect(Ptr<PropagationLossModel> chain, const std::string& why)
    {
        const std::string said = LossReach(chain, -101.0).WhyNot();
        NS_TEST_EXPECT_MSG_EQ(said.substr(0, why.size()), why, "the reason");
    }

    void DoRun() override
    {
        Expect(nullptr, "there is no loss model");
        Expect(Chain({"TwoRayGroundPropagation"}),
               "the range of this chain of loss models is not known");
        Expect(Chain({"NakagamiPropagation", "RangePropagation"}),
               "ns3::NakagamiPropagationLossModel may answer");
        Expect(Chain({"RangePropagation", "FixedRss"}), "ns3::FixedRssLossModel may answer");
        const auto flat = Chain({"LogDistancePropagation"});
        flat->SetAttribute("Exponent", DoubleValue(0.0));
        Expect(flat, "what is sent with 0 dBm can be sensed at any distance");
    }
};

/// @brief The model that cuts: what is within it is not asked beyond its range.
class CutoffTest : public TestCase
{
  public:
    CutoffTest()
        : TestCase("a cutoff asks only within its range")
    {
    }

  private:
    /// @param at distance from the origin, m @return somebody there
    static Ptr<MobilityModel> Somebody(double at)
    {
        const auto place = CreateObject<ConstantPositionMobilityModel>();
        place->SetPosition(Vector(at, 0, 0));
        return place;
    }

    void DoRun() override
    {
        const auto random =
            ObjectFactory("ns3::RandomPropagationLossModel",
                          "Variable",
                          StringValue("ns3::SequentialRandomVariable[Min=1|Max=1000]"));
        const auto cutoff = ObjectFactory("ns3::CutoffPropagationLossModel",
                                          "MaxRange",
                                          DoubleValue(100.0),
                                          "Within",
                                          PointerValue(random.Create<PropagationLossModel>()))
                                .Create<PropagationLossModel>();
        const auto here = Somebody(0.0);
        NS_TEST_EXPECT_MSG_EQ(cutoff->CalcRxPower(0, here, Somebody(100.0)), -1.0, "the first");
        NS_TEST_EXPECT_MSG_EQ(cutoff->CalcRxPower(0, here, Somebody(100.1)),
                              CutoffPropagationLossModel::NOTHING,
                              "beyond");
        NS_TEST_EXPECT_MSG_EQ(cutoff->CalcRxPower(0, here, Somebody(5.0)), -2.0, "the second");
        const auto empty = Chain({"CutoffPropagation"});
        NS_TEST_EXPECT_MSG_EQ(empty->CalcRxPower(3.0, here, Somebody(5.0)), 3.0, "no loss at all");
        NS_TEST_EXPECT_MSG_EQ(LossReach(cutoff, -101.0).Of(0.0),
                              100.0,
                              "it bounds whatever is in it");
        const auto range = Chain({"RangePropagation"});
        range->SetAttribute("MaxRange", DoubleValue(50.0));
        range->SetNext(cutoff);
        NS_TEST_EXPECT_MSG_EQ(LossReach(range, -101.0).Of(0.0),
                              100.0,
                              "but what is in it is asked, whoever else cuts");
    }
};

/// @brief How far losses reach.
class LossReachTestSuite : public TestSuite
{
  public:
    LossReachTestSuite()
        : TestSuite("spatial-wifi-channel-loss-reach", Type::UNIT)
    {
        AddTestCase(new BoundTest, Duration::QUICK);
        AddTestCase(new NoBoundTest, Duration::QUICK);
        AddTestCase(new CutoffTest, Duration::QUICK);
    }
};

LossReachTestSuite g_lossReachTestSuite; ///< the suite

} // namespace
