"""IEEE 802.11 frames without radiotap (link type 105): the record begins with the frame control field."""

from __future__ import annotations

import numpy as np

from spark_analysis.capture.kernels.compiler import inlined
from spark_analysis.capture.layers.ethertypes import IEEE80211_FOLLOWS
from spark_analysis.capture.layers.places import IEEE80211, SOUND
from spark_analysis.capture.links.link_layer import LinkLayer, register_link_layer


@inlined
def _locate(data: np.ndarray, at: int, end: int, sent_end: int, places: np.ndarray) -> tuple[int, int, int, int, int]:
    return SOUND, IEEE80211_FOLLOWS, at, end, sent_end


register_link_layer(
    LinkLayer(105, "802.11", _locate, IEEE80211, "an 802.11 header, version 0, of the length that its kind has")
)
