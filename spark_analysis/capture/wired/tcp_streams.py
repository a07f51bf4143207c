"""TCP streams put together again from captured segments, and cut into messages.

One TcpStream is one direction of one connection. Segments may come in any order, several times, overlapping, and with
sequence numbers that wrap around. Of a byte that is captured twice, the first capture counts.

    positions   0         100       200       300
                [ taken   )         [ held    )
                          ^ next    ^ gap up to here

Bytes in front of `next` have been returned. Segments behind a gap are held until the gap is filled or given up.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, fields

from schema.messages import COMMON_BYTES, MAGIC, CutShort, Malformed, MessageType, Value, decode_first

MAX_HELD_BYTES = 1 << 22
"""More bytes behind a gap show that it is not filled any more: no sender has so large a window."""
_WRAP = 1 << 32
_MAGIC_BYTES = MAGIC.to_bytes(2, "big")


@dataclass
class StreamQuality:
    """What was in the segments of a stream, or of several added up."""

    segments: int = 0
    """With payload."""
    repeated_bytes: int = 0
    """Captured again, as in a retransmission; bytes before the beginning of the stream are among them."""
    out_of_order: int = 0
    """Segments with new bytes, captured after bytes that stand behind them in the stream."""
    gaps: int = 0
    """Places where bytes are missing for good."""
    lost_bytes: int = 0
    """Bytes that are missing there."""
    skipped_bytes: int = 0
    """Bytes that were captured but are no part of a whole message."""

    def __add__(self, other: StreamQuality) -> StreamQuality:
        names = [field.name for field in fields(self)]
        return StreamQuality(*(getattr(self, name) + getattr(other, name) for name in names))


class TcpStream:
    """One direction of a connection. Positions count bytes from the first one, without wrapping around."""

    def __init__(self, first_sequence: int, max_held_bytes: int = MAX_HELD_BYTES) -> None:
        """`first_sequence`: sequence number of the first byte, that of the SYN plus one."""
        self.first_sequence = first_sequence
        self.quality = StreamQuality()
        self._next = 0
        self._highest = 0
        self._starts: list[int] = []
        self._held: list[bytes] = []
        self._held_bytes = 0
        self._max_held_bytes = max_held_bytes

    def add(self, sequence: int, payload: bytes) -> bytes:
        """Add a segment whose first byte has number `sequence`: the bytes that continue the stream now."""
        if not payload:
            return b""
        self.quality.segments += 1
        start = self._position(sequence)
        new_bytes = self._hold(start, payload)
        self.quality.repeated_bytes += len(payload) - new_bytes
        if new_bytes and start < self._highest:
            self.quality.out_of_order += 1
        self._highest = max(self._highest, start + len(payload))
        return self._take()

    @property
    def must_give_up(self) -> bool:
        """Whether so much is held behind a gap that it is not filled any more."""
        return self._held_bytes > self._max_held_bytes

    def give_up_gap(self) -> bytes | None:
        """Go on behind the first gap: the bytes that follow it, None where nothing is held."""
        if not self._starts:
            return None
        self.quality.gaps += 1
        self.quality.lost_bytes += self._starts[0] - self._next
        self._next = self._starts[0]
        return self._take()

    def _position(self, sequence: int) -> int:
        """The position nearest to `next` with this sequence number."""
        expected = (self.first_sequence + self._next) % _WRAP
        distance = (sequence - expected) % _WRAP
        return self._next + (distance if distance < _WRAP // 2 else distance - _WRAP)

    def _hold(self, start: int, payload: bytes) -> int:
        """Hold the parts of [start, start + len(payload)) that are not there yet: how many bytes they are."""
        end, new_bytes = start + len(payload), 0
        at = max(start, self._next)
        index = bisect_left(self._starts, at)
        if index and self._starts[index - 1] + len(self._held[index - 1]) > at:
            at = self._starts[index - 1] + len(self._held[index - 1])
        while at < end:
            until = min(end, self._starts[index]) if index < len(self._starts) else end
            if until > at:
                self._starts.insert(index, at)
                self._held.insert(index, payload[at - start : until - start])
                new_bytes += until - at
                index += 1
            if index >= len(self._starts):
                break
            at = max(until, self._starts[index] + len(self._held[index]))
            index += 1
        self._held_bytes += new_bytes
        return new_bytes

    def _take(self) -> bytes:
        """The held bytes from `next` on, up to the first gap."""
        count = 0
        taken = bytearray()
        while count < len(self._starts) and self._starts[count] == self._next:
            taken += self._held[count]
            self._next += len(self._held[count])
            count += 1
        del self._starts[:count], self._held[:count]
        self._held_bytes -= len(taken)
        return bytes(taken)


@dataclass(frozen=True)
class StreamMessage:
    """A whole message that a stream carried."""

    type: MessageType
    values: dict[str, Value]
    bytes: int
    """Of the message and its payload."""
    header_bytes: int
    """Between the common header and the event; 0 where the message carries none."""


class MessageFramer:
    """Cuts the bytes of one stream into messages. A message has no length of its own: its fields show where it ends."""

    def __init__(self) -> None:
        self._buffer = b""
        self.skipped_bytes = 0

    def add(self, data: bytes) -> list[StreamMessage]:
        """The messages that end in `data`, which follows what was added before."""
        buffer, at = self._buffer + data, 0
        messages: list[StreamMessage] = []
        while at < len(buffer):
            try:
                message, values, end = decode_first(buffer, at)
            except CutShort:
                break
            except Malformed:
                at = self._skip(buffer, at)
                continue
            header = int.from_bytes(buffer[at + COMMON_BYTES : at + COMMON_BYTES + 2], "big") + 2
            is_carrier = message.carries_event and "header" in values
            messages.append(StreamMessage(message, values, end - at, header if is_carrier else 0))
            at = end
        self._buffer = buffer[at:]
        return messages

    def add_gap(self) -> None:
        """Forget the beginning of a message whose end is missing."""
        self.skipped_bytes += len(self._buffer)
        self._buffer = b""

    def _skip(self, buffer: bytes, at: int) -> int:
        """Where the next message may begin."""
        found = buffer.find(_MAGIC_BYTES, at + 1)
        if found < 0:
            found = len(buffer) - (buffer[-1:] == _MAGIC_BYTES[:1] and len(buffer) - 1 > at)
        self.skipped_bytes += found - at
        return found


class MessageStream:
    """The messages of one direction of a connection, from its segments."""

    def __init__(self, first_sequence: int, max_held_bytes: int = MAX_HELD_BYTES) -> None:
        self.stream = TcpStream(first_sequence, max_held_bytes)
        self._framer = MessageFramer()

    def add(self, sequence: int, payload: bytes) -> list[StreamMessage]:
        """The messages that are whole with this segment."""
        messages = self._framer.add(self.stream.add(sequence, payload))
        while self.stream.must_give_up:
            messages += self._behind_gap() or []
        return messages

    def finish(self) -> list[StreamMessage]:
        """The messages behind gaps that no segment fills; to be called after the last segment."""
        messages: list[StreamMessage] = []
        while (more := self._behind_gap()) is not None:
            messages += more
        self._framer.add_gap()
        return messages

    @property
    def quality(self) -> StreamQuality:
        """Of what was added so far; skipped bytes are complete after `finish`."""
        return self.stream.quality + StreamQuality(skipped_bytes=self._framer.skipped_bytes)

    def _behind_gap(self) -> list[StreamMessage] | None:
        """The messages behind the first gap, None where nothing is held."""
        data = self.stream.give_up_gap()
        if data is None:
            return None
        self._framer.add_gap()
        return self._framer.add(data)
