-- Wireshark dissector for the messages of adhoc-pubsub.
-- Written by `./waf python -m schema.dissector` from schema/messages and schema/dissector.lua.in: do not edit.

local PORT, MAGIC, VERSION = 9999, 0x5053, 1

local pubsub = Proto("pubsub", "adhoc-pubsub message")
local MALFORMED = ProtoExpert.new("pubsub.malformed", "malformed", expert.group.MALFORMED, expert.severity.ERROR)
local CUT = ProtoExpert.new("pubsub.cut", "the capture has only the beginning", expert.group.UNDECODED, expert.severity.NOTE)
pubsub.experts = {MALFORMED, CUT}

local TYPES = {
  u8 = ftypes.UINT8, u16 = ftypes.UINT16, u32 = ftypes.UINT32, u64 = ftypes.UINT64,
  topic = ftypes.STRING, text = ftypes.STRING, bytes16 = ftypes.BYTES, payload = ftypes.BYTES,
  list8 = ftypes.UINT8, list16 = ftypes.UINT16, counted = ftypes.NONE, message = ftypes.NONE, sized = ftypes.UINT16,
}
local IS_NUMBER = {[ftypes.UINT8] = true, [ftypes.UINT16] = true, [ftypes.UINT32] = true, [ftypes.UINT64] = true}
local NAMES = {[1] = "event", [2] = "beacon", [3] = "report", [4] = "report_ack", [5] = "leave", [6] = "join", [7] = "status", [8] = "join_query", [9] = "join_reply", [10] = "unreachable", [11] = "reply_ack", [12] = "filter_query", [13] = "filter_reply", [14] = "history_query", [15] = "hint_event", [16] = "smf_hello", [17] = "subscribe", [18] = "unsubscribe", [19] = "announce", [20] = "unannounce", [21] = "advertise", [22] = "unadvertise", [23] = "advertise_pull", [24] = "request", [25] = "response", [26] = "no_match", [27] = "ov_link", [28] = "ov_advertise", [29] = "ov_subscribe", [30] = "ov_notify", [31] = "rc_eval", [32] = "rc_result", [33] = "rc_lock", [34] = "rc_lock_reply", [35] = "rc_apply", [36] = "rc_done", [37] = "rc_unlock", [38] = "rc_step", [39] = "rc_status", [40] = "ov_ack", [41] = "path_notice", [42] = "path_end", [43] = "path", [44] = "rc_construct", [45] = "rc_reply", [46] = "sdn_join", [47] = "sdn_heartbeat", [48] = "sdn_register", [49] = "sdn_codes", [50] = "sdn_refusal", [51] = "sdn_subscribe", [52] = "sdn_unsubscribe", [53] = "sdn_topology", [54] = "sdn_statistics", [55] = "sdn_route", [56] = "sdn_replay", [57] = "sdn_commit", [58] = "sdn_installed", [59] = "sdn_policy", [60] = "sdn_copy", [61] = "sdn_probe", [62] = "sdn_greeting", [63] = "sdn_attached"}
local protos = {}

-- A field of a message. A list's own value is its count, a sized part's its length.
local function field(filter, kind, help, items, count)
  local name = filter:match("[^.]+$")
  local base = filter == "pubsub.magic" and base.HEX or IS_NUMBER[TYPES[kind]] and base.DEC or base.NONE
  local names = filter == "pubsub.type" and NAMES or nil
  local proto = ProtoField.new(name, filter, TYPES[kind], names, base, nil, help)
  table.insert(protos, proto)
  return {name = name, kind = kind, items = items, count = count, proto = proto}
end

