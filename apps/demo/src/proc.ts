import { readFile, statfs } from "node:fs/promises";

/** One reading of one quantity. Values are in the unit that the metric's name ends in. */
export interface Reading {
  device: string;
  metric: string;
  value: number;
}

/** Counters of one moment, from which the next moment's rates are made. */
export interface Counters {
  /** monotonic, nanoseconds */
  at: bigint;
  /** by device and metric; units as the metric's name says, without the "per second" */
  values: Map<string, number>;
}

const cpuFields = ["user", "nice", "system", "idle", "iowait", "irq", "softirq", "steal"] as const;
const sectorBytes = 512;
const key = (device: string, metric: string) => `${device}\t${metric}`;

/** Parses /proc/stat: jiffies per mode, for all processors together ("cpu") and each ("cpu0" …). */
export function parseStat(text: string): Map<string, number> {
  const values = new Map<string, number>();
  for (const line of text.split("\n")) {
    const [name, ...fields] = line.trim().split(/\s+/);
    if (!name?.startsWith("cpu")) continue;
    cpuFields.forEach((field, i) => {
      values.set(key(name, field), Number(fields[i] ?? 0));
    });
  }
  return values;
}

/** Parses /proc/diskstats: bytes read and written since boot of each whole device that did any work. */
export function parseDiskstats(text: string): Map<string, number> {
  const values = new Map<string, number>();
  for (const line of text.split("\n")) {
    const fields = line.trim().split(/\s+/);
    const name = fields[2];
    if (
      !name ||
      /^(loop|ram|zram|dm-|sr)/.test(name) ||
      /^(sd[a-z]+|vd[a-z]+|xvd[a-z]+)\d+$|p\d+$/.test(name)
    ) {
      continue;
    }
    const read = Number(fields[5]) * sectorBytes;
    const written = Number(fields[9]) * sectorBytes;
    if (read + written === 0) continue;
    values.set(key(name, "read_bytes"), read);
    values.set(key(name, "written_bytes"), written);
  }
  return values;
}

/** Parses /proc/net/dev: bytes received and sent since boot of each interface. */
export function parseNetDev(text: string): Map<string, number> {
  const values = new Map<string, number>();
  for (const line of text.split("\n").slice(2)) {
    const [name, rest] = line.split(":");
    if (!rest || !name) continue;
    const fields = rest.trim().split(/\s+/).map(Number);
    values.set(key(name.trim(), "received_bytes"), fields[0] ?? 0);
    values.set(key(name.trim(), "sent_bytes"), fields[8] ?? 0);
  }
  return values;
}

/** Parses /proc/meminfo into bytes used, available and of swap used. */
export function parseMeminfo(text: string): Reading[] {
  const kib = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0);
  const bytes = (name: string) => kib(name) * 1024;
  return [
    { device: "memory", metric: "used_bytes", value: bytes("MemTotal") - bytes("MemAvailable") },
    { device: "memory", metric: "available_bytes", value: bytes("MemAvailable") },
    { device: "memory", metric: "cached_bytes", value: bytes("Cached") },
    { device: "memory", metric: "swap_used_bytes", value: bytes("SwapTotal") - bytes("SwapFree") },
  ];
}

/** Processor modes in percent of the time between two moments; other counters per second. */
export function rates(before: Counters, after: Counters): Reading[] {
  const elapsed = Number(after.at - before.at) / 1e9;
  const readings: Reading[] = [];
  const jiffies = new Map<string, number>();
  const change = (name: string) => (after.values.get(name) ?? 0) - (before.values.get(name) ?? 0);
  for (const name of after.values.keys()) {
    const [device = ""] = name.split("\t");
    if (device.startsWith("cpu")) jiffies.set(device, (jiffies.get(device) ?? 0) + change(name));
  }
  for (const name of after.values.keys()) {
    if (!before.values.has(name)) continue;
    const [device = "", metric = ""] = name.split("\t");
    // a counter that went back was reset (a device replaced): no rate for this interval
    const by = change(name);
    if (by < 0) continue;
    const whole = jiffies.get(device);
    const value = whole === undefined ? by / elapsed : whole > 0 ? (100 * by) / whole : 0;
    const unit = whole === undefined ? "_per_second" : "_percent";
    readings.push({ device, metric: `${metric}${unit}`, value: Math.round(value * 100) / 100 });
  }
  return readings;
}

/** Reads this machine's counters now. */
export async function readCounters(): Promise<Counters> {
  const [stat, disks, net] = await Promise.all([
    readFile("/proc/stat", "utf8"),
    readFile("/proc/diskstats", "utf8").catch(() => ""),
    readFile("/proc/net/dev", "utf8").catch(() => ""),
  ]);
  return {
    at: process.hrtime.bigint(),
    values: new Map([...parseStat(stat), ...parseDiskstats(disks), ...parseNetDev(net)]),
  };
}

/** Reads what is a level rather than a counter: memory, load, the root file system. */
export async function readLevels(): Promise<Reading[]> {
  const [memory, load, root] = await Promise.all([
    readFile("/proc/meminfo", "utf8"),
    readFile("/proc/loadavg", "utf8"),
    statfs("/"),
  ]);
  const [one = "0", five = "0"] = load.split(" ");
  return [
    ...parseMeminfo(memory),
    { device: "load", metric: "one_minute", value: Number(one) },
    { device: "load", metric: "five_minutes", value: Number(five) },
    { device: "root", metric: "used_bytes", value: (root.blocks - root.bfree) * root.bsize },
    { device: "root", metric: "free_bytes", value: root.bavail * root.bsize },
  ];
}
