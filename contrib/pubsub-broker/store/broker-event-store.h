// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_EVENT_STORE_H
#define BROKER_EVENT_STORE_H

#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/pubsub-filter.h"
#include "ns3/pubsub-message.h"
#include "ns3/traced-callback.h"

#include <deque>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief The events that a store keeps, for each of its topics a history with limits.
 */
class EventStore : public Object
{
  public:
    /// What happens to a new event of a topic whose history is full.
    enum WhenFull
    {
        DROP_OLDEST, ///< the oldest events make room
        REFUSE       ///< the new event is not kept
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    EventStore();
    ~EventStore() override;

    /**
     * @brief Begin to keep a topic.
     * @param topic which
     * @return whether there is room for it, or it is kept already
     */
    bool AddTopic(const Filter& topic);

    /**
     * @brief Stop keeping a topic and drop its events.
     * @param topic which
     */
    void RemoveTopic(const Filter& topic);

    /// @return the topics by name
    std::vector<Filter> GetTopics() const;

    /**
     * @brief Keep an event in the history of each topic that matches it, once.
     * @param event which
     */
    void Keep(const EventMessage& event);

    /**
     * @brief Find kept events.
     * @param filter asked for
     * @return those that it matches, from the oldest, each once
     */
    std::vector<EventMessage> Find(const Filter& filter);

    /// @return events kept
    std::size_t GetEvents() const;

    /// @return their payload, bytes
    uint64_t GetBytes() const;

    /**
     * @brief TracedCallback signature of an event that is no longer or not kept.
     * @param event which
     * @param reason why
     */
    typedef void (*EvictedTracedCallback)(const EventMessage& event, std::string reason);

  private:
    using Identity = std::pair<NodeId, uint32_t>; ///< publisher and sequence of an event

    /// An event and when it came.
    struct Kept
    {
        EventMessage event; ///< as it was received
        Time since;         ///< when
    };

    /// The events of a topic, from the oldest.
    struct History
    {
        std::deque<Kept> events;    ///< in order of arrival
        std::set<Identity> present; ///< their identities
        uint64_t bytes = 0;         ///< of their payload
    };

    /**
     * @brief Drop the events that are too old.
     * @param history of a topic
     */
    void DropOld(History& history);

    /**
     * @brief Drop the oldest event.
     * @param history of a topic, not empty
     * @param reason why
     */
    void DropFirst(History& history, const std::string& reason);

    /**
     * @param history of a topic
     * @param event that comes
     * @return whether both limits hold with it
     */
    bool HasRoom(const History& history, const EventMessage& event) const;

    uint32_t m_capacity = 0;            ///< topics at most; 0: any number
    uint32_t m_maxEvents = 0;           ///< of a topic; 0: any number
    uint64_t m_maxBytes = 0;            ///< of a topic's payload; 0: any number
    Time m_maxAge;                      ///< of an event; 0: any
    WhenFull m_whenFull = DROP_OLDEST;  ///< what happens then
    std::map<Filter, History> m_topics; ///< by topic

    TracedCallback<const EventMessage&, std::string> m_evicted; ///< fired per event
};

} // namespace ns3::pubsub::broker

#endif
