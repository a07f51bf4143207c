// SPDX-License-Identifier: GPL-2.0-only
#include "manet-adhoc-mobility-helper.h"

#include "ns3/box.h"
#include "ns3/constant-velocity-mobility-model.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/mobility-helper.h"
#include "ns3/ns2-mobility-helper.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/position-allocator.h"
#include "ns3/spatial-wifi-course-mobility-model.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <sstream>

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("AdhocMobilityHelper");

namespace
{

/**
 * @param low end
 * @param high end
 * @return a uniform random variable, as an attribute's text
 */
StringValue
Uniform(double low, double high)
{
    return StringValue("ns3::UniformRandomVariable[Min=" + std::to_string(low) +
                       "|Max=" + std::to_string(high) + "]");
}

/**
 * @param line of a file
 * @return its words, without quotes
 */
std::vector<std::string>
Words(std::string line)
{
    std::erase(line, '"');
    std::istringstream text(line);
    return {std::istream_iterator<std::string>(text), {}};
}

/**
 * @param word of a movement file
 * @return whether it is a number
 */
bool
IsNumber(const std::string& word)
{
    double number = 0.0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    return error == std::errc() && end == word.data() + word.size() && std::isfinite(number);
}

/**
 * @param word of a movement file
 * @return the number of the node it names, as $node_(3) does
 */
std::optional<uint32_t>
NodeNamed(const std::string& word)
{
    uint32_t node = 0;
    const char* last = word.data() + word.size();
    if (!word.starts_with("$node_("))
    {
        return std::nullopt;
    }
    const auto [end, error] = std::from_chars(word.data() + 7, last, node);
    return error == std::errc() && std::string(end, last) == ")" ? std::optional(node)
                                                                 : std::nullopt;
}

/**
 * @param words of a line, from the node on
 * @return whether they set a coordinate
 */
bool
IsPlace(std::span<const std::string> words)
{
    return words.size() == 4 && NodeNamed(words[0]) && words[1] == "set" &&
           (words[2] == "X_" || words[2] == "Y_" || words[2] == "Z_") && IsNumber(words[3]);
}

/**
 * @param words of a line, from the node on
 * @return whether they send it somewhere
 */
bool
IsWalk(std::span<const std::string> words)
{
    return words.size() == 5 && NodeNamed(words[0]) && words[1] == "setdest" &&
           IsNumber(words[2]) && IsNumber(words[3]) && IsNumber(words[4]);
}

/**
 * @param words of a line of an ns-2 movement file
 * @return whether ns-3 can read it
 */
bool
IsMovement(std::span<const std::string> words)
{
    if (words.empty() || words[0].starts_with("#") || words[0].starts_with("$god_"))
    {
        return true;
    }
    if (words.size() < 4 || words[0] != "$ns_" || words[1] != "at" || !IsNumber(words[2]))
    {
        return IsPlace(words);
    }
    const auto action = words.subspan(3);
    return IsPlace(action) || IsWalk(action) || action[0].starts_with("$god_");
}

} // namespace

void
AdhocMobilityHelper::AddTo(ScenarioParameters& parameters)
{
    NS_LOG_FUNCTION(this);
    parameters.Add("mobility",
                   m_mobility,
                   {"grid", "uniform", "random-waypoint", "gauss-markov", "ns2"},
                   "",
                   "grid and uniform are static, random-waypoint starts in its stationary state");
    parameters.Add("mobility_file", m_file, {}, "file", "ns-2 movements, for --mobility=ns2");
    parameters.Add("width", m_width, 1.0, 1e6, "m", "of the area");
    parameters.Add("height", m_height, 1.0, 1e6, "m", "of the area");
    parameters.Add("speed_min", m_speedMin, 0.01, 1000.0, "m/s", "least speed");
    parameters.Add("speed_max", m_speedMax, 0.01, 1000.0, "m/s", "greatest speed");
    parameters.Add("speed",
                   m_speed,
                   0.0,
                   1000.0,
                   "m/s",
                   "of all nodes alike; 0: drawn from speed_min to speed_max");
    parameters.Add("pause", m_pause, 0.0, 1e6, "s", "at each waypoint");
}

double
AdhocMobilityHelper::SpeedMin() const
{
    return m_speed > 0.0 ? m_speed : m_speedMin;
}

double
AdhocMobilityHelper::SpeedMax() const
{
    return m_speed > 0.0 ? m_speed : m_speedMax;
}

void
AdhocMobilityHelper::Check(const ScenarioParameters& parameters, int64_t nodes) const
{
    NS_LOG_FUNCTION(this);
    if (m_speedMin > m_speedMax)
    {
        parameters.Refuse("--speed_min is above --speed_max; expected at most that");
    }
    if (m_mobility == "ns2")
    {
        CheckFile(parameters, nodes);
    }
}

void
AdhocMobilityHelper::CheckFile(const ScenarioParameters& parameters, int64_t nodes) const
{
    if (m_file.empty())
    {
        parameters.Refuse("--mobility=ns2 needs --mobility_file=FILE");
    }
    std::ifstream file(m_file);
    if (!file)
    {
        parameters.Refuse("--mobility_file=" + m_file + " cannot be read");
    }
    std::set<int64_t> found;
    std::string line;
    for (uint32_t number = 1; std::getline(file, line); ++number)
    {
        const auto words = Words(line);
        if (!IsMovement(words))
        {
            parameters.Refuse("--mobility_file=" + m_file + " line " + std::to_string(number) +
                              " is not an ns-2 movement");
        }
        if (IsPlace(words))
        {
            found.insert(*NodeNamed(words[0]));
        }
    }
    for (int64_t node = 0; node < nodes; ++node)
    {
        if (!found.contains(node))
        {
            parameters.Refuse("--mobility_file=" + m_file + " does not place node " +
                              std::to_string(node) + "; expected $node_(" + std::to_string(node) +
                              ") set X_ …");
        }
    }
}

