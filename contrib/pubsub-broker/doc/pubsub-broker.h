// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_BROKER_H
#define PUBSUB_BROKER_H

/**
 * @defgroup pubsub-broker Publish/subscribe over wired brokers
 *
 * This section documents the API of the pubsub-broker module. For a general description see
 * doc/pubsub-broker.rst.
 */

/**
 * @defgroup pubsub-broker-test Tests of publish/subscribe over wired brokers
 * @ingroup pubsub-broker
 * @ingroup tests
 */

#endif
