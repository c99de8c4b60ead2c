"use client";
import { useQueryClient } from "@tanstack/react-query";
import { parseAsBoolean, useQueryState } from "nuqs";
import { useState } from "react";
import {
  CreateTokenDocument,
  RevokeSessionDocument,
  RevokeTokenDocument,
  type Role,
  type TokenScope,
  TokensDocument,
} from "@/data/generated/graphql";
import { useCan, useSession } from "@/data/session";
import { request, useApi } from "@/data/use-api";
import { sayFailure } from "@/features/actions/use-act";
import { useShell } from "@/features/shell/banners";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { Dialog } from "@/ui/dialog";
import { Checkbox, Field, Input, Select } from "@/ui/field";
import { KeyRound, Plus } from "@/ui/icons";
import { PageHeader, Panel } from "@/ui/panel";
import { Empty } from "@/ui/state/empty";
import { Load } from "@/ui/state/load";
import { SkeletonRows } from "@/ui/state/skeleton";
import { toast } from "@/ui/toast";
import { Time } from "@/ui/values";

const SCOPES: readonly { id: TokenScope; what: string; role: Role }[] = [
  { id: "READ", what: "read", role: "VIEWER" },
  { id: "SQL", what: "run statements on the SQL page's login", role: "VIEWER" },
  { id: "METRICS", what: "read /metrics", role: "VIEWER" },
  { id: "OPERATE", what: "start, cancel and retry operations", role: "OPERATOR" },
  { id: "CONFIGURE", what: "change settings, jobs, rollups", role: "ADMIN" },
  { id: "DROP", what: "drop data", role: "ADMIN" },
  { id: "IDENTITY", what: "manage users and tokens", role: "ADMIN" },
];

const RANK: Record<Role, number> = { VIEWER: 0, OPERATOR: 1, ADMIN: 2 };