int64_t
AdhocMobilityHelper::Install(const NodeContainer& nodes, int64_t stream) const
{
    NS_LOG_FUNCTION(this);
    if (m_mobility == "grid")
    {
        return InstallGrid(nodes);
    }
    if (m_mobility == "uniform")
    {
        return InstallUniform(nodes, stream);
    }
    if (m_mobility == "random-waypoint")
    {
        return InstallRandomWaypoint(nodes, stream);
    }
    if (m_mobility == "gauss-markov")
    {
        return InstallGaussMarkov(nodes, stream);
    }
    return InstallFile(nodes);
}

int64_t
AdhocMobilityHelper::InstallGrid(const NodeContainer& nodes) const
{
    const double ratio = std::sqrt(nodes.GetN() * m_width / m_height);
    const uint32_t columns = std::max(1U, static_cast<uint32_t>(std::ceil(ratio)));
    const uint32_t rows = (nodes.GetN() + columns - 1) / columns;
    MobilityHelper mobility;
    mobility.SetPositionAllocator("ns3::GridPositionAllocator",
                                  "MinX",
                                  DoubleValue(m_width / columns / 2),
                                  "MinY",
                                  DoubleValue(m_height / rows / 2),
                                  "DeltaX",
                                  DoubleValue(m_width / columns),
                                  "DeltaY",
                                  DoubleValue(m_height / rows),
                                  "GridWidth",
                                  UintegerValue(columns));
    mobility.Install(nodes);
    return 0;
}

int64_t
AdhocMobilityHelper::InstallUniform(const NodeContainer& nodes, int64_t stream) const
{
    const auto positions = Anywhere();
    const int64_t used = positions->AssignStreams(stream);
    MobilityHelper mobility;
    mobility.SetPositionAllocator(positions);
    mobility.Install(nodes);
    return used;
}

int64_t
AdhocMobilityHelper::InstallRandomWaypoint(const NodeContainer& nodes, int64_t stream) const
{
    const ObjectFactory walk("ns3::SteadyStateRandomWaypointMobilityModel",
                             "MinSpeed",
                             DoubleValue(SpeedMin()),
                             "MaxSpeed",
                             DoubleValue(SpeedMax()),
                             "MinPause",
                             DoubleValue(m_pause),
                             "MaxPause",
                             DoubleValue(m_pause),
                             "MinX",
                             DoubleValue(0),
                             "MaxX",
                             DoubleValue(m_width),
                             "MinY",
                             DoubleValue(0),
                             "MaxY",
                             DoubleValue(m_height));
    int64_t used = 0;
    for (auto it = nodes.Begin(); it != nodes.End(); ++it)
    {
        used += Move(*it, walk.Create<MobilityModel>(), stream + used);
    }
    return used;
}

int64_t
AdhocMobilityHelper::InstallGaussMarkov(const NodeContainer& nodes, int64_t stream) const
{
    const ObjectFactory drift("ns3::GaussMarkovMobilityModel",
                              "Bounds",
                              BoxValue(Box(0, m_width, 0, m_height, 0, 0)),
                              "TimeStep",
                              TimeValue(Seconds(1)),
                              "Alpha",
                              DoubleValue(0.85),
                              "MeanVelocity",
                              Uniform(SpeedMin(), SpeedMax()),
                              "MeanDirection",
                              Uniform(0, 2 * M_PI),
                              "MeanPitch",
                              StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                              "NormalPitch",
                              StringValue("ns3::NormalRandomVariable[Mean=0|Variance=0|Bound=0]"));
    const auto positions = Anywhere();
    int64_t used = positions->AssignStreams(stream);
    for (auto it = nodes.Begin(); it != nodes.End(); ++it)
    {
        const auto model = drift.Create<MobilityModel>();
        model->SetPosition(positions->GetNext());
        used += Move(*it, model, stream + used);
    }
    return used;
}

int64_t
AdhocMobilityHelper::InstallFile(const NodeContainer& nodes) const
{
    std::vector<Ptr<Object>> tracks(nodes.GetN());
    std::generate(tracks.begin(), tracks.end(), [] { return CreateObject<Object>(); });
    Ns2MobilityHelper(m_file).Install(tracks.begin(), tracks.end());
    for (uint32_t i = 0; i < nodes.GetN(); ++i)
    {
        Move(nodes.Get(i), tracks[i]->GetObject<ConstantVelocityMobilityModel>(), 0);
    }
    return 0;
}

Ptr<PositionAllocator>
AdhocMobilityHelper::Anywhere() const
{
    const auto positions = CreateObject<RandomRectanglePositionAllocator>();
    positions->SetAttribute("X", Uniform(0, m_width));
    positions->SetAttribute("Y", Uniform(0, m_height));
    return positions;
}

int64_t
AdhocMobilityHelper::Move(Ptr<Node> node, Ptr<MobilityModel> model, int64_t stream)
{
    const auto course = CreateObject<CourseMobilityModel>();
    course->Follow(model);
    node->AggregateObject(course);
    return course->AssignStreams(stream);
}

} // namespace ns3::pubsub::manet
