// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-topic-code.h"

#include "sdn-huffman.h"

#include "ns3/log.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnTopicCodes");

namespace
{

/// Bits of the length that follows a code of the coding lcrs.
constexpr std::size_t LENGTH_BITS = 7;

/// @return the codings, in the order of TopicCoding
const std::vector<std::string>&
CodingNames()
{
    static const std::vector<std::string> names{"own-slot", "lcrs", "huffman", "fixed-width"};
    return names;
}

/**
 * @param coding any
 * @return whether it is one of binary trees, which never change a code
 */
bool
IsBinaryTree(TopicCoding coding)
{
    return coding == TopicCoding::OWN_SLOT || coding == TopicCoding::LCRS;
}

/// @brief Refuse a topic whose code is too long.
/// @param topic the topic
/// @param coding its coding
/// @param needed bits of its code
[[noreturn]] void
RefuseLength(const Topic& topic, TopicCoding coding, std::size_t needed)
{
    throw TopicCodeError("topic " + topic.Text() + " needs a code of " + std::to_string(needed) +
                         " bits in the coding " + NameOfCoding(coding) + "; expected at most " +
                         std::to_string(CapacityOf(coding)));
}

/**
 * @param topic the topic, for the sentence that refuses it
 * @param coding its coding
 * @param begin of the code
 * @param end of the code, as 0 and 1
 * @return the whole code
 */
BitString
Joined(const Topic& topic, TopicCoding coding, BitString begin, const std::string& end)
{
    if (begin.Size() + end.size() > CapacityOf(coding))
    {
        RefuseLength(topic, coding, begin.Size() + end.size());
    }
    for (const char bit : end)
    {
        begin.PushBack(bit == '1');
    }
    return begin;
}

/**
 * @brief The place of a topic among its siblings.
 * @param tree of topics
 * @param topic a topic
 * @return its index, from 0
 */
std::size_t
IndexAmongSiblings(const TopicTree& tree, TopicId topic)
{
    // Siblings are in the order of registration, so their numbers ascend.
    const auto& siblings = tree.Children(tree.Father(topic));
    return std::lower_bound(siblings.begin(), siblings.end(), topic) - siblings.begin();
}

/**
 * @param tree of topics
 * @return for each topic the rate of its own events and those of its descendants
 */
std::vector<double>
SubtreeRates(const TopicTree& tree)
{
    std::vector<double> rates(tree.Size());
    for (TopicId topic = tree.Size(); topic-- > 0;)
    {
        rates[topic] += tree.RateOf(topic);
        if (tree.Father(topic) != NO_TOPIC)
        {
            rates[tree.Father(topic)] += rates[topic];
        }
    }
    return rates;
}

/**
 * @brief The bits that a node appends to its code for its own events and for each child.
 * @param tree of topics
 * @param node a topic, or NO_TOPIC for the root, which has no events of its own
 * @param coding huffman or fixed-width
 * @param rates of subtrees
 * @return own events first, then the children in their order; as 0 and 1
 */
std::vector<std::string>
SymbolsOf(const TopicTree& tree, TopicId node, TopicCoding coding, const std::vector<double>& rates)
{
    const auto& children = tree.Children(node);
    if (coding == TopicCoding::HUFFMAN)
    {
        std::vector<double> weights{node == NO_TOPIC ? 0.0 : tree.RateOf(node)};
        for (const TopicId child : children)
        {
            weights.push_back(rates[child]);
        }
        return HuffmanCode(weights);
    }
    const std::size_t width = std::bit_width(children.size());
    std::vector<std::string> symbols;
    for (std::size_t symbol = 0; symbol <= children.size(); ++symbol)
    {
        BitString bits;
        bits.AppendNumber(symbol, width);
        symbols.push_back(bits.Text());
    }
    return symbols;
}

} // namespace

const std::vector<std::string>&
TopicCodingNames()
{
    return CodingNames();
}

const std::string&
NameOfCoding(TopicCoding coding)
{
    return CodingNames().at(static_cast<std::size_t>(coding));
}

TopicCoding
ParseTopicCoding(const std::string& name)
{
    const auto place = std::find(CodingNames().begin(), CodingNames().end(), name);
    if (place == CodingNames().end())
    {
        throw broker::BrokerInputError("no coding is named " + broker::Quoted(name) +
                                       "; expected one of " + broker::Listed(CodingNames()));
    }
    return static_cast<TopicCoding>(place - CodingNames().begin());
}

std::size_t
CapacityOf(TopicCoding coding)
{
    return coding == TopicCoding::LCRS ? BitString::MAX_BITS - LENGTH_BITS : BitString::MAX_BITS;
}

std::optional<BitString>
FatherOfCode(const BitString& code)
{
    BitString father = code;
    while (!father.IsEmpty() && father[father.Size() - 1])
    {
        father.PopBack();
    }
    if (father.IsEmpty())
    {
        return std::nullopt;
    }
    father.PopBack();
    return father;
}

