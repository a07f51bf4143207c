// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_OVERLAY_BROKER_H
#define BROKER_OVERLAY_BROKER_H

#include "broker-strategy-runner.h"

#include "ns3/broker-address-book.h"
#include "ns3/broker-filter-table.h"
#include "ns3/broker-linked-endpoint.h"
#include "ns3/broker-move-evaluator.h"
#include "ns3/broker-move-member.h"
#include "ns3/broker-overlay-routes.h"
#include "ns3/broker-predicting-path-messages.h"
#include "ns3/broker-reconfiguration-executor.h"
#include "ns3/broker-reliable-control.h"
#include "ns3/simulator.h"

#include <optional>
#include <unordered_map>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief A broker of an overlay that is a tree and changes its links while it runs.
 *
 * A link is a unicast relation to another broker of the address book, over any underlay. Its
 * clients are on the same node (Subscribe(), Publish(), Advertise()), or each is a BrokerClient on
 * a node of its own, which Connect() attaches. The filters of all clients of a broker travel
 * through the overlay under its name; each broker knows the neighbour through which it reaches
 * every other.
 *
 * With advertisement-based routing, a subscription that is made while a move is prepared takes
 * effect everywhere when the move is over.
 *
 * While links change, each subscriber gets each event that matches once, and those of one publisher
 * in their order, as long as the underlay loses and reorders no event between two brokers. Control
 * messages may be lost; one that is lost as often as it is tried counts as a failure of its
 * receiver. If a broker fails, the events that it holds, that are sent to it, or that have to pass
 * it are lost; its links stay in the tree, where it finds them when it restarts.
 */
