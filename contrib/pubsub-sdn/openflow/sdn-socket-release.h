// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_SOCKET_RELEASE_H
#define SDN_SOCKET_RELEASE_H

#include "ns3/socket.h"

namespace ns3::pubsub::sdn
{

/**
 * @brief Take all callbacks from a TCP socket, which then sends no FIN: for the end of a
 * simulation.
 * @param socket that its owner no longer uses
 */
void ReleaseSocket(const Ptr<Socket>& socket);

/**
 * @brief Release a TCP socket and close it, unless its node has been disposed: without devices it
 * cannot send the FIN.
 * @param socket that its owner no longer uses
 */
void CloseSocket(const Ptr<Socket>& socket);

} // namespace ns3::pubsub::sdn

#endif
