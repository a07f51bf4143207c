"""The places in a record that columns are read from, and the layers above the link: LLC, ARP, IP, UDP, messages."""
