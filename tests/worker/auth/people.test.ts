import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { disableAdmin, enableAdmin, listAdmins } from "#contract/admins";
import { adminLogIn, adminSession } from "#contract/auth";
import * as calls from "#contract/people";
import { providerAdmin } from "#contract/providers";
import type { Role } from "#contract/values/roles";
import { listVouchers } from "#contract/vouchers";
import { deliverAdmins } from "#worker/features/auth/index";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { failStatements } from "../../support/database-faults.ts";
import { cookieFrom, enterProvider, signInOperator, signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

// A provider's people come by a link that an owner makes, and no act of theirs leaves the provider without an owner who can sign in.

let seeded: TwoProviders;
let owner: string;
let hash: string;

const host = hostOf("demo");
const db = () => tenantDatabase(seeded.demo.id);

beforeAll(async () => {
  seeded = await seedBoth();
  owner = await signInProvider(seeded.demo);
  hash = (await db().prepare("SELECT password_hash FROM admins").first<string>("password_hash")) ?? "";
});
beforeEach(begin);

/** The first owner alone, signed in with the session that they have. */
async function begin(): Promise<void> {
  const { id } = seeded.demo.admin;
  const statements: [string, ...(string | number)[]][] = [
    ["DELETE FROM sessions WHERE admin_id <> ?1", id],
    ["DELETE FROM admin_invitations"],
    ["DELETE FROM admins WHERE id <> ?1", id],
    ["UPDATE admins SET role = 'owner', disabled_at = NULL, removed_at = NULL, password_hash = ?1", hash],
    [
      "UPDATE sessions SET revoked_at = NULL, confirmed_at = ?1, last_seen_at = ?1, expires_at = ?1 + 86400000",
      Date.now(),
    ],
  ];
  for (const [sql, ...values] of statements)
    await db()
      .prepare(sql)
      .bind(...values)
      .run();
}
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const password = "a sentence of one's own";
let made = 0;
/** No two tests want one username. */
const newName = () => `person${++made}`;

async function invite(role: Role = "cashier", cookie = owner) {
  const answer = await call(calls.invitePerson, { body: { name: "Baraka Otieno", role } }, { host, cookie });
  if (!answer.ok) throw new Error(answer.text);
  const { address, invitation } = answer.answer;
  return { address, invitation, code: new URL(address).hash.replace("#invitation=", "") };
}
const look = (code: string, at = host) => call(calls.personInvitation, { body: { code } }, { host: at });
const accept = (code: string, username = newName(), at = host) =>
  call(calls.acceptPersonInvitation, { body: { code, username, password } }, { host: at });
const open = async () => {
  const answer = await call(calls.listPersonInvitations, {}, { host, cookie: owner });
  return answer.ok ? answer.answer.map(({ role }) => role) : answer.text;
};

/** Somebody who accepted, with their session. */
async function join(role: Role): Promise<{ id: string; username: string; cookie: string }> {
  const answer = await accept((await invite(role)).code);
  if (!answer.ok) throw new Error(answer.text);
  const { id, username } = answer.answer;
  return { id, username, cookie: cookieFrom(answer.headers) };
}

const { disablePerson, enablePerson, removePerson, endPersonSessions } = calls;
const acts = { disablePerson, enablePerson, removePerson, endPersonSessions };
type Act = keyof typeof acts;
const act = async (name: Act, id: string, cookie = owner) => {
  const answer = await call(acts[name], { params: { id } }, { host, cookie });
  return answer.ok ? 200 : answer.refusal?.reason;
};
const changeRole = async (id: string, role: Role, cookie = owner) => {
  const answer = await call(calls.changePersonRole, { params: { id }, body: { role } }, { host, cookie });
  return answer.ok ? answer.answer.role : answer.refusal?.reason;
};
const people = async (cookie = owner) => {
  const answer = await call(calls.listPeople, {}, { host, cookie });
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
};
const isIn = async (cookie: string) => (await call(adminSession, {}, { host, cookie })).status === 200;
const logIn = async (username: string, at = host) =>
  (await call(adminLogIn, { body: { username, password } }, { host: at })).status;

describe("an invitation", () => {
  test("is a link of the provider's console with its code behind the #, for seven days, stored as a hash alone", async () => {
    const { address, code, invitation } = await invite("technician");
    expect(address).toBe(`${new URL(env.MAIN_ORIGIN ?? "").protocol}//${host}/admin#invitation=${code}`);
    expect(code).toMatch(/^[0-9a-f]{64}$/);
    expect(invitation).toMatchObject({
      name: "Baraka Otieno",
      role: "technician",
      invitedBy: "Amina Wanjiru",
    });
    expect(Date.parse(invitation.expiresAt) - Date.parse(invitation.createdAt)).toBe(7 * 86_400_000);
    expect(await open()).toEqual(["technician"]);
    const stored = JSON.stringify(await db().prepare("SELECT * FROM admin_invitations").all());
    expect(stored).toContain("Baraka Otieno");
    expect(stored).not.toContain(code);
    expect(await look(code)).toMatchObject({
      status: 200,
      answer: { role: "technician", invitedBy: "Amina Wanjiru" },
    });
  });

  test("makes one of the people, of that role alone, who is signed in and can sign in everywhere the provider's can", async () => {
    const username = newName();
    const answer = await accept((await invite("cashier")).code, username);
    expect(answer).toMatchObject({
      status: 200,
      answer: { username, name: "Baraka Otieno", role: "cashier", providerId: seeded.demo.id },
    });
    const cookie = cookieFrom(answer.headers);
    expect((await call(listVouchers, {}, { host, cookie })).status).toBe(200);
    expect((await call(calls.listPeople, {}, { host, cookie })).status).toBe(403);
    expect([await logIn(username), await logIn(username, hostOf())]).toEqual([200, 200]);
    expect(await logIn(username, hostOf("savanna"))).toBe(401);
    expect(await open()).toEqual([]);
    const { results } = await env.DB.prepare(
      "SELECT action, actor_id AS who, detail FROM audit WHERE action IN ('admin.invite', 'admin.create') ORDER BY rowid DESC LIMIT 2",
    ).all<{ action: string; who: string; detail: string }>();
    expect(results).toMatchObject([
      { action: "admin.create", detail: JSON.stringify({ username, role: "cashier" }) },
      { action: "admin.invite", who: seeded.demo.admin.id },
    ]);
  });

  test("asks its maker for a password given lately, a name and a role", async () => {
    for (const body of [{ name: " ", role: "owner" }, { name: "A" }, { name: "A", role: "Administrator" }])
      expect((await call(calls.invitePerson, { body }, { host, cookie: owner })).status).toBe(400);
    await db().prepare("UPDATE sessions SET confirmed_at = 0").run();
    const body = { name: "A", role: "owner" };
    const late = await call(calls.invitePerson, { body }, { host, cookie: owner });
    expect(late.ok ? null : late.refusal?.code).toBe("reauthenticate");
    expect(await open()).toEqual([]);
  });
});

describe("nobody is made by a link", () => {
  const refusedAll = async (code: string) => {
    const before = (await people()).length;
    for (const answer of [await look(code), await accept(code)])
      expect([answer.status, answer.ok ? null : answer.refusal?.reason]).toEqual([
        403,
        "person_invitation_ended",
      ]);
    expect((await people()).length).toBe(before);
    // The name that was tried is free again.
    expect((await accept((await invite()).code, `person${made}`)).status).toBe(200);
  };

  test("that nobody made", () => refusedAll("0".repeat(64)));

  test("that was used, though ten use it at once", async () => {
    const { code } = await invite();
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await accept(code)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 403)).toHaveLength(9);
    expect((await people()).length).toBe(2);
    await refusedAll(code);
  });

  test("that is seven days old; a moment before it is still good", async () => {
    const { code, invitation } = await invite();
    vi.setSystemTime(Date.parse(invitation.expiresAt) - 1);
    expect((await look(code)).status).toBe(200);
    vi.setSystemTime(Date.parse(invitation.expiresAt));
    const then = "UPDATE sessions SET confirmed_at = ?1, last_seen_at = ?1, expires_at = ?1 + 86400000";
    await db().prepare(then).bind(Date.now()).run();
    await refusedAll(code);
  });

  test("that was withdrawn, which is done once", async () => {
    const { code, invitation } = await invite();
    const params = { id: invitation.id };
    const withdraw = () => call(calls.withdrawPersonInvitation, { params }, { host, cookie: owner });
    expect([(await withdraw()).status, (await withdraw()).status]).toEqual([200, 404]);
    await refusedAll(code);
  });

  test.each(["cashier", "disabled", "removed"])("whose maker is %s since", async (what) => {
    const other = await join("owner");
    const { code } = await invite("cashier", other.cookie);
    if (what === "cashier") expect(await changeRole(other.id, "cashier")).toBe("cashier");
    else expect(await act(what === "disabled" ? "disablePerson" : "removePerson", other.id)).toBe(200);
    await refusedAll(code);
    // Nor when they are an owner again.
    if (what === "cashier") await changeRole(other.id, "owner");
    if (what === "disabled") await act("enablePerson", other.id);
    expect((await look(code)).status).toBe(403);
  });

  test("on another host", async () => {
    const { code } = await invite();
    expect((await look(code, hostOf())).status).toBe(404);
    expect((await accept(code, newName(), hostOf())).status).toBe(404);
    expect((await accept(code, newName(), hostOf("savanna"))).status).toBe(403);
    expect((await people()).length).toBe(1);
  });

  test("with a taken username or a common password; the link stays good", async () => {
    const { code } = await invite();
    for (const taken of ["operator", "SAVANNA", "demo"]) expect((await accept(code, taken)).status).toBe(409);
    const body = { code, username: newName(), password: "password123" };
    expect((await call(calls.acceptPersonInvitation, { body }, { host })).status).toBe(400);
    expect((await accept(code)).status).toBe(200);
  });
});

