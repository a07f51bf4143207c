// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-forwarding-file.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/sdn-event-packet.h"
#include "ns3/sdn-openflow-constants.h"

#include <fstream>
#include <utility>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnForwardingFile");

namespace
{

/// Sources and destinations of events.
using EventAddresses = std::set<std::pair<Ipv6Address, Ipv6Address>>;

/**
 * @param control with the agents of the hosts
 * @return the addresses of the events that hosts publish, where their topics have codes
 */
EventAddresses
AddressesOf(const ControlPlane& control)
{
    EventAddresses found;
    for (const auto& [topic, hosts] : control.Publishers())
    {
        for (const uint32_t host : hosts)
        {
            const Ptr<SdnAgent>& agent = control.Agents().at(host);
            if (const auto address = agent->AddressFor(topic))
            {
                found.emplace(agent->SourceAddress(), *address);
            }
        }
    }
    return found;
}

} // namespace

ForwardingTable
FindForwarding(const SwitchNetwork& network, const ControlPlane& control)
{
    NS_LOG_FUNCTION_NOARGS();
    ForwardingTable table;
    const EventAddresses addresses = AddressesOf(control);
    for (uint32_t i = 0; i < network.Switches().GetN(); ++i)
    {
        const Ptr<SdnSwitch> device = network.GetSwitch(i);
        for (const auto& [source, destination] : addresses)
        {
            const Ptr<Packet> event = MakeEventPacket(Create<Packet>(), source, destination);
            for (uint32_t port = 1; port <= device->PortCount(); ++port)
            {
                table[{device->DatapathId(), port, source, destination}] =
                    device->FindOutputs(port, event, ETHER_TYPE_IPV6);
            }
        }
    }
    return table;
}

void
WriteForwarding(const std::string& folder, Time until, const ForwardingTable& table)
{
    NS_LOG_FUNCTION(folder << until);
    const std::string path = folder + "/forwarding.txt";
    std::ofstream file(path);
    file << "until_ns " << until.GetNanoSeconds() << '\n';
    for (const auto& [event, ports] : table)
    {
        const auto& [datapath, inPort, source, destination] = event;
        file << datapath << ' ' << inPort << ' ' << AddressText(source) << ' '
             << AddressText(destination) << ' ';
        std::string text;
        for (const uint32_t port : ports)
        {
            text += (text.empty() ? "" : ",") + std::to_string(port);
        }
        file << (text.empty() ? "-" : text) << '\n';
    }
    file.close();
    NS_ABORT_MSG_IF(file.fail(), "cannot write " << path);
}

} // namespace ns3::pubsub::sdn
