// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-flow-dump.h"

#include <algorithm>
#include <iomanip>
#include <map>
#include <sstream>
#include <utility>

namespace ns3::pubsub::sdn
{

namespace
{

/// Priority of an entry for which none was given; it is not printed.
constexpr uint16_t DEFAULT_PRIORITY = 32768;

constexpr uint16_t IPV4 = 0x0800; ///< Ethernet type
constexpr uint16_t IPV6 = 0x86dd; ///< Ethernet type
constexpr uint16_t ARP = 0x0806;  ///< Ethernet type

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

/// Names of Ethernet types and of their IP protocols; protocol 0 is any.
const std::map<std::pair<uint16_t, uint8_t>, std::string> PACKET_NAMES{
    {{IPV4, 0}, "ip"},
    {{IPV4, 1}, "icmp"},
    {{IPV4, 6}, "tcp"},
    {{IPV4, 17}, "udp"},
    {{IPV4, 132}, "sctp"},
    {{IPV6, 0}, "ipv6"},
    {{IPV6, 6}, "tcp6"},
    {{IPV6, 17}, "udp6"},
    {{IPV6, 58}, "icmp6"},
    {{IPV6, 132}, "sctp6"},
    {{ARP, 0}, "arp"},
};

/**
 * @param type Ethernet type
 * @param protocol of IP, or 0
 * @return the name of such packets; null for none
 */
const std::string*
FindPacketName(uint16_t type, uint8_t protocol)
{
    const auto place = PACKET_NAMES.find({type, protocol});
    return place == PACKET_NAMES.end() ? nullptr : &place->second;
}

/**
 * @param flow an entry
 * @return its match after the priority, with commas
 */
std::string
MatchText(const DumpedFlow& flow)
{
    std::string text;
    const auto add = [&text](const std::string& field) {
        text += (text.empty() ? "" : ",") + field;
    };
    const uint16_t type = flow.ethType.value_or(0);
    const std::string* whole = FindPacketName(type, flow.ipProtocol.value_or(0));
    const std::string* packets = whole ? whole : FindPacketName(type, 0);
    if (packets)
    {
        add(*packets);
    }
    if (flow.inPort)
    {
        add("in_port=" + std::to_string(*flow.inPort));
    }
    if (flow.ethType && !packets)
    {
        std::ostringstream number;
        number << "dl_type=0x" << std::hex << std::setw(4) << std::setfill('0') << type;
        add(number.str());
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
        std::ostringstream field;
        field << "nw_dst=" << *flow.ipv4To;
        if (flow.ipv4Length != 32)
        {
            field << '/' << +flow.ipv4Length;
        }
        add(field.str());
    }
    if (flow.ipProtocol && !whole)
    {
        add("nw_proto=" + std::to_string(*flow.ipProtocol));
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
TextOfDecrement()
{
    return "dec_ttl";
}

std::string
TextOfGroup(uint32_t group)
{
    return "group:" + std::to_string(group);
}

std::string
TextOfOutput(uint32_t port, uint16_t maxOctets)
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