class OverlayBroker : public LinkedEndpoint, private ReconfigurationHost
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    OverlayBroker();
    ~OverlayBroker() override;

    int64_t AssignStreams(int64_t stream) override;

    /// @param book addresses of all brokers
    void SetAddressBook(Ptr<AddressBook> book);

    /**
     * @brief Add a link of the initial tree. The other end has to do so, too.
     * @param peer another broker of the address book
     */
    void LinkTo(NodeId peer);

    /// @param strategy of this broker alone; none: it counts no flows, and lets none be evaluated
    void SetStrategy(Ptr<OverlayStrategy> strategy);

    /// @param predictor of this broker alone
    void SetPredictor(Ptr<TrafficPredictor> predictor);

    /// @return its predictor
    Ptr<TrafficPredictor> GetPredictor() const;

    /**
     * @brief Propose moves, as the strategy does.
     * @param alternatives of which the best is executed
     */
    void Propose(const std::vector<Move>& alternatives);

    /// @brief Fail: the broker loses all but its links and what its own clients want.
    void Fail();

    /// @brief Return after a failure. The links are opened again when all leases have ended.
    void Restart();

    /// @return its links
    const OverlayLinks& GetLinks() const;

    /// @return what it knows of the filters of all brokers
    const OverlayRoutes& GetRoutes() const;

    /// @return its part in moves
    const MoveMember& GetMoves() const;

    /// @return its flows
    const FlowTable& GetFlows() const;

    /// @return whether a proposal of this broker has not ended
    bool IsReconfiguring() const;

    /**
     * @brief TracedCallback signature of a change of a link.
     * @param peer the other end
     * @param isUp whether the tree has it now
     * @param plan reconfiguration that has changed it
     */
    typedef void (*LinkTracedCallback)(NodeId peer, bool isUp, PlanId plan);

    /**
     * @brief TracedCallback signature of a plan.
     * @param report of the plan
     */
    typedef void (*PlanTracedCallback)(const PlanReport& report);

    /**
     * @brief TracedCallback signature of a lock.
     * @param plan that asked for it
     * @param change what has happened
     */
    typedef void (*LockTracedCallback)(PlanId plan, LockChange change);

    /**
     * @brief TracedCallback signature of counts of links.
     * @param step that has ended, from 0
     * @param links both directions of each link that existed in the whole step
     */
    typedef void (*LinkStepsTracedCallback)(uint32_t step, const std::vector<LinkStep>& links);

  protected:
    void DoDispose() override;
    void Join() override;
    void Leave() override;
    void InterestChanged() override;
    void Originate(const EventMessage& event) override;
    void ReceiveControl(MessageType type, NodeId from, Ptr<Packet> packet) override;
    void ReceiveEvent(const EventMessage& event, NodeId from) override;
    std::optional<Ipv4Address> AddressOfPeer(NodeId peer) const override;
    std::optional<NodeId> PeerAt(Ipv4Address address) const override;

  private:
    /// Where the events of a flow go.
    struct FlowRoute
    {
        Content content;                 ///< of the events
        uint64_t filtersVersion = 0;     ///< of the subscriptions that subscribers were found in
        std::vector<NodeId> subscribers; ///< brokers whose clients want the events
        uint64_t version = 0;            ///< of the subscriptions that hops were found in
        std::vector<NodeId> hops;        ///< neighbours with subscribers behind them
    };

    NodeId Self() const override;
    const ReconfigurationRules& Rules() const override;
    OverlayLinks& Links() override;
    void MoveExecuted() override;
    const FlowTable& PredictedFlows() override;
    const OverlayCosts& Costs() const override;
    void Tell(NodeId to,
              const ReconfigurationMessage& message,
              std::function<void()> failed,
              bool isMarker) override;
    std::set<NodeId> OriginsNotVia(NodeId neighbour) const override;
    void RedirectAll(NodeId from, NodeId to) override;
    void Redirect(const std::set<NodeId>& origins, NodeId from, NodeId to) override;
    void Unstage() override;
    void MovesChanged() override;
    void Release(NodeId peer) override;
    void LinkChanged(NodeId peer, bool isUp, PlanId plan) override;
    void LockChanged(PlanId plan, LockChange change) override;
    void PlanChanged(const PlanReport& report) override;
    void Refuse(const std::string& reason) override;

    /**
     * @brief Send a message until it is acknowledged.
     * @param to any broker; one that is not in the address book is lost at once
     * @param message what to send
     * @param failed called if it is never acknowledged; may be empty
     * @param isMarker whether later events on the link to this broker wait for it
     */
    template <typename Message>
    void SendReliably(NodeId to,
                      const Message& message,
                      std::function<void()> failed = nullptr,
                      bool isMarker = false);

    /**
     * @brief A message cannot be sent.
     * @param type of the message
     * @param failed called soon; may be empty
     */
    void NoAddress(MessageType type, std::function<void()> failed);

    /// @brief Bring m_rules up to date: attributes may change while the broker runs.
    void UpdateRules();

    /**
     * @brief Read, acknowledge and handle a control message.
     * @tparam Message its type
     * @param from its sender
     * @param packet the message without its common header
     */
    template <typename Message>
    void Take(NodeId from, Ptr<Packet> packet);

    /// What reads a message of one type.
    using Reader = void (OverlayBroker::*)(NodeId from, Ptr<Packet> packet);

    /// @return the readers of the messages between brokers
    static const std::map<MessageType, Reader>& Readers();

    /**
     * @brief Take in an acknowledgement.
     * @param from its sender
     * @param packet the message
     */
    void TakeAck(NodeId from, Ptr<Packet> packet);

    /**
     * @brief Take in an event.
     * @param from its sender
     * @param packet the message
     */
    void TakeNotify(NodeId from, Ptr<Packet> packet);

    /**
     * @brief Take in the filters of a client on a node of its own.
     * @param type of the message
     * @param from the client
     * @param packet the message
     */
    void TakeClient(MessageType type, NodeId from, Ptr<Packet> packet);

    /**
     * @brief Change the filters of a client.
     * @tparam Message with filters
     * @param table they are in
     * @param from the client
     * @param packet the message
     */
    template <typename Message>
    void TakeClientFilters(FilterTable& table, NodeId from, Ptr<Packet> packet);

    void Handle(const OverlayLinkMessage& message, NodeId from);
    void Handle(const OverlayAdvertiseMessage& message, NodeId from);
    void Handle(const OverlaySubscribeMessage& message, NodeId from);
    void Handle(const RcEvalMessage& message, NodeId from);
    void Handle(const RcResultMessage& message, NodeId from);
    void Handle(const RcLockMessage& message, NodeId from);
    void Handle(const RcLockReplyMessage& message, NodeId from);
    void Handle(const RcApplyMessage& message, NodeId from);
    void Handle(const RcDoneMessage& message, NodeId from);
    void Handle(const RcUnlockMessage& message, NodeId from);
    void Handle(const RcStepMessage& message, NodeId from);
    void Handle(const RcStatusMessage& message, NodeId from);
    void Handle(const PathNoticeMessage& message, NodeId from);
    void Handle(const PathEndMessage& message, NodeId from);
    void Handle(const PathMessage& message, NodeId from);
    void Handle(const RcConstructMessage& message, NodeId from);
    void Handle(const RcReplyMessage& message, NodeId from);

    /**
     * @brief Take in a strategy's message.
     * @param from its sender
     * @param isDecoded whether its numbers mean anything
     * @param message decoded
     */
    void HandleStrategy(NodeId from, bool isDecoded, const StrategyMessage& message);

    /**
     * @brief Send a strategy's message.
     * @param to a neighbour
     * @param message to encode
     */
    void SendStrategy(NodeId to, const StrategyMessage& message);

    void SendEncoded(NodeId to, const PathNotice& notice);
    void SendEncoded(NodeId to, const PathEnd& end);
    void SendEncoded(NodeId to, const CompletedPath& path);
    void SendEncoded(NodeId to, const UnitRequest& request);
    void SendEncoded(NodeId to, const UnitReply& reply);

    /**
     * @brief Take in filters, or keep them while their link is held.
     * @param kind of filters
     * @param message that has arrived
     * @param from its sender
     */
    void HandleFilters(TrafficKind kind, const OriginFilters& message, NodeId from);

    /**
     * @brief Take in filters that have not to wait.
     * @param kind of filters
     * @param message that has arrived
     * @param from its sender
     */
    void AcceptFilters(TrafficKind kind, const OriginFilters& message, NodeId from);

    /**
     * @brief Send filters to a neighbour.
     * @param kind of filters
     * @param to the neighbour
     * @param filters to send
     */
    void SendFilters(TrafficKind kind, NodeId to, const OriginFilters& filters);

    /**
     * @brief Keep what has arrived until the link is released.
     * @param link that is held
     * @param arrived takes it in
     */
    void Hold(OverlayLink& link, std::function<void()> arrived);

    /**
     * @brief Take in an event that has not to wait.
     * @param event which
     * @param flow of it
     * @param from its sender
     */
    void AcceptNotify(const EventMessage& event, FlowId flow, NodeId from);

    /**
     * @brief Send an event to all who want it.
     * @param event which
     * @param flow of it
     * @param from neighbour or client that it came from; the broker itself: published here
     */
    void Forward(const EventMessage& event, FlowId flow, NodeId from);

    /**
     * @brief Send an event to clients on nodes of their own.
     * @param event which
     * @param from client that it came from
     * @return whether there was one
     */
    bool ForwardToClients(const EventMessage& event, NodeId from);

    /**
     * @brief Find the brokers that want an event.
     * @param event which
     * @param flow of it
     * @return the route of the flow, whose subscribers are those of now
     */
    FlowRoute& RouteOf(const EventMessage& event, FlowId flow);

    /**
     * @brief Find the neighbours that want an event.
     * @param event which
     * @param flow of it
     * @param from neighbour that it came from
     * @return them, perhaps with `from`
     */
    std::vector<NodeId> NextHops(const EventMessage& event, FlowId flow, NodeId from);

    /**
     * @brief Send an event over a link.
     * @param event which
     * @param flow of it
     * @param to the other end
     */
    void SendNotify(const EventMessage& event, FlowId flow, NodeId to);

    /// @brief Tell the neighbours what the clients want and publish.
    void UpdateOwn();

    /// @brief End filters of clients that were not sent again.
    void ExpireClients();

    /// @param peer that does not answer
    void PeerLost(NodeId peer);

    /// @param peer that a message has come from
    void PeerHeard(NodeId peer);

    /// @brief Open the links again after a failure.
    void Reopen();

    /**
     * @brief The other end of a link opens it again after its failure.
     * @param message from it
     * @param from its sender
     */
    void HandleReopening(const OverlayLinkMessage& message, NodeId from);

    Ptr<AddressBook> m_book;              ///< addresses of all brokers
    LockRule m_lockRule = LockRule::PATH; ///< which brokers a plan locks
    Time m_lease;                         ///< of a lock
    uint32_t m_maxDegree = 0;             ///< links; 0: any number
    uint32_t m_maxAttempts = 0;           ///< to lock the brokers of a plan
    bool m_isFrozen = false;              ///< whether it takes part in no reconfiguration
    bool m_byAdvertisement = false;       ///< whether subscriptions go to publishers only
    bool m_wholeWindows = false;          ///< whether windows that a move cuts are not used
    bool m_countsLinks = false;           ///< whether to count what crosses each link
    uint64_t m_costSeed = 0;              ///< of the costs
    Time m_controlTimeout;                ///< after which a control message is sent again
    uint32_t m_controlTries = 0;          ///< of a control message
    uint32_t m_maxFilters = 0;            ///< of an origin or client
    uint32_t m_maxHeld = 0;               ///< messages that wait on a link
    ReconfigurationRules m_rules;         ///< the same, for those who reconfigure

    ReliableControl m_control;          ///< to all peers
    OverlayLinks m_links;               ///< of the broker
    OverlayRoutes m_routes;             ///< of the broker
    StrategyRunner m_strategy;          ///< of the broker
    MoveMember m_member;                ///< in moves
    MoveEvaluator m_evaluator;          ///< of moves
    ReconfigurationExecutor m_executor; ///< of moves
    FilterTable m_clientSubscriptions;  ///< of clients on nodes of their own
    FilterTable m_clientAdvertised;     ///< of the same
    EventId m_update;                   ///< of the own filters
    EventId m_expiry;                   ///< of clients' filters
    EventId m_reopening;                ///< after a failure
    std::set<NodeId> m_awaited;         ///< peers that have to open a link again
    uint32_t m_handledBytes = 0;        ///< of the message that is being handled
    bool m_hasFailed = false;           ///< whether the links have to be opened again
    uint64_t m_generation = 0;          ///< of what is scheduled; a failure begins another
    std::unordered_map<FlowId, FlowRoute> m_flowRoutes; ///< found lately

    TracedCallback<NodeId, bool, PlanId> m_linkChange;
    TracedCallback<const PlanReport&> m_planChange;
    TracedCallback<PlanId, LockChange> m_lockChange;
    TracedCallback<uint32_t, const std::vector<LinkStep>&> m_linkSteps;
};

template <typename Message>
void
OverlayBroker::SendReliably(NodeId to,
                            const Message& message,
                            std::function<void()> failed,
                            bool isMarker)
{
    if (to == GetNodeId())
    {
        Simulator::ScheduleNow([this, message, generation = m_generation] {
            if (generation == m_generation)
            {
                Handle(message, GetNodeId());
            }
        });
        return;
    }
    if (!m_book || !m_book->AddressOf(to))
    {
        NoAddress(Message::TYPE, std::move(failed));
        return;
    }
    m_control.Queue(to,
                    {.send =
                         [this, message, to](uint32_t number) {
                             Message numbered = message;
                             numbered.control = number;
                             SendControl(numbered, to);
                         },
                     .failed = std::move(failed),
                     .isMarker = isMarker});
}

} // namespace ns3::pubsub::broker

#endif