describe("somebody whose making was cut off", () => {
  test("before the provider's object had them is made by the next sweep, once, and told of once", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { code } = await invite();
    const username = newName();
    const fault = failStatements(/INSERT INTO admins/);
    expect((await accept(code, username)).status).toBe(403);
    fault.heal();
    await Promise.all([1, 2, 3].map(() => deliverAdmins(testContext())));
    expect([await logIn(username), (await look(code)).status]).toEqual([200, 403]);
    const lines = await env.DB.prepare("SELECT 1 FROM audit WHERE action = 'admin.create' AND detail LIKE ?1")
      .bind(`%"${username}"%`)
      .all();
    expect(lines.results).toHaveLength(1);
  });

  test("is not made where the link was withdrawn before the sweep, and the name is free", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { code, invitation } = await invite();
    const username = newName();
    const fault = failStatements(/INSERT INTO admins/);
    await accept(code, username);
    fault.heal();
    await call(calls.withdrawPersonInvitation, { params: { id: invitation.id } }, { host, cookie: owner });
    await deliverAdmins(testContext());
    expect(await logIn(username)).toBe(401);
    expect((await accept((await invite()).code, username)).status).toBe(200);
  });

  test("and who was removed since is not made again", async () => {
    const fault = failStatements(/UPDATE admin_names SET pending/);
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { id, username } = await join("owner");
    fault.heal();
    expect(await act("removePerson", id)).toBe(200);
    await deliverAdmins(testContext());
    expect([await logIn(username), (await people()).length]).toEqual([401, 1]);
  });
});

