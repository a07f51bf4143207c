// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_JSON_TEXT_H
#define PUBSUB_JSON_TEXT_H

#include <string>

namespace ns3::pubsub
{

/// @param text of any kind, without control characters but line ends, which become spaces
/// @return it as a JSON string
inline std::string
Json(const std::string& text)
{
    std::string quoted = "\"";
    for (char c : text)
    {
        if (c == '"' || c == '\\')
        {
            quoted += '\\';
        }
        quoted += c == '\n' ? ' ' : c;
    }
    return quoted + "\"";
}

} // namespace ns3::pubsub

#endif
