// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_GML_H
#define BROKER_GML_H

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

struct GmlEntry;

/**
 * @ingroup pubsub-broker
 * @brief A list of the Graph Modelling Language (GML): keys with values, in order. A key may be
 * there several times.
 */
struct GmlList
{
    std::vector<GmlEntry> entries; ///< in the order of the file

    /**
     * @param key of an entry
     * @return the first such entry, or nullptr
     */
    const GmlEntry* Find(const std::string& key) const;

    /**
     * @param key of entries
     * @return all such entries, in order
     */
    std::vector<const GmlEntry*> All(const std::string& key) const;
};

/**
 * @ingroup pubsub-broker
 * @brief A key of a GML list and its value: a number or text, or another list.
 */
struct GmlEntry
{
    std::string key;               ///< such as node
    std::string value;             ///< number or text, without quotes; empty for a list
    std::shared_ptr<GmlList> list; ///< null for a number or text
    uint32_t line = 0;             ///< of the file

    /**
     * @brief The value of a key in this entry's list. Throws BrokerInputError where there is none.
     * @param name of the key
     * @param file for the error
     * @return the value
     */
    std::string Required(const std::string& name, const std::string& file) const;
};

/**
 * @ingroup pubsub-broker
 * @brief Read a GML file. Throws BrokerInputError where it cannot be read or is malformed.
 * @param file its name
 * @return its outermost list
 */
GmlList ParseGml(const std::string& file);

} // namespace ns3::pubsub::broker

#endif
