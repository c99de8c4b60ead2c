// What a history of appends and reads must look like.
//
// Every key holds a list, and every committed append is an element of its own, so the final lists give the order of the
// versions of each key, and a read says which version it saw: its list must be a beginning of the final one. From these come
// the dependencies between transactions (Adya, "Weak Consistency", 1999; Elle, PVLDB 14(3), 2020):
//
//	ww	wrote the version before the one the other wrote
//	wr	wrote the version that the other read
//	rw	read the version before the one the other wrote
//
// SERIALIZABLE: their graph has no cycle. Snapshot isolation: none without two rw edges in a row (Cerone and Gotsman, JACM 65(2),
// 2018), where a transaction that began after another had ended comes after it. Under READ COMMITTED each statement that
// reads is a snapshot of its own, and the same holds of statements and of the transactions that write.

/** Cycles of a graph, as one list of nodes, or null. edges: node -> [node]. Iterative: histories are long. */
export function cycle(edges) {
  const state = new Map();
  for (const start of edges.keys()) {
    if (state.has(start)) continue;
    const path = [[start, 0]];
    state.set(start, 1);
    while (path.length > 0) {
      const top = path[path.length - 1];
      const next = edges.get(top[0])?.[top[1]++];
      if (next === undefined) {
        state.set(top[0], 2);
        path.pop();
      } else if (state.get(next) === 1) {
        return path.slice(path.findIndex(([n]) => n === next)).map(([n]) => n);
      } else if (!state.has(next)) {
        state.set(next, 1);
        path.push([next, 0]);
      }
    }
  }
  return null;
}

/** Without the elements the transaction itself had appended so far, which are at the end. */
function others(list, own) {
  let end = list.length;
  while (end > 0 && own.has(list[end - 1])) end--;
  return list.slice(0, end);
}

/**
 * @param {object[]} transactions as run.mjs records them
 * @param {Map<number, string[]>} final the lists at the end
 * @param {"rc" | "rr" | "s"} level of all of them
 * @returns {string[]} what cannot be explained
 */
export function check(transactions, final, level) {
  const faults = [];
  const position = new Map(); // element -> index in its key's list
  const writer = new Map(); // element -> transaction
  const keyOf = new Map();
  for (const [key, list] of final)
    list.forEach((element, i) => {
      if (position.has(element))
        faults.push(`element ${element} is there twice, in keys ${keyOf.get(element)} and ${key}`);
      position.set(element, i);
      keyOf.set(element, key);
    });
  for (const tx of transactions) {
    for (const [key, element] of [...tx.appends, ...tx.undone]) {
      const kept = tx.state === "committed" && !tx.undone.some(([, e]) => e === element);
      writer.set(element, tx);
      if (kept && keyOf.get(element) !== key)
        faults.push(`lost: ${element}, appended to key ${key} by committed ${tx.id}`);
      if (!kept && keyOf.has(element))
        faults.push(`not committed, but there: ${element} of ${tx.id} (${tx.state})`);
    }
  }
  for (const element of position.keys())
    if (!writer.has(element)) faults.push(`nobody appended ${element}`);
  if (faults.length > 0) return faults;

  // nodes: committed transactions; under READ COMMITTED their reads besides
  const nodes = [];
  const reads = []; // [node, key, list]
  for (const tx of transactions) {
    const own = new Set([...tx.appends, ...tx.undone].map(([, e]) => e));
    // what a transaction that failed later has read must have been right all the same
    const node = {
      name: tx.id,
      begun: tx.begun,
      ended: tx.ended,
      writes: tx.state === "committed",
    };
    if (level !== "rc" || node.writes) nodes.push(node);
    tx.node = node;
    const seen = new Map();
    tx.reads.forEach((read, n) => {
      const at =
        level === "rc"
          ? { name: `${tx.id} read ${n}`, begun: read.begun, ended: read.ended }
          : node;
      if (level === "rc") nodes.push(at);
      for (const [key, list] of read.rows) {
        const known = others(list, own);
        const whole = final.get(key) ?? [];
        known.forEach((element, i) => {
          if (whole[i] !== element)
            faults.push(
              `${tx.id} read ${list.join()} of key ${key}, which was never so: ${whole.join()}`,
            );
        });
        if (level !== "rc" && seen.has(key) && seen.get(key) !== known.length)
          faults.push(
            `${tx.id} read ${seen.get(key)} and then ${known.length} elements of key ${key} in one snapshot`,
          );
        seen.set(key, known.length);
        // under READ COMMITTED a read of one's own write says nothing of the snapshot's version
        if (level !== "rc" || known.length === list.length) reads.push([at, key, known.length]);
      }
    });
  }
  if (faults.length > 0) return faults;

  const strong = new Map(nodes.map((n) => [n, []])); // ww, wr
  const weak = new Map(nodes.map((n) => [n, []])); // rw
  const add = (edges, from, to) => from !== to && edges.get(from).push(to);
  const nodeOf = (element) => writer.get(element).node;
  for (const list of final.values())
    for (let i = 1; i < list.length; i++) add(strong, nodeOf(list[i - 1]), nodeOf(list[i]));
  for (const [node, key, length] of reads) {
    const list = final.get(key) ?? [];
    if (length > 0) add(strong, nodeOf(list[length - 1]), node);
    if (length < list.length) add(weak, node, nodeOf(list[length]));
  }

  const describe = (path) =>
    path
      .filter((n) => n.name)
      .map((n) => n.name)
      .join(" -> ");
  if (level === "s") {
    // of those that committed: one that failed may have seen what no order explains
    const committed = nodes.filter((n) => n.writes);
    const all = new Map(
      committed.map((n) => [n, [...strong.get(n), ...weak.get(n)].filter((to) => to.writes)]),
    );
    const found = cycle(all);
    if (found) faults.push(`not serializable: ${describe(found)}`);
  }

  // snapshots: a walk that never takes two weak edges in a row, with the order of time as strong edges
  const after = new Map(nodes.map((n) => [n, { of: n, name: n.name }])); // reached by a weak edge
  const edges = new Map();
  for (const n of nodes) {
    edges.set(n, [...strong.get(n), ...weak.get(n).map((to) => after.get(to))]);
    edges.set(after.get(n), [...strong.get(n)]);
  }
  const moments = [...nodes].sort((a, b) => a.begun - b.begun);
  const ends = nodes.filter((n) => n.writes).sort((a, b) => a.ended - b.ended);
  let barrier = null;
  let next = 0;
  for (const n of moments) {
    const moment = {};
    edges.set(moment, [n]);
    if (barrier) edges.get(barrier).push(moment);
    for (; next < ends.length && ends[next].ended < n.begun; next++) {
      edges.get(ends[next]).push(moment);
      edges.get(after.get(ends[next])).push(moment);
    }
    barrier = moment;
  }
  const found = cycle(edges);
  if (found) faults.push(`no order of snapshots explains: ${describe(found)}`);
  return faults;
}
