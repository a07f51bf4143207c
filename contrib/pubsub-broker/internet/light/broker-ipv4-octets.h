// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_IPV4_OCTETS_H
#define BROKER_IPV4_OCTETS_H

#include "ns3/header.h"
#include "ns3/packet.h"

#include <array>
#include <cstdint>
#include <optional>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief Octets of IPv4 and UDP that are put before a packet.
 *
 *      0                   1                   2                   3
 *      version 4 | words   | class             | total length              |   0
 *      identification                          | flags, fragment offset    |   4
 *      time to live        | protocol          | checksum                  |   8
 *      source address                                                      |  12
 *      destination address                                                 |  16
 *      source port                             | destination port          |  20
 *      length                                  | checksum                  |  24
 */
class DatagramOctets : public Header
{
  public:
    static constexpr uint32_t IPV4_BYTES = 20;                     ///< without options
    static constexpr uint32_t UDP_BYTES = 8;                       ///< of its header
    static constexpr uint32_t MOST_BYTES = IPV4_BYTES + UDP_BYTES; ///< of both

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    DatagramOctets();
    ~DatagramOctets() override;

    /// @param count of octets
    explicit DatagramOctets(uint32_t count);

    /// @return the octets
    std::array<uint8_t, MOST_BYTES>& Octets()
    {
        return m_octets;
    }

    /**
     * @brief Write a number of two octets, the high one first.
     * @param at index of the first
     * @param value to write
     */
    void Put16(uint32_t at, uint32_t value)
    {
        m_octets[at] = static_cast<uint8_t>(value >> 8);
        m_octets[at + 1] = static_cast<uint8_t>(value);
    }

    /**
     * @brief Write a number of four octets, the high one first.
     * @param at index of the first
     * @param value to write
     */
    void Put32(uint32_t at, uint32_t value)
    {
        Put16(at, value >> 16);
        Put16(at + 2, value);
    }

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

  private:
    uint32_t m_count = MOST_BYTES;              ///< of octets
    std::array<uint8_t, MOST_BYTES> m_octets{}; ///< the first of them
};

/// What forwarding reads of an IPv4 header.
struct Ipv4Fields
{
    uint32_t headerBytes = 0;            ///< with options
    uint32_t totalBytes = 0;             ///< of the datagram
    uint8_t ttl = 0;                     ///< links that it may still cross
    uint8_t protocol = 0;                ///< of the payload
    bool isFragment = false;             ///< whether it is a part of a datagram
    uint32_t source = 0;                 ///< address
    uint32_t destination = 0;            ///< address
    std::array<uint8_t, 12> beginning{}; ///< octets before the addresses
};

/**
 * @brief Read an IPv4 header, which may have any content.
 * @param packet that should begin with it
 * @return its fields; nothing if it is malformed
 */
std::optional<Ipv4Fields> ReadIpv4Fields(const Packet& packet);

/// What a receiver reads of a UDP header.
struct UdpFields
{
    uint16_t destinationPort = 0; ///< of the receiver
    uint32_t bytes = 0;           ///< of header and payload
};

/**
 * @brief Read a UDP header, which may have any content.
 * @param packet that should begin with it
 * @return its fields; nothing if it is malformed
 */
std::optional<UdpFields> ReadUdpFields(const Packet& packet);

} // namespace ns3::pubsub::broker

#endif