local COMMON = {
  field("pubsub.magic", "u16", "always 0x5053, 'PS'"),
  field("pubsub.version", "u8", "1"),
  field("pubsub.type", "u8", "a message type of TYPES"),
  field("pubsub.node", "u32", "who sends this frame"),
}
local MESSAGES = {
  [1] = {
    name = "event",
    itself = field("pubsub.event", "message", nil),
    payload = field("pubsub.event.payload", "payload", nil),
    fields = {
      field("pubsub.event.publisher", "u32", nil),
      field("pubsub.event.sequence", "u32", "with the publisher, the event's identity"),
      field("pubsub.event.published_ns", "u64", "simulated time of publication"),
      field("pubsub.event.hops", "u8", "links crossed so far, this one included"),
      field("pubsub.event.topic", "topic", nil),
      field("pubsub.event.attributes", "list8", "what predicates look at", {
        field("pubsub.event.attributes.name", "text", nil),
        field("pubsub.event.attributes.value", "text", nil),
      }, nil),
      field("pubsub.event.payload_bytes", "u16", "length of the payload that follows, zeros"),
    },
  },
  [2] = {
    name = "beacon",
    itself = field("pubsub.beacon", "message", nil),
    fields = {
      field("pubsub.beacon.sequence", "u32", nil),
      field("pubsub.beacon.inherent", "list16", "s_i", {
        field("pubsub.beacon.inherent.filter", "topic", "a topic, a last word # for its subtree, [predicates]"),
      }, nil),
      field("pubsub.beacon.trees", "list8", nil, {
        field("pubsub.beacon.trees.root", "u32", "the publisher this tree belongs to"),
        field("pubsub.beacon.trees.root_sequence", "u32", "bumped by the root at every beacon: how fresh the path is"),
        field("pubsub.beacon.trees.parent", "u32", "0xFFFFFFFF: none"),
        field("pubsub.beacon.trees.path", "list8", "nodes from the parent to the root; empty at the root", {
          field("pubsub.beacon.trees.path.node", "u32", nil),
        }, nil),
        field("pubsub.beacon.trees.attached", "u8", "1: the sender has a path to the root now"),
        field("pubsub.beacon.trees.proxied", "list16", "s'_i: each filter with the number of children that want it", {
          field("pubsub.beacon.trees.proxied.filter", "topic", nil),
          field("pubsub.beacon.trees.proxied.count", "u16", nil),
        }, nil),
        field("pubsub.beacon.trees.advertised", "list16", "E: topics the root publishes, each with its weight", {
          field("pubsub.beacon.trees.advertised.filter", "topic", nil),
          field("pubsub.beacon.trees.advertised.count", "u16", nil),
        }, nil),
      }, nil),
    },
  },
  [3] = {
    name = "report",
    itself = field("pubsub.report", "message", nil),
    fields = {
      field("pubsub.report.root", "u32", nil),
      field("pubsub.report.parent", "u32", "whose child the sender is"),
      field("pubsub.report.sequence", "u32", "acknowledged by number"),
      field("pubsub.report.effective", "list16", "S_i", {
        field("pubsub.report.effective.filter", "topic", "a topic, a last word # for its subtree, [predicates]"),
      }, nil),
    },
  },
  [4] = {
    name = "report_ack",
    itself = field("pubsub.report_ack", "message", nil),
    fields = {
      field("pubsub.report_ack.root", "u32", nil),
      field("pubsub.report_ack.child", "u32", nil),
      field("pubsub.report_ack.sequence", "u32", nil),
    },
  },
  [5] = {
    name = "leave",
    itself = field("pubsub.leave", "message", nil),
    fields = {
      field("pubsub.leave.root", "u32", nil),
      field("pubsub.leave.parent", "u32", "whose child the sender no longer is"),
    },
  },
  [6] = {
    name = "join",
    itself = field("pubsub.join", "message", nil),
    fields = {
      field("pubsub.join.root", "u32", nil),
      field("pubsub.join.sequence", "u32", nil),
      field("pubsub.join.candidates", "list8", "TopSim's set C", {
        field("pubsub.join.candidates.node", "u32", nil),
      }, nil),
    },
  },
  [7] = {
    name = "status",
    itself = field("pubsub.status", "message", nil),
    fields = {
      field("pubsub.status.root", "u32", nil),
      field("pubsub.status.joiner", "u32", nil),
      field("pubsub.status.sequence", "u32", "of the JOIN it answers"),
      field("pubsub.status.topics", "list16", "TopSim's topic_list", {
        field("pubsub.status.topics.filter", "topic", "a topic, a last word # for its subtree, [predicates]"),
      }, nil),
    },
  },
  [8] = {
    name = "join_query",
    itself = field("pubsub.join_query", "message", nil),
    payload = field("pubsub.join_query.payload", "payload", nil),
    fields = {
      field("pubsub.join_query.header", "sized", nil, {
        field("pubsub.join_query.header.query_type", "u8", "1"),
        field("pubsub.join_query.header.query_reserved", "u8", "0"),
        field("pubsub.join_query.header.query_ttl", "u8", "links it may still cross"),
        field("pubsub.join_query.header.query_hops", "u8", "links crossed before this one"),
        field("pubsub.join_query.header.group", "u32", "239.x.y.z"),
        field("pubsub.join_query.header.query_sequence", "u32", "with the source, the query's identity"),
        field("pubsub.join_query.header.source", "u32", nil),
        field("pubsub.join_query.header.previous_hop", "u32", "who sends this copy"),
      }, nil),
      field("pubsub.join_query.publisher", "u32", nil),
      field("pubsub.join_query.sequence", "u32", "with the publisher, the event's identity"),
      field("pubsub.join_query.published_ns", "u64", "simulated time of publication"),
      field("pubsub.join_query.hops", "u8", "links crossed so far, this one included"),
      field("pubsub.join_query.topic", "topic", nil),
      field("pubsub.join_query.attributes", "list8", "what predicates look at", {
        field("pubsub.join_query.attributes.name", "text", nil),
        field("pubsub.join_query.attributes.value", "text", nil),
      }, nil),
      field("pubsub.join_query.payload_bytes", "u16", "length of the payload that follows, zeros"),
    },
  },
  [9] = {
    name = "join_reply",
    itself = field("pubsub.join_reply", "message", nil),
    fields = {
      field("pubsub.join_reply.reply_type", "u8", "2"),
      field("pubsub.join_reply.entry_count", "u8", nil),
      field("pubsub.join_reply.flags", "u16", "0x8000: acknowledgement requested; 0x4000: by a node of the forwarding group"),
      field("pubsub.join_reply.group", "u32", "239.x.y.z"),
      field("pubsub.join_reply.previous_hop", "u32", "who sends it"),
      field("pubsub.join_reply.sequence", "u32", "counted by the sender"),
      field("pubsub.join_reply.entries", "counted", nil, {
        field("pubsub.join_reply.entries.sender", "u32", "a source of the group"),
        field("pubsub.join_reply.entries.next_hop", "u32", "towards it"),
      }, "entry_count"),
    },
  },
  [10] = {
    name = "unreachable",
    itself = field("pubsub.unreachable", "message", nil),
    fields = {
      field("pubsub.unreachable.group", "u32", "239.x.y.z"),
      field("pubsub.unreachable.origin", "u32", "who cannot reach its next hop"),
      field("pubsub.unreachable.sequence", "u32", "with the origin, the message's identity"),
      field("pubsub.unreachable.ttl", "u8", "links it may still cross"),
      field("pubsub.unreachable.sources", "list8", "that the origin has lost", {
        field("pubsub.unreachable.sources.source", "u32", nil),
      }, nil),
    },
  },
  [11] = {
    name = "reply_ack",
    itself = field("pubsub.reply_ack", "message", nil),
    fields = {
      field("pubsub.reply_ack.group", "u32", "239.x.y.z"),
      field("pubsub.reply_ack.replier", "u32", "whose Join Reply it acknowledges"),
      field("pubsub.reply_ack.sequence", "u32", "of the Join Reply"),
      field("pubsub.reply_ack.senders", "list8", "of the entries it answers for", {
        field("pubsub.reply_ack.senders.sender", "u32", nil),
      }, nil),
    },
  },
  [12] = {
    name = "filter_query",
    itself = field("pubsub.filter_query", "message", nil),
    fields = {
      field("pubsub.filter_query.query_type", "u8", "1"),
      field("pubsub.filter_query.query_reserved", "u8", "0"),
      field("pubsub.filter_query.query_ttl", "u8", "links it may still cross"),
      field("pubsub.filter_query.query_hops", "u8", "links crossed before this one"),
      field("pubsub.filter_query.group", "u32", "239.x.y.z"),
      field("pubsub.filter_query.query_sequence", "u32", "with the source, the query's identity"),
      field("pubsub.filter_query.source", "u32", nil),
      field("pubsub.filter_query.previous_hop", "u32", "who sends this copy"),
      field("pubsub.filter_query.hashes", "u8", "bits that a key sets in the filter"),
      field("pubsub.filter_query.advertised", "bytes16", "Bloom filter of what the source publishes; empty: anything"),
    },
  },
  [13] = {
    name = "filter_reply",
    itself = field("pubsub.filter_reply", "message", nil),
    fields = {
      field("pubsub.filter_reply.reply_type", "u8", "2"),
      field("pubsub.filter_reply.entry_count", "u8", nil),
      field("pubsub.filter_reply.flags", "u16", "0x8000: acknowledgement requested; 0x4000: by a node of the forwarding group"),
      field("pubsub.filter_reply.group", "u32", "239.x.y.z"),
      field("pubsub.filter_reply.previous_hop", "u32", "who sends it"),
      field("pubsub.filter_reply.sequence", "u32", "counted by the sender"),
      field("pubsub.filter_reply.entries", "counted", nil, {
        field("pubsub.filter_reply.entries.sender", "u32", "a source of the group"),
        field("pubsub.filter_reply.entries.next_hop", "u32", "towards it"),
        field("pubsub.filter_reply.entries.hashes", "u8", "bits that a key sets in the filter"),
        field("pubsub.filter_reply.entries.filter", "bytes16", "Bloom filter of what is wanted of the sender"),
      }, "entry_count"),
    },
  },
  [14] = {
    name = "history_query",
    itself = field("pubsub.history_query", "message", nil),
    payload = field("pubsub.history_query.payload", "payload", nil),
    fields = {
      field("pubsub.history_query.header", "sized", nil, {
        field("pubsub.history_query.header.query_type", "u8", "1"),
        field("pubsub.history_query.header.query_reserved", "u8", "0"),
        field("pubsub.history_query.header.query_ttl", "u8", "links it may still cross"),
        field("pubsub.history_query.header.query_hops", "u8", "links crossed before this one"),
        field("pubsub.history_query.header.group", "u32", "239.x.y.z"),
        field("pubsub.history_query.header.query_sequence", "u32", "with the source, the query's identity"),
        field("pubsub.history_query.header.source", "u32", nil),
        field("pubsub.history_query.header.previous_hop", "u32", "who sends this copy"),
        field("pubsub.history_query.header.least_degree", "u8", "of the nodes that have sent it on, 0 to 255; 255: none has"),
        field("pubsub.history_query.header.degree_sum", "u16", "of the same nodes, query_hops in number"),
      }, nil),
      field("pubsub.history_query.publisher", "u32", nil),
      field("pubsub.history_query.sequence", "u32", "with the publisher, the event's identity"),
      field("pubsub.history_query.published_ns", "u64", "simulated time of publication"),
      field("pubsub.history_query.hops", "u8", "links crossed so far, this one included"),
      field("pubsub.history_query.topic", "topic", nil),
      field("pubsub.history_query.attributes", "list8", "what predicates look at", {
        field("pubsub.history_query.attributes.name", "text", nil),
        field("pubsub.history_query.attributes.value", "text", nil),
      }, nil),
      field("pubsub.history_query.payload_bytes", "u16", "length of the payload that follows, zeros"),
    },
  },
  [15] = {
    name = "hint_event",
    itself = field("pubsub.hint_event", "message", nil),
    payload = field("pubsub.hint_event.payload", "payload", nil),
    fields = {
      field("pubsub.hint_event.header", "sized", nil, {
        field("pubsub.hint_event.header.credit", "u8", "relays left to nodes that come no closer"),
        field("pubsub.hint_event.header.destinations", "list8", "who wants the event, by id", {
          field("pubsub.hint_event.header.destinations.node", "u32", nil),
          field("pubsub.hint_event.header.destinations.hint", "u8", "the least on the way so far"),
        }, nil),
      }, nil),
      field("pubsub.hint_event.publisher", "u32", nil),
      field("pubsub.hint_event.sequence", "u32", "with the publisher, the event's identity"),
      field("pubsub.hint_event.published_ns", "u64", "simulated time of publication"),
      field("pubsub.hint_event.hops", "u8", "links crossed so far, this one included"),
      field("pubsub.hint_event.topic", "topic", nil),
      field("pubsub.hint_event.attributes", "list8", "what predicates look at", {
        field("pubsub.hint_event.attributes.name", "text", nil),
        field("pubsub.hint_event.attributes.value", "text", nil),
      }, nil),
      field("pubsub.hint_event.payload_bytes", "u16", "length of the payload that follows, zeros"),
    },
  },
  [16] = {
    name = "smf_hello",
    itself = field("pubsub.smf_hello", "message", nil),
    fields = {
      field("pubsub.smf_hello.sequence", "u32", nil),
      field("pubsub.smf_hello.neighbours", "list16", "all that the sender hears", {
        field("pubsub.smf_hello.neighbours.node", "u32", nil),
        field("pubsub.smf_hello.neighbours.link", "u8", "0: heard, 1: symmetric, 2: symmetric and the sender's multipoint relay"),
        field("pubsub.smf_hello.neighbours.priority", "u16", "symmetric neighbours it has by its own last HELLO"),
      }, nil),
    },
  },
  [17] = {
    name = "subscribe",
    itself = field("pubsub.subscribe", "message", nil),
    fields = {
      field("pubsub.subscribe.lifetime_ms", "u32", "how long they count without being sent again; 0: for ever"),
      field("pubsub.subscribe.filters", "list16", nil, {
        field("pubsub.subscribe.filters.filter", "topic", nil),
      }, nil),
    },
  },
  [18] = {
    name = "unsubscribe",
    itself = field("pubsub.unsubscribe", "message", nil),
    fields = {
      field("pubsub.unsubscribe.filters", "list16", nil, {
        field("pubsub.unsubscribe.filters.filter", "topic", nil),
      }, nil),
    },
  },
  [19] = {
    name = "announce",
    itself = field("pubsub.announce", "message", nil),
    fields = {
      field("pubsub.announce.lifetime_ms", "u32", "how long they count without being sent again; 0: for ever"),
      field("pubsub.announce.filters", "list16", nil, {
        field("pubsub.announce.filters.filter", "topic", nil),
      }, nil),
    },
  },
  [20] = {
    name = "unannounce",
    itself = field("pubsub.unannounce", "message", nil),
    fields = {
      field("pubsub.unannounce.filters", "list16", nil, {
        field("pubsub.unannounce.filters.filter", "topic", nil),
      }, nil),
    },
  },
  [21] = {
    name = "advertise",
    itself = field("pubsub.advertise", "message", nil),
    fields = {
      field("pubsub.advertise.store", "u32", "broker at which the store is"),
      field("pubsub.advertise.sequence", "u32", "of the store's advertisements, counted up"),
      field("pubsub.advertise.hops", "u8", "links from the store's broker to the sender"),
      field("pubsub.advertise.lifetime_ms", "u32", "how long it counts; 0: for ever"),
      field("pubsub.advertise.topics", "list16", nil, {
        field("pubsub.advertise.topics.filter", "topic", nil),
      }, nil),
    },
  },
  [22] = {
    name = "unadvertise",
    itself = field("pubsub.unadvertise", "message", nil),
    fields = {
      field("pubsub.unadvertise.store", "u32", "broker at which the store is"),
      field("pubsub.unadvertise.sequence", "u32", "of the store's advertisements, counted up"),
      field("pubsub.unadvertise.topics", "list16", nil, {
        field("pubsub.unadvertise.topics.filter", "topic", nil),
      }, nil),
    },
  },
  [23] = {
    name = "advertise_pull",
    itself = field("pubsub.advertise_pull", "message", nil),
    fields = {
      field("pubsub.advertise_pull.topics", "list16", nil, {
        field("pubsub.advertise_pull.topics.filter", "topic", nil),
      }, nil),
    },
  },
  [24] = {
    name = "request",
    itself = field("pubsub.request", "message", nil),
    fields = {
      field("pubsub.request.client", "u32", "who asks"),
      field("pubsub.request.request", "u32", "with the client, the request's identity"),
      field("pubsub.request.filter", "topic", nil),
      field("pubsub.request.path", "list16", "brokers passed, or still to pass", {
        field("pubsub.request.path.broker", "u32", nil),
      }, nil),
    },
  },
  [25] = {
    name = "response",
    itself = field("pubsub.response", "message", nil),
    payload = field("pubsub.response.payload", "payload", nil),
    fields = {
      field("pubsub.response.header", "sized", nil, {
        field("pubsub.response.header.client", "u32", "who asks"),
        field("pubsub.response.header.request", "u32", "with the client, the request's identity"),
        field("pubsub.response.header.store", "u32", "broker at which the store is"),
        field("pubsub.response.header.index", "u16", "of this answer, from 0"),
        field("pubsub.response.header.count", "u16", "answers to the request"),
        field("pubsub.response.header.path", "list16", "brokers passed, or still to pass", {
          field("pubsub.response.header.path.broker", "u32", nil),
        }, nil),
      }, nil),
      field("pubsub.response.publisher", "u32", nil),
      field("pubsub.response.sequence", "u32", "with the publisher, the event's identity"),
      field("pubsub.response.published_ns", "u64", "simulated time of publication"),
      field("pubsub.response.hops", "u8", "links crossed so far, this one included"),
      field("pubsub.response.topic", "topic", nil),
      field("pubsub.response.attributes", "list8", "what predicates look at", {
        field("pubsub.response.attributes.name", "text", nil),
        field("pubsub.response.attributes.value", "text", nil),
      }, nil),
      field("pubsub.response.payload_bytes", "u16", "length of the payload that follows, zeros"),
    },
  },
  [26] = {
    name = "no_match",
    itself = field("pubsub.no_match", "message", nil),
    fields = {
      field("pubsub.no_match.client", "u32", "who asks"),
      field("pubsub.no_match.request", "u32", "with the client, the request's identity"),
      field("pubsub.no_match.store", "u32", "broker at which the store is"),
      field("pubsub.no_match.path", "list16", "brokers passed, or still to pass", {
        field("pubsub.no_match.path.broker", "u32", nil),
      }, nil),
    },
  },
  [27] = {
    name = "ov_link",
    itself = field("pubsub.ov_link", "message", nil),
    fields = {
      field("pubsub.ov_link.control", "u32", "to be acknowledged with an ov_ack of the same number"),
      field("pubsub.ov_link.plan", "u64", "reconfiguration that the link belongs to; 0: none"),
      field("pubsub.ov_link.epoch", "u32", "of the link between these two brokers, counted up"),
      field("pubsub.ov_link.operation", "u8", "0 open, 1 accept, 2 close, 3 closed"),
    },
  },
  [28] = {
    name = "ov_advertise",
    itself = field("pubsub.ov_advertise", "message", nil),
    fields = {
      field("pubsub.ov_advertise.control", "u32", "to be acknowledged with an ov_ack of the same number"),
      field("pubsub.ov_advertise.origin", "u32", "broker of the clients"),
      field("pubsub.ov_advertise.sequence", "u32", "of the origin's changes, counted up"),
      field("pubsub.ov_advertise.action", "u8", "0 these end, 1 these count, too, 2 these alone count; 3, 4: 1, 0 after a move"),
      field("pubsub.ov_advertise.hops", "u8", "overlay links crossed, this one included"),
      field("pubsub.ov_advertise.filters", "list16", nil, {
        field("pubsub.ov_advertise.filters.filter", "topic", nil),
      }, nil),
    },
  },
  [29] = {
    name = "ov_subscribe",
    itself = field("pubsub.ov_subscribe", "message", nil),
    fields = {
      field("pubsub.ov_subscribe.control", "u32", "to be acknowledged with an ov_ack of the same number"),
      field("pubsub.ov_subscribe.origin", "u32", "broker of the clients"),
      field("pubsub.ov_subscribe.sequence", "u32", "of the origin's changes, counted up"),
      field("pubsub.ov_subscribe.action", "u8", "0 these end, 1 these count, too, 2 these alone count; 3, 4: 1, 0 after a move"),
      field("pubsub.ov_subscribe.hops", "u8", "overlay links crossed, this one included"),
      field("pubsub.ov_subscribe.filters", "list16", nil, {
        field("pubsub.ov_subscribe.filters.filter", "topic", nil),
      }, nil),
    },
  },
  [30] = {
    name = "ov_notify",
    itself = field("pubsub.ov_notify", "message", nil),
    payload = field("pubsub.ov_notify.payload", "payload", nil),
    fields = {
      field("pubsub.ov_notify.header", "sized", nil, {
        field("pubsub.ov_notify.header.epoch", "u32", "of the link between these two brokers, counted up"),
        field("pubsub.ov_notify.header.flow", "u64", "publisher's broker in the high 32 bits, class of content in the low"),
      }, nil),
      field("pubsub.ov_notify.publisher", "u32", nil),
      field("pubsub.ov_notify.sequence", "u32", "with the publisher, the event's identity"),
      field("pubsub.ov_notify.published_ns", "u64", "simulated time of publication"),
      field("pubsub.ov_notify.hops", "u8", "links crossed so far, this one included"),
      field("pubsub.ov_notify.topic", "topic", nil),
      field("pubsub.ov_notify.attributes", "list8", "what predicates look at", {
        field("pubsub.ov_notify.attributes.name", "text", nil),
        field("pubsub.ov_notify.attributes.value", "text", nil),
      }, nil),
      field("pubsub.ov_notify.payload_bytes", "u16", "length of the payload that follows, zeros"),
    },
  },
  [31] = {
    name = "rc_eval",
    itself = field("pubsub.rc_eval", "message", nil),
    fields = {
      field("pubsub.rc_eval.control", "u32", "to be acknowledged with an ov_ack of the same number"),
      field("pubsub.rc_eval.plan", "u64", "its master in the high 32 bits, a number in the low"),
      field("pubsub.rc_eval.x", "u32", "the broker that moves"),
      field("pubsub.rc_eval.brokers", "list16", "path from its old to its new neighbour", {
        field("pubsub.rc_eval.brokers.broker", "u32", nil),
      }, nil),
      field("pubsub.rc_eval.position", "u16", "of the receiver: 0 is x, 1 the first broker of the path"),
      field("pubsub.rc_eval.gain", "u64", "cost saved"),
      field("pubsub.rc_eval.loss", "u64", "cost added"),
      field("pubsub.rc_eval.part", "u8", "number of this message of several, from 0"),
      field("pubsub.rc_eval.last", "u8", "1: no more parts follow"),
      field("pubsub.rc_eval.rows", "list16", nil, {
        field("pubsub.rc_eval.rows.flow", "u64", nil),
        field("pubsub.rc_eval.rows.count", "u32", nil),
        field("pubsub.rc_eval.rows.seen", "u8", "1: on the side of a broker passed"),
      }, nil),
    },
  },
  [32] = {
    name = "rc_result",
    itself = field("pubsub.rc_result", "message", nil),
    fields = {
      field("pubsub.rc_result.control", "u32", "to be acknowledged with an ov_ack of the same number"),
      field("pubsub.rc_result.plan", "u64", "its master in the high 32 bits, a number in the low"),
      field("pubsub.rc_result.status", "u8", "0 evaluated, 1 no such path, 2 degree, 3 frozen, 4 too many rows, 5 stale"),
      field("pubsub.rc_result.gain", "u64", "cost saved"),
      field("pubsub.rc_result.loss", "u64", "cost added"),
    },
  },
  [33] = {
    name = "rc_lock",
    itself = field("pubsub.rc_lock", "message", nil),
    fields = {
      field("pubsub.rc_lock.control", "u32", "to be acknowledged with an ov_ack of the same number"),
      field("pubsub.rc_lock.plan", "u64", "its master in the high 32 bits, a number in the low"),
      field("pubsub.rc_lock.lease_ms", "u32", "time after which the lock ends by itself"),
    },
  },
  [34] = {
    name = "rc_lock_reply",
    itself = field("pubsub.rc_lock_reply", "message", nil),
    fields = {
      field("pubsub.rc_lock_reply.control", "u32", "to be acknowledged with an ov_ack of the same number"),
      field("pubsub.rc_lock_reply.plan", "u64", "its master in the high 32 bits, a number in the low"),
      field("pubsub.rc_lock_reply.granted", "u8", "1: the lock is held"),
      field("pubsub.rc_lock_reply.holder", "u64", "plan that holds it"),
    },
  },
  [35] = {
    name = "rc_apply",
    itself = field("pubsub.rc_apply", "message", nil),
    fields = {
      field("pubsub.rc_apply.control", "u32", "to be acknowledged with an ov_ack of the same number"),
      field("pubsub.rc_apply.plan", "u64", "its master in the high 32 bits, a number in the low"),
      field("pubsub.rc_apply.lease_ms", "u32", "time for which the locks are still held"),
      field("pubsub.rc_apply.brokers", "list16", "path from its old to its new neighbour", {
        field("pubsub.rc_apply.brokers.broker", "u32", nil),
      }, nil),
    },
  },
  [36] = {
    name = "rc_done",
    itself = field("pubsub.rc_done", "message", nil),
    fields = {
      field("pubsub.rc_done.control", "u32", "to be acknowledged with an ov_ack of the same number"),
      field("pubsub.rc_done.plan", "u64", "its master in the high 32 bits, a number in the low"),
      field("pubsub.rc_done.done", "u8", "1: executed; 0: given up"),
    },
  },
  [37] = {
    name = "rc_unlock",
    itself = field("pubsub.rc_unlock", "message", nil),
    fields = {
      field("pubsub.rc_unlock.control", "u32", "to be acknowledged with an ov_ack of the same number"),
      field("pubsub.rc_unlock.plan", "u64", "its master in the high 32 bits, a number in the low"),
      field("pubsub.rc_unlock.commit", "u8", "1: the move was executed; 0: given up"),
    },
  },
  [38] = {
    name = "rc_step",
    itself = field("pubsub.rc_step", "message", nil),
    fields = {
      field("pubsub.rc_step.control", "u32", "to be acknowledged with an ov_ack of the same number"),
      field("pubsub.rc_step.plan", "u64", "its master in the high 32 bits, a number in the low"),
      field("pubsub.rc_step.step", "u8", "0 prepare, 1 prepared, 2 drain, 3 switch, 4 switched, 5 abort"),
      field("pubsub.rc_step.x", "u32", "the broker that moves"),
      field("pubsub.rc_step.brokers", "list16", "path from its old to its new neighbour", {
        field("pubsub.rc_step.brokers.broker", "u32", nil),
      }, nil),
      field("pubsub.rc_step.position", "u16", "of the receiver: 0 is x, 1 the first broker of the path"),
      field("pubsub.rc_step.part", "u8", "number of this message of several, from 0"),
      field("pubsub.rc_step.last", "u8", "1: no more parts follow"),
      field("pubsub.rc_step.origins", "list16", "brokers with filters on the side of x", {
        field("pubsub.rc_step.origins.broker", "u32", nil),
      }, nil),
    },
  },
  [39] = {
    name = "rc_status",
    itself = field("pubsub.rc_status", "message", nil),
    fields = {
      field("pubsub.rc_status.control", "u32", "to be acknowledged with an ov_ack of the same number"),
      field("pubsub.rc_status.plan", "u64", "its master in the high 32 bits, a number in the low"),
      field("pubsub.rc_status.state", "u8", "0: asks; 1 running, 2 done, 3 aborted"),
    },
  },
  [40] = {
    name = "ov_ack",
    itself = field("pubsub.ov_ack", "message", nil),
    fields = {
      field("pubsub.ov_ack.control", "u32", "number of the message"),
    },
  },
  [41] = {
    name = "path_notice",
    itself = field("pubsub.path_notice", "message", nil),
    fields = {
      field("pubsub.path_notice.control", "u32", "to be acknowledged with an ov_ack of the same number"),
      field("pubsub.path_notice.round", "u32", "of the sender's periods"),
      field("pubsub.path_notice.kind", "u8", "of the traffic: 0 notifications, 1 subscriptions, 2 advertisements"),
      field("pubsub.path_notice.filter", "topic", "that the path is about"),
      field("pubsub.path_notice.cost", "u64", "traffic cost of the filter there, thousandths"),
      field("pubsub.path_notice.stamp_ns", "u64", "simulated time of the notice"),
      field("pubsub.path_notice.path", "list16", "in the direction of the filter's events", {
        field("pubsub.path_notice.path.broker", "u32", nil),
        field("pubsub.path_notice.path.cost", "u64", "traffic cost of the filter there, thousandths"),
      }, nil),
    },
  },
  [42] = {
    name = "path_end",
    itself = field("pubsub.path_end", "message", nil),
    fields = {
      field("pubsub.path_end.control", "u32", "to be acknowledged with an ov_ack of the same number"),
      field("pubsub.path_end.round", "u32", "of the sender's periods"),
      field("pubsub.path_end.kind", "u8", "of the traffic: 0 notifications, 1 subscriptions, 2 advertisements"),
      field("pubsub.path_end.filter", "topic", "that the path is about"),
    },
  },
  [43] = {
    name = "path",
    itself = field("pubsub.path", "message", nil),
    fields = {
      field("pubsub.path.control", "u32", "to be acknowledged with an ov_ack of the same number"),
      field("pubsub.path.path_id", "u64", "of the filter and the brokers"),
      field("pubsub.path.kind", "u8", "of the traffic: 0 notifications, 1 subscriptions, 2 advertisements"),
      field("pubsub.path.filter", "topic", "that the path is about"),
      field("pubsub.path.path", "list16", "in the direction of the filter's events", {
        field("pubsub.path.path.broker", "u32", nil),
        field("pubsub.path.path.cost", "u64", "traffic cost of the filter there, thousandths"),
      }, nil),
    },
  },
  [44] = {
    name = "rc_construct",
    itself = field("pubsub.rc_construct", "message", nil),
    fields = {
      field("pubsub.rc_construct.control", "u32", "to be acknowledged with an ov_ack of the same number"),
      field("pubsub.rc_construct.path_id", "u64", "of the filter and the brokers"),
      field("pubsub.rc_construct.kind", "u8", "of the traffic: 0 notifications, 1 subscriptions, 2 advertisements"),
      field("pubsub.rc_construct.filter", "topic", "that the path is about"),
      field("pubsub.rc_construct.side", "u8", "of the path: 0 upstream, towards publishers; 1 downstream"),
      field("pubsub.rc_construct.path", "list16", "in the direction of the filter's events", {
        field("pubsub.rc_construct.path.broker", "u32", nil),
        field("pubsub.rc_construct.path.cost", "u64", "traffic cost of the filter there, thousandths"),
      }, nil),
    },
  },
  [45] = {
    name = "rc_reply",
    itself = field("pubsub.rc_reply", "message", nil),
    fields = {
      field("pubsub.rc_reply.control", "u32", "to be acknowledged with an ov_ack of the same number"),
      field("pubsub.rc_reply.path_id", "u64", "of the filter and the brokers"),
      field("pubsub.rc_reply.kind", "u8", "of the traffic: 0 notifications, 1 subscriptions, 2 advertisements"),
      field("pubsub.rc_reply.filter", "topic", "that the path is about"),
      field("pubsub.rc_reply.side", "u8", "of the path: 0 upstream, towards publishers; 1 downstream"),
      field("pubsub.rc_reply.accepted", "u8", "1: there is a unit to attach"),
      field("pubsub.rc_reply.unit", "u32", "broker next to the end of the path"),
      field("pubsub.rc_reply.path", "list16", "in the direction of the filter's events", {
        field("pubsub.rc_reply.path.broker", "u32", nil),
        field("pubsub.rc_reply.path.cost", "u64", "traffic cost of the filter there, thousandths"),
      }, nil),
    },
  },
  [46] = {
    name = "sdn_join",
    itself = field("pubsub.sdn_join", "message", nil),
    fields = {
      field("pubsub.sdn_join.role", "u8", "0: host, 1: controller, 2: server in charge, 3: standby"),
      field("pubsub.sdn_join.term", "u32", "counts the servers that were in charge"),
      field("pubsub.sdn_join.clusters", "list16", "that the sender is in, or is the controller of", {
        field("pubsub.sdn_join.clusters.cluster", "u32", "of the network"),
      }, nil),
    },
  },
  [47] = {
    name = "sdn_heartbeat",
    itself = field("pubsub.sdn_heartbeat", "message", nil),
    fields = {
      field("pubsub.sdn_heartbeat.sequence", "u32", "counted up"),
      field("pubsub.sdn_heartbeat.role", "u8", "as in sdn_join"),
      field("pubsub.sdn_heartbeat.term", "u32", "counts the servers that were in charge"),
    },
  },
  [48] = {
    name = "sdn_register",
    itself = field("pubsub.sdn_register", "message", nil),
    fields = {
      field("pubsub.sdn_register.host", "u32", "node of an agent broker"),
      field("pubsub.sdn_register.cluster", "u32", "of the network"),
      field("pubsub.sdn_register.topic", "topic", nil),
      field("pubsub.sdn_register.rate_bps", "u64", "expected"),
    },
  },
  [49] = {
    name = "sdn_codes",
    itself = field("pubsub.sdn_codes", "message", nil),
    fields = {
      field("pubsub.sdn_codes.epoch", "u16", "counts the changes of codes in use"),
      field("pubsub.sdn_codes.sequence", "u32", nil),
      field("pubsub.sdn_codes.coding", "u8", "0: own-slot, 1: lcrs, 2: huffman, 3: fixed-width"),
      field("pubsub.sdn_codes.codes", "list16", nil, {
        field("pubsub.sdn_codes.codes.topic", "topic", nil),
        field("pubsub.sdn_codes.codes.length", "u8", "bits"),
        field("pubsub.sdn_codes.codes.bits", "bytes16", "from the highest of the first octet on"),
        field("pubsub.sdn_codes.codes.covers", "list8", "of it and its descendants", {
          field("pubsub.sdn_codes.codes.covers.length", "u8", "bits"),
          field("pubsub.sdn_codes.codes.covers.bits", "bytes16", "from the highest of the first octet on"),
        }, nil),
      }, nil),
    },
  },
  [50] = {
    name = "sdn_refusal",
    itself = field("pubsub.sdn_refusal", "message", nil),
    fields = {
      field("pubsub.sdn_refusal.topic", "topic", nil),
      field("pubsub.sdn_refusal.sentence", "text", "why the topic has no code"),
    },
  },
  [51] = {
    name = "sdn_subscribe",
    itself = field("pubsub.sdn_subscribe", "message", nil),
    fields = {
      field("pubsub.sdn_subscribe.host", "u32", "node of an agent broker"),
      field("pubsub.sdn_subscribe.cluster", "u32", "of the network"),
      field("pubsub.sdn_subscribe.sequence", "u32", "of the host's notices, counted up"),
      field("pubsub.sdn_subscribe.time_ns", "u64", "when the subscription changed"),
      field("pubsub.sdn_subscribe.complete", "u8", "1: the filters are all that the host wants"),
      field("pubsub.sdn_subscribe.filters", "list16", nil, {
        field("pubsub.sdn_subscribe.filters.filter", "topic", nil),
      }, nil),
    },
  },
  [52] = {
    name = "sdn_unsubscribe",
    itself = field("pubsub.sdn_unsubscribe", "message", nil),
    fields = {
      field("pubsub.sdn_unsubscribe.host", "u32", "node of an agent broker"),
      field("pubsub.sdn_unsubscribe.cluster", "u32", "of the network"),
      field("pubsub.sdn_unsubscribe.sequence", "u32", "of the host's notices, counted up"),
      field("pubsub.sdn_unsubscribe.time_ns", "u64", "when the subscription changed"),
      field("pubsub.sdn_unsubscribe.complete", "u8", "1: the filters are all that the host wants"),
      field("pubsub.sdn_unsubscribe.filters", "list16", nil, {
        field("pubsub.sdn_unsubscribe.filters.filter", "topic", nil),
      }, nil),
    },
  },
  [53] = {
    name = "sdn_topology",
    itself = field("pubsub.sdn_topology", "message", nil),
    fields = {
      field("pubsub.sdn_topology.cluster", "u32", "of the network"),
      field("pubsub.sdn_topology.time_ns", "u64", "when the controller noticed the change"),
      field("pubsub.sdn_topology.report", "bytes16", "JSON text"),
    },
  },
  [54] = {
    name = "sdn_statistics",
    itself = field("pubsub.sdn_statistics", "message", nil),
    fields = {
      field("pubsub.sdn_statistics.cluster", "u32", "of the network"),
      field("pubsub.sdn_statistics.period_ns", "u64", "that the bytes were counted in"),
      field("pubsub.sdn_statistics.topics", "list16", nil, {
        field("pubsub.sdn_statistics.topics.topic", "topic", nil),
        field("pubsub.sdn_statistics.topics.source", "u32", nil),
        field("pubsub.sdn_statistics.topics.bytes", "u64", nil),
      }, nil),
      field("pubsub.sdn_statistics.edges", "list16", "sent to neighbour clusters", {
        field("pubsub.sdn_statistics.edges.cluster", "u32", "of the network"),
        field("pubsub.sdn_statistics.edges.bytes", "u64", nil),
      }, nil),
    },
  },
  [55] = {
    name = "sdn_route",
    itself = field("pubsub.sdn_route", "message", nil),
    fields = {
      field("pubsub.sdn_route.batch", "u32", "of route changes, counted up by the server in charge"),
      field("pubsub.sdn_route.topic", "topic", "#: the spanning tree of subscriptions"),
      field("pubsub.sdn_route.source", "u32", "cluster of the publishers; 0xffffffff: any"),
      field("pubsub.sdn_route.branches", "list16", "trunks of the topic's overlay", {
        field("pubsub.sdn_route.branches.a", "u32", "cluster"),
        field("pubsub.sdn_route.branches.a_switch", "u32", nil),
        field("pubsub.sdn_route.branches.a_port", "u32", nil),
        field("pubsub.sdn_route.branches.b", "u32", "cluster"),
        field("pubsub.sdn_route.branches.b_switch", "u32", nil),
        field("pubsub.sdn_route.branches.b_port", "u32", nil),
      }, nil),
    },
  },
  [56] = {
    name = "sdn_replay",
    itself = field("pubsub.sdn_replay", "message", nil),
    fields = {
      field("pubsub.sdn_replay.since_ns", "u64", "of events published from then on"),
      field("pubsub.sdn_replay.topics", "list16", "whose overlay was replaced", {
        field("pubsub.sdn_replay.topics.topic", "topic", nil),
      }, nil),
    },
  },
  [57] = {
    name = "sdn_commit",
    itself = field("pubsub.sdn_commit", "message", nil),
    fields = {
      field("pubsub.sdn_commit.batch", "u32", "of route changes, counted up by the server in charge"),
      field("pubsub.sdn_commit.complete", "u8", "1: other routes are to be removed"),
    },
  },
  [58] = {
    name = "sdn_installed",
    itself = field("pubsub.sdn_installed", "message", nil),
    fields = {
      field("pubsub.sdn_installed.batch", "u32", "of route changes, counted up by the server in charge"),
      field("pubsub.sdn_installed.cluster", "u32", "of the network"),
      field("pubsub.sdn_installed.flow_mods", "u32", nil),
      field("pubsub.sdn_installed.group_mods", "u32", nil),
    },
  },
  [59] = {
    name = "sdn_policy",
    itself = field("pubsub.sdn_policy", "message", nil),
    fields = {
      field("pubsub.sdn_policy.text", "bytes16", "XML"),
    },
  },
  [60] = {
    name = "sdn_copy",
    itself = field("pubsub.sdn_copy", "message", nil),
    payload = field("pubsub.sdn_copy.payload", "payload", nil),
    fields = {
      field("pubsub.sdn_copy.header", "sized", nil, {
        field("pubsub.sdn_copy.header.cluster", "u32", "of the network"),
      }, nil),
      field("pubsub.sdn_copy.publisher", "u32", nil),
      field("pubsub.sdn_copy.sequence", "u32", "with the publisher, the event's identity"),
      field("pubsub.sdn_copy.published_ns", "u64", "simulated time of publication"),
      field("pubsub.sdn_copy.hops", "u8", "links crossed so far, this one included"),
      field("pubsub.sdn_copy.topic", "topic", nil),
      field("pubsub.sdn_copy.attributes", "list8", "what predicates look at", {
        field("pubsub.sdn_copy.attributes.name", "text", nil),
        field("pubsub.sdn_copy.attributes.value", "text", nil),
      }, nil),
      field("pubsub.sdn_copy.payload_bytes", "u16", "length of the payload that follows, zeros"),
    },
  },
  [61] = {
    name = "sdn_probe",
    itself = field("pubsub.sdn_probe", "message", nil),
    fields = {
      field("pubsub.sdn_probe.cluster", "u32", "of the network"),
      field("pubsub.sdn_probe.switch", "u32", nil),
      field("pubsub.sdn_probe.port", "u32", nil),
      field("pubsub.sdn_probe.sequence", "u32", nil),
    },
  },
  [62] = {
    name = "sdn_greeting",
    itself = field("pubsub.sdn_greeting", "message", nil),
    fields = {
      field("pubsub.sdn_greeting.cluster", "u32", "of the network"),
      field("pubsub.sdn_greeting.sequence", "u32", nil),
    },
  },
  [63] = {
    name = "sdn_attached",
    itself = field("pubsub.sdn_attached", "message", nil),
    fields = {
      field("pubsub.sdn_attached.host", "u32", "node of an agent broker"),
      field("pubsub.sdn_attached.switch", "u32", nil),
      field("pubsub.sdn_attached.port", "u32", nil),
    },
  },
}

