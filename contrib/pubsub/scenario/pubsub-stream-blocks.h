// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_STREAM_BLOCKS_H
#define PUBSUB_STREAM_BLOCKS_H

#include "ns3/abort.h"

#include <array>
#include <cstdint>

namespace ns3::pubsub
{

/**
 * @ingroup pubsub
 * @brief Blocks of random-number streams, one for each concern, so that a protocol that draws more
 * changes neither the mobility nor the workload nor the radio: comparisons stay paired.
 */
enum class StreamBlock : int64_t
{
    MOBILITY,
    WORKLOAD,
    RADIO,
    PROTOCOL,
    TOPOLOGY,
    END ///< number of blocks
};

/// What a block of streams is called, and which kind of network has it.
struct StreamBlockEntry
{
    StreamBlock block; ///< which
    const char* name;  ///< in --describe
    const char* kind;  ///< of network; empty: every kind
};

/// The blocks, in order.
inline constexpr std::array<StreamBlockEntry, static_cast<std::size_t>(StreamBlock::END)>
    STREAM_BLOCKS{{
        {StreamBlock::MOBILITY, "mobility", "radio"},
        {StreamBlock::WORKLOAD, "workload", ""},
        {StreamBlock::RADIO, "radio", "radio"},
        {StreamBlock::PROTOCOL, "protocol", ""},
        {StreamBlock::TOPOLOGY, "topology", "wired"},
    }};

/// Streams in each block.
constexpr int64_t STREAM_BLOCK_SIZE = int64_t{1} << 32;

/**
 * @param block of streams
 * @return the first of them
 */
constexpr int64_t
FirstStream(StreamBlock block)
{
    return static_cast<int64_t>(block) * STREAM_BLOCK_SIZE;
}

/**
 * @brief Insist that a concern kept to its block.
 * @param used streams
 */
inline void
CheckStreams(int64_t used)
{
    NS_ABORT_MSG_IF(used < 0 || used > STREAM_BLOCK_SIZE, used << " streams leave their block");
}

} // namespace ns3::pubsub

#endif
