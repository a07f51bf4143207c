// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-open-files.h"

#include <algorithm>
#include <sys/resource.h>

namespace ns3::pubsub
{

uint64_t
AllowOpenFiles(uint64_t wanted)
{
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur < wanted)
    {
        limit.rlim_cur = std::min<rlim_t>(wanted, limit.rlim_max);
        setrlimit(RLIMIT_NOFILE, &limit);
        getrlimit(RLIMIT_NOFILE, &limit);
    }
    return limit.rlim_cur;
}

} // namespace ns3::pubsub
