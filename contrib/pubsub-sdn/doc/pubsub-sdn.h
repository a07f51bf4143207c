// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_SDN_H
#define PUBSUB_SDN_H

/**
 * @defgroup pubsub-sdn Publish/subscribe on switches
 *
 * This section documents the API of the pubsub-sdn module. For a general description see
 * doc/pubsub-sdn.rst.
 */

/**
 * @defgroup pubsub-sdn-test Tests of publish/subscribe on switches
 * @ingroup pubsub-sdn
 * @ingroup tests
 */

#endif
