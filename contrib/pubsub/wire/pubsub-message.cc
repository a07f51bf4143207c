// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-message.h"

namespace ns3::pubsub
{

bool
CarriesEvent(MessageType type)
{
    return type == MessageType::EVENT || type == MessageType::JOIN_QUERY ||
           type == MessageType::HISTORY_QUERY || type == MessageType::HINT_EVENT;
}

std::string
MessageTypeName(MessageType type)
{
    switch (type)
    {
    case MessageType::EVENT:
        return "event";
    case MessageType::BEACON:
        return "beacon";
    case MessageType::REPORT:
        return "report";
    case MessageType::REPORT_ACK:
        return "report_ack";
    case MessageType::LEAVE:
        return "leave";
    case MessageType::JOIN:
        return "join";
    case MessageType::STATUS:
        return "status";
    case MessageType::JOIN_QUERY:
        return "join_query";
    case MessageType::JOIN_REPLY:
        return "join_reply";
    case MessageType::UNREACHABLE:
        return "unreachable";
    case MessageType::REPLY_ACK:
        return "reply_ack";
    case MessageType::FILTER_QUERY:
        return "filter_query";
    case MessageType::FILTER_REPLY:
        return "filter_reply";
    case MessageType::HISTORY_QUERY:
        return "history_query";
    case MessageType::HINT_EVENT:
        return "hint_event";
    case MessageType::SMF_HELLO:
        return "smf_hello";
    }
    return "unknown";
}

} // namespace ns3::pubsub
