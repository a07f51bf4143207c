// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_STORING_BROKER_H
#define BROKER_STORING_BROKER_H

#include "broker-advertisement-table.h"
#include "broker-event-store.h"
#include "broker-store-messages.h"

#include "ns3/broker-router.h"
#include "ns3/random-variable-stream.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief A broker that knows the nearest store of each topic, passes requests on to it and may have
 * a store of its own (Sourlas et al. 2011, section 4.1).
 *
 * Advertisements are soft state unless AdvertisePeriod is 0. A broker that loses its nearest store
 * of a topic asks its neighbours for theirs.
 */
class StoringBroker : public Broker
{
  public:
    /// Which of several equally near stores gets a request.
    enum Choice
    {
        FIRST,       ///< that behind the neighbour with the smallest id
        ROUND_ROBIN, ///< each in turn
        RANDOM       ///< any
    };

    /// Called when a topic was copied: the topic and how many events came.
    using CopiedCallback = std::function<void(const Filter& topic, uint32_t events)>;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    StoringBroker();
    ~StoringBroker() override;

    int64_t AssignStreams(int64_t stream) override;

    /**
     * @brief Install a store at this broker.
     * @param store empty, or with topics that it keeps from now on
     */
    void InstallStore(Ptr<EventStore> store);

    /// @return the store, or null
    Ptr<EventStore> GetStore() const;

    /**
     * @brief Keep one more topic: subscribe to it and advertise it.
     * @param topic which
     * @return whether the store has room for it
     */
    bool KeepTopic(const Filter& topic);

    /**
     * @brief Keep a topic that another store has: copy its events, then advertise it.
     * @param topic which
     * @param copied called when that is done
     * @return whether the store has room for it
     */
    bool CopyTopic(const Filter& topic, CopiedCallback copied);

    /**
     * @brief Stop keeping a topic: withdraw it and drop its events.
     * @param topic which
     */
    void DropTopic(const Filter& topic);

    /**
     * @brief The store fails or returns. A failed store keeps and answers nothing; its broker goes
     * on. It is not withdrawn: the other brokers find out when its advertisements end.
     * @param isFailed whether it fails
     */
    void SetStoreFailed(bool isFailed);

    /// @return whether there is a store that answers
    bool HasLiveStore() const;

    /// @return the nearest stores: the table AT of the paper
    const AdvertisementTable& GetAdvertisements() const;

    /**
     * @brief TracedCallback signature of a request that this broker's store answers.
     * @param request which
     * @param answers events that match it
     */
    typedef void (*ServedTracedCallback)(const RequestMessage& request, uint32_t answers);

    /**
     * @brief TracedCallback signature of a change of what this broker's store keeps.
     * @param topic which
     * @param isKept whether it is kept and advertised now
     */
    typedef void (*KeptTracedCallback)(const Filter& topic, bool isKept);

    /**
     * @brief TracedCallback signature of a store that is installed, fails or returns.
     * @param isLive whether it answers from now on
     */
    typedef void (*StoreTracedCallback)(bool isLive);

  protected:
    void DoDispose() override;
    void Join() override;
    void Leave() override;
    void EventHeard(const EventMessage& event) override;
    void ReceiveControl(MessageType type, NodeId from, Ptr<Packet> packet) override;

  private:
    /// A copy of a topic that is under way.
    struct Copy
    {
        Filter topic;               ///< copied
        CopiedCallback copied;      ///< called when done
        std::set<uint16_t> answers; ///< that came
        uint32_t attempts = 0;      ///< requests sent
        EventId retry;              ///< asks again
    };

    /// @param period after which stores are advertised again
    void SetAdvertisePeriod(Time period);

    /// @return the time after which stores are advertised again
    Time GetAdvertisePeriod() const;