pubsub.fields = protos

-- Notes why the message ends here as far as we can tell. Nothing is returned: there is no next field.
local function refuse(tvb, tree, why)
  if tvb:len() < tvb:reported_len() then
    tree:add_proto_expert_info(CUT)
  else
    tree:add_proto_expert_info(MALFORMED, why)
  end
end

local function has(tvb, at, bytes, tree, field)
  if at + bytes <= tvb:len() then
    return true
  end
  refuse(tvb, tree, field.name .. ": cut short")
end

local function is_printable(text)
  return not text:find("[^ -~]")
end

local function is_topic(text)
  local topic = text:gsub("%[[!-Z\\^-~]+%]$", "")
  local words = "." .. topic:gsub("%.#$", "") .. "."
  return topic == "#" or not (words:find("..", 1, true) or words:find("[^%w_.-]"))
end

-- Every function below returns where the next field begins, or nothing where the message is refused.

local walk

local function number(field, tvb, at, tree, values, size)
  local range = tvb(at, size)
  tree:add(field.proto, range)
  values[field.name] = size < 8 and range:uint() or nil
  return at + size
end

local function text(field, tvb, at, tree, values, allowed)
  local length = tvb(at, 1):uint()
  if not has(tvb, at + 1, length, tree, field) then
    return
  end
  local value = length > 0 and tvb(at + 1, length):raw() or ""
  if not allowed(value) then
    return refuse(tvb, tree, field.name .. ": not a " .. field.kind)
  end
  tree:add(field.proto, tvb(at, 1 + length), value)
  values[field.name] = value
  return at + 1 + length
