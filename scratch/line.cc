// SPDX-License-Identifier: GPL-2.0-only
//
// Hosts in a line of point-to-point links. Each publishes to every subscriber by UDP unicast:
//
//     0 ---- 1 ---- 2 ---- ... ---- N-1        IPv4 routes along the line
//
// By default 4 hosts, links of 10 Mbit/s and 1 ms, one publisher of two events a second for 120 s.
// On idle links an event that crosses some links has the latency
//
//     sum over the links of (bytes + 30) * 8 / rate + delay
//
// for `bytes` of UDP payload; 30 bytes are the headers of UDP (8), IPv4 (20) and PPP (2). It is the
// smallest program of a wired network; docs/run-contract.md has its outputs.

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/point-to-point-module.h"
#include "ns3/pubsub-module.h"
#include "ns3/simulator.h"
#include "ns3/trace-helper.h"
#include "ns3/udp-header.h"
#include "ns3/uinteger.h"

#include <cstdlib>
#include <memory>

using namespace ns3;
using namespace ns3::pubsub;

namespace
{

constexpr uint32_t MTU = 1500;         ///< of a link, bytes
constexpr uint32_t QUEUE_FRAMES = 100; ///< that a device holds back

/// A host.
struct HostRow
{
    static constexpr const char* TABLE = "nodes"; ///< name of the table

    NodeId node = 0;    ///< its identity
    std::string name{}; ///< for people
    std::string ipv4{}; ///< where it receives

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("node", node);
        column("name", name);
        column("ipv4", ipv4);
    }
};

/// One direction of a link.
struct LinkRow
{
    static constexpr const char* TABLE = "links"; ///< name of the table

    NodeId from = 0;      ///< its sender
    NodeId to = 0;        ///< its receiver
    uint64_t rateBps = 0; ///< bit/s
    int64_t delayNs = 0;  ///< of propagation

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("from_node", from);
        column("to_node", to);
        column("rate_bps", rateBps);
        column("delay_ns", delayNs);
    }
};

/// @brief The hosts and the links between them.
class Line
{
  public:
    /**
     * @brief Offer the parameters.
     * @param parameters of the program
     */
    void AddTo(ScenarioParameters& parameters)
    {
        parameters.SetKind("wired");
        parameters.Add("hosts", m_hosts, 2, 64, "hosts", "in a line");
        parameters.Add("rate_bps", m_rate, 1000, 100000000000, "bit/s", "of each link");
        parameters.Add("delay_us", m_delay, 0, 10000000, "us", "propagation delay of each link");
        parameters.Add("captures", m_captures, "write what each host sends on each link, as pcap");
        parameters.Add("capture_bytes",
                       m_captureBytes,
                       128,
                       65535,
                       "bytes",
                       "kept of each frame in a capture");
    }

    /**
     * @brief Make the hosts with their links, addresses and routes.
     * @return the hosts, by their position in the line
     */
    NodeContainer Install()
    {
        m_nodes.Create(static_cast<uint32_t>(m_hosts));
        InternetStackHelper internet;
        internet.SetIpv6StackInstall(false);
        internet.Install(m_nodes);
        PointToPointHelper links;
        links.SetDeviceAttribute("DataRate", DataRateValue(DataRate(m_rate)));
        links.SetDeviceAttribute("Mtu", UintegerValue(MTU));
        links.SetChannelAttribute("Delay", TimeValue(MicroSeconds(m_delay)));
        links.SetQueue("ns3::DropTailQueue",
                       "MaxSize",
                       QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, QUEUE_FRAMES)));
        links.DisableFlowControl(); // frames wait in the device alone, and a full queue drops
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.252");
        for (uint32_t i = 0; i + 1 < m_nodes.GetN(); ++i)
        {
            const NetDeviceContainer ends = links.Install(m_nodes.Get(i), m_nodes.Get(i + 1));
            addresses.Assign(ends);
            addresses.NewNetwork();
            m_devices.Add(ends);
        }
        Ipv4GlobalRoutingHelper::PopulateRoutingTables();
        return m_nodes;
    }

    /// @return files that Capture() will have open
    uint32_t CaptureFiles() const
    {
        return m_captures ? 2 * (static_cast<uint32_t>(m_hosts) - 1) : 0;
    }

    /**
     * @brief Capture what each host sends on each of its links, if wanted.
     * @param folder for link-<from>-<to>.pcap
     */
    void Capture(const std::string& folder) const
    {
        if (!m_captures)
        {
            return;
        }
        Config::SetDefault("ns3::PcapFileWrapper::NanosecMode", BooleanValue(true));
        Config::SetDefault("ns3::PcapFileWrapper::CaptureSize", UintegerValue(m_captureBytes));
        PcapHelper helper;
        for (uint32_t i = 0; i < m_devices.GetN(); ++i)
        {
            const std::string name =
                "/link-" + std::to_string(From(i)) + "-" + std::to_string(To(i)) + ".pcap";
            const auto file = helper.CreateFile(folder + name, std::ios::out, PcapHelper::DLT_PPP);
            m_devices.Get(i)->TraceConnectWithoutContext("PhyTxBegin",
                                                         MakeBoundCallback(&WriteFrame, file));
        }
    }

    /**
     * @brief Report frames that found a full queue.
     * @param recorder of the drops
     */
    void TraceDrops(TraceRecorder* recorder) const
    {
        for (uint32_t i = 0; i < m_devices.GetN(); ++i)
        {
            const auto device = DynamicCast<PointToPointNetDevice>(m_devices.Get(i));
            device->GetQueue()->TraceConnectWithoutContext(
                "Drop",
                MakeBoundCallback(&RecordFullQueue, recorder, From(i)));
        }
    }

    /**
     * @brief Write both directions of each link.
     * @param table of the links
     */
    void Describe(TraceTable<LinkRow>& table) const
    {
        for (uint32_t i = 0; i < m_devices.GetN(); ++i)
        {
            table.Write({.from = From(i),
                         .to = To(i),
                         .rateBps = static_cast<uint64_t>(m_rate),
                         .delayNs = MicroSeconds(m_delay).GetNanoSeconds()});
        }
    }

    /// @return time in which the last messages arrive, even if all queues are full
    Time Settle() const
    {
        const Time frame = DataRate(m_rate).CalculateBytesTxTime(MTU + 2);
        return (m_hosts - 1) * (MicroSeconds(m_delay) + (QUEUE_FRAMES + 1) * frame);
    }

    /// @return number of hosts
    int64_t Hosts() const
    {
        return m_hosts;
    }

  private:
    /**
     * @param device index of one end of a link
     * @return the host that sends there
     */
    NodeId From(uint32_t device) const
    {
        return m_devices.Get(device)->GetNode()->GetId();
    }

    /**
     * @param device index of one end of a link
     * @return the host at the other end
     */
    NodeId To(uint32_t device) const
    {
        return From(device ^ 1); // the ends of a link follow each other
    }

    /**
     * @brief Sink of PhyTxBegin.
     * @param file of the capture
     * @param frame sent
     */
    static void WriteFrame(Ptr<PcapFileWrapper> file, Ptr<const Packet> frame)
    {
        file->Write(Simulator::Now(), frame);
    }

    /**
     * @brief Sink of a queue's Drop.
     * @param recorder of the drops
     * @param node where
     * @param frame dropped
     */
    static void RecordFullQueue(TraceRecorder* recorder, NodeId node, Ptr<const Packet> frame)
    {
        auto payload = frame->Copy();
        PppHeader ppp;
        Ipv4Header ipv4;
        UdpHeader udp;
        payload->RemoveHeader(ppp);
        payload->RemoveHeader(ipv4);
        payload->RemoveHeader(udp);
        recorder->RecordDrop(node, "queue is full", payload->GetSize());
    }

    int64_t m_hosts = 4;
    int64_t m_rate = 10000000;
    int64_t m_delay = 1000;
    bool m_captures = true;
    int64_t m_captureBytes = 65535;
    NodeContainer m_nodes;        ///< the hosts
    NetDeviceContainer m_devices; ///< both ends of each link, from left to right
};

