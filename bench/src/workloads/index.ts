import { cpu } from "./cpu.js";
import { flights } from "./flights.js";
import { iot } from "./iot.js";
import { nab } from "./nab.js";
import type { Scale, Workload } from "./workload.js";

export const workloads: Record<string, (scale: Scale) => Workload> = { cpu, iot, flights, nab };
