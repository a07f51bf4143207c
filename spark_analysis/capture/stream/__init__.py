"""A capture as one stream of bytes: files and file objects, decompression, the file format of pcap."""
