// SPDX-License-Identifier: GPL-2.0-only
#include "broker-underlay-source.h"

#include "ns3/broker-input.h"
#include "ns3/broker-trees.h"
#include "ns3/log.h"

#include <algorithm>
#include <utility>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerUnderlaySource");

namespace
{

const std::string FILE_KIND = "file"; ///< an underlay from a file

/**
 * @param names some
 * @param name one
 * @return whether it is among them
 */
bool
Contains(const std::vector<std::string>& names, const std::string& name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

} // namespace

const std::vector<std::string>&
UnderlayKinds()
{
    static const std::vector<std::string> kinds = [] {
        std::vector<std::string> names = BriteModels();
        names.push_back(FILE_KIND);
        names.insert(names.end(), TreeKinds().begin(), TreeKinds().end());
        return names;
    }();
    return kinds;
}

NamedUnderlay
MakeUnderlay(const UnderlaySource& source, Ptr<UniformRandomVariable> random)
{
    NS_LOG_FUNCTION(source.kind << source.file);
    if (!Contains(UnderlayKinds(), source.kind))
    {
        throw BrokerInputError("'" + source.kind + "' is no kind of underlay; expected one of " +
                               Listed(UnderlayKinds()));
    }
    if (source.kind == FILE_KIND)
    {
        return ReadUnderlay(source.file, source.speed);
    }
    NamedUnderlay result;
    if (Contains(BriteModels(), source.kind))
    {
        BriteParameters parameters = source.brite;
        parameters.model = source.kind;
        result.underlay = MakeBrite(parameters, random);
    }
    else
    {
        const BrokerGraph tree = MakeTree(source.kind, source.brite.routers, random);
        result.underlay = Underlay(tree, source.speed);
        result.underlay.RequireConnected("the tree");
    }
    for (RouterId router = 0; router < result.underlay.Size(); ++router)
    {
        result.names.push_back(std::to_string(router));
    }
    return result;
}

} // namespace ns3::pubsub::broker
