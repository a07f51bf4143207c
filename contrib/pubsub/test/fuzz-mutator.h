// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_FUZZ_MUTATOR_H
#define PUBSUB_FUZZ_MUTATOR_H

#include "message-vectors.h"

#include "ns3/random-variable-stream.h"

#include <map>
#include <string>
#include <vector>

namespace ns3::pubsub
{

/**
 * @ingroup pubsub-test
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
     * @param folder of the module's tests, with wire-vectors.txt
     * @param stream of all draws
     * @param nodes 0 to nodes - 1 are those worth telling lies about
     */
    FuzzMutator(const std::string& folder, int64_t stream, uint32_t nodes);

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

inline FuzzMutator::FuzzMutator(const std::string& folder, int64_t stream, uint32_t nodes)
    : m_random(CreateObject<UniformRandomVariable>()),
      m_nodes(nodes)
{
    m_random->SetStream(stream);
    for (const WireVector& vector : ReadWireVectors(folder))
    {
        m_written[vector.name].push_back(vector.bytes);
    }
}

inline std::vector<std::string>
FuzzMutator::Names() const
{
    std::vector<std::string> names;
    for (const auto& [name, messages] : m_written)
    {
        names.push_back(name);
    }
    return names;
}

inline void
FuzzMutator::Overhear(const std::string& name, const Bytes& bytes)
{
    auto& messages = m_overheard[name];
    if (messages.size() < OVERHEARD)
    {
        messages.push_back(bytes);
    }
    else
    {
        messages[Below(OVERHEARD)] = bytes;
    }
}

inline FuzzMutator::Mutant
FuzzMutator::Next(const std::string& name)
{
    Mutant mutant{Good(name), static_cast<Change>(Below(static_cast<uint32_t>(Change::LAST)))};
    const bool whole = mutant.change == Change::NONE;
    const bool brokenForSure = mutant.change == Change::CUT || mutant.change == Change::LONGER;
    // Half of the others pretend to know the network: they get further than the first check.
    if (!whole && !brokenForSure && Below(2) == 0)
    {
        Apply(mutant.bytes, Change::IDS);
    }
    Apply(mutant.bytes, mutant.change);
    return mutant;
}

inline uint32_t
FuzzMutator::Below(uint32_t limit)
{
    return m_random->GetInteger(0, limit - 1);
}

inline const FuzzMutator::Bytes&
FuzzMutator::OneOf(const std::vector<Bytes>& messages)
{
    return messages[Below(messages.size())];
}

inline const FuzzMutator::Bytes&
FuzzMutator::Good(const std::string& name)
{
    const auto heard = m_overheard.find(name);
    return OneOf(heard != m_overheard.end() && Below(2) == 0 ? heard->second : m_written[name]);
}

inline void
FuzzMutator::Apply(Bytes& bytes, Change change)
{
    switch (change)
    {
    case Change::BITS:
        for (uint32_t i = 1 + Below(4); i > 0; --i)
        {
            bytes[Below(bytes.size())] ^= static_cast<uint8_t>(1 << Below(8));
        }
        break;
    case Change::CUT:
        bytes.resize(Below(bytes.size()));
        break;
    case Change::LONGER:
        for (uint32_t i = Below(4) == 0 ? 1 + Below(2000) : 1 + Below(8); i > 0; --i)
        {
            bytes.push_back(static_cast<uint8_t>(Below(256)));
        }
        break;
    case Change::SPLICE: {
        const Bytes& other = Good(Names()[Below(m_written.size())]);
        bytes.resize(Below(bytes.size()));
        bytes.insert(bytes.end(), other.begin() + Below(other.size()), other.end());
        break;
    }
    case Change::COUNTS:
        for (uint32_t i = 1 + Below(3); i > 0; --i)
        {
            static constexpr uint8_t WORST[] = {0, 1, 2, 0x7f, 0x80, 0xfe, 0xff};
            // Behind the common header: there a change is only another version or type.
            const auto at = Below(8) == 0 ? Below(bytes.size()) : 8 + Below(bytes.size() - 8);
            bytes[at] = WORST[Below(std::size(WORST))];
        }
        break;
    case Change::IDS:
        WriteId(bytes, 4);
        for (uint32_t i = Below(3); i > 0; --i)
        {
            WriteId(bytes, Below(2) == 0 ? 8 + 4 * Below(3) : 4 + Below(bytes.size() - 4));
        }
        break;
    case Change::NONE:
    case Change::LAST:
        break;
    }
}

inline void
FuzzMutator::WriteId(Bytes& bytes, std::size_t at)
{
    const NodeId id = Below(8) == 0 ? NO_NODE : Below(m_nodes);
    for (std::size_t i = 0; i < 4 && at + i < bytes.size(); ++i)
    {
        bytes[at + i] = static_cast<uint8_t>(id >> (24 - 8 * i));
    }
}

} // namespace ns3::pubsub

#endif
