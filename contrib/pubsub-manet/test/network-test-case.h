// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_NETWORK_TEST_CASE_H
#define MANET_NETWORK_TEST_CASE_H

#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <algorithm>
#include <string>
#include <vector>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet-test
 * @brief A test that simulates: starts from the same random numbers and leaves nothing behind.
 */
class NetworkTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    /**
     * @brief Compare time-lines line by line.
     * @param got what was sent
     * @param expected what should
     */
    void Compare(const std::vector<std::string>& got, const std::vector<std::string>& expected)
    {
        for (std::size_t i = 0; i < std::max(got.size(), expected.size()); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ((i < got.size() ? got[i] : "nothing"),
                                  (i < expected.size() ? expected[i] : "nothing"),
                                  "line " << i);
        }
    }

  private:
    void DoSetup() override
    {
        RngSeedManager::SetSeed(1);
        RngSeedManager::SetRun(1);
    }

    void DoTeardown() override
    {
        Simulator::Destroy();
    }
};

} // namespace ns3::pubsub::manet

#endif
