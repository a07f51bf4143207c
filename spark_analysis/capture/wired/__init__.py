"""The captures of a wired run: packets with link and direction, messages over UDP and TCP, loss and reordering."""
