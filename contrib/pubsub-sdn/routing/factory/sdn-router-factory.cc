// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-router-factory.h"

#include "ns3/broker-input.h"
#include "ns3/double.h"
#include "ns3/sdn-core-router.h"
#include "ns3/sdn-file-router.h"
#include "ns3/sdn-flooding-router.h"
#include "ns3/sdn-sdnps-router.h"
#include "ns3/sdn-source-tree-router.h"
#include "ns3/sdn-steiner-router.h"

#include <map>
#include <utility>

namespace ns3::pubsub::sdn
{

namespace
{

constexpr double LOAD_EXPONENT = 8.0; ///< of load-steiner

/// Makes a router.
using RouterMaker = Ptr<TopicRouter> (*)();

/**
 * @tparam Router type of the router
 * @return a new one
 */
template <typename Router>
Ptr<TopicRouter>
NewRouter()
{
    return CreateObject<Router>();
}

/// @return a Steiner router that avoids loaded edges
Ptr<TopicRouter>
NewLoadSteiner()
{
    auto router = CreateObject<SteinerRouter>();
    router->SetAttribute("LoadExponent", DoubleValue(LOAD_EXPONENT));
    return router;
}

/// The routers by name, the default first.
const std::vector<std::pair<std::string, RouterMaker>> ROUTERS{
    {"sdnps", NewRouter<SdnpsRouter>},
    {"flooding", NewRouter<FloodingRouter>},
    {"spt", NewRouter<SourceTreeRouter>},
    {"core", NewRouter<CoreRouter>},
    {"steiner", NewRouter<SteinerRouter>},
    {"load-steiner", NewLoadSteiner},
    {"file", NewRouter<FileRouter>},
};

} // namespace

const std::vector<std::string>&
TopicRouterNames()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const auto& [name, make] : ROUTERS)
        {
            all.push_back(name);
        }
        return all;
    }();
    return names;
}

Ptr<TopicRouter>
MakeTopicRouter(const std::string& name)
{
    for (const auto& [known, make] : ROUTERS)
    {
        if (known == name)
        {
            return make();
        }
    }
    throw broker::BrokerInputError("'" + name + "' is no router of topics; expected one of " +
                                   broker::Listed(TopicRouterNames()));
}

const std::vector<std::string>&
RepairModeNames()
{
    static const std::vector<std::string> names{"algorithm-3", "full", "none"};
    return names;
}

} // namespace ns3::pubsub::sdn
