// SPDX-License-Identifier: GPL-2.0-only
#include "broker-store-recorder.h"

#include "broker-store-rows.h"

#include "ns3/log.h"
#include "ns3/pubsub-trace-table.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerStoreRecorder");

namespace
{

/**
 * @brief Find what has come and gone.
 * @param before entries at the last look
 * @param now entries at this look
 * @param write called with each entry that differs, and whether it has come
 */
template <typename Entry, typename Write>
void
WriteChanges(std::set<Entry>& before, std::set<Entry> now, const Write& write)
{
    std::vector<Entry> gone;
    std::set_difference(before.begin(),
                        before.end(),
                        now.begin(),
                        now.end(),
                        std::back_inserter(gone));
    std::vector<Entry> come;
    std::set_difference(now.begin(),
                        now.end(),
                        before.begin(),
                        before.end(),
                        std::back_inserter(come));
    for (const Entry& entry : gone)
    {
        write(entry, false);
    }
    for (const Entry& entry : come)
    {
        write(entry, true);
    }
    before = std::move(now);
}

/// @return the present time, ns
int64_t
NowNs()
{
    return Simulator::Now().GetNanoSeconds();
}

} // namespace

/// The tables, each with one row type.
struct StoreRecorder::Tables
{
    /// @param folder for the tables
    explicit Tables(const std::string& folder)
        : brokers(folder),
          clients(folder),
          demand(folder),
          placement(folder),
          storeState(folder),
          requests(folder),
          responses(folder),
          routingTables(folder),
          st(folder),
          at(folder)
    {
    }

    TraceTable<BrokerRow> brokers;             ///< who they are
    TraceTable<ClientRow> clients;             ///< who they are
    TraceTable<DemandRow> demand;              ///< planned requests
    TraceTable<PlacementRow> placement;        ///< who keeps what
    TraceTable<StoreStateRow> storeState;      ///< failures
    TraceTable<RequestRow> requests;           ///< and how they ended
    TraceTable<ResponseRow> responses;         ///< stored events that arrive
    TraceTable<RoutingTableRow> routingTables; ///< sizes
    TraceTable<SubscriptionEntryRow> st;       ///< entries of subscription tables
    TraceTable<AdvertisementEntryRow> at;      ///< entries of advertisement tables
};

StoreRecorder::StoreRecorder(const std::string& folder,
                             BrokerNetwork& network,
                             const BrokerGraph& tree)
    : m_network(network),
      m_hops(tree.Distances()),
      m_tables(std::make_unique<Tables>(folder))
{
    NS_LOG_FUNCTION(this << folder);
    for (uint32_t i = 0; i < network.GetBrokers().GetN(); ++i)
    {
        const auto broker = network.GetBroker(i);
        m_tables->brokers.Write({.node = broker->GetNodeId(), .number = i});
        broker->TraceConnectWithoutContext("Kept", MakeBoundCallback(&Kept, this, i));
        broker->TraceConnectWithoutContext("StoreChange", MakeBoundCallback(&Failed, this, i));
    }
    for (uint32_t i = 0; i < network.GetClients().GetN(); ++i)
    {
        const auto client = network.GetClient(i);
        m_tables->clients.Write({.node = client->GetNodeId(), .broker = client->GetBroker()});
        client->TraceConnectWithoutContext("Requested", MakeBoundCallback(&Requested, this, i));
        client->TraceConnectWithoutContext("Responded", MakeBoundCallback(&Responded, this, i));
        client->TraceConnectWithoutContext("Completed", MakeBoundCallback(&Completed, this, i));
    }
    Simulator::Schedule(Seconds(1), &StoreRecorder::RecordSizes, this);
}

StoreRecorder::~StoreRecorder() = default;

void
StoreRecorder::RecordDemand(uint32_t client, const std::string& topic, double rate)
{
    m_tables->demand.Write(
        {.client = m_network.GetClient(client)->GetNodeId(), .topic = topic, .rate = rate});
}

void
StoreRecorder::Kept(StoreRecorder* self, uint32_t broker, const Filter& topic, bool isKept)
{
    if (isKept)
    {
        self->m_holders[topic].insert(broker);
    }
    else
    {
        self->m_holders[topic].erase(broker);
    }
    self->m_tables->placement.Write({.timeNs = NowNs(),
                                     .node = self->m_network.GetBroker(broker)->GetNodeId(),
                                     .topic = topic.Text(),
                                     .kept = isKept});
}

void
StoreRecorder::Failed(StoreRecorder* self, uint32_t broker, bool isLive)
{
    self->m_tables->storeState.Write({.timeNs = NowNs(),
                                      .node = self->m_network.GetBroker(broker)->GetNodeId(),
                                      .isLive = isLive});
}

