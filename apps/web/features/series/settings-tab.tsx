"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import {
  type Codec,
  CreateRollupDocument,
  DropPartitionsDocument,
  DropSeriesDocument,
  MakePartitionsDocument,
  MigrateSeriesDocument,
  SeriesColumnsDocument,
  SetRetentionDocument,
  SetSealingDocument,
} from "@/data/generated/graphql";
import { useCan } from "@/data/session";
import { request, useApi } from "@/data/use-api";
import { ActionButton } from "@/features/actions/action-button";
import { DropDialog } from "@/features/actions/drop-dialog";
import { LiveSql } from "@/features/actions/live-sql";
import { sqlOf, useAct } from "@/features/actions/use-act";
import { bytes, count, exact, interval, percent, toNumber } from "@/lib/format";
import { Button } from "@/ui/button";
import { Checkbox, Field, Input, Select, Textarea } from "@/ui/field";
import { Panel } from "@/ui/panel";
import { SkeletonBlock } from "@/ui/state/skeleton";
import { type SeriesHead, useSeries } from "./use-series";

export function SettingsTab({ id }: { id: string }) {
  const s = useSeries(id).data?.series;
  const admin = useCan("ADMIN");
  if (!s) return <SkeletonBlock className="h-96" label="Loading settings" />;
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      {admin ? null : (
        <p className="text-sm text-muted xl:col-span-2">
          Your role can read these settings; an admin can change them.
        </p>
      )}
      <Sealing key={`sealing ${s.settingsVersion}`} s={s} />
      <Retention key={`retention ${s.settingsVersion}`} s={s} />
      <Partitions s={s} />
      {admin ? <NewRollup s={s} /> : null}
      {admin ? <Danger s={s} /> : null}
    </div>
  );
}

function Sealing({ s }: { s: SeriesHead }) {
  const admin = useCan("ADMIN");
  const now = s.sealing;
  const [after, setAfter] = useState(now?.after ?? now?.afterWidth ?? "");
  const [codec, setCodec] = useState((now?.codec ?? "lz4").toUpperCase() as Codec);
  const [order, setOrder] = useState((now?.orderBy ?? []).join(", "));
  const [keep, setKeep] = useState(now?.keepIndexes ?? false);
  const { act, busy } = useAct();
  const work = {
    document: SetSealingDocument,
    variables: {
      series: s.id,
      after: after.trim() || null,
      codec,
      orderBy: order
        .split(",")
        .map((c) => c.trim())
        .filter(Boolean),
      keepIndexes: keep,
      ifVersion: s.settingsVersion,
    },
    said: `Sealing of ${s.qualifiedName} saved`,
  };
  return (
    <Panel
      title="Sealing"
      note={
        now?.enabled
          ? `after ${now.after ? interval(now.after) : exact(now.afterWidth)}`
          : "not by itself"
      }
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(e) => {
          e.preventDefault();
          void act(work);
        }}
      >
        <fieldset disabled={!admin} className="grid gap-3 sm:grid-cols-2">
          <Field
            label="Settle window"
            hint={
              s.integerTime
                ? "How far past its end a partition is sealed, in units of the time column; empty: never by itself."
                : 'How long after its end a partition is sealed: "7 days"; empty: never by itself.'
            }
          >
            {(ids) => <Input {...ids} value={after} onChange={(e) => setAfter(e.target.value)} />}
          </Field>
          <Field label="Codec" hint="Over the encodings, kept only where it pays.">
            {(ids) => (
              <Select {...ids} value={codec} onChange={(e) => setCodec(e.target.value as Codec)}>
                <option value="LZ4">lz4: fast</option>
                <option value="ZSTD">zstd: smaller</option>
                <option value="NONE">none: encodings only</option>
              </Select>
            )}
          </Field>
          <Field
            label="Order key"
            hint="Columns, the time last: host, ts. Empty: chosen from the indexes."
          >
            {(ids) => (
              <Input
                {...ids}
                value={order}
                onChange={(e) => setOrder(e.target.value)}
                className="font-mono text-xs"
              />
            )}
          </Field>
          <label className="flex items-start gap-2 self-center text-sm">
            <Checkbox
              checked={keep}
              onChange={(e) => setKeep(e.target.checked)}
              className="mt-0.5"
            />
            <span>
              Keep non-unique indexes over sealed rows
              <span className="block text-xs text-faint">
                Rarely worth its size: the order key is the index.
              </span>
            </span>
          </label>
        </fieldset>
        {admin ? (
          <>
            <LiveSql act={work} />
            <div>
              <Button type="submit" kind="primary" busy={busy}>
                Save sealing
              </Button>
            </div>
          </>
        ) : null}
        <p className="text-xs text-faint">
          A partition is resealed by itself from {percent(now?.resealFraction ?? 0.1)} late rows.
          What is sealed already keeps its codec and order until it is resealed.
        </p>
      </form>
    </Panel>
  );
}

