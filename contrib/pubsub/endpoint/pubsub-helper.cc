// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-helper.h"

#include "pubsub-endpoint.h"
#include "pubsub-protocol-registry.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/string.h"

namespace ns3::pubsub
{

NS_LOG_COMPONENT_DEFINE("PubSubHelper");

std::vector<std::string>
PubSubHelper::Protocols()
{
    NS_LOG_FUNCTION_NOARGS();
    std::vector<std::string> names;
    for (const ProtocolEntry& entry : RegisteredProtocols())
    {
        names.push_back(entry.name);
    }
    return names;
}

PubSubHelper::PubSubHelper(const std::string& protocol)
{
    NS_LOG_FUNCTION(this << protocol);
    for (const ProtocolEntry& entry : RegisteredProtocols())
    {
        if (protocol == entry.name)
        {
            m_factory.SetTypeId(entry.type);
            if (!entry.attribute.empty())
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
    NS_LOG_FUNCTION(this);
    TypeId::AttributeInformation info;
    if (m_factory.GetTypeId().LookupAttributeByName("Range", &info))
    {
        m_factory.Set("Range", DoubleValue(range));
    }
}

ApplicationContainer
PubSubHelper::Install(const NodeContainer& nodes) const
{
    NS_LOG_FUNCTION(this);
    ApplicationContainer applications;
    for (auto it = nodes.Begin(); it != nodes.End(); ++it)
    {
        auto protocol = m_factory.Create<Endpoint>();
        (*it)->AddApplication(protocol);
        protocol->SetStartTime(Seconds(0));
        applications.Add(protocol);
    }
    return applications;
}

int64_t
PubSubHelper::AssignStreams(const NodeContainer& nodes, int64_t stream)
{
    NS_LOG_FUNCTION_NOARGS();
    int64_t used = 0;
    for (auto it = nodes.Begin(); it != nodes.End(); ++it)
    {
        used += PubSubOf(*it)->AssignStreams(stream + used);
    }
    return used;
}

} // namespace ns3::pubsub
