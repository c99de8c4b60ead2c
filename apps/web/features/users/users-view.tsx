"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  ChangePasswordDocument,
  CreateUserDocument,
  DeleteUserDocument,
  type Role,
  UpdateUserDocument,
  type UserPartsFragment,
  UsersDocument,
} from "@/data/generated/graphql";
import { useCan, useSession } from "@/data/session";
import { request, useApi } from "@/data/use-api";
import { sayFailure } from "@/features/actions/use-act";
import { plural } from "@/lib/format";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field, Input, Select } from "@/ui/field";
import { Plus } from "@/ui/icons";
import { PageHeader, Panel } from "@/ui/panel";
import { Empty } from "@/ui/state/empty";
import { Load } from "@/ui/state/load";
import { SkeletonRows } from "@/ui/state/skeleton";
import { toast } from "@/ui/toast";
import { Time } from "@/ui/values";

const ROLES: readonly { id: Role; what: string }[] = [
  { id: "VIEWER", what: "viewer: reads" },
  { id: "OPERATOR", what: "operator: starts work that loses no data" },
  { id: "ADMIN", what: "admin: changes policy, drops data, manages users" },
];

export function UsersView() {
  const admin = useCan("ADMIN");
  const me = useSession();
  const query = useApi(UsersDocument, {}, { enabled: admin });
  const queries = useQueryClient();
  const [make, setMake] = useState(false);
  const [edit, setEdit] = useState<UserPartsFragment | null>(null);
  const [own, setOwn] = useState(false);
  const again = () => void queries.invalidateQueries({ queryKey: ["Users"] });
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Users"
        lead="Who may use the console, and what for."
        actions={
          <>
            <Button onClick={() => setOwn(true)}>Change my password</Button>
            {admin ? (
              <Button
                kind="primary"
                icon={<Plus size={15} aria-hidden="true" />}
                onClick={() => setMake(true)}
              >
                Make a user
              </Button>
            ) : null}
          </>
        }
      />
      {admin ? (
        <Panel flush>
          <Load
            query={query}
            what="The users"
            skeleton={<SkeletonRows rows={4} label="Loading users" />}
          >
            {(data) => (
              <ul className="flex flex-col text-sm">
                {(data.users ?? []).map((u) => (
                  <li
                    key={u.id}
                    className="grid items-center gap-x-5 gap-y-1 border-b px-3.5 py-2.5 last:border-b-0 md:grid-cols-[minmax(0,1.2fr)_8rem_minmax(0,1.4fr)_auto]"
                  >
                    <p className="flex items-center gap-2 font-medium">
                      {u.name}
                      {u.name === me.name ? <Badge tone="ok">you</Badge> : null}
                      {u.disabled ? <Badge tone="warn">disabled</Badge> : null}
                    </p>
                    <p>{u.role.toLowerCase()}</p>
                    <p className="text-muted">
                      {u.lastSignInAt ? (
                        <>
                          signed in <Time value={u.lastSignInAt} mode="relative" />
                        </>
                      ) : (
                        "never signed in"
                      )}
                      , {plural(u.sessionCount, "session")}, {plural(u.tokenCount, "token")}
                    </p>
                    <div className="md:text-right">
                      <Button size="s" aria-label={`Edit ${u.name}`} onClick={() => setEdit(u)}>
                        Edit
                      </Button>
                    </div>
                  </li>
                ))}
              </ul>
            )}
          </Load>
        </Panel>
      ) : (
        <Panel>
          <Empty title="Only an admin sees the users">
            You are {me.name}, {me.role.toLowerCase()}.
          </Empty>
        </Panel>
      )}
      <MakeUser open={make} onClose={() => setMake(false)} onDone={again} />
      <EditUser key={edit?.id ?? "none"} user={edit} onClose={() => setEdit(null)} onDone={again} />
      <OwnPassword open={own} onClose={() => setOwn(false)} />
    </div>
  );
}

function RoleSelect({
  ids,
  value,
  onChange,
}: {
  ids: { id: string };
  value: Role;
  onChange: (role: Role) => void;
}) {
  return (
    <Select {...ids} value={value} onChange={(e) => onChange(e.target.value as Role)}>
      {ROLES.map((r) => (
        <option key={r.id} value={r.id}>
          {r.what}
        </option>
      ))}
    </Select>
  );
}