function Retention({ s }: { s: SeriesHead }) {
  const admin = useCan("ADMIN");
  const [keep, setKeep] = useState(s.retention?.keep ?? s.retention?.keepWidth ?? "");
  const [open, setOpen] = useState(false);
  const { act, busy } = useAct();
  const value = keep.trim();
  const variables = { series: s.id, keep: value || null, ifVersion: s.settingsVersion };
  return (
    <Panel
      title="Retention"
      note={
        s.retention?.enabled
          ? `kept for ${s.retention.keep ? interval(s.retention.keep) : exact(s.retention.keepWidth)}`
          : "kept for ever"
      }
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(e) => {
          e.preventDefault();
          if (value) setOpen(true);
          else
            void act({
              document: SetRetentionDocument,
              variables,
              said: `${s.qualifiedName} is kept for ever`,
            });
        }}
      >
        <fieldset disabled={!admin}>
          <Field
            label="Keep"
            hint={
              s.integerTime
                ? "Distance from the newest value; empty: for ever."
                : 'Age at which a partition is dropped: "1 year"; empty: for ever.'
            }
          >
            {(ids) => (
              <Input
                {...ids}
                value={keep}
                onChange={(e) => setKeep(e.target.value)}
                className="max-w-xs"
              />
            )}
          </Field>
        </fieldset>
        {admin ? (
          <>
            <LiveSql act={{ document: SetRetentionDocument, variables }} />
            <div>
              <Button type="submit" kind={value ? "plain" : "primary"} busy={busy}>
                {value ? "Look at what it drops…" : "Keep for ever"}
              </Button>
            </div>
          </>
        ) : null}
      </form>
      <DropDialog
        open={open}
        onClose={() => setOpen(false)}
        title={`Keep ${s.qualifiedName} for ${value}`}
        lead="The retention job drops whole partitions past that age, now and from now on. With its next run:"
        name={s.qualifiedName}
        verb="Set the retention"
        preview={async () =>
          (await request(SetRetentionDocument, { ...variables, dryRun: true })).setRetention
        }
        run={async (confirm, expect) =>
          (await act({
            document: SetRetentionDocument,
            variables: { ...variables, confirm, expect },
            said: `${s.qualifiedName} is kept for ${value}`,
          })) !== undefined
        }
      />
    </Panel>
  );
}

