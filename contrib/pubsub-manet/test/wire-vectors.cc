// SPDX-License-Identifier: GPL-2.0-only
#include "wire-vectors.h"

#include <fstream>
#include <sstream>

namespace ns3::pubsub::manet
{

namespace
{

/**
 * @param hex digits
 * @return the bytes
 */
std::vector<uint8_t>
Bytes(const std::string& hex)
{
    std::vector<uint8_t> bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    {
        bytes.push_back(static_cast<uint8_t>(std::stoul(hex.substr(i, 2), nullptr, 16)));
    }
    return bytes;
}

} // namespace

std::vector<WireVector>
ReadWireVectors()
{
    std::vector<WireVector> vectors;
    std::ifstream file(NS_TEST_SOURCEDIR "/wire-vectors.txt");
    std::string line;
    while (std::getline(file, line))
    {
        std::istringstream words(line);
        WireVector vector;
        std::string hex;
        words >> vector.name >> hex;
        std::getline(words, vector.values);
        vector.bytes = Bytes(hex);
        vectors.push_back(vector);
    }
    return vectors;
}

} // namespace ns3::pubsub::manet
