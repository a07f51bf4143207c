"use strict";
// The animated view: everything drawn is a function of the run, the choices and one moment, so that time may go anywhere.
(() => {
  const box = document.getElementById("player");
  if (!box) return;
  const find = (name) => box.querySelector(`[data-part="${name}"]`);
  const [canvas, slider, play, clock, status] = ["canvas", "slider", "play", "clock", "status"].map(find);
  const [whichRun, whichEvent, whichTree, pace] = ["run", "event", "tree", "pace"].map(find);
  const data = JSON.parse(document.getElementById("player-data").textContent);
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const LINGER_S = 0.4; // how long a frame stays in sight, in seconds of the person who watches
  const WHOLE = { slow: 90, normal: 30, fast: 10 }; // seconds that the whole run takes to watch
  const ONE = { slow: 20, normal: 8, fast: 3 }; // and one event

  function unpack(text) {
    const bytes = atob(text), out = [];
    let value = 0, scale = 1, sum = 0;
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes.charCodeAt(i);
      value += (byte & 127) * scale;
      if (byte & 128) { scale *= 128; continue; }
      sum += value % 2 ? -(value + 1) / 2 : value / 2;
      out.push(sum);
      value = 0; scale = 1;
    }
    return out;
  }
  const columns = (table, ...names) => Object.fromEntries(names.map((name) => [name, unpack(table[name])]));
  const before = (times, t) => { // how many of the sorted times are not after t
    let low = 0, high = times.length;
    while (low < high) { const mid = (low + high) >> 1; if (times[mid] <= t) low = mid + 1; else high = mid; }
    return low;
  };
  const opened = new Map();
  function open(index) {
    if (opened.has(index)) return opened.get(index);
    const raw = data.runs[index], moves = data.shared[raw.moves], work = data.shared[raw.workload];
    const names = moves.names ? unpack(moves.names) : [];
    const run = {
      ...raw, nodes: moves.nodes, sampled: unpack(moves.times), x: unpack(moves.x), y: unpack(moves.y),
      events: columns(work, "time", "node"), due: columns(work.due, "event", "node"),
      topics: unpack(work.topic).map((at) => work.topics[at]),
      sent: columns(raw.sent, "time", "node", "event", "to"),
      heard: columns(raw.heard, "time", "node", "event", "from"),
      delivered: columns(raw.delivered, "time", "node", "event"),
      parents: columns(raw.parents, "time", "node", "root", "parent"),
      control: unpack(raw.control), gains: columns(raw.gains, "predicted", "evaluated"),
      brokers: raw.requests || raw.changes || raw.switches, // what does not move, and has links
      links: raw.switches ? columns(raw.links, "time", "a", "b", "up") : null,
      trees: raw.switches ? columns(raw.trees, "time", "topic", "a", "b", "present") : null,
      periods: raw.periods ?? [],
      name: (node) => names[node] ?? node,
    };
    const each = () => run.events.time.map(() => []);
    run.dueTo = each(); run.gotBy = each();
    run.due.event.forEach((event, i) => run.dueTo[event].push(run.due.node[i]));
    run.delivered.event.forEach((event, i) => run.gotBy[event].push(run.delivered.node[i]));
    run.roots = run.switches ? run.treeTopics.map((_, at) => at) : [...new Set(run.parents.root)].sort((a, b) => a - b);
    opened.set(index, run);
    return run;
  }

  let run = open(0), event = -1, root = -1, place = 0, playing = false, last = 0, shades = null;
  const part = () => run.periods[-2 - event]; // a failure and its repair, where one is chosen
  const period = () => {
    if (part()) return [part().from, part().to];
    if (event < 0) return [0, Math.max(run.end, 1)];
    const mine = [run.sent, run.heard, run.delivered].flatMap((table) => table.time.filter((_, i) => table.event[i] === event));
    const from = run.events.time[event], to = mine.reduce((a, b) => Math.max(a, b), from + 1000);
    return [from, from + (to - from) * 1.06];
  };
  let span = period();
  const now = () => span[0] + place * (span[1] - span[0]);
  const seconds = (us, digits = 1) => `${(us / 1e6).toFixed(digits)} s`;
  const short = (us) => (us < 1e6 ? `${(us / 1e3).toPrecision(3)} ms` : seconds(us, 2));

  function where(t) { // node -> [x, y], between two samples on the straight line
    const n = run.nodes, m = run.sampled.length, out = [];
    const i = Math.min(Math.max(before(run.sampled, t) - 1, 0), Math.max(m - 2, 0)), j = Math.min(i + 1, m - 1);
    const gap = run.sampled[j] - run.sampled[i];
    const f = gap > 0 ? Math.min(Math.max((t - run.sampled[i]) / gap, 0), 1) : 0;
    for (let k = 0; k < n; k++) {
      const a = k * m + i, b = k * m + j;
      out.push([run.x[a] + f * (run.x[b] - run.x[a]), run.y[a] + f * (run.y[b] - run.y[a])]);
    }
    return out;
  }
  function tree(t) { // node -> parent in the tree of `root`
    const parent = new Array(run.nodes).fill(-1), p = run.parents;
    for (let i = 0, end = before(p.time, t); i < end; i++) if (p.root[i] === root) parent[p.node[i]] = p.parent[i];
    return parent;
  }

  function latest(table, t, key, value) { // the last value of each pair of nodes, or of those of one tree
    const found = new Map();
    for (let i = 0, end = before(table.time, t); i < end; i++) if (key(i)) found.set(`${table.a[i]} ${table.b[i]}`, [table.a[i], table.b[i], value[i]]);
    return [...found.values()];
  }

  function draw() {
    const t = now(), ratio = devicePixelRatio || 1;
    const width = canvas.clientWidth, height = canvas.clientHeight;
    if (!width) return;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio); canvas.height = Math.round(height * ratio);
    }
    if (!shades) {
      const style = getComputedStyle(box);
      shades = Object.fromEntries(["paper", "ink", "muted", "line", "node", "event"].map((n) => [n, style.getPropertyValue(`--${n}`).trim()]));
    }
    const c = canvas.getContext("2d"), margin = 22;
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.clearRect(0, 0, width, height);
    const [w, h] = data.size.map((side) => Math.max(side, 1));
    const scale = Math.min((width - 2 * margin) / w, (height - 2 * margin) / h);
    const left = (width - w * scale) / 2, top = (height - h * scale) / 2;
    const at = where(t).map(([x, y]) => [left + x * scale, top + (h - y) * scale]);
    const line = (a, b) => { c.beginPath(); c.moveTo(...at[a]); c.lineTo(...at[b]); c.stroke(); };
    const linger = event < 0 ? (span[1] - span[0]) / WHOLE[pace.value] * LINGER_S : (span[1] - span[0]) / ONE[pace.value] * LINGER_S;

    c.strokeStyle = shades.line; c.lineWidth = 1;
    c.strokeRect(left - 6, top - 6, w * scale + 12, h * scale + 12);
    let inTree = 0;
    if (run.switches) {
      c.lineWidth = 1; c.strokeStyle = shades.muted;
      latest(run.links, t, () => true, run.links.up).forEach(([a, b, up]) => {
        c.globalAlpha = up ? 0.45 : 1; c.setLineDash(up ? [] : [2, 5]); c.strokeStyle = up ? shades.muted : shades.event;
        line(a, b);
      });
      c.setLineDash([]);
      c.strokeStyle = shades.ink; c.lineWidth = 4; c.globalAlpha = 0.28;
      if (root >= 0) latest(run.trees, t, (i) => run.trees.topic[i] === root, run.trees.present).forEach(([a, b, present]) => { if (present) { line(a, b); inTree++; } });
      c.globalAlpha = 1;
    } else if (root >= 0) {
      c.strokeStyle = shades.muted; c.lineWidth = 1.1; c.globalAlpha = 0.75;
      tree(t).forEach((parent, node) => { if (parent >= 0 && node !== root) { line(node, parent); inTree++; } });
      c.globalAlpha = 1;
    }
    // The links between brokers belong to every request, a tree to the events of its root alone.
    const drawn = (e) => (event < 0 ? (run.switches && root >= 0 ? run.topics[e] === run.treeTopics[root] : run.brokers) || root < 0 || run.events.node[e] === root : e === event);
    const from = event < 0 ? t - linger : -1;
    c.strokeStyle = shades.event; c.lineWidth = 2.6; c.lineCap = "round";
    const heard = run.heard;
    for (let i = before(heard.time, from), end = before(heard.time, t); i < end; i++) {
      if (!drawn(heard.event[i])) continue;
      c.globalAlpha = event < 0 ? 1 - (t - heard.time[i]) / linger : 1;
      line(heard.from[i], heard.node[i]);
    }
    const relays = new Set(), sent = run.sent;
    let frames = 0;
    for (let i = before(sent.time, Math.min(from, t - linger)), end = before(sent.time, t); i < end; i++) {
      const age = (t - sent.time[i]) / linger;
      if (!drawn(sent.event[i]) || age > 1) continue;
      c.globalAlpha = (1 - age) * 0.8; c.lineWidth = 1.3;
      c.beginPath(); c.arc(...at[sent.node[i]], 5 + (calm.matches ? 10 : age * Math.min(run.range * scale, 46)), 0, 7); c.stroke();
    }
    c.globalAlpha = 1;
    for (let i = 0, end = before(sent.time, t); i < end; i++) if (sent.event[i] === event) { relays.add(sent.node[i]); frames++; }
    const got = new Set(), done = run.delivered;
    for (let i = before(done.time, from), end = before(done.time, t); i < end; i++) if (drawn(done.event[i])) got.add(done.node[i]);
    const due = new Set(event < 0 ? [] : run.dueTo[event]);
    const asking = () => run.events.node.filter((_, e) => run.events.time[e] > from && run.events.time[e] <= t);
    const sources = new Set(event >= 0 ? [run.events.node[event]] : run.brokers ? asking() : root >= 0 ? [root] : run.events.node);

    const square = (x, y, r) => { c.beginPath(); c.rect(x - r, y - r, 2 * r, 2 * r); };
    const diamond = (x, y, r) => { c.beginPath(); c.moveTo(x, y - r); c.lineTo(x + r, y); c.lineTo(x, y + r); c.lineTo(x - r, y); c.closePath(); };
    const disc = (x, y, r) => { c.beginPath(); c.arc(x, y, r, 0, 7); };
    at.forEach(([x, y], node) => {
      c.lineWidth = 2; c.strokeStyle = shades.paper; c.fillStyle = shades.muted;
      if (sources.has(node)) { diamond(x, y, 7.5); c.fillStyle = shades.ink; }
      else if (got.has(node)) { square(x, y, 5); c.fillStyle = shades.node; }
      else if (due.has(node)) { square(x, y, 4.5); c.fillStyle = shades.paper; c.strokeStyle = shades.node; }
      else { disc(x, y, relays.has(node) ? 4.6 : 3.2); if (relays.has(node)) c.fillStyle = shades.event; }
      c.stroke(); c.fill();
      if (!sources.has(node) && !got.has(node) && due.has(node)) c.stroke();
      if (relays.has(node) && got.has(node)) { c.strokeStyle = shades.event; square(x, y, 6.5); c.stroke(); }
    });
    c.font = "12px system-ui, sans-serif"; c.lineWidth = 3; c.lineJoin = "round"; c.strokeStyle = shades.paper; c.fillStyle = shades.ink;
    at.forEach(([x, y], node) => {
      if (run.nodes > 20 && !(run.changes && due.has(node)) && (!sources.has(node) || (run.brokers && event < 0))) return;
      const aside = x > width - 30 ? -9 : 9;
      c.textAlign = aside < 0 ? "right" : "left";
      c.strokeText(run.name(node), x + aside, y - 6); c.fillText(run.name(node), x + aside, y - 6);
    });
    const bar = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000].findLast((m) => m * data.metre * scale < width / 4);
    if (bar && !run.brokers) {
      const long = bar * data.metre * scale, y = height - 6;
      c.textAlign = "left"; c.strokeText(`${bar} m`, 12 + long + 5, y); c.fillText(`${bar} m`, 12 + long + 5, y);
      c.fillRect(12, y - 5, long, 2);
    }
    tell(t, inTree, frames, got.size);
  }

  const many = (count, thing) => `${count.toLocaleString("en")} ${thing}${count === 1 ? "" : "s"}`;
  const signed = (thousandths) => (thousandths > 0 ? "\u2212" : "+") + Math.abs(thousandths / 1000).toLocaleString("en", { maximumFractionDigits: 1 }); // a gain lowers the cost
  function ofRun(t, inTree) {
    const words = [], control = run.control.slice(0, Math.min(Math.floor(t / 1e6), run.control.length)).reduce((a, b) => a + b, 0);
    if (run.requests) words.push(`asked so far: ${many(before(run.events.time, t), "request")}, answered: ${before(run.delivered.time, t).toLocaleString("en")}${run.every === 1 ? "" : `; one request in ${run.every} is shown`}`);
    else if (root >= 0) words.push(`${inTree} of ${run.nodes - 1} nodes have a parent in the tree of node ${root}`);
    if (run.requests) words.push(`carried so far: ${many(before(run.sent.time, t), "frame")} between brokers`);
    else if (run.every === 1) words.push(`sent so far: ${many(before(run.sent.time, t), "data frame")}, ${many(control, "control frame")}`);
    else words.push(`sent so far: ${many(control, "control frame")}; one event in ${run.every} is shown`);
    return words;
  }
  function ofEvent(frames, got) {
    const words = [], source = `${run.requests ? "the client of broker" : "node"} ${run.events.node[event]}`;
    words.push(`${source} ${run.requests ? "asked for" : "published"} “${run.topics[event]}” at ${seconds(run.events.time[event])}`);
    words.push(`sent ${frames === 1 ? "once" : `${frames} times`}${run.requests ? " between brokers" : ""}`);
    if (!run.requests) words.push(`${got} of the ${run.dueTo[event].length} nodes that want it have it`);
    else if (got) words.push(`it has the answer of the store at broker ${run.dueTo[event][0]}`);
    else words.push("it has no answer yet");
    return words;
  }
  function ofMoves(t, locks, isDone) {
    const told = (predicted, evaluated) => `change of cost per window: predicted ${signed(predicted)}, evaluated ${signed(evaluated)}`;
    if (event >= 0) {
      const words = [`broker ${run.name(run.events.node[event])} ${run.topics[event]}, planned at ${seconds(run.events.time[event])}`];
      return [...words, told(run.gains.predicted[event], run.gains.evaluated[event]), `${many(locks, "lock")} granted`, isDone ? "executed" : "not executed yet"];
    }
    const done = run.delivered.event.slice(0, before(run.delivered.time, t));
    const sum = (gains) => done.reduce((total, e) => total + gains[e], 0);
    const some = run.every === 1 ? "" : `; one move in ${run.every} is shown`;
    return [`executed so far: ${done.length} of ${many(run.events.time.length, "move")}${some}`, `all these together: ${told(sum(run.gains.predicted), sum(run.gains.evaluated))}`];
  }
  function ofSwitches(t, inTree, frames, got) {
    const tree = root >= 0 ? [`the overlay of “${run.treeTopics[root]}” has ${many(inTree, "edge")}`] : [];
    if (part()) {
      const done = part().steps.filter(([time]) => time <= t).map(([time, words]) => (time === part().zero ? words : `${words} after ${short(time - part().zero)}`));
      return [...(done.length ? done : ["before the failure"]), ...tree];
    }
    if (event >= 0) {
      const words = [`a host of cluster ${run.name(run.events.node[event])} published “${run.topics[event]}” at ${seconds(run.events.time[event])}`];
      return [...words, `it crossed ${many(frames, "edge")}`, `${got} of the ${many(run.dueTo[event].length, "cluster")} that want it have it`];
    }
    const some = run.every === 1 ? "" : `; one event in ${run.every} is shown, but all around a failure`;
    return [`shown so far: ${many(before(run.events.time, t), "event")} on ${many(before(run.sent.time, t), "edge")}${some}`, ...tree];
  }
  function tell(t, inTree, frames, got) {
    clock.value = part() ? `${t < part().zero ? "\u2212" : "+"}${short(Math.abs(t - part().zero))}` : event < 0 ? seconds(t) : `+${short(t - run.events.time[event])}`;
    const words = run.changes ? ofMoves(t, frames, got) : run.switches ? ofSwitches(t, inTree, frames, got) : event < 0 ? ofRun(t, inTree) : ofEvent(frames, got);
    const text = `${run.label}, replication ${run.replication}: ${words.join("; ")}.`;
    if (!playing) { status.textContent = text; canvas.setAttribute("aria-label", text); }
    else status.textContent = text;
    slider.value = Math.round(place * 1000);
    slider.setAttribute("aria-valuetext", clock.value);
    box.dataset.time = Math.round(t);
  }

  function choices(select, pairs, chosen) {
    select.replaceChildren(...pairs.map(([value, text]) => {
      const option = document.createElement("option");
      option.value = value; option.textContent = text;
      return option;
    }));
    select.value = chosen;
  }
  function offer() { // what can be chosen in this run
    const ended = (e) => (run.changes ? `predicted ${signed(run.gains.predicted[e])}, evaluated ${signed(run.gains.evaluated[e])}` : run.requests ? (run.gotBy[e].length ? "answered" : "not answered") : `reached ${run.gotBy[e].length} of ${run.dueTo[e].length}`);
    const what = run.switches ? "cluster" : run.brokers ? "broker" : "node";
    const events = run.events.time.map((time, e) => [e, `${seconds(time)}: ${what} ${run.name(run.events.node[e])}${run.changes ? " " : ", "}${run.topics[e]}, ${ended(e)}`]);
    if (event >= events.length || -2 - event >= run.periods.length) event = -1;
    const parts = run.periods.map((one, at) => [-2 - at, `${seconds(one.zero)}: ${one.label}`]);
    choices(whichEvent, [[-1, "the whole run"], ...parts, ...events], event);
    if (!run.roots.includes(root)) root = run.roots.length && !run.switches ? run.roots[0] : -1;
    const trees = run.roots.map((node) => [node, run.switches ? `of ${run.treeTopics[node]}` : run.brokers ? "shown" : `of node ${node}`]);
    choices(whichTree, [...trees, [-1, run.switches ? "all events, no overlay" : run.brokers ? "hidden" : run.roots.length ? "none" : "this protocol keeps none"]], root);
    whichTree.disabled = !run.roots.length;
    span = period();
    rates();
  }
  function rates() {
    const times = event < 0 ? WHOLE : ONE;
    choices(pace, Object.entries(times).map(([name, long]) => [name, `${name}, ${short((span[1] - span[0]) / long)} a second`]), pace.value || "normal");
  }
  function stop() { playing = false; play.textContent = "▶ Play"; play.setAttribute("aria-pressed", "false"); }
  function step(stamp) {
    if (!playing) return;
    const long = (event < 0 ? WHOLE : ONE)[pace.value] * 1000;
    if (!calm.matches || stamp - last >= 500) { // those who want no motion get two pictures a second
      place = Math.min(1, place + Math.min(stamp - last, 1000) / long);
      last = stamp;
      if (place >= 1) stop();
      draw();
    }
    requestAnimationFrame(step);
  }
  play.addEventListener("click", () => {
    if (playing) { stop(); draw(); return; }
    playing = true; play.textContent = "⏸ Pause"; play.setAttribute("aria-pressed", "true");
    if (place >= 1) place = 0;
    requestAnimationFrame((stamp) => { last = stamp; step(stamp); });
  });
  slider.addEventListener("input", () => { place = slider.value / 1000; draw(); });
  whichRun.addEventListener("change", () => { // the same moment of another run
    const t = now();
    run = open(Number(whichRun.value));
    offer();
    place = Math.min(Math.max((t - span[0]) / (span[1] - span[0]), 0), 1);
    draw();
  });
  whichEvent.addEventListener("change", () => {
    const t = now();
    event = Number(whichEvent.value);
    if (event >= 0 && !run.brokers && run.roots.includes(run.events.node[event])) { root = run.events.node[event]; whichTree.value = root; }
    if (event >= 0 && run.switches) { root = run.treeTopics.indexOf(run.topics[event]); whichTree.value = root; }
    span = period();
    place = event === -1 ? Math.min(t / span[1], 1) : 0;
    rates();
    draw();
  });
  whichTree.addEventListener("change", () => { root = Number(whichTree.value); draw(); });
  pace.addEventListener("change", draw);
  dark.addEventListener("change", () => { shades = null; draw(); });
  new ResizeObserver(draw).observe(canvas);

  choices(whichRun, data.runs.map((one, at) => [at, one.label]), 0);
  box.style.setProperty("--shape", `${data.size[0] || 1} / ${Math.min(Math.max(data.size[1], data.size[0] / 4), data.size[0] * 1.2) || 1}`);
  box.classList.add("live");
  offer();
  const middle = run.events.time[Math.floor(run.events.time.length / 2)];
  place = middle === undefined ? 0 : Math.min((middle + 30000) / span[1], 1);
  draw();
})();
