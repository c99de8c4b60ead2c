import { color } from "@/charts/colors";
import { toNumber } from "@/lib/format";
import { tick, ticks } from "@/lib/time";
import { domain, type Placed, type Strip, sliceCount } from "./scale";

export interface DrawOptions {
  width: number;
  height: number;
  axis: boolean;
  cursor: number | null;
  selected: ReadonlySet<string>;
  drag: readonly [number, number] | null;
  now: number;
}

const STATES = ["sealed", "live", "spread", "foreign"] as const;

/** Diagonals over what is still being written: the state is told by shape too. */
function hatch(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  w: number,
  h: number,
): void {
  context.save();
  context.beginPath();
  context.rect(x, y, w, h);
  context.clip();
  context.strokeStyle = color("--surface");
  context.globalAlpha = 0.55;
  context.lineWidth = 1.2;
  context.beginPath();
  for (let d = Math.floor(x / 6) * 6 - h; d < x + w; d += 6) {
    context.moveTo(d, y + h);
    context.lineTo(d + h, y);
  }
  context.stroke();
  context.restore();
}

export function draw(
  context: CanvasRenderingContext2D,
  strip: Strip,
  placed: readonly Placed[],
  o: DrawOptions,
): void {
  const axisHeight = o.axis ? 18 : 0;
  const headroom = o.axis ? 12 : 3;
  const base = o.height - axisHeight - (o.axis ? 7 : 0);
  const tall = base - headroom;
  const most = Math.max(1, ...placed.map((p) => toNumber(p.slice.bytes)));
  const { lo, hi, integer } = domain(strip);

  if (o.axis) {
    context.fillStyle = color("--sunken");
    context.fillRect(0, headroom, o.width, tall);
    context.strokeStyle = color("--line");
    context.fillStyle = color("--text-faint");
    context.font = `11px ${getComputedStyle(document.body).fontFamily}`;
    context.textBaseline = "alphabetic";
    const marks = integer ? integerTicks(lo, hi, o.width / 110) : ticks(lo, hi, o.width / 90);
    for (const t of marks) {
      const x = Math.round(((t - lo) / (hi - lo)) * o.width) + 0.5;
      context.beginPath();
      context.moveTo(x, headroom);
      context.lineTo(x, base + 4);
      context.stroke();
      const label = integer ? t.toLocaleString("en").replaceAll(",", "\u202f") : tick(t, hi - lo);
      const half = context.measureText(label).width / 2;
      context.fillText(label, Math.min(o.width - half * 2, Math.max(0, x - half)), o.height - 3);
    }
  }

  placed.forEach((p, i) => {
    const slice = p.slice;
    const n = sliceCount(slice);
    if (n === 0) return;
    const x = p.from * o.width;
    const full = Math.max(1, (p.to - p.from) * o.width);
    const w = full > 4 ? full - 1 : full;
    const empty = toNumber(slice.bytes) === 0;
    const h = empty ? 2 : Math.max(3, Math.sqrt(toNumber(slice.bytes) / most) * tall);
    let y = base;
    for (const state of STATES) {
      if (slice[state] === 0) continue;
      const part = (h * slice[state]) / n;
      y -= part;
      context.fillStyle = color(`--state-${state}`);
      context.globalAlpha = empty ? 0.45 : 1;
      context.fillRect(x, y, w, part);
      context.globalAlpha = 1;
      if (state === "live" && !empty && o.axis && w > 3) hatch(context, x, y, w, part);
    }
    // late rows: a cap whose height is the share of the reseal threshold, and a mark from there on
    const late = slice.worstLateFraction ?? 0;
    if (late > 0) {
      const share = late / Math.max(0.0001, strip.resealFraction);
      const step = share >= 1 ? 4 : share >= 0.5 ? 3 : share >= 0.2 ? 2 : 1;
      context.fillStyle = color(`--late-${step}`);
      const cap = Math.max(2, Math.min(1, share) * Math.min(h * (o.axis ? 0.5 : 0.3), tall * 0.35));
      context.fillRect(x, base - h, w, Math.min(h, cap));
      if (share >= 1 && o.axis) {
        const c = x + w / 2;
        context.beginPath();
        context.moveTo(c, base - h - 2);
        context.lineTo(c - 4, base - h - 9);
        context.lineTo(c + 4, base - h - 9);
        context.fill();
      }
    }
    if (slice.due > 0 && o.axis) {
      context.fillStyle = color("--warn");
      context.fillRect(x, base + 2, w, 3);
    }
    if (slice.partition && o.selected.has(slice.partition)) {
      context.strokeStyle = color("--focus");
      context.lineWidth = 2;
      context.strokeRect(x + 1, headroom + 1, Math.max(2, w - 2), base - headroom - 2);
      context.lineWidth = 1;
    }
    if (i === o.cursor) {
      context.strokeStyle = color("--text");
      context.lineWidth = 1.5;
      context.strokeRect(x + 0.5, headroom + 0.5, Math.max(2, w - 1), base - headroom - 1);
      context.lineWidth = 1;
    }
  });

  if (o.axis && !integer && o.now > lo && o.now < hi) {
    const x = Math.round(((o.now - lo) / (hi - lo)) * o.width) + 0.5;
    context.strokeStyle = color("--mark");
    context.setLineDash([3, 3]);
    context.beginPath();
    context.moveTo(x, 0);
    context.lineTo(x, base);
    context.stroke();
    context.setLineDash([]);
    context.fillStyle = color("--mark");
    context.fillText("now", Math.min(o.width - 24, x + 4), 9);
  }
  if (o.drag) {
    const [a, b] = o.drag;
    context.fillStyle = color("--focus");
    context.globalAlpha = 0.16;
    context.fillRect(Math.min(a, b), headroom, Math.abs(b - a), base - headroom);
    context.globalAlpha = 1;
  }
}

function integerTicks(lo: number, hi: number, most: number): number[] {
  const raw = (hi - lo) / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(Math.max(1, raw)));
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= raw) ?? 10 * power;
  const out: number[] = [];
  for (let t = Math.ceil(lo / step) * step; t <= hi; t += step) out.push(t);
  return out;
}