uint16_t
StoreRecorder::HopsToStore(uint32_t broker, const Filter& filter) const
{
    uint16_t nearest = UNREACHABLE;
    for (const auto& [topic, holders] : m_holders)
    {
        for (const uint32_t holder : holders)
        {
            if (topic.Covers(filter) && m_network.GetBroker(holder)->HasLiveStore())
            {
                nearest = std::min(nearest, m_hops(broker, holder));
            }
        }
    }
    return nearest;
}

void
StoreRecorder::Requested(StoreRecorder* self,
                         uint32_t client,
                         uint32_t request,
                         const Filter& filter)
{
    const auto first = self->m_network.GetBroker(0)->GetNodeId();
    const auto broker = self->m_network.GetClient(client)->GetBroker() - first;
    self->m_pending[{client, request}] = {.since = Simulator::Now(),
                                          .filter = filter,
                                          .nearestHops = self->HopsToStore(broker, filter)};
}

void
StoreRecorder::Responded(StoreRecorder* self,
                         uint32_t client,
                         const ResponseMessage& response,
                         const EventMessage& event)
{
    self->m_tables->responses.Write({.timeNs = NowNs(),
                                     .client = self->m_network.GetClient(client)->GetNodeId(),
                                     .request = response.request,
                                     .store = response.store,
                                     .index = response.index,
                                     .publisher = event.publisher,
                                     .sequence = event.sequence,
                                     .hops = event.hops});
}

void
StoreRecorder::Completed(StoreRecorder* self,
                         uint32_t client,
                         const RequestingClient::Result& result)
{
    const auto ended = self->m_pending.extract({client, result.request});
    const Pending& pending = ended.mapped();
    self->m_tables->requests.Write({.timeNs = pending.since.GetNanoSeconds(),
                                    .client = self->m_network.GetClient(client)->GetNodeId(),
                                    .request = result.request,
                                    .filter = pending.filter.Text(),
                                    .attempts = result.attempts,
                                    .answered = result.isAnswered,
                                    .store = result.store,
                                    .events = result.events,
                                    .hops = result.hops,
                                    .nearestHops = pending.nearestHops,
                                    .completedNs = NowNs()});
}

void
StoreRecorder::RecordSizes()
{
    for (uint32_t i = 0; i < m_network.GetBrokers().GetN(); ++i)
    {
        const auto broker = m_network.GetBroker(i);
        const auto store = broker->GetStore();
        m_tables->routingTables.Write(
            {.timeNs = NowNs(),
             .node = broker->GetNodeId(),
             .subscriptions = static_cast<uint32_t>(broker->GetSubscriptions().Size()),
             .advertisements = static_cast<uint32_t>(broker->GetAdvertisements().Size()),
             .storedEvents = store ? static_cast<uint32_t>(store->GetEvents()) : 0});
        RecordEntries(i);
    }
    Simulator::Schedule(Seconds(1), &StoreRecorder::RecordSizes, this);
}

void
StoreRecorder::RecordEntries(uint32_t number)
{
    const auto broker = m_network.GetBroker(number);
    const NodeId node = broker->GetNodeId();
    std::set<FilterEntry> filters;
    for (const auto& [neighbour, subscription] : broker->GetSubscriptions().All())
    {
        for (const Filter& filter : subscription.Filters())
        {
            filters.insert({neighbour, filter});
        }
    }
    WriteChanges(m_filters[node], std::move(filters), [&](const FilterEntry& entry, bool isNew) {
        m_tables->st.Write({.timeNs = NowNs(),
                            .node = node,
                            .neighbour = entry.first,
                            .filter = entry.second.Text(),
                            .present = isNew});
    });
    std::set<RouteEntry> routes;
    for (const auto& [topic, found] : broker->GetAdvertisements().All())
    {
        for (const StoreRoute& route : found)
        {
            routes.insert({topic, route.neighbour, route.store, route.hops});
        }
    }
    WriteChanges(m_routes[node], std::move(routes), [&](const RouteEntry& entry, bool isNew) {
        const auto& [topic, neighbour, store, hops] = entry;
        m_tables->at.Write({.timeNs = NowNs(),
                            .node = node,
                            .topic = topic.Text(),
                            .neighbour = neighbour,
                            .store = store,
                            .hops = hops,
                            .present = isNew});
    });
}

void
StoreRecorder::Close()
{
    NS_LOG_FUNCTION(this);
    for (const auto& [key, pending] : m_pending)
    {
        m_tables->requests.Write({.timeNs = pending.since.GetNanoSeconds(),
                                  .client = m_network.GetClient(key.first)->GetNodeId(),
                                  .request = key.second,
                                  .filter = pending.filter.Text(),
                                  .nearestHops = pending.nearestHops});
    }
    m_tables->brokers.Close();
    m_tables->clients.Close();
    m_tables->demand.Close();
    m_tables->placement.Close();
    m_tables->storeState.Close();
    m_tables->requests.Close();
    m_tables->responses.Close();
    m_tables->routingTables.Close();
    m_tables->st.Close();
    m_tables->at.Close();
}

} // namespace ns3::pubsub::broker
