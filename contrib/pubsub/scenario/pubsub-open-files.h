// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_OPEN_FILES_H
#define PUBSUB_OPEN_FILES_H

#include <cstdint>

namespace ns3::pubsub
{

/**
 * @ingroup pubsub
 * @brief Let this process open as many files at a time as it wants, as far as the system permits.
 * Many systems permit 1024 until they are asked.
 * @param wanted how many
 * @return how many it may open now
 */
uint64_t AllowOpenFiles(uint64_t wanted);

} // namespace ns3::pubsub

#endif
