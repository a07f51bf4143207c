// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-workload-file.h"

#include "ns3/broker-input.h"
#include "ns3/log.h"

#include <algorithm>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnWorkloadFile");

namespace
{

using broker::WordLines;

/// Longest payload of an event, bytes.
constexpr uint32_t MOST_PAYLOAD = 1200;

/// Reads the lines of a workload.
class WorkloadReader
{
  public:
    /**
     * @param file its name
     * @param hosts count
     * @param payloadBytes of an event without BYTES
     */
    WorkloadReader(const std::string& file, uint32_t hosts, uint16_t payloadBytes)
        : m_lines(file),
          m_hosts(hosts),
          m_payloadBytes(payloadBytes)
    {
    }

    /// @return the whole plan
    WorkloadPlan Read()
    {
        while (m_lines.Next())
        {
            ReadLine();
        }
        if (m_plan.topics.empty())
        {
            m_lines.RefuseFile("names no topic; expected at least one line `topic TOPIC`, "
                               "`publish HOST TOPIC RATE` or `event TIME HOST TOPIC`");
        }
        const auto byTime = [](const auto& a, const auto& b) { return a.when < b.when; };
        std::stable_sort(m_plan.subscriptions.begin(), m_plan.subscriptions.end(), byTime);
        std::stable_sort(m_plan.events.begin(), m_plan.events.end(), byTime);
        return m_plan;
    }

  private:
    /// @brief Read the line that is next.
    void ReadLine()
    {
        const std::string& keyword = m_lines.Words().front();
        if (keyword == "topic")
        {
            ExpectWords(2, 2);
            ReadTopic(1);
        }
        else if (keyword == "publish")
        {
            ExpectWords(4, 5);
            m_plan.publishers.push_back({.host = ReadHost(1),
                                         .topic = ReadTopic(2),
                                         .rate = m_lines.Amount(3, "events/s"),
                                         .payloadBytes = ReadPayload(4)});
        }
        else if (keyword == "event")
        {
            ExpectWords(4, 5);
            m_plan.events.push_back({.when = ReadTime(1),
                                     .host = ReadHost(2),
                                     .topic = ReadTopic(3),
                                     .payloadBytes = ReadPayload(4)});
        }
        else if (keyword == "subscribe" || keyword == "subscribe-branch")
        {
            ExpectWords(3, 4);
            ReadSubscription(true, keyword == "subscribe-branch");
        }
        else if (keyword == "unsubscribe" || keyword == "unsubscribe-branch")
        {
            ExpectWords(4, 4);
            ReadSubscription(false, keyword == "unsubscribe-branch");
        }
        else
        {
            m_lines.Refuse("topic, publish, event, subscribe, subscribe-branch, unsubscribe or "
                           "unsubscribe-branch, with its values");
        }
    }

    /**
     * @brief Refuse a line with another number of words.
     * @param least allowed
     * @param most allowed
     */
    void ExpectWords(std::size_t least, std::size_t most) const
    {
        const std::size_t count = m_lines.Words().size();
        if (count < least || count > most)
        {
            m_lines.Refuse(std::to_string(least - 1) +
                           (most > least ? " or " + std::to_string(most - 1) : "") +
                           " values after " + broker::Quoted(m_lines.Words().front()));
        }
    }

    /**
     * @param index of a word
     * @return the host
     */
    uint32_t ReadHost(std::size_t index)
    {
        return m_lines.Number(index, 0, m_hosts - 1, "host");
    }

    /**
     * @param index of a word
     * @return the time
     */
    Time ReadTime(std::size_t index)
    {
        return Seconds(m_lines.Amount(index, "time in s"));
    }

    /**
     * @param index of a word that may be missing
     * @return the payload, bytes
     */
    uint16_t ReadPayload(std::size_t index)
    {
        return m_lines.Words().size() > index
                   ? static_cast<uint16_t>(m_lines.Number(index, 0, MOST_PAYLOAD, "bytes"))
                   : m_payloadBytes;
    }

    /**
     * @param index of a word
     * @return the topic, which is one of the plan from now on
     */
    Topic ReadTopic(std::size_t index)
    {
        const auto topic = Topic::Parse(m_lines.Words()[index]);
        if (!topic)
        {
            m_lines.Refuse("a topic in place of " + broker::Quoted(m_lines.Words()[index]));
        }
        auto& topics = m_plan.topics;
        if (std::find(topics.begin(), topics.end(), *topic) == topics.end())
        {
            topics.push_back(*topic);
        }
        return *topic;
    }

    /**
     * @param isActive whether the subscription begins
     * @param isBranch whether it takes the topics below its own
     */
    void ReadSubscription(bool isActive, bool isBranch)
    {
        const Topic topic = ReadTopic(2);
        m_plan.subscriptions.push_back(
            {.when = m_lines.Words().size() > 3 ? ReadTime(3) : Seconds(0),
             .host = ReadHost(1),
             .filter = isBranch ? *Filter::Parse(topic.Text() + ".#") : Filter(topic),
             .isActive = isActive});
    }

    WordLines m_lines;       ///< of the file
    uint32_t m_hosts;        ///< count
    uint16_t m_payloadBytes; ///< of an event
    WorkloadPlan m_plan;     ///< so far
};

} // namespace

WorkloadPlan
ReadWorkload(const std::string& file, uint32_t hosts, uint16_t payloadBytes)
{
    NS_LOG_FUNCTION(file << hosts << payloadBytes);
    return WorkloadReader(file, hosts, payloadBytes).Read();
}

} // namespace ns3::pubsub::sdn