function Partitions({ s }: { s: SeriesHead }) {
  const admin = useCan("ADMIN");
  const [lo, setLo] = useState("");
  const [hi, setHi] = useState("");
  const { act, busy } = useAct();
  const work = {
    document: MakePartitionsDocument,
    variables: { series: s.id, lo: lo.trim(), hi: hi.trim() },
    said: "Partitions made",
  };
  const stray = toNumber(s.defaultRows);
  return (
    <Panel
      title="Partitions"
      note={`${s.integerTime ? exact(s.partitionWidth) : interval(s.partitionInterval)} wide, ${s.premake ?? 0} made ahead`}
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-3 text-sm">
          <p className="min-w-0 flex-1">
            {!s.hasDefault
              ? "There is no default partition: a row outside every range is refused."
              : stray > 0
                ? `The default partition holds about ${count(stray)} rows (${bytes(s.defaultBytes)}) outside every range.`
                : "The default partition is empty."}
          </p>
          {stray > 0 ? (
            <ActionButton
              kind="primary"
              label="Move them into partitions"
              name="Move them into partitions: the rows of the default partition"
              act={{
                document: MigrateSeriesDocument,
                variables: { series: s.id },
                said: "Migrate asked for",
              }}
            />
          ) : null}
        </div>
        {admin ? (
          <form
            className="flex flex-col gap-3 border-t pt-3"
            onSubmit={(e) => {
              e.preventDefault();
              void act(work);
            }}
          >
            <div className="grid gap-3 sm:grid-cols-2">
              <Field
                label="Make partitions from"
                hint={s.integerTime ? "A whole number." : "A timestamp, UTC: 2026-01-01."}
              >
                {(ids) => (
                  <Input
                    {...ids}
                    value={lo}
                    onChange={(e) => setLo(e.target.value)}
                    placeholder={s.integerTime ? "0" : "2026-01-01"}
                  />
                )}
              </Field>
              <Field label="to" hint="Exclusive.">
                {(ids) => (
                  <Input
                    {...ids}
                    value={hi}
                    onChange={(e) => setHi(e.target.value)}
                    placeholder={s.integerTime ? "1000000" : "2026-02-01"}
                  />
                )}
              </Field>
            </div>
            <LiveSql act={work} ready={Boolean(lo.trim() && hi.trim())} />
            <div>
              <Button type="submit" busy={busy} disabled={!lo.trim() || !hi.trim()}>
                Make them
              </Button>
            </div>
          </form>
        ) : null}
      </div>
    </Panel>
  );
}

function NewRollup({ s }: { s: SeriesHead }) {
  const router = useRouter();
  const columns =
    useApi(SeriesColumnsDocument, { id: s.id }, { refresh: 0, staleTime: 300_000 }).data?.series
      ?.columns ?? [];
  const [name, setName] = useState(`${s.name}_hourly`);
  const [bucket, setBucket] = useState(s.integerTime ? "" : "1 hour");
  const [select, setSelect] = useState("count(*) AS n");
  const [group, setGroup] = useState("");
  const [zone, setZone] = useState("UTC");
  const { act, busy } = useAct();
  const input = {
    source: s.id,
    name: name.trim(),
    selectList: select.trim(),
    timeZone: zone.trim() || "UTC",
    ...(group.trim() ? { groupBy: group.trim() } : {}),
    ...(s.integerTime ? { bucketWidth: bucket.trim() } : { bucket: bucket.trim() }),
  };
  const work = {
    document: CreateRollupDocument,
    variables: { input },
    said: `Rollup ${name} made`,
  };
  const ready = Boolean(name.trim() && bucket.trim() && select.trim());
  return (
    <Panel title="Make a rollup" id="rollups">
      <form
        className="flex flex-col gap-3"
        onSubmit={async (e) => {
          e.preventDefault();
          const done = await act(work);
          if (done?.createRollup.rollup)
            router.push(`/rollups/${encodeURIComponent(done.createRollup.rollup.id)}`);
        }}
      >
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="Name">
            {(ids) => <Input {...ids} value={name} onChange={(e) => setName(e.target.value)} />}
          </Field>
          <Field
            label="Bucket"
            hint={
              s.integerTime ? "Width in units of the time column." : 'Such as "1 hour" or "1 day".'
            }
          >
            {(ids) => <Input {...ids} value={bucket} onChange={(e) => setBucket(e.target.value)} />}
          </Field>
          <Field
            label="Group by"
            hint={`Of ${
              columns
                .map((c) => c.name)
                .slice(0, 8)
                .join(", ") || "its columns"
            }; empty: only by time.`}
          >
            {(ids) => (
              <Input
                {...ids}
                value={group}
                onChange={(e) => setGroup(e.target.value)}
                className="font-mono text-xs"
              />
            )}
          </Field>
          {s.integerTime ? null : (
            <Field label="Time zone" hint="Where days and months begin.">
              {(ids) => <Input {...ids} value={zone} onChange={(e) => setZone(e.target.value)} />}
            </Field>
          )}
        </div>
        <Field label="Aggregates" hint="As in a SELECT list: avg(cpu) AS cpu, max(cpu) AS cpu_max">
          {(ids) => (
            <Textarea
              {...ids}
              rows={3}
              value={select}
              onChange={(e) => setSelect(e.target.value)}
              className="font-mono text-xs"
              spellCheck={false}
            />
          )}
        </Field>
        <LiveSql act={work} ready={ready} />
        <div>
          <Button type="submit" kind="primary" busy={busy} disabled={!ready}>
            Make the rollup
          </Button>
        </div>
      </form>
    </Panel>
  );
}

