// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_MANET_H
#define PUBSUB_MANET_H

/**
 * @defgroup pubsub-manet Publish/subscribe routing for ad hoc networks
 *
 * This section documents the API of the pubsub-manet module. For a general description see
 * doc/pubsub-manet.rst.
 */

/**
 * @defgroup pubsub-manet-test Tests of publish/subscribe routing for ad hoc networks
 * @ingroup pubsub-manet
 * @ingroup tests
 */

#endif
