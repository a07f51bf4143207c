// SPDX-License-Identifier: GPL-2.0-only
#include "manet-topic-knowledge.h"

#include "ns3/config.h"
#include "ns3/log.h"
#include "ns3/manet-topsim.h"
#include "ns3/string.h"

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("TopicKnowledge");

void
TopicKnowledge::AddTo(ScenarioParameters& parameters)
{
    NS_LOG_FUNCTION(this);
    parameters.Add("similarities",
                   m_file,
                   {},
                   "file",
                   "similarities of words for topsim, as ./waf ontology writes them");
}

void
TopicKnowledge::Install(const ScenarioParameters& parameters) const
{
    NS_LOG_FUNCTION(this);
    if (!m_file.empty())
    {
        Config::SetDefault("ns3::TopSim::Similarities", StringValue(m_file));
    }
    // Whoever set it, a file that is no table ends the program before the nodes are made.
    TypeId::AttributeInformation attribute;
    TopSim::GetTypeId().LookupAttributeByName("Similarities", &attribute);
    const auto file = DynamicCast<const StringValue>(attribute.initialValue)->Get();
    try
    {
        WordSimilarities::Share(file);
    }
    catch (const WordSimilaritiesError& error)
    {
        parameters.Refuse(error.what());
    }
}

} // namespace ns3::pubsub::manet
