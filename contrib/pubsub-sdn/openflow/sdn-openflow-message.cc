// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-openflow-message.h"

#include <array>

namespace ns3::pubsub::sdn
{

const char*
OpenFlowTypeName(OpenFlowType type)
{
    switch (type)
    {
    case OpenFlowType::HELLO:
        return "hello";
    case OpenFlowType::ERROR:
        return "error";
    case OpenFlowType::ECHO_REQUEST:
        return "echo_request";
    case OpenFlowType::ECHO_REPLY:
        return "echo_reply";
    case OpenFlowType::FEATURES_REQUEST:
        return "features_request";
    case OpenFlowType::FEATURES_REPLY:
        return "features_reply";
    case OpenFlowType::GET_CONFIG_REQUEST:
        return "get_config_request";
    case OpenFlowType::GET_CONFIG_REPLY:
        return "get_config_reply";
    case OpenFlowType::SET_CONFIG:
        return "set_config";
    case OpenFlowType::PACKET_IN:
        return "packet_in";
    case OpenFlowType::FLOW_REMOVED:
        return "flow_removed";
    case OpenFlowType::PORT_STATUS:
        return "port_status";
    case OpenFlowType::PACKET_OUT:
        return "packet_out";
    case OpenFlowType::FLOW_MOD:
        return "flow_mod";
    case OpenFlowType::GROUP_MOD:
        return "group_mod";
    case OpenFlowType::MULTIPART_REQUEST:
        return "multipart_request";
    case OpenFlowType::MULTIPART_REPLY:
        return "multipart_reply";
    case OpenFlowType::BARRIER_REQUEST:
        return "barrier_request";
    case OpenFlowType::BARRIER_REPLY:
        return "barrier_reply";
    case OpenFlowType::ROLE_REQUEST:
        return "role_request";
    case OpenFlowType::ROLE_REPLY:
        return "role_reply";
    }
    return "unknown";
}

OpenFlowType
TypeOf(const OpenFlowMessage& message)
{
    // In the order of the variant.
    static constexpr std::array TYPES{
        OpenFlowType::HELLO,
        OpenFlowType::ERROR,
        OpenFlowType::ECHO_REQUEST,
        OpenFlowType::ECHO_REPLY,
        OpenFlowType::FEATURES_REQUEST,
        OpenFlowType::FEATURES_REPLY,
        OpenFlowType::GET_CONFIG_REQUEST,
        OpenFlowType::GET_CONFIG_REPLY,
        OpenFlowType::SET_CONFIG,
        OpenFlowType::PACKET_IN,
        OpenFlowType::FLOW_REMOVED,
        OpenFlowType::PORT_STATUS,
        OpenFlowType::PACKET_OUT,
        OpenFlowType::FLOW_MOD,
        OpenFlowType::GROUP_MOD,
        OpenFlowType::MULTIPART_REQUEST,
        OpenFlowType::MULTIPART_REPLY,
        OpenFlowType::BARRIER_REQUEST,
        OpenFlowType::BARRIER_REPLY,
        OpenFlowType::ROLE_REQUEST,
        OpenFlowType::ROLE_REPLY,
    };
    static_assert(TYPES.size() == std::variant_size_v<OpenFlowMessage>);
    return TYPES[message.index()];
}

} // namespace ns3::pubsub::sdn
