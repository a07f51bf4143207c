// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_HUFFMAN_H
#define SDN_HUFFMAN_H

#include <string>
#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @brief A prefix code of least mean length (Huffman 1952).
 *
 * The two symbols or groups of least weight are joined until one is left; of equal weights the
 * older one comes first. The first of the two gets the bit 0. So symbols of equal weights get codes
 * of nearly equal lengths.
 * @param weights of the symbols, not negative
 * @return the code of each symbol, as 0 and 1; empty for a single symbol
 */
std::vector<std::string> HuffmanCode(const std::vector<double>& weights);

} // namespace ns3::pubsub::sdn

#endif
