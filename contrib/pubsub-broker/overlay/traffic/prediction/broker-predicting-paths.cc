// SPDX-License-Identifier: GPL-2.0-only
#include "broker-predicting-paths.h"

#include "broker-path-moves.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerPredictingPaths");

namespace
{

/**
 * @param path predicting path
 * @param broker any
 * @return whether it is on the path
 */
bool
IsOn(const std::vector<PathBroker>& path, BrokerId broker)
{
    return std::any_of(path.begin(), path.end(), [&](const PathBroker& each) {
        return each.broker == broker;
    });
}

} // namespace

PredictingPaths::PredictingPaths(BrokerId self, Time mostAge)
    : m_self(self),
      m_mostAge(mostAge)
{
}

PathOutput
PredictingPaths::BeginRound(Time now, const std::vector<PredictingChoice>& choices)
{
    NS_LOG_FUNCTION(this << now << choices.size());
    ++m_round;
    Expire(now);
    m_sent.clear();
    PathOutput output;
    for (const PredictingChoice& choice : choices)
    {
        std::vector<PathBroker> path = ReceivedPath(choice, now);
        path.push_back({m_self, choice.cost});
        m_sent[choice.message] = {choice.place, path};
        if (choice.place >= LOCAL_CLIENTS)
        {
            End(choice.message, path, output);
        }
        else
        {
            output.notices.emplace_back(
                choice.place,
                PathNotice{m_round, choice.message, choice.cost, now.GetNanoSeconds(), path});
        }
    }
    return output;
}

PathOutput
PredictingPaths::OnNotice(BrokerId from, const PathNotice& notice, Time now)
{
    NS_LOG_FUNCTION(this << from << now);
    PathOutput output;
    if (!IsWellFormed(from, notice, now))
    {
        return output;
    }
    m_notices[notice.message][from] = notice;
    // Before its first round, a broker has no choice to compare with.
    const auto own = m_sent.find(notice.message);
    if (m_round > 0 &&
        (own == m_sent.end() || own->second.place == from || IsOn(notice.path, m_self)))
    {
        output.ends.emplace_back(from, PathEnd{notice.round, notice.message});
    }
    return output;
}

PathOutput
PredictingPaths::OnEnd(BrokerId from, const PathEnd& end)
{
    NS_LOG_FUNCTION(this << from);
    PathOutput output;
    const auto sent = m_sent.find(end.message);
    // An answer to an earlier round, or of a neighbour that was not asked, is ignored.
    if (end.round == m_round && sent != m_sent.end() && sent->second.place == from)
    {
        End(end.message, sent->second.path, output);
    }
    return output;
}

bool
PredictingPaths::IsWellFormed(BrokerId from, const PathNotice& notice, Time now)
{
    return IsWellFormedPath(notice.path) && notice.path.back().broker == from &&
           notice.stampNs >= 0 && notice.stampNs <= now.GetNanoSeconds();
}

std::vector<PathBroker>
PredictingPaths::ReceivedPath(const PredictingChoice& choice, Time now) const
{
    const auto received = m_notices.find(choice.message);
    const PathNotice* best = nullptr;
    if (received != m_notices.end())
    {
        for (const auto& [from, notice] : received->second) // in order of sender
        {
            const bool isFresh = now - NanoSeconds(notice.stampNs) <= m_mostAge;
            if (isFresh && from != choice.place && !IsOn(notice.path, m_self) &&
                (best == nullptr || notice.cost > best->cost))
            {
                best = &notice;
            }
        }
    }
    return best == nullptr ? std::vector<PathBroker>{} : best->path;
}

void
PredictingPaths::End(const PredictingMessage& message,
                     const std::vector<PathBroker>& path,
                     PathOutput& output)
{
    EndedPath& last = m_ended[message];
    const std::vector<BrokerId> brokers = BrokersOf(path);
    if (last.round == m_round)
    {
        return; // one end per round
    }
    const bool isSame = last.round + 1 == m_round && last.brokers == brokers;
    if (isSame && !last.isRepeated)
    {
        output.completed.push_back({PathIdOf(message, path), message, path});
    }
    // A path that stays is completed in every second round, so that it is evaluated again.
    last = {m_round, isSame && !last.isRepeated, brokers};
}

void
PredictingPaths::Expire(Time now)
{
    for (auto& [message, senders] : m_notices)
    {
        std::erase_if(senders, [&](const auto& each) {
            return now - NanoSeconds(each.second.stampNs) > m_mostAge;
        });
    }
    std::erase_if(m_notices, [](const auto& each) { return each.second.empty(); });
    std::erase_if(m_ended, [&](const auto& each) { return each.second.round + 1 < m_round; });
}

} // namespace ns3::pubsub::broker