describe("an owner", () => {
  test("changes a role, and what may be asked changes with the next call", async () => {
    const { id, cookie } = await join("cashier");
    expect((await call(listVouchers, {}, { host, cookie })).status).toBe(200);
    expect(await changeRole(id, "technician")).toBe("technician");
    expect((await call(listVouchers, {}, { host, cookie })).status).toBe(403);
    expect(await changeRole(id, "owner")).toBe("owner");
    expect((await call(calls.listPeople, {}, { host, cookie })).status).toBe(200);
  });

  test("switches somebody off and on: everything they have open ends, and the password works again", async () => {
    const { id, username, cookie } = await join("cashier");
    expect(await act("disablePerson", id)).toBe(200);
    expect([await isIn(cookie), await logIn(username)]).toEqual([false, 401]);
    expect((await people()).find((one) => one.id === id)?.disabledAt).not.toBeNull();
    expect(await act("enablePerson", id)).toBe(200);
    expect([await isIn(cookie), await logIn(username)]).toEqual([false, 200]);
  });

  test("signs somebody out everywhere, who may sign in again", async () => {
    const { id, username, cookie } = await join("cashier");
    expect(await act("endPersonSessions", id)).toBe(200);
    expect([await isIn(cookie), await isIn(owner), await logIn(username)]).toEqual([false, true, 200]);
  });

  test("removes somebody for good: nobody enables them again, and nobody gets their name", async () => {
    const { id, username, cookie } = await join("cashier");
    expect(await act("removePerson", id)).toBe(200);
    expect([await isIn(cookie), await logIn(username)]).toEqual([false, 401]);
    expect((await people()).map((one) => one.username)).toEqual(["demo"]);
    for (const name of ["enablePerson", "disablePerson", "removePerson", "endPersonSessions"] as const)
      expect([name, await act(name, id)]).toEqual([name, "no_such_person"]);
    const operator = await signInOperator(seeded.operator);
    expect((await call(enableAdmin, { params: { id } }, { cookie: operator })).status).toBe(404);
    const query = { providerId: seeded.demo.id };
    const listed = await call(listAdmins, { query }, { cookie: operator });
    expect(listed.ok && listed.answer.map((one) => one.username)).toEqual(["demo"]);
    expect((await accept((await invite()).code, username)).status).toBe(409);
    const left = JSON.stringify(await db().prepare("SELECT * FROM admins WHERE id = ?1").bind(id).all());
    expect(left).not.toContain("scrypt");
  });

  test("does nothing of this to themselves", async () => {
    const { id } = seeded.demo.admin;
    await join("owner");
    for (const name of ["disablePerson", "removePerson", "endPersonSessions"] as const)
      expect([name, await act(name, id)]).toEqual([name, "not_yourself_owner"]);
    expect(await changeRole(id, "cashier")).toBe("not_yourself_owner");
  });
});