end

local function octets(field, tvb, at, tree)
  local length = tvb(at, 2):uint()
  if has(tvb, at + 2, length, tree, field) then
    tree:add(field.proto, tvb(at + 2, length))
    return at + 2 + length
  end
end

local function items(field, tvb, at, list, count)
  local apart = #field.items > 1 or field.items[1].items -- else the items themselves tell them apart
  for i = 1, count do
    if not has(tvb, at, 1, list, field) then
      return
    end
    local tree = apart and list:add(tvb(at, 1), "[" .. i - 1 .. "]") or list
    local finish = walk(field.items, tvb, at, tree, {})
    if not finish then
      return
    end
    if apart then
      tree:set_len(finish - at)
    end
    at = finish
  end
  return at
end

local function list(field, tvb, at, tree, values, size)
  local count = tvb(at, size):uint()
  local branch = tree:add(field.proto, tvb(at, size))
  local finish = items(field, tvb, at + size, branch, count)
  if finish then
    branch:set_len(finish - at)
  end
  return finish
end

local function counted(field, tvb, at, tree, values)
  local branch = tree:add(field.proto, tvb(at, 0))
  local finish = items(field, tvb, at, branch, values[field.count])
  if finish then
    branch:set_len(finish - at)
  end
  return finish
end

local function sized(field, tvb, at, tree)
  local length = tvb(at, 2):uint()
  if not has(tvb, at + 2, length, tree, field) then
    return
  end
  local branch = tree:add(field.proto, tvb(at, 2))
  branch:set_len(2 + length)
  local finish = walk(field.items, tvb, at + 2, branch, {})
  if finish and finish ~= at + 2 + length then
    return refuse(tvb, branch, field.name .. ": not as long as announced")
  end
  return finish
