// SPDX-License-Identifier: GPL-2.0-only
//
// How topics get their codes.

#include "sdn-server.h"

#include "ns3/broker-input.h"
#include "ns3/log.h"
#include "ns3/sdn-wire-bits.h"

#include <algorithm>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnServerTopics");

namespace
{

/// Codes in one message at most.
constexpr std::size_t CODES_IN_MESSAGE = 100;

/// Characters of a refusal at most.
constexpr std::size_t SENTENCE_LENGTH = 255;

} // namespace

void
SdnServer::RegisterTopics()
{
    std::vector<TopicId> added;
    bool isRecoded = false;
    for (const Topic& topic : m_newTopics)
    {
        if (m_refusedTopics.contains(topic))
        {
            continue;
        }
        double rate = 0.0;
        for (const auto& [host, message] : m_publishers[topic])
        {
            rate += static_cast<double>(message.rateBps);
        }
        try
        {
            const TopicRegistration result = m_registry->Register(topic, rate);
            added.insert(added.end(), result.added.begin(), result.added.end());
            isRecoded = isRecoded || result.isRecoded;
        }
        catch (const broker::BrokerInputError& error)
        {
            Drop("refused topic", 0);
            m_refusedTopics.insert(topic);
            SdnRefusalMessage refusal;
            refusal.topic = topic;
            refusal.sentence = std::string(error.what()).substr(0, SENTENCE_LENGTH);
            for (const auto& [node, controller] : m_controllers)
            {
                controller.channel->Send(refusal);
            }
        }
    }
    m_newTopics.clear();
    if (isRecoded)
    {
        added = m_registry->Tree().BreadthFirst();
        std::ranges::sort(added);
    }
    SendCodes(added);
}

void
SdnServer::SendCodes(const std::vector<TopicId>& topics)
{
    if (!m_isInCharge)
    {
        return;
    }
    for (const TopicId topic : topics)
    {
        m_topicCode({.epoch = m_registry->Codes().Epoch(),
                     .topic = m_registry->Tree().NameOf(topic).Text(),
                     .code = m_registry->Codes().CodeOf(topic).Text(),
                     .coding = NameOfCoding(m_coding)});
    }
    for (const SdnCodesMessage& message : CodesOf(topics))
    {
        for (const auto& [node, controller] : m_controllers)
        {
            controller.channel->Send(message);
        }
    }
}

std::vector<SdnCodesMessage>
SdnServer::CodesOf(const std::vector<TopicId>& topics)
{
    std::vector<SdnCodesMessage> messages;
    for (const TopicId topic : topics)
    {
        if (messages.empty() || messages.back().codes.size() == CODES_IN_MESSAGE)
        {
            SdnCodesMessage& message = messages.emplace_back();
            message.epoch = m_registry->Codes().Epoch();
            message.sequence = ++m_codeSequence;
            message.coding = static_cast<uint8_t>(m_coding);
        }
        CodeItem item;
        item.topic = m_registry->Tree().NameOf(topic);
        item.own = ItemOf(m_registry->Codes().OwnCode(topic));
        for (const AddressPrefix& cover : m_registry->Codes().CoverOf(topic))
        {
            item.covers.push_back(ItemOf(CodeBitsOf(cover)));
        }
        messages.back().codes.push_back(item);
    }
    return messages;
}

} // namespace ns3::pubsub::sdn
