// SPDX-License-Identifier: GPL-2.0-only
#include "manet-ideal-capture.h"

#include "ns3/llc-snap-header.h"
#include "ns3/node.h"
#include "ns3/pcap-file-wrapper.h"
#include "ns3/radiotap-header.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/trace-helper.h"
#include "ns3/wifi-mac-header.h"
#include "ns3/wifi-mac-trailer.h"

#include <map>

namespace ns3::pubsub::manet
{

namespace
{

/// Frames remembered for those who will receive them; links take microseconds, so far fewer do.
constexpr std::size_t MOST_FRAMES = 4096;

/// Writes the captures of all radios of one channel.
class IdealCapture : public SimpleRefCount<IdealCapture>
{
  public:
    /**
     * @param channel of the links
     * @param folder for the files
     */
    IdealCapture(Ptr<UnitDiskChannel> channel, const std::string& folder)
    {
        PcapHelper helper;
        for (std::size_t i = 0; i < channel->GetNDevices(); ++i)
        {
            const uint32_t node = channel->GetDevice(i)->GetNode()->GetId();
            m_files[node] = helper.CreateFile(folder + "/radio-" + std::to_string(node) + ".pcap",
                                              std::ios::out,
                                              PcapHelper::DLT_IEEE802_11_RADIO);
        }
    }

    /**
     * @brief A frame was sent.
     * @param node by whom
     * @param packet payload
     * @param protocol EtherType
     * @param to destination
     * @param from source
     */
    void Sent(uint32_t node,
              Ptr<const Packet> packet,
              uint16_t protocol,
              Mac48Address to,
              Mac48Address from)
    {
        m_numbers[packet->GetUid()] = ++m_sequence[from] & 0xfff;
        if (m_numbers.size() > MOST_FRAMES)
        {
            m_numbers.erase(m_numbers.begin());
        }
        Write(node, packet, protocol, to, from, RadiotapHeader());
    }

    /// @copydoc Sent
    void Received(uint32_t node,
                  Ptr<const Packet> packet,
                  uint16_t protocol,
                  Mac48Address to,
                  Mac48Address from)
    {
        // The one field that tells a received frame from a sent one; ideal links have no power.
        RadiotapHeader radiotap;
        radiotap.SetAntennaSignalPower(0.0);
        Write(node, packet, protocol, to, from, radiotap);
    }

  private:
    /**
     * @copydoc Sent
     * @param radiotap what stands before the frame
     */
    void Write(uint32_t node,
               Ptr<const Packet> packet,
               uint16_t protocol,
               Mac48Address to,
               Mac48Address from,
               RadiotapHeader radiotap)
    {
        Ptr<Packet> frame = packet->Copy();
        LlcSnapHeader llc;
        llc.SetType(protocol);
        frame->AddHeader(llc);
        WifiMacHeader mac(WIFI_MAC_DATA);
        mac.SetAddr1(to);
        mac.SetAddr2(from);
        mac.SetAddr3(Mac48Address::GetBroadcast());
        mac.SetDsNotFrom();
        mac.SetDsNotTo();
        mac.SetSequenceNumber(m_numbers[packet->GetUid()]);
        frame->AddHeader(mac);
        frame->AddTrailer(WifiMacTrailer());
        radiotap.SetTsft(Simulator::Now().GetMicroSeconds());
        radiotap.SetFrameFlags(RadiotapHeader::FRAME_FLAG_FCS_INCLUDED);
        m_files[node]->Write(Simulator::Now(), radiotap, frame);
    }

    std::map<uint32_t, Ptr<PcapFileWrapper>> m_files; ///< by node
    std::map<Mac48Address, uint16_t> m_sequence;      ///< of frames by sender
    std::map<uint64_t, uint16_t> m_numbers;           ///< 802.11 sequence number by packet
};

} // namespace

void
CaptureIdealLinks(Ptr<UnitDiskChannel> channel, const std::string& folder)
{
    const auto capture = Create<IdealCapture>(channel, folder);
    channel->TraceConnectWithoutContext("Sent", MakeCallback(&IdealCapture::Sent, capture));
    channel->TraceConnectWithoutContext("Received", MakeCallback(&IdealCapture::Received, capture));
}

} // namespace ns3::pubsub::manet