end

-- By kind: bytes that must be there before the field can be read, its reader, and what the reader needs besides.
local READERS = {
  u8 = {1, number, 1}, u16 = {2, number, 2}, u32 = {4, number, 4}, u64 = {8, number, 8},
  topic = {1, text, is_topic}, text = {1, text, is_printable}, bytes16 = {2, octets},
  list8 = {1, list, 1}, list16 = {2, list, 2}, counted = {0, counted}, sized = {2, sized},
}

function walk(fields, tvb, at, tree, values)
  for _, field in ipairs(fields) do
    local head, read, detail = table.unpack(READERS[field.kind])
    if not has(tvb, at, head, tree, field) then
      return
    end
    at = read(field, tvb, at, tree, values, detail)
    if not at then
      return
    end
  end
  return at
end

local function payload(message, tvb, at, tree, values)
  local announced, left = values.payload_bytes or 0, tvb:reported_len() - at
  if tvb:len() > at and message.payload then
    tree:add(message.payload.proto, tvb(at))
  end
  if left ~= announced then
    return refuse(tvb, tree, left .. " bytes after the fields, expected " .. announced)
  end
  return at + left
end

local function dissect(tvb, tree, common)
  local at = walk(COMMON, tvb, 0, tree, common)
  if not at then
    return "malformed"
  end
  local message = MESSAGES[common.type]
  if common.magic ~= MAGIC or common.version ~= VERSION or not message then
    refuse(tvb, tree, "not a message: magic, version or type")
    return "malformed"
  end
  tree:add(message.itself.proto, tvb(0, 0)):set_hidden() -- to filter for it
  local values = {}
  at = walk(message.fields, tvb, at, tree, values)
  at = at and payload(message, tvb, at, tree, values)
  local event = message.payload and values.sequence and " " .. values.publisher .. "." .. values.sequence or ""
  return message.name .. event .. " from " .. common.node .. (at and "" or " (malformed or cut)")
