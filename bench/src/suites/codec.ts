import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";
import { Refused } from "../refused.js";
import type { Context } from "./suite.js";

const dir = fileURLToPath(new URL("../../../extension/test/codec", import.meta.url));

const output = z.object({
  isa: z.string(),
  memcpy_ns_per_page: z.number(),
  values_per_page: z.number(),
  shapes: z.array(
    z.object({
      shape: z.string(),
      compression: z.string(),
      encoding: z.string(),
      bytes_per_value: z.number(),
      raw_bytes_per_value: z.number(),
      encode_values_per_s: z.number(),
      flat_values_per_s: z.number(),
    }),
  ),
});

/** Every encoder and decoder alone, by shape of data, against memcpy of as many values: extension/test/codec/bench_codec.c. */
export async function codec({ progress, keep }: Context): Promise<void> {
  progress("compile and run the codec's own benchmark");
  const { stdout } = await promisify(execFile)("make", ["-s", "bench"], {
    cwd: dir,
    maxBuffer: 1 << 26,
  }).catch((error: { stderr?: string; message: string }) => {
    throw new Refused(
      `the codec's benchmark does not build here: ${error.stderr?.trim().split("\n").at(-1) || error.message}`,
    );
  });
  const found = output.parse(JSON.parse(stdout));
  // the yardstick copies 8 bytes a value
  const memcpy = found.values_per_page / (found.memcpy_ns_per_page / 1e9);
  for (const s of found.shapes) {
    const name = s.compression === "none" ? s.shape : `${s.shape}, ${s.compression}`;
    keep({
      suite: "codec",
      workload: found.isa,
      name,
      title: `${name}: ${s.encoding}, ${s.bytes_per_value.toPrecision(3)} of ${s.raw_bytes_per_value.toPrecision(3)} B a value`,
      unit: "values/s",
      base: "memcpy",
      values: {
        memcpy: { value: memcpy },
        decode: { value: s.flat_values_per_s },
        encode: { value: s.encode_values_per_s },
      },
      ratios: { decode: s.flat_values_per_s / memcpy, encode: s.encode_values_per_s / memcpy },
      notes: [],
    });
  }
}
