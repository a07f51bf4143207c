// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-huffman.h"

#include <functional>
#include <queue>
#include <utility>

namespace ns3::pubsub::sdn
{

std::vector<std::string>
HuffmanCode(const std::vector<double>& weights)
{
    using Entry = std::pair<double, std::size_t>; // a weight, and the age of its symbol or group
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> lightest;
    for (std::size_t symbol = 0; symbol < weights.size(); ++symbol)
    {
        lightest.emplace(weights[symbol], symbol);
    }
    // Groups follow the symbols; each entry of `above` is the group around it and its bit there.
    std::vector<std::pair<std::size_t, char>> above(weights.size());
    while (lightest.size() > 1)
    {
        const auto [zeroWeight, zero] = lightest.top();
        lightest.pop();
        const auto [oneWeight, one] = lightest.top();
        lightest.pop();
        above[zero] = {above.size(), '0'};
        above[one] = {above.size(), '1'};
        lightest.emplace(zeroWeight + oneWeight, above.size());
        above.emplace_back();
    }
    // A group is younger than what it joins, so its code is known before theirs.
    std::vector<std::string> codes(above.size());
    for (std::size_t i = above.size(); i-- > 0;)
    {
        if (above[i].second != 0)
        {
            codes[i] = codes[above[i].first] + above[i].second;
        }
    }
    codes.resize(weights.size());
    return codes;
}

} // namespace ns3::pubsub::sdn
