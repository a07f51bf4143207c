// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_HELPER_H
#define PUBSUB_HELPER_H

#include "ns3/application-container.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"

#include <string>
#include <vector>

namespace ns3::pubsub
{

/**
 * @ingroup pubsub
 * @brief Installs a publish/subscribe protocol by its name.
 */
class PubSubHelper
{
  public:
    /// @return the names, in the order in which they are compared
    static std::vector<std::string> Protocols();

    /// @param protocol one of Protocols()
    explicit PubSubHelper(const std::string& protocol);

    /**
     * @brief Set an attribute of the protocol.
     * @param name of it
     * @param value of it
     */
    void Set(const std::string& name, const AttributeValue& value);

    /**
     * @brief Tell a protocol that knows links by distance how far the radios reach.
     * @param range m
     */
    void SetRange(double range);

    /**
     * @brief Install one instance on each node, joining at 0 s.
     * @param nodes which
     * @return the instances
     */
    ApplicationContainer Install(const NodeContainer& nodes) const;

    /**
     * @brief Give every instance its own streams.
     * @param nodes with the protocol
     * @param stream the first
     * @return streams used
     */
    static int64_t AssignStreams(const NodeContainer& nodes, int64_t stream);

  private:
    ObjectFactory m_factory; ///< of the protocol
};

} // namespace ns3::pubsub

#endif
