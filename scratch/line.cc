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

#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/point-to-point-module.h"
#include "ns3/pubsub-broker-module.h"
#include "ns3/pubsub-module.h"
#include "ns3/simulator.h"

#include <cstdlib>
#include <memory>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::broker;

namespace
{

constexpr uint32_t QUEUE_FRAMES = 100; ///< that a device holds back

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
        m_links =
            std::make_unique<WiredLinks>(DataRate(m_rate), MicroSeconds(m_delay), QUEUE_FRAMES);
        for (uint32_t i = 0; i + 1 < m_nodes.GetN(); ++i)
        {
            m_links->Connect(m_nodes.Get(i), m_nodes.Get(i + 1));
        }
        Ipv4GlobalRoutingHelper::PopulateRoutingTables();
        return m_nodes;
    }

    /// @return files that Capture() will have open
    uint32_t CaptureFiles() const
    {
        return m_captures ? m_links->GetDevices().GetN() : 0;
    }

    /**
     * @brief Capture what each host sends on each of its links, if wanted.
     * @param folder for link-<from>-<to>.pcap
     */
    void Capture(const std::string& folder) const
    {
        if (m_captures)
        {
            m_links->Capture(folder, m_captureBytes);
        }
    }

    /// @return the links
    const WiredLinks& Links() const
    {
        return *m_links;
    }

    /// @return time in which the last messages arrive, even if all queues are full
    Time Settle() const
    {
        const Time frame = DataRate(m_rate).CalculateBytesTxTime(WiredLinks::MTU + 2);
        return (m_hosts - 1) * (MicroSeconds(m_delay) + (QUEUE_FRAMES + 1) * frame);
    }

    /// @return number of hosts
    int64_t Hosts() const
    {
        return m_hosts;
    }

  private:
    int64_t m_hosts = 4;
    int64_t m_rate = 10000000;
    int64_t m_delay = 1000;
    bool m_captures = true;
    int64_t m_captureBytes = 65535;
    NodeContainer m_nodes;               ///< the hosts
    std::unique_ptr<WiredLinks> m_links; ///< from left to right
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
        m_hosts = std::make_unique<TraceTable<WiredNodeRow>>(folder);
        m_links = std::make_unique<TraceTable<LinkRow>>(folder);
        for (auto node = nodes.Begin(); node != nodes.End(); ++node)
        {
            m_hosts->Write(
                {.node = (*node)->GetId(), .name = NameOf(*node), .ipv4 = Ipv4TextOf(*node, 1)});
        }
        line.Links().Describe(*m_links);
        line.Links().TraceDrops(m_recorder.get());
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

    NodeContainer m_nodes;                             ///< the hosts
    std::unique_ptr<TraceRecorder> m_recorder;         ///< if outputs are wanted
    std::unique_ptr<TraceTable<WiredNodeRow>> m_hosts; ///< if outputs are wanted
    std::unique_ptr<TraceTable<LinkRow>> m_links;      ///< if outputs are wanted
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