TopicCodes::TopicCodes(TopicCoding coding, const TopicTree& tree)
    : m_coding(coding),
      m_tree(&tree)
{
    Append();
}

const BitString&
TopicCodes::CodeOf(TopicId topic) const
{
    return m_codes.at(topic).node;
}

const BitString&
TopicCodes::OwnCode(TopicId topic) const
{
    return m_codes.at(topic).own;
}

Ipv6Address
TopicCodes::OwnAddress(TopicId topic, EventKind kind) const
{
    return AddressOf(kind, OwnCode(topic));
}

std::vector<AddressPrefix>
TopicCodes::CoverOf(TopicId topic, EventKind kind) const
{
    const Codes& codes = m_codes.at(topic);
    if (!IsBinaryTree(m_coding))
    {
        return {PrefixOf(kind, codes.node)};
    }
    // A code that fills the field has neither room for descendants nor a sibling behind it.
    const bool hasRoom = codes.node.Size() < CapacityOf(m_coding);
    BitString left = codes.node;
    if (hasRoom)
    {
        left.PushBack(false);
    }
    if (m_coding == TopicCoding::OWN_SLOT)
    {
        return {PrefixOf(kind, left)};
    }
    std::vector<AddressPrefix> cover{PrefixOf(kind, codes.own)};
    if (hasRoom)
    {
        cover.push_back(PrefixOf(kind, left));
    }
    return cover;
}

bool
TopicCodes::Append()
{
    NS_LOG_FUNCTION(this << m_codes.size() << m_tree->Size());
    if (!IsBinaryTree(m_coding))
    {
        return Replace(CodedBySymbols());
    }
    auto added = CodedByBinaryTree(m_codes.size());
    m_codes.insert(m_codes.end(), added.begin(), added.end());
    return false;
}

bool
TopicCodes::Recode()
{
    NS_LOG_FUNCTION(this);
    return Replace(IsBinaryTree(m_coding) ? CodedByBinaryTree(0) : CodedBySymbols());
}

std::vector<TopicCodes::Codes>
TopicCodes::CodedByBinaryTree(TopicId first) const
{
    std::vector<Codes> added;
    const auto nodeOf = [&](TopicId topic) {
        return topic < first ? m_codes[topic].node : added[topic - first].node;
    };
    const std::string childStep = m_coding == TopicCoding::OWN_SLOT ? "01" : "0";
    for (TopicId topic = first; topic < m_tree->Size(); ++topic)
    {
        const TopicId father = m_tree->Father(topic);
        const std::size_t index = IndexAmongSiblings(*m_tree, topic);
        Codes codes;
        codes.node = Joined(m_tree->NameOf(topic),
                            m_coding,
                            father == NO_TOPIC ? BitString() : nodeOf(father),
                            childStep + std::string(index, '1'));
        codes.own = codes.node;
        if (m_coding == TopicCoding::LCRS)
        {
            // Ones behind the code keep it out of the prefix of its leftmost descendants.
            codes.own = codes.node.Padded(true, CapacityOf(m_coding));
            codes.own.AppendNumber(codes.node.Size(), LENGTH_BITS);
        }
        added.push_back(codes);
    }
    return added;
}

std::vector<TopicCodes::Codes>
TopicCodes::CodedBySymbols() const
{
    const TopicTree& tree = *m_tree;
    const std::vector<double> rates = SubtreeRates(tree);
    std::vector<Codes> codes(tree.Size());
    const auto codeChildren = [&](TopicId node, const BitString& code) {
        const auto& children = tree.Children(node);
        const std::vector<std::string> symbols = SymbolsOf(tree, node, m_coding, rates);
        for (std::size_t i = 0; i < children.size(); ++i)
        {
            codes[children[i]].node =
                Joined(tree.NameOf(children[i]), m_coding, code, symbols[i + 1]);
        }
        return symbols.front();
    };
    codeChildren(NO_TOPIC, BitString());
    for (TopicId topic = 0; topic < tree.Size(); ++topic)
    {
        const BitString node = codes[topic].node;
        const std::string own = codeChildren(topic, node);
        codes[topic].own = Joined(tree.NameOf(topic), m_coding, node, own);
    }
    return codes;
}

bool
TopicCodes::Replace(std::vector<Codes> codes)
{
    bool isChanged = false;
    for (std::size_t i = 0; i < m_codes.size() && !isChanged; ++i)
    {
        // Zeros behind an own code do not change the address.
        isChanged =
            m_codes[i].node != codes[i].node || m_codes[i].own.Bits() != codes[i].own.Bits();
    }
    m_codes = std::move(codes);
    m_epoch += isChanged;
    return isChanged;
}

} // namespace ns3::pubsub::sdn
