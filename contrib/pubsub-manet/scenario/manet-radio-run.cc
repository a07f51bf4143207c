// SPDX-License-Identifier: GPL-2.0-only
#include "manet-radio-run.h"

#include "ns3/log.h"

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("RadioRun");

namespace
{

/// Time that frames have to arrive after the last was sent: 802.11 queues give up after 0.5 s.
const Time LAST_FRAMES = Seconds(0.6);

} // namespace

RadioRun::RadioRun(const ScenarioParameters& parameters,
                   const NodeContainer& nodes,
                   AdhocRadioHelper& radio)
    : ScenarioRun(parameters, nodes, LAST_FRAMES)
{
    NS_LOG_FUNCTION(this);
    const std::string folder = MakeOutputFolder(radio.CaptureFiles(), "radios");
    if (!folder.empty())
    {
        m_recorder = std::make_unique<RadioRecorder>(folder, nodes, radio.Range());
        radio.TraceDrops(MakeCallback(&RadioRecorder::RecordDrop, m_recorder.get()));
        radio.Capture(folder);
    }
}

void
RadioRun::CloseOutputs()
{
    NS_LOG_FUNCTION(this);
    if (m_recorder)
    {
        m_recorder->Close();
    }
}

} // namespace ns3::pubsub::manet
