"""What can follow a header: EtherTypes, and numbers below the first EtherType for what has none."""

from __future__ import annotations

NOTHING = 0
"""No layer that the reader looks at."""
LLC_FOLLOWS = 1
IEEE80211_FOLLOWS = 2

TYPE_IPV4, TYPE_ARP, TYPE_IPV6 = 0x0800, 0x0806, 0x86DD