function Danger({ s }: { s: SeriesHead }) {
  const router = useRouter();
  const [before, setBefore] = useState("");
  const [drop, setDrop] = useState(false);
  const [leave, setLeave] = useState(false);
  const { act } = useAct();
  const value = before.trim();
  return (
    <Panel title="What cannot be taken back" className="border-bad xl:col-span-2">
      <div className="grid gap-5 lg:grid-cols-2">
        <form
          className="flex flex-col gap-2"
          onSubmit={(e) => {
            e.preventDefault();
            if (value) setDrop(true);
          }}
        >
          <Field
            label="Drop all partitions that end at or before"
            hint={s.integerTime ? "A whole number." : "A timestamp, UTC."}
          >
            {(ids) => (
              <Input
                {...ids}
                value={before}
                onChange={(e) => setBefore(e.target.value)}
                placeholder={s.integerTime ? "1000000" : "2025-01-01"}
                className="max-w-xs"
              />
            )}
          </Field>
          <div>
            <Button type="submit" disabled={!value}>
              Count them…
            </Button>
          </div>
        </form>
        <div className="flex flex-col gap-2 text-sm">
          <p className="font-medium">Make it an ordinary partitioned table again</p>
          <p className="text-muted">
            Policies and jobs go, every row stays. Refused while a partition is sealed: unseal them
            first.
          </p>
          <div>
            <Button onClick={() => setLeave(true)}>Stop looking after it…</Button>
          </div>
        </div>
      </div>
      <DropDialog
        open={drop}
        onClose={() => setDrop(false)}
        title={`Drop partitions of ${s.qualifiedName} before ${value}`}
        lead="Their rows go for good."
        name={s.qualifiedName}
        verb="Drop them"
        preview={async () =>
          (await request(DropPartitionsDocument, { series: s.id, before: value, dryRun: true }))
            .dropPartitions
        }
        run={async (confirm, expect) =>
          (await act({
            document: DropPartitionsDocument,
            variables: { series: s.id, before: value, confirm, expect },
            said: "Partitions dropped",
          })) !== undefined
        }
      />
      <DropDialog
        open={leave}
        onClose={() => setLeave(false)}
        title={`Stop looking after ${s.qualifiedName}`}
        lead="No row is dropped."
        name={s.qualifiedName}
        verb="Stop looking after it"
        preview={async () => ({
          sql: (await sqlOf({ document: DropSeriesDocument, variables: { series: s.id } })).split(
            "\n",
          ),
          effect: {
            partitions: 0,
            rows: "0",
            bytes: "0",
            from: null,
            to: null,
            names: [],
            notRolledUp: [],
            dependents: [],
          },
        })}
        run={async (confirm) => {
          const done = await act({
            document: DropSeriesDocument,
            variables: { series: s.id, confirm },
            said: `${s.qualifiedName} is an ordinary table again`,
          });
          if (done) router.push("/series");
          return done !== undefined;
        }}
      />
    </Panel>
  );
}
