// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_TOPIC_KNOWLEDGE_H
#define MANET_TOPIC_KNOWLEDGE_H

#include "ns3/pubsub-scenario-parameters.h"

#include <string>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief The table of word similarities that all nodes of a scenario have.
 */
class TopicKnowledge
{
  public:
    /**
     * @brief Offer the parameter.
     * @param parameters of the program
     */
    void AddTo(ScenarioParameters& parameters);

    /**
     * @brief Refuse a file that is no such table, and give the others to the protocols.
     * @param parameters of the program
     */
    void Install(const ScenarioParameters& parameters) const;

  private:
    std::string m_file; ///< empty: none
};

} // namespace ns3::pubsub::manet

#endif
