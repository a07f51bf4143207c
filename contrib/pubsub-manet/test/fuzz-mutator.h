// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_FUZZ_MUTATOR_H
#define MANET_FUZZ_MUTATOR_H

#include "ns3/random-variable-stream.h"

#include <map>
#include <string>
#include <vector>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet-test
 * @brief Makes hostile packets of good messages: those of wire-vectors.txt and those overheard.
 */
class FuzzMutator
{
  public:
    using Bytes = std::vector<uint8_t>; ///< a message

    /// What was done to a message.
    enum class Change
    {
        NONE,   ///< sent as it is
        BITS,   ///< some bits flipped
        CUT,    ///< its end is missing
        LONGER, ///< something behind it
        SPLICE, ///< the beginning of one and the end of another
        COUNTS, ///< octets set to what counts and lengths may be at worst
        IDS,    ///< sender and other identities set to nodes of the network, or to nobody
        LAST    ///< how many there are
    };

    /// A message and what was done to it.
    struct Mutant
    {
        Bytes bytes;   ///< to be sent
        Change change; ///< so that one can tell what must be refused
    };

    /**
     * @param stream of all draws
     * @param nodes 0 to nodes - 1 are those worth telling lies about
     */
    FuzzMutator(int64_t stream, uint32_t nodes);

    /// @return the messages there are, by name
    std::vector<std::string> Names() const;

    /**
     * @brief Take in a message heard on the air.
     * @param name of it
     * @param bytes of it
     */
    void Overhear(const std::string& name, const Bytes& bytes);

    /**
     * @param name of the message to begin with
     * @return the next hostile packet
     */
    Mutant Next(const std::string& name);

  private:
    /**
     * @param limit more than is wanted
     * @return a number from 0 to limit - 1
     */
    uint32_t Below(uint32_t limit);

    /**
     * @param messages some
     * @return one of them
     */
    const Bytes& OneOf(const std::vector<Bytes>& messages);

    /**
     * @param name of a message
     * @return one from the file or, every other time, from the air
     */
    const Bytes& Good(const std::string& name);

    /**
     * @brief Change a message.
     * @param bytes of it
     * @param change how
     */
    void Apply(Bytes& bytes, Change change);

    /**
     * @brief Write an identity.
     * @param bytes of a message
     * @param at where, at most its end
     */
    void WriteId(Bytes& bytes, std::size_t at);

    static constexpr std::size_t OVERHEARD = 32; ///< messages of a name kept

    Ptr<UniformRandomVariable> m_random;                   ///< all draws
    uint32_t m_nodes;                                      ///< of the network
    std::map<std::string, std::vector<Bytes>> m_written;   ///< wire-vectors.txt, by name
    std::map<std::string, std::vector<Bytes>> m_overheard; ///< by name
};

} // namespace ns3::pubsub::manet

#endif
