// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-flow-dump.h"

#include <algorithm>
#include <map>
#include <sstream>

namespace ns3::pubsub::sdn
{

namespace
{

/// Priority of an entry for which none was given; it is not printed.
constexpr uint16_t DEFAULT_PRIORITY = 32768;

constexpr uint16_t IPV4 = 0x0800; ///< Ethernet type
constexpr uint16_t IPV6 = 0x86dd; ///< Ethernet type

/**
 * @param duration of an entry
 * @return seconds and as many decimals as there are
 */
std::string
SecondsText(Time duration)
{
    constexpr int64_t SECOND = 1'000'000'000;
    const int64_t nanoseconds = duration.GetNanoSeconds();
    std::string text = std::to_string(nanoseconds / SECOND);
    if (nanoseconds % SECOND != 0)
    {
        const std::string decimals = std::to_string(SECOND + nanoseconds % SECOND).substr(1);
        text += "." + decimals.substr(0, decimals.find_last_not_of('0') + 1);
    }
    return text + "s";
}

/**
 * @param flow an entry
 * @return what its packets are: `udp6`, `ipv6`, `ip`, `dl_type=0x88cc` and so on; may be empty
 */
std::string
TypeText(const DumpedFlow& flow)
{
    if (!flow.ethType)
    {
        return "";
    }
    static const std::map<uint16_t, std::string> TYPES{{IPV4, "ip"},
                                                       {IPV6, "ipv6"},
                                                       {0x0806, "arp"}};
    static const std::map<std::pair<uint16_t, uint8_t>, std::string> PROTOCOLS{
        {{IPV4, 1}, "icmp"},
        {{IPV4, 6}, "tcp"},
        {{IPV4, 17}, "udp"},
        {{IPV4, 132}, "sctp"},
        {{IPV6, 58}, "icmp6"},
        {{IPV6, 6}, "tcp6"},
        {{IPV6, 17}, "udp6"},
        {{IPV6, 132}, "sctp6"},
    };
    if (flow.ipProtocol)
    {
        const auto protocol = PROTOCOLS.find({*flow.ethType, *flow.ipProtocol});
        if (protocol != PROTOCOLS.end())
        {
            return protocol->second;
        }
    }
    const auto type = TYPES.find(*flow.ethType);
    std::ostringstream text;
    if (type == TYPES.end())
    {
        text << "dl_type=0x" << std::hex << *flow.ethType;
    }
    else
    {
        text << type->second;
    }
    if (flow.ipProtocol)
    {
        text << ",nw_proto=" << std::dec << +*flow.ipProtocol;
    }
    return text.str();
}

/**
 * @param flow an entry
 * @return its match after the priority, with commas
 */
std::string
MatchText(const DumpedFlow& flow)
{
    std::string text = TypeText(flow);
    const auto add = [&text](const std::string& field) {
        text += (text.empty() ? "" : ",") + field;
    };
    if (flow.inPort)
    {
        add("in_port=" + std::to_string(*flow.inPort));
    }
    if (flow.ipv6From)
    {
        add("ipv6_src=" + flow.ipv6From->Text());
    }
    if (flow.ipv6To)
    {
        add("ipv6_dst=" + flow.ipv6To->Text());
    }
    if (flow.ipv4To)
    {
        std::ostringstream address;
        address << "nw_dst=" << *flow.ipv4To;
        add(address.str() + (flow.ipv4Length == 32 ? "" : "/" + std::to_string(flow.ipv4Length)));
    }
    return text;
}

} // namespace

std::string
DumpLine(const DumpedFlow& flow)
{
    std::ostringstream line;
    line << " cookie=0x" << std::hex << flow.cookie << std::dec
         << ", duration=" << SecondsText(flow.duration) << ", table=" << +flow.table
         << ", n_packets=" << flow.packets << ", n_bytes=" << flow.octets << ", ";
    if (flow.idleTimeout != 0)
    {
        line << "idle_timeout=" << flow.idleTimeout << ", ";
    }
    if (flow.hardTimeout != 0)
    {
        line << "hard_timeout=" << flow.hardTimeout << ", ";
    }
    const std::string match = MatchText(flow);
    if (flow.priority != DEFAULT_PRIORITY)
    {
        line << "priority=" << flow.priority << (match.empty() ? "" : ",");
    }
    line << match << (match.empty() && flow.priority == DEFAULT_PRIORITY ? "" : " ") << "actions=";
    for (std::size_t i = 0; i < flow.actions.size(); ++i)
    {
        line << (i > 0 ? "," : "") << flow.actions[i];
    }
    line << (flow.actions.empty() ? "drop" : "");
    return line.str();
}

std::string
DecrementAction()
{
    return "dec_ttl";
}

std::string
GroupAction(uint32_t group)
{
    return "group:" + std::to_string(group);
}

std::string
OutputAction(uint32_t port, uint16_t maxOctets)
{
    static const std::map<uint32_t, std::string> RESERVED{
        {0xfffffff8, "IN_PORT"},
        {0xfffffff9, "TABLE"},
        {0xfffffffa, "NORMAL"},
        {0xfffffffb, "FLOOD"},
        {0xfffffffc, "ALL"},
        {0xfffffffd, "CONTROLLER"},
        {0xfffffffe, "LOCAL"},
        {0xffffffff, "ANY"},
    };
    const auto name = RESERVED.find(port);
    if (name == RESERVED.end())
    {
        return "output:" + std::to_string(port);
    }
    const bool isController = name->second == "CONTROLLER";
    return name->second + (isController ? ":" + std::to_string(maxOctets) : "");
}

void
WriteFlowDump(std::ostream& out, const std::vector<DumpedFlow>& flows)
{
    std::vector<const DumpedFlow*> order;
    for (const DumpedFlow& flow : flows)
    {
        order.push_back(&flow);
    }
    std::stable_sort(order.begin(), order.end(), [](const DumpedFlow* a, const DumpedFlow* b) {
        return a->priority != b->priority ? a->priority > b->priority
                                          : MatchText(*a) < MatchText(*b);
    });
    for (const DumpedFlow* flow : order)
    {
        out << DumpLine(*flow) << '\n';
    }
}

} // namespace ns3::pubsub::sdn
