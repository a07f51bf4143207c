// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_H
#define PUBSUB_H

/**
 * @defgroup pubsub Publish/subscribe
 *
 * This section documents the API of the pubsub module. For a general description see
 * doc/pubsub.rst.
 */

/**
 * @defgroup pubsub-test Tests of publish/subscribe routing
 * @ingroup pubsub
 * @ingroup tests
 */

#endif
