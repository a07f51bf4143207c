// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-flow-files.h"

#include "ns3/log.h"
#include "ns3/sdn-flow-dump.h"
#include "ns3/simulator.h"

#include <bit>
#include <fstream>
#include <variant>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnFlowFiles");

namespace
{

/**
 * @param action of a flow entry
 * @return its text
 */
std::string
TextOfAction(const FlowAction& action)
{
    if (const auto* output = std::get_if<OutputAction>(&action))
    {
        return TextOfOutput(output->port, output->maxLength);
    }
    if (const auto* group = std::get_if<GroupAction>(&action))
    {
        return TextOfGroup(group->group);
    }
    return TextOfDecrement();
}

/**
 * @param pattern of an IPv6 address
 * @return the prefix that it is
 */
AddressPrefix
PrefixOf(const Ipv6Pattern& pattern)
{
    return {.address = pattern.value, .length = pattern.PrefixLength().value_or(0)};
}

/**
 * @param entry of a flow table
 * @return what the file says of it
 */
DumpedFlow
DumpedEntry(const FlowEntry& entry)
{
    DumpedFlow flow;
    flow.cookie = entry.cookie;
    flow.duration = Simulator::Now() - entry.installed;
    flow.packets = entry.packets;
    flow.octets = entry.bytes;
    flow.idleTimeout = static_cast<uint16_t>(entry.idleTimeout.GetSeconds());
    flow.hardTimeout = static_cast<uint16_t>(entry.hardTimeout.GetSeconds());
    flow.priority = entry.priority;
    flow.inPort = entry.match.inPort;
    flow.ethType = entry.match.etherType;
    flow.ipProtocol = entry.match.ipProtocol;
    if (entry.match.ipv6Source)
    {
        flow.ipv6From = PrefixOf(*entry.match.ipv6Source);
    }
    if (entry.match.ipv6Destination)
    {
        flow.ipv6To = PrefixOf(*entry.match.ipv6Destination);
    }
    if (entry.match.ipv4Destination)
    {
        flow.ipv4To = Ipv4Address(entry.match.ipv4Destination->value);
        flow.ipv4Length = static_cast<uint8_t>(std::popcount(entry.match.ipv4Destination->mask));
    }
    for (const FlowAction& action : entry.execution)
    {
        flow.actions.push_back(TextOfAction(action));
    }
    return flow;
}

} // namespace

void
WriteFlowFiles(const std::string& folder, const SwitchNetwork& network)
{
    NS_LOG_FUNCTION(folder);
    for (uint32_t i = 0; i < network.Switches().GetN(); ++i)
    {
        std::vector<DumpedFlow> flows;
        for (const FlowEntry* entry : network.GetSwitch(i)->Flows().Entries())
        {
            flows.push_back(DumpedEntry(*entry));
        }
        const NodeId node = network.Switches().Get(i)->GetId();
        const std::string path = folder + "/flows-" + std::to_string(node) + ".txt";
        std::ofstream file(path);
        WriteFlowDump(file, flows);
        file.close();
        NS_ABORT_MSG_IF(file.fail(), "cannot write " << path);
    }
}

} // namespace ns3::pubsub::sdn
