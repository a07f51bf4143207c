// SPDX-License-Identifier: GPL-2.0-only
#include "broker-overlay-strategy.h"

#include "ns3/broker-input.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/object-factory.h"

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerOverlayStrategy");

NS_OBJECT_ENSURE_REGISTERED(OverlayStrategy);

namespace
{

/// A strategy. By name of its type, so that this folder includes none of them.
struct StrategyEntry
{
    std::string name;  ///< on the command line
    std::string label; ///< in reports
    std::string type;  ///< of the strategy, without its namespace
};

/// The strategies in the order of lists.
const std::vector<StrategyEntry> STRATEGIES{
    {"static", "Static", "StaticStrategy"},
    {"ocbr", "OCBR", "OcbrStrategy"},
    {"ocbr-e", "OCBR-E (reconstruction)", "OcbrExtendedStrategy"},
    {"similarity", "Similarity", "SimilarityStrategy"},
    {"psoo-fcat", "PSOO-FCAT", "PsooFcatStrategy"},
    {"hindsight", "Hindsight", "HindsightStrategy"},
};

} // namespace

TypeId
OverlayStrategy::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::broker::OverlayStrategy")
            .SetParent<Object>()
            .SetGroupName("PubSub")
            .AddAttribute("Window",
                          "Time over which flows are counted before they are used.",
                          TimeValue(Seconds(50)),
                          MakeTimeAccessor(&OverlayStrategy::m_window),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Period",
                          "Time between two decisions of a broker.",
                          TimeValue(Seconds(50)),
                          MakeTimeAccessor(&OverlayStrategy::m_period),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Threshold",
                          "Cost that a move must save at least to be executed; the move is "
                          "executed if it saves more.",
                          DoubleValue(0.0),
                          MakeDoubleAccessor(&OverlayStrategy::m_threshold),
                          MakeDoubleChecker<double>(0.0));
    return tid;
}

const std::vector<std::string>&
OverlayStrategy::Names()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const StrategyEntry& entry : STRATEGIES)
        {
            all.push_back(entry.name);
        }
        return all;
    }();
    return names;
}

std::vector<std::pair<std::string, std::string>>
OverlayStrategy::Labels()
{
    std::vector<std::pair<std::string, std::string>> labels;
    for (const StrategyEntry& entry : STRATEGIES)
    {
        labels.emplace_back(entry.name, entry.label);
    }
    return labels;
}

Ptr<OverlayStrategy>
OverlayStrategy::Create(const std::string& name)
{
    NS_LOG_FUNCTION(name);
    for (const StrategyEntry& entry : STRATEGIES)
    {
        if (entry.name == name)
        {
            return ObjectFactory("ns3::pubsub::broker::" + entry.type).Create<OverlayStrategy>();
        }
    }
    throw BrokerInputError("'" + name + "' is not a strategy; expected one of " + Listed(Names()));
}

bool
OverlayStrategy::Receive(StrategyContext& /* context */,
                         BrokerId from,
                         const StrategyMessage& /* message */)
{
    NS_LOG_FUNCTION(this << from);
    return false; // most strategies have no messages
}

} // namespace ns3::pubsub::broker
