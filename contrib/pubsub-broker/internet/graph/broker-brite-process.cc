// SPDX-License-Identifier: GPL-2.0-only
#include "broker-brite-process.h"

#include "ns3/broker-input.h"
#include "ns3/log.h"

#ifdef PUBSUB_BROKER_BRITE
#include "ns3/brite-topology-helper.h"
#include "ns3/channel-list.h"
#include "ns3/point-to-point-channel.h"
#include "ns3/point-to-point-net-device.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerBriteProcess");

BriteProcess::BriteProcess(std::string configuration, std::string seeds)
    : m_configuration(std::move(configuration)),
      m_seeds(std::move(seeds))
{
    NS_LOG_FUNCTION(this);
}

#ifndef PUBSUB_BROKER_BRITE

std::vector<UnderlayLink>
BriteProcess::Run() const
{
    throw BrokerInputError("this ns-3 was built without BRITE; expected an underlay from a file");
}

#else

namespace
{

constexpr rlim_t MOST_SECONDS = 600; ///< of processor time that BRITE may take

const std::string CONFIGURATION_FILE = "brite.conf"; ///< in the temporary folder
const std::string SEED_FILE = "seeds";               ///< in the temporary folder
const std::string NEXT_SEED_FILE = "next_seeds";     ///< in the temporary folder, written by BRITE

/// A folder that is removed in the end, with all that is in it.
class TemporaryFolder
{
  public:
    TemporaryFolder()
        : m_path((std::filesystem::temp_directory_path() / "brite-XXXXXX").string())
    {
        if (mkdtemp(m_path.data()) == nullptr)
        {
            throw BrokerInputError(m_path + " cannot be made; expected a folder for BRITE's files");
        }
    }

    ~TemporaryFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }

    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    /// @return its name
    const std::string& Path() const
    {
        return m_path;
    }

    /**
     * @brief Write a file.
     * @param name of it
     * @param text its content
     */
    void Write(const std::string& name, const std::string& text) const
    {
        std::ofstream file(m_path + "/" + name);
        file << text;
        file.close();
        if (!file)
        {
            throw BrokerInputError(m_path + "/" + name + " cannot be written");
        }
    }

  private:
    std::string m_path; ///< its name
};

/**
 * @brief Let ns-3's helper generate the graph from the files of the current folder.
 * @return the links, read back from the devices that it has made
 */
std::vector<UnderlayLink>
Generate()
{
    const uint32_t firstNode = NodeList::GetNNodes();
    const uint32_t firstChannel = ChannelList::GetNChannels();
    BriteTopologyHelper helper(CONFIGURATION_FILE, SEED_FILE, NEXT_SEED_FILE);
    InternetStackHelper none;
    none.SetIpv4StackInstall(false);
    none.SetIpv6StackInstall(false);
    helper.BuildBriteTopology(none);
    std::vector<UnderlayLink> links;
    for (uint32_t i = firstChannel; i < ChannelList::GetNChannels(); ++i)
    {
        const auto channel = DynamicCast<PointToPointChannel>(ChannelList::GetChannel(i));
        TimeValue delay;
        channel->GetAttribute("Delay", delay);
        DataRateValue rate;
        channel->GetDevice(0)->GetAttribute("DataRate", rate);
        links.push_back({.a = channel->GetDevice(0)->GetNode()->GetId() - firstNode,
                         .b = channel->GetDevice(1)->GetNode()->GetId() - firstNode,
                         .speed = {.delayNs = delay.Get().GetNanoSeconds(),
                                   .rateBps = rate.Get().GetBitRate()}});
    }
    return links;
}

/**
 * @brief Work of the child process, which it ends.
 * @param folder with BRITE's files
 * @param pipe that takes the links
 */
[[noreturn]] void
RunChild(const std::string& folder, int pipe)
{
    const rlimit most{MOST_SECONDS, MOST_SECONDS};
    // The new standard output is a file, because a terminal of the parent may be there already.
    if (chdir(folder.c_str()) != 0 || std::freopen("printed", "w", stdout) == nullptr ||
        setrlimit(RLIMIT_CPU, &most) != 0)
    {
        _exit(1);
    }
    try
    {
        const std::vector<UnderlayLink> links = Generate();
        const auto* bytes = reinterpret_cast<const char*>(links.data());
        for (std::size_t left = links.size() * sizeof(UnderlayLink); left > 0;)
        {
            const ssize_t written = write(pipe, bytes, left);
            if (written <= 0)
            {
                _exit(1);
            }
            bytes += written;
            left -= written;
        }
    }
    catch (const std::exception&)
    {
        _exit(1);
    }
    _exit(0); // without the parent's destructors
}

/**
 * @brief Read what the child writes, until its end.
 * @param pipe from the child
 * @return the links
 */
std::vector<UnderlayLink>
ReadLinks(int pipe)
{
    std::string bytes;
    char buffer[1 << 16];
    for (ssize_t count = 0; (count = read(pipe, buffer, sizeof(buffer))) > 0;)
    {
        bytes.append(buffer, count);
    }
    std::vector<UnderlayLink> links(bytes.size() / sizeof(UnderlayLink));
    std::memcpy(links.data(), bytes.data(), links.size() * sizeof(UnderlayLink));
    return links;
}

} // namespace

std::vector<UnderlayLink>
BriteProcess::Run() const
{
    NS_LOG_FUNCTION(this);
    const TemporaryFolder folder;
    folder.Write(CONFIGURATION_FILE, m_configuration);
    folder.Write(SEED_FILE, m_seeds);
    int ends[2];
    if (pipe(ends) != 0)
    {
        throw BrokerInputError("no pipe to BRITE can be opened");
    }
    std::cout.flush(); // or the child would print it again
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0)
    {
        close(ends[0]);
        RunChild(folder.Path(), ends[1]);
    }
    close(ends[1]);
    const std::vector<UnderlayLink> links = ReadLinks(ends[0]);
    close(ends[0]);
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
    {
        throw BrokerInputError("BRITE failed; expected a graph of routers");
    }
    return links;
}

#endif

} // namespace ns3::pubsub::broker
