// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_FILTER_ENDPOINT_H
#define BROKER_FILTER_ENDPOINT_H

#include "broker-soft-state.h"

#include "ns3/broker-linked-endpoint.h"

#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief A node that tells its neighbours filters, which are soft state: a broker or a client.
 */
class FilterEndpoint : public LinkedEndpoint
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    FilterEndpoint();
    ~FilterEndpoint() override;

    int64_t AssignStreams(int64_t stream) override;

  protected:
    void DoDispose() override;
    void Join() override;
    void Leave() override;
    void InterestChanged() override;

    /// @brief Tell the neighbours which of this node's own filters have changed.
    virtual void UpdateOwn() = 0;

    /// @brief Send all filters again.
    virtual void Refresh() = 0;

    /// @return filters of the topics that this node advertises
    std::vector<Filter> AdvertisedFilters() const;

    /// @return how long filters count
    const SoftState& GetSoftState() const;

  private:
    /// @param period after which filters are sent again
    void SetRefreshPeriod(Time period);

    /// @return the time after which filters are sent again
    Time GetRefreshPeriod() const;

    SoftState m_softState; ///< of all filters
};

} // namespace ns3::pubsub::broker

#endif