function MakeUser({
  open,
  onClose,
  onDone,
}: {
  open: boolean;
  onClose: () => void;
  onDone: () => void;
}) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [role, setRole] = useState<Role>("VIEWER");
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Make a user"
      footer={
        <Button
          kind="primary"
          busy={busy}
          disabled={!name.trim() || password.length < 8}
          onClick={async () => {
            setBusy(true);
            try {
              await request(CreateUserDocument, { name: name.trim(), password, role });
              toast({ tone: "ok", title: `${name.trim()} can sign in` });
              setName("");
              setPassword("");
              onDone();
              onClose();
            } catch (error) {
              sayFailure(error, "Making the user");
            } finally {
              setBusy(false);
            }
          }}
        >
          Make the user
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <Field label="Name">
          {(ids) => (
            <Input
              {...ids}
              value={name}
              autoComplete="off"
              autoCapitalize="none"
              onChange={(e) => setName(e.target.value)}
            />
          )}
        </Field>
        <Field
          label="First password"
          hint="At least 8 characters, 12 are wise; they can change it."
        >
          {(ids) => (
            <Input
              {...ids}
              type="password"
              autoComplete="new-password"
              value={password}
              onChange={(e) => setPassword(e.target.value)}
            />
          )}
        </Field>
        <Field label="Role">
          {(ids) => <RoleSelect ids={ids} value={role} onChange={setRole} />}
        </Field>
      </div>
    </Dialog>
  );
}

function EditUser({
  user,
  onClose,
  onDone,
}: {
  user: UserPartsFragment | null;
  onClose: () => void;
  onDone: () => void;
}) {
  const [role, setRole] = useState<Role>(user?.role ?? "VIEWER");
  const [password, setPassword] = useState("");
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  if (!user) return null;
  const run = async (what: string, work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
      toast({ tone: "ok", title: what });
      onDone();
      onClose();
    } catch (error) {
      sayFailure(error, what);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`User ${user.name}`}
      lead="Less rights, a new password or disabling ends the user's sessions."
      footer={
        <>
          <Button
            busy={busy}
            onClick={() =>
              void run(user.disabled ? `${user.name} enabled` : `${user.name} disabled`, () =>
                request(UpdateUserDocument, { id: user.id, disabled: !user.disabled }),
              )
            }
          >
            {user.disabled ? "Enable" : "Disable"}
          </Button>
          <Button
            kind="primary"
            busy={busy}
            disabled={role === user.role && !password}
            onClick={() =>
              void run(`${user.name} saved`, () =>
                request(UpdateUserDocument, {
                  id: user.id,
                  ...(role !== user.role ? { role } : {}),
                  ...(password ? { password } : {}),
                }),
              )
            }
          >
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Field label="Role">
          {(ids) => <RoleSelect ids={ids} value={role} onChange={setRole} />}
        </Field>
        <Field label="New password" hint="Empty: as it is.">
          {(ids) => (
            <Input
              {...ids}
              type="password"
              autoComplete="new-password"
              value={password}
              onChange={(e) => setPassword(e.target.value)}
            />
          )}
        </Field>
        <div className="mt-2 flex flex-col gap-2 border-t pt-3">
          <Field
            label={
              <>
                To delete, type <code>{user.name}</code>
              </>
            }
            hint="Sessions and tokens go; the audit log keeps the name."
          >
            {(ids) => (
              <Input
                {...ids}
                value={typed}
                autoComplete="off"
                onChange={(e) => setTyped(e.target.value)}
              />
            )}
          </Field>
          <div>
            <Button
              kind="danger"
              busy={busy}
              disabled={typed !== user.name}
              onClick={() =>
                void run(`${user.name} deleted`, () =>
                  request(DeleteUserDocument, { id: user.id, confirm: typed }),
                )
              }
            >
              Delete the user
            </Button>
          </div>
        </div>
      </div>
    </Dialog>
  );
}

function OwnPassword({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Change my password"
      lead="Ends your other sessions."
      footer={
        <Button
          kind="primary"
          busy={busy}
          disabled={!current || next.length < 8}
          onClick={async () => {
            setBusy(true);
            try {
              await request(ChangePasswordDocument, { current, new: next });
              toast({ tone: "ok", title: "Password changed" });
              setCurrent("");
              setNext("");
              onClose();
            } catch (error) {
              sayFailure(error, "Changing the password");
            } finally {
              setBusy(false);
            }
          }}
        >
          Change it
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <Field label="Now">
          {(ids) => (
            <Input
              {...ids}
              type="password"
              autoComplete="current-password"
              value={current}
              onChange={(e) => setCurrent(e.target.value)}
            />
          )}
        </Field>
        <Field label="New">
          {(ids) => (
            <Input
              {...ids}
              type="password"
              autoComplete="new-password"
              value={next}
              onChange={(e) => setNext(e.target.value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}
