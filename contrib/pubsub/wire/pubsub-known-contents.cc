// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-known-contents.h"

#include "pubsub-recent-texts.h"
#include "pubsub-simulation-owned.h"
#include "pubsub-wire-archive.h"

#include <string_view>
#include <utility>
#include <vector>

namespace ns3::pubsub
{

namespace
{

/// Contents that are remembered.
using KnownContents = RecentTexts<Content, 4096>;

/**
 * @param octets of a content
 * @return the content, or nothing if a text is not well formed
 */
std::optional<Content>
Parse(std::span<const uint8_t> octets)
{
    WireReader reader(octets);
    Topic topic;
    std::vector<EventAttribute> attributes;
    reader.Text(topic);
    reader.List8(attributes, [](auto& archive, auto& attribute) {
        archive.Text(attribute.name);
        archive.Text(attribute.value);
    });
    return reader.IsGood() ? std::optional(Content(topic, std::move(attributes))) : std::nullopt;
}

} // namespace

std::optional<Content>
ReadContent(std::span<const uint8_t> octets)
{
    const std::string_view text(reinterpret_cast<const char*>(octets.data()), octets.size());
    return SimulationOwned<KnownContents>::Get().Find(text, [octets] { return Parse(octets); });
}

} // namespace ns3::pubsub
