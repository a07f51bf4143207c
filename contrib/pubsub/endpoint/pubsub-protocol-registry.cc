// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-protocol-registry.h"

#include "ns3/abort.h"

#include <algorithm>
#include <tuple>

namespace ns3::pubsub
{

namespace
{

/// @return the registered protocols, in order
std::vector<ProtocolEntry>&
Entries()
{
    static std::vector<ProtocolEntry> entries;
    return entries;
}

} // namespace

std::vector<ProtocolEntry>
RegisteredProtocols()
{
    return Entries();
}

RegisteredProtocol::RegisteredProtocol(const ProtocolEntry& entry)
{
    auto& entries = Entries();
    const bool isTaken = std::any_of(entries.begin(), entries.end(), [&entry](const auto& other) {
        return other.name == entry.name;
    });
    NS_ABORT_MSG_IF(isTaken, "two protocols have the name " << entry.name);
    const auto place =
        std::upper_bound(entries.begin(), entries.end(), entry, [](const auto& a, const auto& b) {
            return std::tie(a.rank, a.name) < std::tie(b.rank, b.name);
        });
    entries.insert(place, entry);
}

} // namespace ns3::pubsub
