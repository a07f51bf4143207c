// SPDX-License-Identifier: GPL-2.0-only
#include "broker-link-step-recorder.h"

#include "ns3/boolean.h"
#include "ns3/log.h"

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerLinkStepRecorder");

LinkStepRecorder::LinkStepRecorder(const std::string& folder,
                                   const std::vector<Ptr<OverlayBroker>>& brokers)
    : m_steps(folder)
{
    NS_LOG_FUNCTION(this << folder);
    for (const auto& broker : brokers)
    {
        broker->SetAttribute("CountLinks", BooleanValue(true));
        broker->TraceConnectWithoutContext("LinkSteps",
                                           MakeBoundCallback(&Counted, this, broker->GetNodeId()));
    }
}

void
LinkStepRecorder::Close()
{
    NS_LOG_FUNCTION(this);
    m_steps.Close();
}

void
LinkStepRecorder::Counted(LinkStepRecorder* self,
                          NodeId broker,
                          uint32_t step,
                          const std::vector<LinkStep>& links)
{
    for (const LinkStep& link : links)
    {
        if (link.direction == FlowDirection::OUT)
        {
            self->m_steps.Write({.step = step,
                                 .a = broker,
                                 .b = link.neighbour,
                                 .notifications = link.notifications,
                                 .subscriptionChange = link.subscriptionChange,
                                 .advertisementChange = link.advertisementChange});
        }
    }
}

} // namespace ns3::pubsub::broker
