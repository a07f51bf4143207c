// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-helper.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/pubsub-protocol.h"
#include "ns3/string.h"

namespace ns3::pubsub
{

namespace
{

/// A protocol's name and what makes it.
struct Entry
{
    const char* name;      ///< on the command line
    const char* type;      ///< TypeId
    const char* attribute; ///< that the name presets, or nullptr
    const char* value;     ///< of the preset
};

/// Every protocol that can be installed.
constexpr Entry ENTRIES[] = {
    {"sp-nhop", "ns3::ShopParent", "Metric", "Hops"},
    {"sp-ovhd", "ns3::ShopParent", "Metric", "Overhead"},
    {"sp-combo", "ns3::ShopParent", "Metric", "Combo"},
    {"topsim", "ns3::TopSim", nullptr, nullptr},
    {"flooding", "ns3::Flooding", nullptr, nullptr},
    {"gossip", "ns3::Gossip", nullptr, nullptr},
    {"hint", "ns3::HintRouting", "Suppression", "AnyCopy"},
    {"hint-per-target", "ns3::HintRouting", "Suppression", "PerTarget"},
    {"smf", "ns3::Smf", "RelaySet", "E-CDS"},
    {"smf-mpr", "ns3::Smf", "RelaySet", "S-MPR"},
    {"oracle", "ns3::Oracle", "Tree", "Steiner"},
    {"oracle-sp", "ns3::Oracle", "Tree", "ShortestPath"},
    {"odmrp", "ns3::Odmrp", nullptr, nullptr},
    {"extended-odmrp", "ns3::ExtendedOdmrp", nullptr, nullptr},
    {"hodmrp", "ns3::Hodmrp", nullptr, nullptr},
};

} // namespace

std::vector<std::string>
PubSubHelper::Protocols()
{
    std::vector<std::string> names;
    for (const Entry& entry : ENTRIES)
    {
        names.emplace_back(entry.name);
    }
    return names;
}

PubSubHelper::PubSubHelper(const std::string& protocol)
{
    for (const Entry& entry : ENTRIES)
    {
        if (protocol == entry.name)
        {
            m_factory.SetTypeId(entry.type);
            if (entry.attribute != nullptr)
            {
                m_factory.Set(entry.attribute, StringValue(entry.value));
            }
            return;
        }
    }
    NS_ABORT_MSG("no protocol " << protocol);
}

void
PubSubHelper::Set(const std::string& name, const AttributeValue& value)
{
    m_factory.Set(name, value);
}

void
PubSubHelper::SetRange(double range)
{
    TypeId::AttributeInformation info;
    if (m_factory.GetTypeId().LookupAttributeByName("Range", &info))
    {
        m_factory.Set("Range", DoubleValue(range));
    }
}

ApplicationContainer
PubSubHelper::Install(const NodeContainer& nodes) const
{
    ApplicationContainer applications;
    for (auto it = nodes.Begin(); it != nodes.End(); ++it)
    {
        auto protocol = m_factory.Create<PubSubProtocol>();
        (*it)->AddApplication(protocol);
        protocol->SetStartTime(Seconds(0));
        applications.Add(protocol);
    }
    return applications;
}

int64_t
PubSubHelper::AssignStreams(const NodeContainer& nodes, int64_t stream)
{
    int64_t used = 0;
    for (auto it = nodes.Begin(); it != nodes.End(); ++it)
    {
        used += PubSubOf(*it)->AssignStreams(stream + used);
    }
    return used;
}

} // namespace ns3::pubsub
