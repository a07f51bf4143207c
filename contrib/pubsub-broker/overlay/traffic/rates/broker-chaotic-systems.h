// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_CHAOTIC_SYSTEMS_H
#define BROKER_CHAOTIC_SYSTEMS_H

#include "ns3/random-variable-stream.h"

#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

/// @return the names of the chaotic systems
std::vector<std::string> ChaoticSystems();

/**
 * @ingroup pubsub-broker
 * @brief Values of a chaotic system, divided by its long-run mean.
 *
 * - `logistic`: x' = 4 x (1 - x). Its long-run mean is 1/2 and its largest Lyapunov exponent ln 2.
 *   An orbit in floating point ends in a short cycle or at 0. So x is sin(pi a)^2, where a step
 *   doubles the angle a modulo 1, and the next binary digit of the angle is drawn at each step.
 *   That solves the map exactly, and it never ends.
 * - `mackey-glass`: dx/dt = 0.2 x(t - 17) / (1 + x(t - 17)^10) - 0.1 x, a value every 6 units of
 *   time, as in much of the literature. The history is a constant that is drawn, and the first
 *   1,000 units are left out.
 *
 * @param system one of ChaoticSystems()
 * @param count of values
 * @param random source of the initial state
 * @return the values
 */
std::vector<double> ChaoticValues(const std::string& system,
                                  std::size_t count,
                                  Ptr<UniformRandomVariable> random);

} // namespace ns3::pubsub::broker

#endif
