/** How far a run is: a line on a terminal that is written over, a line each elsewhere. */
export interface Progress {
  /** what goes on now, in a few words; `done` of `of` equal parts of the current stage are behind us */
  (what: string, done?: number, of?: number): void;
  end: () => void;
}

const WIDTH = 20;

/** Seconds as a person says them. */
export function span(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
}

/** One line: the time so far, what goes on, and where parts are counted a bar and the time left at the pace of this stage. */
export function line(
  elapsedMs: number,
  what: string,
  stage?: { share: number; ms: number },
): string {
  const at = span(elapsedMs).padStart(10);
  if (!stage) return `${at}  ${what}`;
  const full = Math.round(stage.share * WIDTH);
  const left =
    stage.share > 0 ? `, ${span((stage.ms / stage.share) * (1 - stage.share))} left` : "";
  return `${at}  [${"#".repeat(full)}${"-".repeat(WIDTH - full)}] ${Math.round(stage.share * 100)} %${left}  ${what}`;
}

/**
 * Writes to `out`. A stage begins with the first call that counts parts after one that did not, or whose share fell, and its pace is taken
 * from there on, so that loading does not distort the time left for the queries.
 */
export function progress(
  out: { write: (text: string) => unknown; isTTY?: boolean },
  now: () => number = Date.now,
): Progress {
  const began = now();
  let stage: { since: number; from: number; share: number } | undefined;
  const say = (what: string, done?: number, of?: number) => {
    const at = now();
    if (done === undefined || !of) stage = undefined;
    else {
      const share = Math.min(1, done / of);
      if (!stage || share < stage.share) stage = { since: at, from: share, share };
      stage.share = share;
    }
    const paced =
      stage && stage.share > stage.from
        ? {
            share: stage.share,
            ms: ((at - stage.since) * stage.share) / (stage.share - stage.from),
          }
        : stage && { share: stage.share, ms: 0 };
    const text = line(at - began, what, paced);
    out.write(out.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
  };
  return Object.assign(say, {
    end: () => {
      if (out.isTTY) out.write("\r\u001b[K");
    },
  });
}
