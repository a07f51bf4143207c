// SPDX-License-Identifier: GPL-2.0-only
#ifndef OPENFLOW_SAMPLES_H
#define OPENFLOW_SAMPLES_H

#include "ns3/sdn-openflow-message.h"

#include <vector>

namespace ns3::pubsub::sdn
{

/// @return messages of every type, with every kind of content
inline std::vector<OpenFlowMessage>
OpenFlowSamples()
{
    const auto events = FlowMatch::Events(Ipv6Address("ff18:180::"), 26);
    FlowMatch narrow = FlowMatch::Events(Ipv6Address("ff18:0:1::5"), 128);
    narrow.inPort = 3;
    narrow.ipv6Source = Ipv6Pattern{Ipv6Address("fd00::a0"), Ipv6Address("ffff::f0")};
    FlowMatch unicast;
    unicast.etherType = ETHER_TYPE_IPV4;
    unicast.ipProtocol = 6;
    unicast.ipv4Destination = Ipv4Pattern::Prefix(Ipv4Address("10.1.2.3"), 24);
    const FlowActions actions{DecrementTtlAction{},
                              OutputAction{2, 64},
                              OutputAction{PORT_CONTROLLER},
                              GroupAction{7}};
    const FlowStatistics flow{.durationSeconds = 5,
                              .durationNanoseconds = 6,
                              .priority = 26,
                              .idleTimeout = 10,
                              .hardTimeout = 20,
                              .flags = FLOW_SEND_REMOVED,
                              .cookie = 9,
                              .packets = 100,
                              .bytes = 10000,
                              .match = events,
                              .applyActions = actions,
                              .writeActions = {GroupAction{7}}};
    const PortDescription port{.port = 1,
                               .address = Mac48Address("00:00:00:00:00:07"),
                               .name = "s1-p1",
                               .isDown = true,
                               .speedKbps = 1'000'000};
    return {Hello{},
            Hello{1, {}},
            ErrorMessage{ErrorType::FLOW_MOD_FAILED, FLOW_TABLE_FULL, {4, 14, 0, 56}},
            EchoRequest{{1, 2, 3}},
            EchoReply{{}},
            FeaturesRequest{},
            FeaturesReply{.datapathId = 0x1122334455667788, .buffers = 3, .capabilities = 13},
            GetConfigRequest{},
            GetConfigReply{0, 300},
            SetConfig{0, 400},
            PacketIn{.buffer = 4,
                     .totalLength = 99,
                     .reason = PacketInReason::ACTION,
                     .cookie = 5,
                     .match = narrow,
                     .frame = {1, 2, 3, 4}},
            FlowRemoved{.cookie = 1,
                        .priority = 2,
                        .reason = FlowEnd::HARD_TIMEOUT,
                        .durationSeconds = 3,
                        .durationNanoseconds = 4,
                        .idleTimeout = 5,
                        .hardTimeout = 6,
                        .packets = 7,
                        .bytes = 8,
                        .match = unicast},
            PortStatus{PortReason::MODIFIED, port},
            PacketOut{.inPort = 3, .actions = actions, .frame = {5, 6, 7}},
            PacketOut{.buffer = 8, .actions = {OutputAction{PORT_TABLE}}},
            FlowMod{.cookie = 1,
                    .cookieMask = 2,
                    .idleTimeout = 3,
                    .hardTimeout = 4,
                    .priority = 5,
                    .flags = FLOW_CHECK_OVERLAP,
                    .match = events,
                    .applyActions = actions,
                    .writeActions = {OutputAction{1}}},
            FlowMod{.command = FlowCommand::DELETE, .outGroup = 7, .match = narrow},
            FlowMod{.match = unicast},
            GroupMod{.group = 7,
                     .buckets = {{{OutputAction{1}}}, {{DecrementTtlAction{}, OutputAction{2}}}}},
            GroupMod{.command = GroupCommand::DELETE, .group = GROUP_ALL},
            MultipartRequest{FlowStatisticsRequest{.cookie = 1, .cookieMask = 3, .match = events}},
            MultipartRequest{PortStatisticsRequest{2}},
            MultipartRequest{PortDescriptionRequest{}},
            MultipartReply{true, std::vector{flow, flow}},
            MultipartReply{false,
                           std::vector{PortStatistics{.port = 1,
                                                      .receivedPackets = 2,
                                                      .sentPackets = 3,
                                                      .receivedBytes = 4,
                                                      .sentBytes = 5,
                                                      .receivedDropped = 6,
                                                      .sentDropped = 7,
                                                      .durationSeconds = 8,
                                                      .durationNanoseconds = 9}}},
            MultipartReply{false, std::vector{port}},
            BarrierRequest{},
            BarrierReply{},
            RoleRequest{ControllerRole::MASTER, 77},
            RoleReply{ControllerRole::SLAVE, 78}};
}

} // namespace ns3::pubsub::sdn

#endif
