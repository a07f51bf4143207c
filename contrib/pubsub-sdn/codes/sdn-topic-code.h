// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_TOPIC_CODE_H
#define SDN_TOPIC_CODE_H

#include "sdn-topic-address.h"
#include "sdn-topic-tree.h"

#include "ns3/broker-input.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3::pubsub::sdn
{

/// How topics become bits. docs/topic-codes.md explains and compares them.
enum class TopicCoding
{
    OWN_SLOT,   ///< the binary tree of Wang et al. 2016, with slot 0 for a topic's own events
    LCRS,       ///< the binary tree as printed: left child, right sibling; two entries per cover
    HUFFMAN,    ///< in each node a Huffman code by rate, over its own events and its children
    FIXED_WIDTH ///< in each node numbers of one width (Tariq et al. 2014); 0: its own events
};

/// @return `own-slot`, `lcrs`, `huffman` and `fixed-width`
const std::vector<std::string>& TopicCodingNames();

/**
 * @param coding any
 * @return its name
 */
const std::string& NameOfCoding(TopicCoding coding);

/**
 * @brief Read a coding. Throws BrokerInputError for other texts.
 * @param name of a coding
 * @return the coding
 */
TopicCoding ParseTopicCoding(const std::string& name);

/**
 * @param coding any
 * @return bits that a code may have: 103, or 96 where a length of 7 bits follows
 */
std::size_t CapacityOf(TopicCoding coding);

/**
 * @brief The father's code from the bits alone: the last ones are deleted, then one 0.
 * @param code of a topic in the coding own-slot or lcrs
 * @return the father's; empty for a topic of the first level; nothing if the bits are no code
 */
std::optional<BitString> FatherOfCode(const BitString& code);

/**
 * @ingroup pubsub-sdn
 * @brief A topic cannot have a code: too many topics are above or beside it. The text is one
 * sentence for the user.
 */
class TopicCodeError : public broker::BrokerInputError
{
  public:
    using broker::BrokerInputError::BrokerInputError;
};

/**
 * @ingroup pubsub-sdn
 * @brief The codes of all topics of a tree.
 *
 * An event of a topic has the topic's own code. The cover of a topic is the set of prefixes that
 * contain the own codes of the topic and of its descendants, and no other topic's.
 */
class TopicCodes
{
  public:
    /**
     * @brief Code all topics. Throws TopicCodeError where one has no code.
     * @param coding how
     * @param tree that outlives the codes
     */
    TopicCodes(TopicCoding coding, const TopicTree& tree);

    /// @return how topics are coded
    TopicCoding Coding() const
    {
        return m_coding;
    }

    /// @return number of topics with codes
    std::size_t Size() const
    {
        return m_codes.size();
    }

    /**
     * @param topic a number below Size()
     * @return the bits of its node: the topic-expression of the paper
     */
    const BitString& CodeOf(TopicId topic) const;

    /**
     * @param topic a number below Size()
     * @return what the code field of its own events begins with; zeros follow
     */
    const BitString& OwnCode(TopicId topic) const;

    /**
     * @param topic a number below Size()
     * @param kind of events
     * @return the address of its own events
     */
    Ipv6Address OwnAddress(TopicId topic, EventKind kind = EventKind::PUBLISH) const;

    /**
     * @brief The flow entries of a topic and all its descendants.
     * @param topic a number below Size()
     * @param kind of events
     * @return one prefix, or two with the coding lcrs
     */
    std::vector<AddressPrefix> CoverOf(TopicId topic, EventKind kind = EventKind::PUBLISH) const;

    /**
     * @brief Code the topics that the tree has got since the last time.
     *
     * Codings own-slot and lcrs never change a code. Coding fixed-width does if a node needs wider
     * numbers, and huffman nearly always. Where the address or cover of an old topic changes, the
     * epoch is incremented. Throws TopicCodeError where a topic has no code; nothing has changed
     * then.
     * @return whether the address or the cover of an old topic has changed
     */
    bool Append();

    /**
     * @brief Code all topics anew, by the present rates. Throws TopicCodeError as Append() does.
     * @return whether the address or the cover of a topic has changed; the epoch is incremented
     * then
     */
    bool Recode();

    /// @return how often codes have changed, modulo 2^16
    uint16_t Epoch() const
    {
        return m_epoch;
    }

  private:
    /// The codes of a topic.
    struct Codes
    {
        BitString node; ///< of its node
        BitString own;  ///< of its own events
    };

    /**
     * @param first topic to code; those before it have codes
     * @return the codes of this topic and all younger ones, in the coding own-slot or lcrs
     */
    std::vector<Codes> CodedByBinaryTree(TopicId first) const;

    /// @return the codes of all topics, in the coding huffman or fixed-width
    std::vector<Codes> CodedBySymbols() const;

    /**
     * @brief Replace the codes.
     * @param codes of all topics
     * @return whether the address or the cover of an old topic has changed
     */
    bool Replace(std::vector<Codes> codes);

    TopicCoding m_coding;       ///< how
    const TopicTree* m_tree;    ///< of topics
    std::vector<Codes> m_codes; ///< by topic
    uint16_t m_epoch = 0;       ///< of the codes
};

} // namespace ns3::pubsub::sdn

#endif
