// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_REQUESTING_CLIENT_H
#define BROKER_REQUESTING_CLIENT_H

#include "broker-store-messages.h"

#include "ns3/broker-client.h"

#include <map>
#include <set>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief A client that also asks for events that were published before it came.
 *
 * A request that has not been answered in full after RetryAfter is sent again, as the same request,
 * up to MaxAttempts times in all: a store may have failed, and the brokers find another one.
 */
class RequestingClient : public BrokerClient
{
  public:
    /// How a request ended.
    struct Result
    {
        uint32_t request = 0;    ///< number of the request
        Time since;              ///< when it was sent first
        uint32_t attempts = 0;   ///< times that it was sent
        bool isAnswered = false; ///< whether one store has answered in full
        NodeId store = NO_NODE;  ///< broker at which that store is
        uint32_t events = 0;     ///< in its answer
        uint16_t hops = 0;       ///< links between brokers that the first answer has crossed
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    RequestingClient();
    ~RequestingClient() override;

    /**
     * @brief Ask for what is stored.
     * @param filter that events have to match
     * @return number of the request
     */
    uint32_t Request(const Filter& filter);

    /**
     * @brief TracedCallback signature of a request that is sent for the first time.
     * @param request its number
     * @param filter asked for
     */
    typedef void (*RequestedTracedCallback)(uint32_t request, const Filter& filter);

    /**
     * @brief TracedCallback signature of a stored event that arrives.
     * @param response of the store
     * @param event stored; its hops are links that the answer has crossed
     */
    typedef void (*RespondedTracedCallback)(const ResponseMessage& response,
                                            const EventMessage& event);

    /**
     * @brief TracedCallback signature of the end of a request.
     * @param result how it ended
     */
    typedef void (*CompletedTracedCallback)(const Result& result);

  protected:
    void DoDispose() override;
    void Leave() override;
    void ReceiveControl(MessageType type, NodeId from, Ptr<Packet> packet) override;

  private:
    /// A request that is under way.
    struct Pending
    {
        Filter filter;                                ///< asked for
        Result result;                                ///< so far
        std::map<NodeId, std::set<uint16_t>> answers; ///< that came, by store
        EventId retry;                                ///< sends it again
    };

    /**
     * @brief Send a request, or give it up.
     * @param number of the request
     */
    void Attempt(uint32_t number);

    /**
     * @brief A stored event has arrived.
     * @param packet the message without its common header
     */
    void ReceiveResponse(Ptr<Packet> packet);

    /**
     * @brief A store has nothing.
     * @param from the broker
     * @param packet the message without its common header
     */
    void ReceiveNoMatch(NodeId from, Ptr<Packet> packet);

    /**
     * @brief End a request.
     * @param number of the request
     */
    void Complete(uint32_t number);

    Time m_retryAfter;                     ///< time that an answer may take
    uint32_t m_maxAttempts = 0;            ///< times that a request is sent at most
    uint32_t m_requests = 0;               ///< number of the last request
    std::map<uint32_t, Pending> m_pending; ///< by number

    TracedCallback<uint32_t, const Filter&> m_requested;                     ///< first time
    TracedCallback<const ResponseMessage&, const EventMessage&> m_responded; ///< per event
    TracedCallback<const Result&> m_completed;                               ///< per request
};

} // namespace ns3::pubsub::broker

#endif