export function TokensView() {
  const [all, setAll] = useQueryState("all", parseAsBoolean.withDefault(false));
  const admin = useCan("ADMIN");
  const query = useApi(TokensDocument, { all: all && admin });
  const queries = useQueryClient();
  const [make, setMake] = useState(false);
  const again = () => void queries.invalidateQueries({ queryKey: ["Tokens"] });
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Tokens"
        lead="For programs: each with its own rights, never above its maker's, and an end."
        actions={
          <>
            {admin ? (
              <label className="flex items-center gap-1.5 text-sm">
                <Checkbox checked={all} onChange={(e) => void setAll(e.target.checked || null)} />
                Everybody's
              </label>
            ) : null}
            <Button
              kind="primary"
              icon={<Plus size={15} aria-hidden="true" />}
              onClick={() => setMake(true)}
            >
              Make a token
            </Button>
          </>
        }
      />
      <Load
        query={query}
        what="The tokens"
        skeleton={
          <Panel flush>
            <SkeletonRows rows={4} label="Loading tokens" />
          </Panel>
        }
      >
        {(data) => (
          <div className="flex flex-col gap-4">
            <Panel flush title="API tokens">
              {data.tokens?.length ? (
                <ul className="flex flex-col text-sm">
                  {data.tokens.map((t) => (
                    <li
                      key={t.id}
                      className="grid items-center gap-x-5 gap-y-1 border-b px-3.5 py-2.5 last:border-b-0 md:grid-cols-[minmax(0,1.3fr)_minmax(0,1.6fr)_minmax(0,1.2fr)_auto]"
                    >
                      <div className="min-w-0">
                        <p className="flex items-center gap-2 font-medium">
                          {t.name}
                          {t.active ? null : (
                            <Badge tone="warn">{t.revokedAt ? "revoked" : "expired"}</Badge>
                          )}
                        </p>
                        <p className="text-xs text-muted">
                          <code>{t.prefix}…</code>
                          {t.owner ? ` by ${t.owner}` : ""}
                        </p>
                      </div>
                      <p className="flex flex-wrap gap-1">
                        <Badge tone="info">{t.role.toLowerCase()}</Badge>
                        {t.scopes.map((s) => (
                          <Badge key={s}>{s.toLowerCase()}</Badge>
                        ))}
                        {t.databases?.map((d) => (
                          <Badge key={d}>only {d}</Badge>
                        ))}
                      </p>
                      <p className="text-muted">
                        {t.expiresAt ? (
                          <>
                            ends <Time value={t.expiresAt} mode="relative" />
                          </>
                        ) : (
                          "no end"
                        )}
                        ,{" "}
                        {t.lastUsedAt ? (
                          <>
                            used <Time value={t.lastUsedAt} mode="relative" />
                          </>
                        ) : (
                          "never used"
                        )}
                      </p>
                      <div className="md:text-right">
                        {t.active ? (
                          <Button
                            size="s"
                            aria-label={`Revoke ${t.name}`}
                            onClick={async () => {
                              try {
                                await request(RevokeTokenDocument, { id: t.id });
                                toast({
                                  tone: "ok",
                                  title: `${t.name} revoked`,
                                  text: "Its open connections close within five seconds.",
                                });
                                again();
                              } catch (error) {
                                sayFailure(error, `Revoking ${t.name}`);
                              }
                            }}
                          >
                            Revoke
                          </Button>
                        ) : null}
                      </div>
                    </li>
                  ))}
                </ul>
              ) : (
                <Empty
                  title="No token yet"
                  icon={<KeyRound size={24} aria-hidden="true" />}
                  action={<Button onClick={() => setMake(true)}>Make a token</Button>}
                >
                  A token lets a script or another program use the API:{" "}
                  <code>Authorization: Bearer …</code>
                </Empty>
              )}
            </Panel>
            <Panel flush title="Your open sessions">
              <ul className="flex flex-col text-sm">
                {(data.sessions ?? []).map((s) => (
                  <li
                    key={s.id}
                    className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b px-3.5 py-2 last:border-b-0"
                  >
                    <span className="min-w-0 flex-1 truncate" title={s.userAgent ?? undefined}>
                      {s.address ?? "unknown address"}{" "}
                      <span className="text-muted">{s.userAgent}</span>
                    </span>
                    <span className="text-muted">
                      used <Time value={s.lastUsedAt} mode="relative" />
                    </span>
                    {s.current ? (
                      <Badge tone="ok">this one</Badge>
                    ) : (
                      <Button
                        size="s"
                        onClick={async () => {
                          try {
                            await request(RevokeSessionDocument, { id: s.id });
                            again();
                          } catch (error) {
                            sayFailure(error, "Ending the session");
                          }
                        }}
                      >
                        End it
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
            </Panel>
          </div>
        )}
      </Load>
      <MakeToken open={make} onClose={() => setMake(false)} onMade={again} />
    </div>
  );
}

function MakeToken({
  open,
  onClose,
  onMade,
}: {
  open: boolean;
  onClose: () => void;
  onMade: () => void;
}) {
  const me = useSession();
  const { data: shell } = useShell();
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("VIEWER");
  const [scopes, setScopes] = useState<readonly TokenScope[]>(["READ"]);
  const [databases, setDatabases] = useState<readonly string[]>([]);
  const [days, setDays] = useState("90");
  const [busy, setBusy] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => {
    setSecret(null);
    setName("");
    onClose();
  };
  const possible = SCOPES.filter((s) => RANK[s.role] <= RANK[role]);
  return (
    <Dialog
      open={open}
      onClose={close}
      title={secret ? "Your new token" : "Make a token"}
      lead={secret ? "It is shown now and never again." : undefined}
      footer={
        secret ? (
          <Button kind="primary" onClick={close}>
            I have kept it
          </Button>
        ) : (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button
              kind="primary"
              busy={busy}
              disabled={!name.trim() || scopes.length === 0}
              onClick={async () => {
                setBusy(true);
                try {
                  const data = await request(CreateTokenDocument, {
                    input: {
                      name: name.trim(),
                      role,
                      scopes: scopes.filter((s) => possible.some((x) => x.id === s)),
                      expiresInDays: Number(days) || 90,
                      ...(databases.length ? { databases: [...databases] } : {}),
                    },
                  });
                  setSecret(data.createToken.secret);
                  onMade();
                } catch (error) {
                  sayFailure(error, "Making the token");
                } finally {
                  setBusy(false);
                }
              }}
            >
              Make it
            </Button>
          </>
        )
      }
    >
      {secret ? (
        <div className="flex items-center gap-2 rounded-m border bg-sunken px-3 py-2">
          <code className="min-w-0 flex-1 break-all" data-testid="token-secret">
            {secret}
          </code>
          <CopyButton text={secret} label="Copy the token" />
        </div>
      ) : (
        <div className="flex flex-col gap-3">
          <Field label="Name" hint="What will use it.">
            {(ids) => <Input {...ids} value={name} onChange={(e) => setName(e.target.value)} />}
          </Field>
          <div className="grid grid-cols-2 gap-3">
            <Field label="Role">
              {(ids) => (
                <Select {...ids} value={role} onChange={(e) => setRole(e.target.value as Role)}>
                  {(["VIEWER", "OPERATOR", "ADMIN"] as const)
                    .filter((r) => RANK[r] <= RANK[me.role])
                    .map((r) => (
                      <option key={r} value={r}>
                        {r.toLowerCase()}
                      </option>
                    ))}
                </Select>
              )}
            </Field>
            <Field label="Days until it ends">
              {(ids) => (
                <Input
                  {...ids}
                  type="number"
                  min={1}
                  max={3650}
                  value={days}
                  onChange={(e) => setDays(e.target.value)}
                />
              )}
            </Field>
          </div>
          <fieldset className="flex flex-col gap-1.5">
            <legend className="mb-1 text-sm font-medium">It may</legend>
            {possible.map((s) => (
              <label key={s.id} className="flex items-center gap-2 text-sm">
                <Checkbox
                  checked={scopes.includes(s.id)}
                  onChange={(e) =>
                    setScopes(
                      e.target.checked ? [...scopes, s.id] : scopes.filter((x) => x !== s.id),
                    )
                  }
                />
                {s.what}
              </label>
            ))}
          </fieldset>
          {(shell?.databases.length ?? 0) > 1 ? (
            <fieldset className="flex flex-col gap-1.5">
              <legend className="mb-1 text-sm font-medium">Only in (none: all)</legend>
              {shell?.databases.map((d) => (
                <label key={d.id} className="flex items-center gap-2 text-sm">
                  <Checkbox
                    checked={databases.includes(d.id)}
                    onChange={(e) =>
                      setDatabases(
                        e.target.checked
                          ? [...databases, d.id]
                          : databases.filter((x) => x !== d.id),
                      )
                    }
                  />
                  {d.name}
                </label>
              ))}
            </fieldset>
          ) : null}
        </div>
      )}
    </Dialog>
  );
}
