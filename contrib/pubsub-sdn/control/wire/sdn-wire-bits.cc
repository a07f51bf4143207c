// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-wire-bits.h"

#include <algorithm>

namespace ns3::pubsub::sdn
{

std::optional<BitString>
BitsOf(const BitsItem& item)
{
    BitString::Octets octets{};
    if (item.octets.size() > octets.size() || item.octets.size() != (item.length + 7U) / 8)
    {
        return std::nullopt;
    }
    std::ranges::copy(item.octets, octets.begin());
    return BitString::FromOctets(octets, item.length);
}

BitsItem
ItemOf(const BitString& bits)
{
    const auto octets = static_cast<std::ptrdiff_t>((bits.Size() + 7) / 8);
    return {.length = static_cast<uint8_t>(bits.Size()),
            .octets = {bits.Bits().begin(), bits.Bits().begin() + octets}};
}

BitString
CodeBitsOf(const AddressPrefix& cover)
{
    const auto parts = ReadEventAddress(cover.address);
    return parts && cover.length >= CODE_AT
               ? parts->field.Prefix(static_cast<std::size_t>(cover.length - CODE_AT))
               : BitString();
}

bool
MayMatch(const Filter& filter, const Topic& topic)
{
    const std::vector<std::string> prefix = filter.Words();
    const std::vector<std::string> words = topic.Words();
    const bool isLongEnough =
        filter.IsSubtree() ? words.size() >= prefix.size() : words.size() == prefix.size();
    return isLongEnough && std::equal(prefix.begin(), prefix.end(), words.begin());
}

} // namespace ns3::pubsub::sdn
