// SPDX-License-Identifier: GPL-2.0-only
#include "broker-brite.h"

#include "broker-brite-process.h"

#include "ns3/broker-input.h"
#include "ns3/log.h"

#include <algorithm>
#include <iomanip>
#include <sstream>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerBrite");

namespace
{

constexpr uint32_t MODEL_NUMBERS[] = {1, 2};   ///< of BriteModels(), in BRITE's files
constexpr uint32_t SQUARES = 100;              ///< LS: inner squares; unused by random places
constexpr double BITS_PER_MEGABIT = 1'000'000; ///< rates are in Mbit/s there

/// What BRITE's random numbers are for, as its file of seeds names them. Each has three seeds.
constexpr const char* SEED_NAMES[] =
    {"PLACES", "CONNECT", "EDGE_CONN", "GROUPING", "ASSIGNMENT", "BANDWIDTH"};

/**
 * @brief Refuse parameters.
 * @param what is wrong
 */
[[noreturn]] void
Refuse(const std::string& what)
{
    throw BrokerInputError("BRITE cannot make this underlay: " + what);
}

/// @param parameters to check
void
Check(const BriteParameters& parameters)
{
    const auto& models = BriteModels();
    if (std::find(models.begin(), models.end(), parameters.model) == models.end())
    {
        Refuse("'" + parameters.model + "' is no model; expected one of " + Listed(models));
    }
    const uint32_t links = parameters.linksPerRouter;
    if (links < 1 || links > 100 || parameters.routers <= links ||
        parameters.routers > MOST_ROUTERS)
    {
        Refuse(std::to_string(parameters.routers) + " routers with " + std::to_string(links) +
               " links each; expected 1 to 100 links and more routers than that, at most " +
               std::to_string(MOST_ROUTERS));
    }
    const auto isShare = [](double value) { return value > 0.0 && value <= 1.0; };
    if (!isShare(parameters.alpha) || !isShare(parameters.beta))
    {
        Refuse("alpha and beta have to be above 0 and at most 1");
    }
    if (uint64_t{parameters.sideKm} * parameters.sideKm < 2 * uint64_t{parameters.routers} ||
        parameters.sideKm > 20'000)
    {
        Refuse("a square of " + std::to_string(parameters.sideKm) +
               " km; expected room for twice as many routers, and at most 20000 km");
    }
    if (parameters.rateBps < 1000)
    {
        Refuse("a rate of " + std::to_string(parameters.rateBps) +
               " bit/s; expected at least 1000 bit/s");
    }
}

/**
 * @param parameters checked
 * @return the text of BRITE's configuration file
 */
std::string
ConfigurationOf(const BriteParameters& parameters)
{
    const bool isWaxman = parameters.model == BriteModels().front();
    const double rate = static_cast<double>(parameters.rateBps) / BITS_PER_MEGABIT;
    std::ostringstream text;
    text << std::setprecision(17)
         << "BriteConfig\nBeginModel\n Name = " << MODEL_NUMBERS[isWaxman ? 0 : 1]
         << "\n N = " << parameters.routers << "\n HS = " << parameters.sideKm
         << "\n LS = " << SQUARES << "\n NodePlacement = 1\n";
    if (isWaxman)
    {
        text << " GrowthType = 1\n";
    }
    text << " m = " << parameters.linksPerRouter << "\n";
    if (isWaxman)
    {
        text << " alpha = " << parameters.alpha << "\n beta = " << parameters.beta << "\n";
    }
    text << " BWDist = 1\n BWMin = " << rate << "\n BWMax = " << rate
         << "\nEndModel\nBeginOutput\n BRITE = 0\n OTTER = 0\nEndOutput\n";
    return text.str();
}

/**
 * @param random source
 * @return the text of BRITE's file of seeds
 */
std::string
SeedsOf(Ptr<UniformRandomVariable> random)
{
    std::string text;
    for (const char* name : SEED_NAMES)
    {
        text += name;
        for (uint32_t i = 0; i < 3; ++i)
        {
            text += " " + std::to_string(random->GetInteger(0, 65535));
        }
        text += "\n";
    }
    return text;
}

} // namespace

const std::vector<std::string>&
BriteModels()
{
    static const std::vector<std::string> models{"waxman", "barabasi"};
    return models;
}

Underlay
MakeBrite(const BriteParameters& parameters, Ptr<UniformRandomVariable> random)
{
    NS_LOG_FUNCTION(parameters.model << parameters.routers << parameters.linksPerRouter);
    Check(parameters);
    const BriteProcess process(ConfigurationOf(parameters), SeedsOf(random));
    Underlay underlay(parameters.routers);
    for (const UnderlayLink& link : process.Run())
    {
        if (std::max(link.a, link.b) >= parameters.routers)
        {
            Refuse("it made another number of routers than " + std::to_string(parameters.routers));
        }
        underlay.AddLink(link.a, link.b, {link.speed.delayNs, parameters.rateBps});
    }
    underlay.RequireConnected("the graph of BRITE's model " + parameters.model);
    return underlay;
}

} // namespace ns3::pubsub::broker
