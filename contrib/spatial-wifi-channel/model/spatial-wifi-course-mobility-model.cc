// SPDX-License-Identifier: GPL-2.0-only
#include "spatial-wifi-course-mobility-model.h"

#include "ns3/simulator.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(CourseMobilityModel);

TypeId
CourseMobilityModel::GetTypeId()
{
    static TypeId tid = TypeId("ns3::CourseMobilityModel")
                            .SetParent<MobilityModel>()
                            .SetGroupName("SpatialWifiChannel")
                            .AddConstructor<CourseMobilityModel>();
    return tid;
}

void
CourseMobilityModel::Follow(Ptr<MobilityModel> model)
{
    m_model = model;
    m_model->TraceConnectWithoutContext("CourseChange",
                                        MakeCallback(&CourseMobilityModel::Turn, this));
    Turn(m_model);
}

void
CourseMobilityModel::DoInitialize()
{
    m_model->Initialize();
    MobilityModel::DoInitialize();
}

void
CourseMobilityModel::DoDispose()
{
    m_model->Dispose();
    m_model = nullptr;
    MobilityModel::DoDispose();
}

Vector
CourseMobilityModel::DoGetPosition() const
{
    const double seconds = (Simulator::Now() - m_turned).GetSeconds();
    return Vector(m_origin.x + seconds * m_velocity.x,
                  m_origin.y + seconds * m_velocity.y,
                  m_origin.z + seconds * m_velocity.z);
}

void
CourseMobilityModel::DoSetPosition(const Vector& position)
{
    m_model->SetPosition(position);
}

Vector
CourseMobilityModel::DoGetVelocity() const
{
    return m_velocity;
}

int64_t
CourseMobilityModel::DoAssignStreams(int64_t stream)
{
    return m_model->AssignStreams(stream);
}

void
CourseMobilityModel::Turn(Ptr<const MobilityModel> model)
{
    m_turned = Simulator::Now();
    m_origin = model->GetPosition();
    m_velocity = model->GetVelocity();
    NotifyCourseChange();
}

} // namespace ns3