describe("the last owner who can sign in", () => {
  const owners = async () =>
    (await people()).filter(({ role, disabledAt }) => role === "owner" && disabledAt === null).length;

  test("is neither removed nor switched off nor made something else, whoever asks", async () => {
    await join("cashier");
    const disabled = await join("owner");
    await act("disablePerson", disabled.id);
    const acting = await enterProvider(await signInOperator(seeded.operator), seeded.demo);
    const { id } = seeded.demo.admin;
    expect(await act("disablePerson", id, acting)).toBe("last_owner");
    expect(await act("removePerson", id, acting)).toBe("last_owner");
    expect(await changeRole(id, "cashier", acting)).toBe("last_owner");
    expect([await isIn(owner), await owners()]).toEqual([true, 1]);
    // Whoever cannot sign in anyway may go.
    expect(await act("removePerson", disabled.id)).toBe(200);
  });

  test.each(["disable", "remove", "demote"])("stays when two %s each other at once", async (what) => {
    for (let round = 0; round < 5; round += 1) {
      const other = await join("owner");
      const one = (id: string, cookie: string) =>
        what === "demote"
          ? changeRole(id, "cashier", cookie)
          : act(what === "disable" ? "disablePerson" : "removePerson", id, cookie);
      await Promise.all([one(other.id, owner), one(seeded.demo.admin.id, other.cookie)]);
      const left = await db()
        .prepare("SELECT count(*) AS n FROM admins WHERE role = 'owner' AND disabled_at IS NULL")
        .first<number>("n");
      expect(left).toBe(1);
      await begin();
    }
  });

  test("is whom the platform acts for, though somebody else came first", async () => {
    const cashier = await join("cashier");
    await db().prepare("UPDATE admins SET created_at = 0 WHERE id = ?1").bind(cashier.id).run();
    const cookie = await signInOperator(seeded.operator);
    const params = { id: seeded.demo.id };
    const shown = await call(providerAdmin, { params }, { cookie });
    expect(shown.ok && shown.answer.id).toBe(seeded.demo.admin.id);
    const acting = await enterProvider(cookie, seeded.demo);
    await db().prepare("UPDATE admins SET role = 'cashier' WHERE id = ?1").bind(seeded.demo.admin.id).run();
    expect(await call(adminSession, {}, { host, cookie: acting })).toMatchObject({
      answer: { role: "owner" },
    });
    expect((await people(acting)).some(({ isMe }) => isMe)).toBe(false);
  });

  test("may be disabled by the platform, which enables them again", async () => {
    const cookie = await signInOperator(seeded.operator);
    const params = { id: seeded.demo.admin.id };
    expect((await call(disableAdmin, { params }, { cookie })).status).toBe(200);
    expect((await call(enableAdmin, { params }, { cookie })).status).toBe(200);
  });
});
