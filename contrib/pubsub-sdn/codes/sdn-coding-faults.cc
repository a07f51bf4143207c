// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-coding-faults.h"

#include <algorithm>
#include <set>
#include <string>

namespace ns3::pubsub::sdn
{

namespace
{

/**
 * @tparam Matches type of a function of two topics
 * @tparam Address type of a function of a topic
 * @param tree of topics
 * @param matches whether an entry of the first topic matches the own address of the second
 * @param addressOf the own address of a topic, or what decides it
 * @return the faults
 */
template <typename Matches, typename Address>
CodingFaults
Count(const TopicTree& tree, Matches&& matches, Address&& addressOf)
{
    CodingFaults faults;
    std::set<decltype(addressOf(TopicId()))> addresses;
    for (TopicId a = 0; a < tree.Size(); ++a)
    {
        faults.collisions += !addresses.insert(addressOf(a)).second;
        for (TopicId b = 0; b < tree.Size(); ++b)
        {
            faults.wrongPairs += matches(a, b) != tree.Covers(a, b);
        }
    }
    return faults;
}

} // namespace

CodingFaults&
CodingFaults::operator+=(const CodingFaults& other)
{
    wrongPairs += other.wrongPairs;
    collisions += other.collisions;
    return *this;
}

CodingFaults
FaultsOf(const TopicTree& tree, const TopicCodes& codes)
{
    const auto matches = [&](TopicId a, TopicId b) {
        const auto cover = codes.CoverOf(a);
        const Ipv6Address address = codes.OwnAddress(b);
        return std::any_of(cover.begin(), cover.end(), [&](const AddressPrefix& prefix) {
            return prefix.Contains(address);
        });
    };
    return Count(tree, matches, [&](TopicId topic) { return codes.OwnAddress(topic); });
}

CodingFaults
FaultsOfPrintedRule(const TopicTree& tree)
{
    const TopicCodes codes(TopicCoding::LCRS, tree);
    const auto matches = [&](TopicId a, TopicId b) {
        return codes.CodeOf(b).StartsWith(codes.CodeOf(a));
    };
    return Count(tree, matches, [&](TopicId topic) { return codes.CodeOf(topic).Bits(); });
}

TopicTree
RandomTopicTree(uint32_t size, Ptr<UniformRandomVariable> random)
{
    TopicTree tree;
    for (uint32_t topic = 0; topic < size; ++topic)
    {
        const uint32_t father = random->GetInteger(0, topic);
        const std::string above = father == topic ? "" : tree.NameOf(father).Text() + ".";
        tree.Add(*Topic::Parse(above + "t" + std::to_string(topic)), random->GetValue(0.0, 1.0));
    }
    return tree;
}

} // namespace ns3::pubsub::sdn
