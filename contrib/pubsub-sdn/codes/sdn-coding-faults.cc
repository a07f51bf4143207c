// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-coding-faults.h"

#include <algorithm>
#include <string>

namespace ns3::pubsub::sdn
{

namespace
{

/**
 * @tparam Matches type of a function of two topics
 * @tparam Collides type of a function of two topics
 * @param tree of topics
 * @param matches whether an entry of the first topic matches the own address of the second
 * @param collides whether both have the same own address
 * @return the faults of all pairs
 */
template <typename Matches, typename Collides>
CodingFaults
Count(const TopicTree& tree, Matches&& matches, Collides&& collides)
{
    CodingFaults faults;
    for (TopicId a = 0; a < tree.Size(); ++a)
    {
        for (TopicId b = 0; b < tree.Size(); ++b)
        {
            faults.wrongPairs += matches(a, b) != tree.Covers(a, b);
            faults.collisions += a < b && collides(a, b);
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
    return Count(tree, matches, [&](TopicId a, TopicId b) {
        return codes.OwnAddress(a) == codes.OwnAddress(b);
    });
}

CodingFaults
FaultsOfPrintedRule(const TopicTree& tree)
{
    const TopicCodes codes(TopicCoding::LCRS, tree);
    const auto matches = [&](TopicId a, TopicId b) {
        return codes.CodeOf(b).StartsWith(codes.CodeOf(a));
    };
    return Count(tree, matches, [&](TopicId a, TopicId b) {
        return codes.CodeOf(a).Bits() == codes.CodeOf(b).Bits();
    });
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