end

function pubsub.dissector(tvb, pinfo, root)
  local tree = root:add(pubsub, tvb())
  local said = dissect(tvb, tree, {})
  pinfo.cols.protocol = "PUBSUB"
  pinfo.cols.info = said
  tree:append_text(": " .. said)
end

-- Over TCP each message stands behind its length.
local LENGTH_BYTES = 4
local SERVER_PORT = 9998 -- of the server of switches; their controllers listen on PORT

local stream = Proto("pubsub_stream", "Publish/subscribe messages over TCP")

local function stream_message(tvb, pinfo, root)
  if tvb:len() > LENGTH_BYTES then
    pubsub.dissector(tvb(LENGTH_BYTES):tvb(), pinfo, root)
  end
  return tvb:len()
end

local function stream_length(tvb, pinfo, at)
  return LENGTH_BYTES + tvb(at, LENGTH_BYTES):uint()
end

function stream.dissector(tvb, pinfo, root)
  dissect_tcp_pdus(tvb, root, LENGTH_BYTES, stream_length, stream_message)
  return tvb:len()
end

-- Routes that switches put into packets, shown behind what Wireshark itself shows of IPv6.
local IPV6_IN_IPV6 = 41
local IPV6_BYTES = 40
local BIER_OPTION = 62
local BIER_NIBBLE = 5
local BIER_IPV6 = 6
local OPTION_HEADER_BYTES = 4
local BIT_STRING_AT = 16
local FEWEST_BITS_CODE = 1
local MOST_BITS_CODE = 5
local FILTER_AT = 8
local FILTER_FIELDS = {
  {"table", 29, 3, "which alternative of the identifiers of links"},
  {"hop_limit", 56, 8, "links that are left"},
}
local BIT_FIELDS = {
  {"option", 16, 8, "type of the option: experimental"},
  {"bytes", 24, 8, "of the option"},
  {"bift_id", 32, 20, "table of forwarding"},
  {"ttl", 56, 8, "links that are left"},
  {"nibble", 64, 4, "always 5"},
  {"length_code", 72, 4, "1: 64 bits, 2: 128, 3: 256, 4: 512, 5: 1,024"},
  {"protocol", 106, 6, "what follows; 6: IPv6"},
  {"ingress", 112, 16, "BFIR-id of the switch that put the header in, or 0"},
}

