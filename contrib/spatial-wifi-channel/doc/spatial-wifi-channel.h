// SPDX-License-Identifier: GPL-2.0-only
#ifndef SPATIAL_WIFI_CHANNEL_DOC_H
#define SPATIAL_WIFI_CHANNEL_DOC_H

/**
 * @defgroup spatial-wifi-channel Wi-Fi channel with a spatial index
 *
 * This section documents the API of the spatial-wifi-channel module. For a general description see
 * doc/spatial-wifi-channel.rst.
 */

/**
 * @defgroup spatial-wifi-channel-test Tests of the Wi-Fi channel with a spatial index
 * @ingroup spatial-wifi-channel
 * @ingroup tests
 */

#endif
