// SPDX-License-Identifier: GPL-2.0-only
#include "fuzz-mutator.h"

#include "../../pubsub/test/message-vectors.h"

#include "ns3/pubsub-message.h"

namespace ns3::pubsub::manet
{

FuzzMutator::FuzzMutator(int64_t stream, uint32_t nodes)
    : m_random(CreateObject<UniformRandomVariable>()),
      m_nodes(nodes)
{
    m_random->SetStream(stream);
    for (const WireVector& vector : ReadWireVectors(NS_TEST_SOURCEDIR))
    {
        m_written[vector.name].push_back(vector.bytes);
    }
}

std::vector<std::string>
FuzzMutator::Names() const
{
    std::vector<std::string> names;
    for (const auto& [name, messages] : m_written)
    {
        names.push_back(name);
    }
    return names;
}

void
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

FuzzMutator::Mutant
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

uint32_t
FuzzMutator::Below(uint32_t limit)
{
    return m_random->GetInteger(0, limit - 1);
}

const FuzzMutator::Bytes&
FuzzMutator::OneOf(const std::vector<Bytes>& messages)
{
    return messages[Below(messages.size())];
}

const FuzzMutator::Bytes&
FuzzMutator::Good(const std::string& name)
{
    const auto heard = m_overheard.find(name);
    return OneOf(heard != m_overheard.end() && Below(2) == 0 ? heard->second : m_written[name]);
}

void
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

void
FuzzMutator::WriteId(Bytes& bytes, std::size_t at)
{
    const NodeId id = Below(8) == 0 ? NO_NODE : Below(m_nodes);
    for (std::size_t i = 0; i < 4 && at + i < bytes.size(); ++i)
    {
        bytes[at + i] = static_cast<uint8_t>(id >> (24 - 8 * i));
    }
}

} // namespace ns3::pubsub::manet