local route = Proto("pubsub_route", "Route of a publish/subscribe packet")
local FILTER = ProtoField.bytes("pubsub_route.filter", "filter", base.NONE, "Bloom filter of links")
local ONES = ProtoField.uint16("pubsub_route.ones", "ones", base.DEC, nil, nil, "bits of the filter that are set")
local BIT_STRING = ProtoField.bytes("pubsub_route.bit_string", "bit_string", base.NONE, "a bit for each egress")
local EGRESS = ProtoField.uint16("pubsub_route.egress", "egress", base.DEC, nil, nil, "BFR-id of a bit that is set")
local route_protos = {FILTER, ONES, BIT_STRING, EGRESS}

local function route_fields(kind, fields)
  local made = {}
  for _, field in ipairs(fields) do
    local name, first, bits, help = table.unpack(field)
    local proto = ProtoField.uint32("pubsub_route." .. kind .. "." .. name, name, base.DEC, nil, nil, help)
    table.insert(route_protos, proto)
    table.insert(made, {proto = proto, first = first, bits = bits, name = name})
  end
  return made
end

local FILTER_NUMBERS, BIT_NUMBERS = route_fields("filter", FILTER_FIELDS), route_fields("bits", BIT_FIELDS)
route.fields = route_protos

local ipv6_headers, next_headers, hop_by_hop = Field.new("ipv6"), Field.new("ipv6.nxt"), Field.new("ipv6.hopopts")

