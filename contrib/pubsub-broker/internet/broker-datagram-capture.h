// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_DATAGRAM_CAPTURE_H
#define BROKER_DATAGRAM_CAPTURE_H

#include "ns3/packet.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief A capture of raw IP (link type 101) with times in nanoseconds, one of thousands.
 *
 * Records wait in memory until there are many. The file is open only while they are appended, so
 * that a run may have more captures than open files.
 */
class DatagramCapture
{
  public:
    /**
     * @brief Begin the file. Aborts the program where it cannot be written, as do the others.
     * @param file its name
     * @param bytes kept of each datagram
     */
    DatagramCapture(std::string file, uint32_t bytes);
    ~DatagramCapture();

    DatagramCapture(const DatagramCapture&) = delete;
    DatagramCapture& operator=(const DatagramCapture&) = delete;

    /// @param datagram that is sent or received now, with its IPv4 header
    void Write(Ptr<const Packet> datagram);

    /// @brief Append the records that wait to the file.
    void Flush();

  private:
    /**
     * @brief Append a number to the records that wait, in the order of this machine's bytes.
     * @param value of 16 or 32 bits
     */
    template <typename T>
    void Put(T value);

    std::string m_file;             ///< its name
    uint32_t m_bytes;               ///< kept of each datagram
    std::vector<uint8_t> m_waiting; ///< records that are not in the file
};

} // namespace ns3::pubsub::broker

#endif