/// @brief A run that records the trace tables and captures of a line.
class LineRun : public ScenarioRun
{
  public:
    /**
     * @brief Get ready, before the first subscription.
     * @param parameters of the program
     * @param nodes the hosts
     * @param line of the hosts
     */
    LineRun(const ScenarioParameters& parameters, const NodeContainer& nodes, const Line& line)
        : ScenarioRun(parameters, nodes, line.Settle()),
          m_nodes(nodes)
    {
        const std::string folder = MakeOutputFolder(line.CaptureFiles(), "link directions");
        if (folder.empty())
        {
            return;
        }
        m_recorder = std::make_unique<TraceRecorder>(folder, nodes, [this](const auto& event) {
            return FindDue(event);
        });
        m_hosts = std::make_unique<TraceTable<HostRow>>(folder);
        m_links = std::make_unique<TraceTable<LinkRow>>(folder);
        for (auto node = nodes.Begin(); node != nodes.End(); ++node)
        {
            m_hosts->Write(
                {.node = (*node)->GetId(), .name = NameOf(*node), .ipv4 = Ipv4TextOf(*node, 1)});
        }
        line.Describe(*m_links);
        line.TraceDrops(m_recorder.get());
        line.Capture(folder);
    }

  protected:
    void CloseOutputs() override
    {
        if (m_recorder)
        {
            m_recorder->Close();
            m_hosts->Close();
            m_links->Close();
        }
    }

  private:
    /**
     * @brief Find who is due an event.
     * @param event just published
     * @return the hosts that want it, with the links on their path
     */
    std::vector<DueReceiver> FindDue(const EventMessage& event) const
    {
        std::vector<DueReceiver> due;
        for (NodeId node = 0; node < m_nodes.GetN(); ++node)
        {
            const auto endpoint = PubSubOf(m_nodes.Get(node));
            if (node != event.publisher && endpoint->IsRunning() &&
                endpoint->GetInherent().Matches(event.content))
            {
                const int64_t links = int64_t{node} - int64_t{event.publisher};
                due.push_back({node, static_cast<uint16_t>(std::abs(links))});
            }
        }
        return due;
    }

    NodeContainer m_nodes;                        ///< the hosts
    std::unique_ptr<TraceRecorder> m_recorder;    ///< if outputs are wanted
    std::unique_ptr<TraceTable<HostRow>> m_hosts; ///< if outputs are wanted
    std::unique_ptr<TraceTable<LinkRow>> m_links; ///< if outputs are wanted
};

} // namespace

int
main(int argc, char* argv[])
{
    Line line;
    MeasuredTime time;
    Workload workload;
    ScenarioParameters parameters("line", "publish/subscribe by unicast along a line of links");
    line.AddTo(parameters);
    time.AddTo(parameters);
    workload.AddTo(parameters);
    parameters.Parse(argc, argv);
    workload.Check(parameters, line.Hosts(), "--hosts");
    time.Check(parameters);
    parameters.EndCheck();

    const NodeContainer nodes = line.Install();
    CheckStreams(
        workload.Draw(nodes.GetN(), time.First(), time.Last(), FirstStream(StreamBlock::WORKLOAD)));
    UnicastEndpoint::Install(nodes);

    LineRun run(parameters, nodes, line);
    workload.Install(nodes);
    run.Simulate(time.Duration());
    run.PrintSummary();
    Simulator::Destroy();
    return 0;
}