    /**
     * @name Handlers of messages
     * @param from their sender
     * @param packet the message without its common header
     * @{
     */
    void ReceiveAdvertise(NodeId from, Ptr<Packet> packet);
    void ReceiveUnadvertise(NodeId from, Ptr<Packet> packet);
    void ReceivePull(NodeId from, Ptr<Packet> packet);
    void ReceiveRequest(NodeId from, Ptr<Packet> packet);
    void ReceiveResponse(NodeId from, Ptr<Packet> packet);
    void ReceiveNoMatch(NodeId from, Ptr<Packet> packet);
    /** @} */

    /**
     * @brief Record that this broker's own store keeps some topics, and advertise them.
     * @param topics which
     */
    void AdvertiseOwn(const std::vector<Filter>& topics);

    /**
     * @brief Tell the neighbours the first route to the stores of some topics.
     * @param topics with a route
     * @param only the one neighbour to tell, or NO_NODE for all
     */
    void SendRoutes(const std::vector<Filter>& topics, NodeId only);

    /**
     * @brief The first routes of some topics are gone: find others.
     * @param lost topics with the route that was lost
     */
    void Replace(const std::map<Filter, StoreRoute>& lost);

    /// @brief Drop routes that have ended, and advertise the own store again.
    void RefreshStores();

    /**
     * @brief Pass a request on, or answer it.
     * @param request whose path ends at this broker
     * @param bytes of the packet that it came in; 0: it is this broker's own
     */
    void HandleRequest(const RequestMessage& request, uint32_t bytes);

    /**
     * @brief Answer a request from the own store.
     * @param request whose path ends at this broker
     */
    void Answer(const RequestMessage& request);

    /**
     * @brief Choose a route that does not lead back.
     * @param request to be passed on
     * @return the route, or nothing
     */
    std::optional<StoreRoute> ChooseRoute(const RequestMessage& request);

    /**
     * @brief Take this broker off the end of an answer's path.
     * @param path that the answer still has to go
     * @param client it is for
     * @param bytes of it
     * @return the next node; nothing if the path is wrong, which is counted as a drop
     */
    std::optional<NodeId> NextOf(std::vector<NodeId>& path, NodeId client, uint32_t bytes);

    /**
     * @brief Send one answer on its way.
     * @param response whose path ends at this broker
     * @param event stored
     */
    void SendResponse(ResponseMessage response, EventMessage event);

    /**
     * @brief Send on that a store keeps nothing that matches a request.
     * @param message whose path ends at this broker
     * @param bytes of it
     */
    void SendNoMatch(NoMatchMessage message, uint32_t bytes);

    /**
     * @brief Ask for the events of a topic that is being copied.
     * @param number of the request
     */
    void RequestCopy(uint32_t number);

    /**
     * @brief An answer to a request of this broker itself.
     * @param response which
     * @param event stored
     */
    void TakeCopy(const ResponseMessage& response, const EventMessage& event);

    /**
     * @brief A topic was copied.
     * @param number of the request
     */
    void EndCopy(uint32_t number);

    uint32_t m_maxTopics = 0;            ///< whose stores are known
    Choice m_choice = FIRST;             ///< among equally near stores
    Time m_responseGap;                  ///< between two answers to a request
    Time m_copyTimeout;                  ///< after which a copy is asked for again
    SoftState m_advertising;             ///< of advertisements
    Ptr<UniformRandomVariable> m_random; ///< of the choice
    uint32_t m_turn = 0;                 ///< of the choice

    Ptr<EventStore> m_store;           ///< or null
    std::set<Filter> m_kept;           ///< topics that are advertised
    bool m_isFailed = false;           ///< whether the store has failed
    uint32_t m_sequence = 0;           ///< of the last advertisement
    uint32_t m_requests = 0;           ///< of this broker itself
    std::map<uint32_t, Copy> m_copies; ///< under way, by number of the request
    AdvertisementTable m_table;        ///< the nearest stores

    TracedCallback<const RequestMessage&, uint32_t> m_served; ///< fired per request
    TracedCallback<bool> m_storeChange;                       ///< fired per change
    TracedCallback<const Filter&, bool> m_keptChange;         ///< fired per topic
};

} // namespace ns3::pubsub::broker

#endif
