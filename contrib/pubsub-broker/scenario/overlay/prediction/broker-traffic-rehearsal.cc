// SPDX-License-Identifier: GPL-2.0-only
#include "broker-traffic-rehearsal.h"

#include "ns3/broker-input.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <cstdio>
#include <exception>
#include <iostream>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerTrafficRehearsal");

namespace
{

/// Bytes of notes that are written at once.
constexpr std::size_t NOTES_BYTES = 1 << 16;

/**
 * @brief Work of the child process, which it ends.
 * @param play simulates
 * @param file that takes the notes
 */
[[noreturn]] void
PlayAlone(const std::function<void(TrafficNotes&)>& play, int file)
{
    bool isGood = false;
    try
    {
        TrafficNotes notes(file);
        play(notes);
        isGood = notes.Close();
    }
    catch (const std::exception&)
    {
        isGood = false;
    }
    _exit(isGood ? 0 : 1); // without the parent's destructors
}

/**
 * @param named attributes as `name=value`, with commas between them
 * @return the attributes
 */
std::vector<EventAttribute>
AttributesOf(const std::string& named)
{
    std::vector<EventAttribute> attributes;
    std::istringstream parts(named);
    std::string part;
    while (std::getline(parts, part, ','))
    {
        const std::size_t sign = part.find('=');
        attributes.push_back({part.substr(0, sign), part.substr(sign + 1)});
    }
    return attributes;
}

/**
 * @brief Take in a note.
 * @param traffic added to
 * @param line of the notes
 */
void
AddNote(FutureTraffic& traffic, const std::string& line)
{
    std::istringstream words(line);
    char kind = 0;
    int64_t timeNs = 0;
    NodeId broker = 0;
    std::string about;
    std::string attributes;
    words >> kind >> timeNs >> broker >> about >> attributes;
    if (kind == 'p')
    {
        traffic.AddPublication(NanoSeconds(timeNs),
                               broker,
                               Content(*Topic::Parse(about), AttributesOf(attributes)));
    }
    else
    {
        traffic.AddSubscription(NanoSeconds(timeNs), broker, *Filter::Parse(about), kind == '+');
    }
}

/**
 * @brief Read what the child writes, until its end.
 * @param file from the child
 * @return the traffic
 */
FutureTraffic
ReadNotes(int file)
{
    FutureTraffic traffic;
    std::string text;
    std::string buffer(NOTES_BYTES, '\0');
    for (ssize_t count = 0; (count = read(file, buffer.data(), buffer.size())) > 0;)
    {
        text.append(buffer, 0, count);
        std::size_t begin = 0;
        for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos;)
        {
            AddNote(traffic, text.substr(begin, end - begin));
            begin = end + 1;
        }
        text.erase(0, begin);
    }
    return traffic;
}

} // namespace

TrafficNotes::TrafficNotes(int file)
    : m_file(file)
{
}

void
TrafficNotes::Listen(const std::vector<Ptr<OverlayBroker>>& brokers)
{
    NS_LOG_FUNCTION(this << brokers.size());
    for (const auto& broker : brokers)
    {
        const NodeId node = broker->GetNodeId();
        broker->TraceConnectWithoutContext("Published", MakeBoundCallback(&Published, this, node));
        broker->TraceConnectWithoutContext("SubscriptionChange",
                                           MakeBoundCallback(&Subscribed, this, node));
    }
}

void
TrafficNotes::Published(TrafficNotes* self, NodeId broker, const EventMessage& event)
{
    self->Add("p " + std::to_string(Simulator::Now().GetNanoSeconds()) + " " +
              std::to_string(broker) + " " + event.content.topic.Text() + " " +
              event.content.AttributesText());
}

void
TrafficNotes::Subscribed(TrafficNotes* self, NodeId broker, const Filter& filter, bool isActive)
{
    self->Add((isActive ? "+ " : "- ") + std::to_string(Simulator::Now().GetNanoSeconds()) + " " +
              std::to_string(broker) + " " + filter.Text());
}

bool
TrafficNotes::Close()
{
    NS_LOG_FUNCTION(this);
    Write();
    return m_isGood;
}

void
TrafficNotes::Add(const std::string& line)
{
    m_buffer += line + '\n';
    if (m_buffer.size() >= NOTES_BYTES)
    {
        Write();
    }
}

void
TrafficNotes::Write()
{
    std::size_t done = 0;
    while (m_isGood && done < m_buffer.size())
    {
        const ssize_t written = write(m_file, m_buffer.data() + done, m_buffer.size() - done);
        m_isGood = written > 0;
        done += m_isGood ? written : 0;
    }
    m_buffer.clear();
}

FutureTraffic
RehearseTraffic(const std::function<void(TrafficNotes&)>& play)
{
    NS_LOG_FUNCTION_NOARGS();
    int ends[2];
    if (pipe(ends) != 0)
    {
        throw BrokerInputError("no pipe to a rehearsal of the traffic can be opened");
    }
    std::cout.flush(); // or the child would print it again
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0)
    {
        close(ends[0]);
        PlayAlone(play, ends[1]);
    }
    close(ends[1]);
    FutureTraffic traffic = ReadNotes(ends[0]);
    close(ends[0]);
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
    {
        throw BrokerInputError("the rehearsal of the traffic failed");
    }
    return traffic;
}

} // namespace ns3::pubsub::broker
