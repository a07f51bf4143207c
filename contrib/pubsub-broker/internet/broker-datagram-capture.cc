// SPDX-License-Identifier: GPL-2.0-only
#include "broker-datagram-capture.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <fstream>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerDatagramCapture");

namespace
{

constexpr std::size_t MOST_WAITING = 1 << 15;    ///< bytes of records before they are appended
constexpr uint32_t NANOSECOND_PCAP = 0xa1b23c4d; ///< a capture's first number
constexpr uint32_t RAW_IP = 101;                 ///< link type
constexpr int64_t NS_PER_S = 1'000'000'000;      ///< nanoseconds in a second

} // namespace

DatagramCapture::DatagramCapture(std::string file, uint32_t bytes)
    : m_file(std::move(file)),
      m_bytes(bytes)
{
    NS_LOG_FUNCTION(this << m_file << bytes);
    std::ofstream created(m_file, std::ios::binary | std::ios::trunc);
    NS_ABORT_MSG_UNLESS(created, m_file << " cannot be written");
    Put(NANOSECOND_PCAP);
    Put(uint16_t{2}); // version of the format
    Put(uint16_t{4});
    Put(uint32_t{0}); // time zone
    Put(uint32_t{0}); // precision
    Put(bytes);
    Put(RAW_IP);
    Flush();
}

DatagramCapture::~DatagramCapture()
{
    Flush();
}

template <typename T>
void
DatagramCapture::Put(T value)
{
    const auto* bytes = reinterpret_cast<const uint8_t*>(&value);
    m_waiting.insert(m_waiting.end(), bytes, bytes + sizeof(value));
}

void
DatagramCapture::Write(Ptr<const Packet> datagram)
{
    const int64_t now = Simulator::Now().GetNanoSeconds();
    const uint32_t size = datagram->GetSize();
    const uint32_t kept = std::min(size, m_bytes);
    Put(static_cast<uint32_t>(now / NS_PER_S));
    Put(static_cast<uint32_t>(now % NS_PER_S));
    Put(kept);
    Put(size);
    const std::size_t end = m_waiting.size();
    m_waiting.resize(end + kept);
    datagram->CopyData(m_waiting.data() + end, kept);
    if (m_waiting.size() >= MOST_WAITING)
    {
        Flush();
    }
}

void
DatagramCapture::Flush()
{
    if (m_waiting.empty())
    {
        return;
    }
    std::ofstream file(m_file, std::ios::binary | std::ios::app);
    file.write(reinterpret_cast<const char*>(m_waiting.data()),
               static_cast<std::streamsize>(m_waiting.size()));
    file.close();
    NS_ABORT_MSG_UNLESS(file, m_file << " cannot be written");
    m_waiting.clear();
}

} // namespace ns3::pubsub::broker
