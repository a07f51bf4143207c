// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_UNDERLAY_COLLECTOR_H
#define BROKER_UNDERLAY_COLLECTOR_H

#include "broker-underlay-files.h"

#include <map>
#include <optional>
#include <string>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief Collects the routers and links of a file, while it is read.
 */
class UnderlayCollector
{
  public:
    /// @param file name of it
    explicit UnderlayCollector(std::string file);

    /**
     * @brief Add a router, if it is new. Throws BrokerInputError where there are too many.
     * @param key identifies it in the file
     * @param name for people
     * @return its number
     */
    RouterId AddRouter(const std::string& key, const std::string& name);

    /**
     * @param key of a router
     * @return its number; nothing if it was not added
     */
    std::optional<RouterId> Find(const std::string& key) const;

    /**
     * @brief Add a link, unless it joins a router with itself.
     * @param a a router
     * @param b another
     * @param speed of the link
     */
    void AddLink(RouterId a, RouterId b, const LinkSpeed& speed);

    /// @return the underlay. Throws BrokerInputError where it is not connected.
    NamedUnderlay Finish();

  private:
    std::string m_file;                        ///< name of it
    NamedUnderlay m_result;                    ///< so far
    std::map<std::string, RouterId> m_numbers; ///< by what identifies a router in the file
};

/**
 * @ingroup pubsub-broker
 * @brief Read a map of Rocketfuel (Spring, Mahajan, Wetherall 2002).
 *
 * Each line is a router:
 *
 *     uid @place [+] [bb] (links) [&external] -> <uid> <uid> {-euid} =name r0
 *
 * It reads the routers of the mapped network itself, which end in `r0`, and the links among them.
 * Lines of external addresses, which begin with `-`, are skipped.
 *
 * @param file its name
 * @param speed of each link
 * @return the underlay
 */
NamedUnderlay ReadRocketfuel(const std::string& file, const LinkSpeed& speed);

} // namespace ns3::pubsub::broker

#endif