-- Adds the numbers of a header to `tree`, unless that is nil, and returns them by name.
local function route_numbers(fields, range, tree)
  local values = {}
  for _, field in ipairs(fields) do
    local first, last = math.floor(field.first / 8), math.floor((field.first + field.bits - 1) / 8)
    local octets = range(first, last - first + 1)
    values[field.name] = octets:bitfield(field.first % 8, field.bits)
    if tree then
      tree:add(field.proto, octets, values[field.name])
    end
  end
  return values
end

local function filter_route(range, root)
  local tree = root:add(route, range, "Route by a Bloom filter of links")
  route_numbers(FILTER_NUMBERS, range, tree)
  local filter, ones = range(FILTER_AT), 0
  for bit = 0, 8 * filter:len() - 1 do
    ones = ones + filter(math.floor(bit / 8), 1):bitfield(bit % 8, 1)
  end
  tree:add(FILTER, filter)
  tree:add(ONES, filter, ones)
end

local function bits_route(range, root)
  if range:len() < BIT_STRING_AT then
    return
  end
  local values = route_numbers(BIT_NUMBERS, range)
  local octets = math.floor(4 * 2 ^ values.length_code)
  local is_known = values.option == BIER_OPTION and values.nibble == BIER_NIBBLE and values.protocol == BIER_IPV6
    and values.length_code >= FEWEST_BITS_CODE and values.length_code <= MOST_BITS_CODE
  if not is_known or values.bytes + OPTION_HEADER_BYTES ~= range:len() or BIT_STRING_AT + octets ~= range:len() then
    return
  end
  local tree = root:add(route, range, "Route by a bit string of egresses")
  route_numbers(BIT_NUMBERS, range, tree)
  local string = range(BIT_STRING_AT, octets)
  tree:add(BIT_STRING, string)
  for bit = 0, 8 * octets - 1 do
    local octet = string(octets - 1 - math.floor(bit / 8), 1)
    if octet:bitfield(7 - bit % 8, 1) == 1 then
      tree:add(EGRESS, octet, bit + 1)
    end
  end
end

function route.dissector(_, _, root)
  local headers, following = {ipv6_headers()}, {next_headers()}
  for at = 1, #headers - 1 do
    if following[at].value == IPV6_IN_IPV6 and headers[at].range:len() >= IPV6_BYTES then
      filter_route(headers[at].range(0, IPV6_BYTES), root)
    end
  end
  for _, options in ipairs({hop_by_hop()}) do
    bits_route(options.range, root)
  end
end

register_postdissector(route)

DissectorTable.get("udp.port"):add(PORT, pubsub)
DissectorTable.get("tcp.port"):add(PORT, stream)
DissectorTable.get("tcp.port"):add(SERVER_PORT, stream)
