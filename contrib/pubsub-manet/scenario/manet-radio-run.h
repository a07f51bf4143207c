// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_RADIO_RUN_H
#define MANET_RADIO_RUN_H

#include "manet-radio-recorder.h"

#include "ns3/manet-adhoc-radio-helper.h"
#include "ns3/pubsub-scenario-run.h"

#include <memory>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief One run of a scenario with radios: records it if outputs are wanted.
 */
class RadioRun : public ScenarioRun
{
  public:
    /**
     * @brief Get ready, before the first subscription.
     * @param parameters of the program; they must live as long as the run
     * @param nodes with radios, positions and endpoints
     * @param radio of the nodes
     */
    RadioRun(const ScenarioParameters& parameters,
             const NodeContainer& nodes,
             AdhocRadioHelper& radio);

  protected:
    void CloseOutputs() override;

  private:
    std::unique_ptr<RadioRecorder> m_recorder; ///< if outputs are wanted
};

} // namespace ns3::pubsub::manet

#endif
