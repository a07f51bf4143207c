// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_MATRIX_ROUTING_H
#define BROKER_MATRIX_ROUTING_H

#include "ns3/broker-forwarding-matrix.h"
#include "ns3/ipv4-routing-protocol.h"
#include "ns3/ipv4.h"

#include <memory>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief The routes of a router's IP stack, read from a ForwardingMatrix.
 *
 * It has routes to brokers alone. ICMP gets none, so that errors remain without an answer, as they
 * do without an IP stack.
 */
class MatrixRouting : public Ipv4RoutingProtocol
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    MatrixRouting();
    ~MatrixRouting() override;

    /**
     * @brief Set the place of the router.
     * @param matrix of the underlay
     * @param router number of this router
     * @param broker that it carries, or NO_BROKER
     * @param devices of the router, by their port
     */
    void Install(std::shared_ptr<const ForwardingMatrix> matrix,
                 RouterId router,
                 BrokerId broker,
                 const std::vector<Ptr<NetDevice>>& devices);

    Ptr<Ipv4Route> RouteOutput(Ptr<Packet> p,
                               const Ipv4Header& header,
                               Ptr<NetDevice> oif,
                               Socket::SocketErrno& sockerr) override;
    bool RouteInput(Ptr<const Packet> p,
                    const Ipv4Header& header,
                    Ptr<const NetDevice> idev,
                    const UnicastForwardCallback& ucb,
                    const MulticastForwardCallback& mcb,
                    const LocalDeliverCallback& lcb,
                    const ErrorCallback& ecb) override;
    void NotifyInterfaceUp(uint32_t interface) override;
    void NotifyInterfaceDown(uint32_t interface) override;
    void NotifyAddAddress(uint32_t interface, Ipv4InterfaceAddress address) override;
    void NotifyRemoveAddress(uint32_t interface, Ipv4InterfaceAddress address) override;
    void SetIpv4(Ptr<Ipv4> ipv4) override;
    void PrintRoutingTable(Ptr<OutputStreamWrapper> stream, Time::Unit unit) const override;

  protected:
    void DoDispose() override;

  private:
    /**
     * @param address of a destination
     * @return the route to it; null if it is no other broker
     */
    Ptr<Ipv4Route> RouteTo(Ipv4Address address) const;

    std::shared_ptr<const ForwardingMatrix> m_matrix; ///< of the underlay
    RouterId m_router = 0;                            ///< number of this router
    BrokerId m_broker = NO_BROKER;                    ///< that it carries
    std::vector<Ptr<Ipv4Route>> m_routes;             ///< by port
    Ptr<Ipv4> m_ipv4;                                 ///< of the router
};

} // namespace ns3::pubsub::broker

#endif
